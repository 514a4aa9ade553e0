# End-to-end tests: each tests/*_test.cc is one program, linked with what they share in tests/support.
file(GLOB SUPPORT CONFIGURE_DEPENDS tests/support/*.cc)
add_library(assay_test_support STATIC ${SUPPORT})
target_include_directories(assay_test_support PUBLIC tests)
target_link_libraries(assay_test_support PUBLIC assay_print assay_testcase GTest::gmock GTest::gtest_main)

file(GLOB END_TO_END CONFIGURE_DEPENDS tests/*_test.cc)
foreach(source ${END_TO_END})
  get_filename_component(name ${source} NAME_WE)
  assay_test_program(${name} SOURCES ${source} LINK assay_test_support)
  if(name STREQUAL "fuzz_corpus_test")
    foreach(reader ${FUZZ_READERS})
      target_link_libraries(${name} PRIVATE assay_read_${reader})
    endforeach()
  endif()
  target_compile_definitions(${name} PRIVATE ASSAY_TESTS_FOLDER="${CMAKE_SOURCE_DIR}/tests"
                                             ASSAY_PROGRAM="$<TARGET_FILE:assay>")
  # They use all cores themselves, except for those that mostly wait; these run beside each other, first.
  if(name MATCHES "^(hunt|reduce|session)_test$")
    set_tests_properties(${name} PROPERTIES COST 1000 LABELS campaign)
  else()
    set_tests_properties(${name} PROPERTIES PROCESSORS 2)
  endif()
  if(TEST ${name}_fully)
    set_tests_properties(${name}_fully PROPERTIES PROCESSORS 2)
  endif()
endforeach()

# These ask what the machine has for methods, as the methods do.
foreach(name generate_line_test source_commands_test)
  target_link_libraries(${name} PRIVATE assay_source)
endforeach()

# Ten minutes of kills, full disks and the like; `tests/chaos/chaos.py build/assay --seconds 60` is the short form.
add_test(NAME chaos COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/chaos/chaos.py $<TARGET_FILE:assay>)
set_tests_properties(chaos PROPERTIES LABELS "slow;campaign" PROCESSORS 2 TIMEOUT 5000 SKIP_RETURN_CODE 77)
