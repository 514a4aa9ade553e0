# Libraries of others, each found once and linked only by the rooms that need it (docs/dependencies.md says why).
find_package(fmt REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(Threads REQUIRED)

# toml++ as headers alone: the policy reader is the only file that includes them.
find_path(TOMLPLUSPLUS_INCLUDE toml++/toml.h REQUIRED)
add_library(assay_toml INTERFACE)
target_include_directories(assay_toml SYSTEM INTERFACE ${TOMLPLUSPLUS_INCLUDE})

# Clang as a library, for C that others wrote, in a module that is loaded when it is needed: without it everything
# else is still built, and `assay prune` says what is missing.
option(ASSAY_CLANG "use Clang's libraries" ON)
if(ASSAY_CLANG)
  find_package(Clang QUIET CONFIG PATHS /usr/lib/llvm-14/lib/cmake/clang /usr/lib/cmake/clang-14 NO_DEFAULT_PATH)
endif()
if(Clang_FOUND)
  file(GLOB CLANG_SOURCES CONFIGURE_DEPENDS src/source/clang/*.cc)
  add_library(assay-clang MODULE ${CLANG_SOURCES})
  set_target_properties(assay-clang PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  target_include_directories(assay-clang PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_include_directories(assay-clang SYSTEM PRIVATE ${CLANG_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_link_libraries(assay-clang PRIVATE fmt::fmt clang-cpp LLVM)
  target_compile_definitions(assay-clang PRIVATE
                             ASSAY_CLANG_RESOURCES="${LLVM_LIBRARY_DIR}/clang/${LLVM_PACKAGE_VERSION}")
else()
  message(STATUS "no Clang libraries: 'assay prune' will not work (apt-get install libclang-14-dev llvm-14-dev)")
endif()

if(ASSAY_TESTS)
  find_package(rapidcheck REQUIRED)
  find_library(Z3_LIBRARY z3 REQUIRED) # Debian 12 ships no CMake package of Z3
  find_path(Z3_INCLUDE z3++.h REQUIRED)
  add_library(assay_z3 INTERFACE)
  target_link_libraries(assay_z3 INTERFACE ${Z3_LIBRARY})
  target_include_directories(assay_z3 SYSTEM INTERFACE ${Z3_INCLUDE})
endif()
