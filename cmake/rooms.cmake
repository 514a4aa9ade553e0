# A room is a folder of src/, a static library assay_<room>, and a test program assay_<room>_test made of the
# *_test.cc files that sit beside the sources. A room without sources yet (or with headers alone) is an
# interface library, so that the rooms above it can name it already. A room inside another (generate/grow) is
# the library assay_generate_grow; the outer one excludes its folder.
#   LINK          rooms and libraries that its headers use     PRIVATE_LINK  those that only its sources use
#   TEST_LINK     those that only its tests use            EXCLUDE       files that this build goes without, as a pattern
#   COLD          it waits for compilers rather than computes: compiled in three quarters of the time, with -O1
#   APART         sources, as a pattern, that are not compiled together with others (ASSAY_TOGETHER): those of a
#                 registry, where each has a private function of the same name
#   APART_TESTS   the same for its tests
if(ASSAY_TESTS)
  find_package(GTest REQUIRED)
endif()

# A test program on GoogleTest. What is called *Fully takes minutes and is a test of its own, labelled slow.
function(assay_test_program name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>) # half the time to compile
  target_link_libraries(${name} PRIVATE ${TEST_LINK} GTest::gmock GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1 --gtest_filter=-*Fully*)
  set_tests_properties(${name} PROPERTIES TIMEOUT $<IF:$<BOOL:${ASSAY_SANITIZE}>,3000,900>)
  foreach(source ${TEST_SOURCES})
    file(STRINGS ${source} slow REGEX "^(TEST|INSTANTIATE_TEST).*Fully")
    if(slow AND NOT TEST ${name}_fully)
      add_test(NAME ${name}_fully COMMAND ${name} --gtest_brief=1 --gtest_filter=*Fully*)
      set_tests_properties(${name}_fully PROPERTIES TIMEOUT 5000 LABELS slow)
    endif()
  endforeach()
endfunction()

function(assay_room folder)
  cmake_parse_arguments(ROOM "COLD;APART_TESTS" "EXCLUDE;APART" "LINK;PRIVATE_LINK;TEST_LINK" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cc)
  if(ROOM_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${ROOM_EXCLUDE}")
  endif()
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(ROOM_APART)
    set(apart ${sources})
    list(FILTER apart INCLUDE REGEX "${ROOM_APART}")
    set_source_files_properties(${apart} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  if(ROOM_APART_TESTS)
    set_source_files_properties(${tests} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  if(sources)
    set(scope PUBLIC)
    add_library(assay_${name} STATIC ${sources})
  else()
    set(scope INTERFACE)
    add_library(assay_${name} INTERFACE)
  endif()
  if(sources AND ROOM_COLD)
    target_compile_options(assay_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  target_include_directories(assay_${name} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(assay_${name} ${scope} ${ROOM_LINK})
  if(sources AND ROOM_PRIVATE_LINK)
    target_link_libraries(assay_${name} PRIVATE ${ROOM_PRIVATE_LINK})
  endif()
  if(ASSAY_TESTS AND tests)
    assay_test_program(assay_${name}_test SOURCES ${tests} LINK assay_${name} ${ROOM_TEST_LINK})
  endif()
endfunction()
