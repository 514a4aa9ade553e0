# Checks of the tree itself (label `tree`). Each has a self-test that feeds it something bad and expects a
# complaint, because a check that cannot fail is worth nothing.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(assay_check name)
  cmake_parse_arguments(CHECK "" "" "COMMAND;LABELS" ${ARGN})
  add_test(NAME ${name} COMMAND ${CHECK_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "tree;${CHECK_LABELS}" SKIP_RETURN_CODE 77)
endfunction()

set(CHECKS ${CMAKE_SOURCE_DIR}/tests)
assay_check(format COMMAND ${CHECKS}/check_format.sh ${CMAKE_SOURCE_DIR})
assay_check(format_self_test COMMAND ${CHECKS}/check_format.sh ${CMAKE_SOURCE_DIR} --self-test)
assay_check(include_direction COMMAND Python3::Interpreter ${CHECKS}/include_direction.py ${CMAKE_SOURCE_DIR})
assay_check(include_direction_self_test
            COMMAND Python3::Interpreter ${CHECKS}/include_direction.py ${CMAKE_SOURCE_DIR} --self-test)
assay_check(starts_processes COMMAND Python3::Interpreter ${CHECKS}/starts_processes.py ${CMAKE_SOURCE_DIR})
assay_check(starts_processes_self_test
            COMMAND Python3::Interpreter ${CHECKS}/starts_processes.py ${CMAKE_SOURCE_DIR} --self-test)
assay_check(open_sets COMMAND Python3::Interpreter ${CHECKS}/open_sets.py ${CMAKE_SOURCE_DIR})
assay_check(open_sets_self_test COMMAND Python3::Interpreter ${CHECKS}/open_sets.py ${CMAKE_SOURCE_DIR} --self-test)
assay_check(docs COMMAND Python3::Interpreter ${CHECKS}/check_docs.py ${CMAKE_SOURCE_DIR})
assay_check(docs_self_test COMMAND Python3::Interpreter ${CHECKS}/check_docs.py ${CMAKE_SOURCE_DIR} --self-test)
assay_check(zoo COMMAND ${CHECKS}/check_zoo.sh ${CMAKE_SOURCE_DIR})
# Minutes for the whole tree, so not part of `make test`.
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
assay_check(tidy COMMAND ${CHECKS}/check_tidy.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${processors} LABELS slow)
assay_check(clang COMMAND ${CHECKS}/check_clang.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${processors} LABELS slow)
set_tests_properties(tidy clang PROPERTIES PROCESSORS 2 TIMEOUT 5000)
assay_check(tidy_self_test COMMAND ${CHECKS}/check_tidy.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} 1 --self-test)
assay_check(clang_self_test COMMAND ${CHECKS}/check_clang.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} 1 --self-test)
# Compiles the rooms that decide and generate once more: half a minute of two cores, or seconds with a warm ccache.
foreach(digest choice_digest generate_digest)
  add_executable(${digest} tests/${digest}.cc)
  target_link_libraries(${digest} PRIVATE assay_generate)
endforeach()
assay_check(same_bytes COMMAND ${CHECKS}/same_bytes.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
set_tests_properties(same_bytes PROPERTIES PROCESSORS 2 TIMEOUT 900)
