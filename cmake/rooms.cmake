# A room is a folder of src/, a static library assay_<room>, and a test program assay_<room>_test made of the
# *_test.cc files that sit beside the sources. A room without sources yet (or with headers alone) is an
# interface library, so that the rooms above it can name it already.
#   LINK          rooms and libraries that its headers use     PRIVATE_LINK  those that only its sources use
#   TEST_LINK     those that only its tests use
if(ASSAY_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()

function(assay_room name)
  cmake_parse_arguments(ROOM "" "" "LINK;PRIVATE_LINK;TEST_LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(sources)
    set(scope PUBLIC)
    add_library(assay_${name} STATIC ${sources})
  else()
    set(scope INTERFACE)
    add_library(assay_${name} INTERFACE)
  endif()
  target_include_directories(assay_${name} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(assay_${name} ${scope} ${ROOM_LINK})
  if(sources AND ROOM_PRIVATE_LINK)
    target_link_libraries(assay_${name} PRIVATE ${ROOM_PRIVATE_LINK})
  endif()
  if(ASSAY_TESTS AND tests)
    add_executable(assay_${name}_test ${tests})
    target_link_libraries(assay_${name}_test PRIVATE assay_${name} ${ROOM_TEST_LINK} GTest::gmock GTest::gtest_main)
    gtest_discover_tests(assay_${name}_test DISCOVERY_TIMEOUT 60)
  endif()
endfunction()
