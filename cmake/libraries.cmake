# Libraries of others, each found once and linked only by the rooms that need it (docs/dependencies.md says why).
find_package(fmt REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(Threads REQUIRED)

# toml++ as headers alone: the policy reader is the only file that includes them.
find_path(TOMLPLUSPLUS_INCLUDE toml++/toml.h REQUIRED)
add_library(assay_toml INTERFACE)
target_include_directories(assay_toml SYSTEM INTERFACE ${TOMLPLUSPLUS_INCLUDE})

# Clang as a library, for C that others wrote, in a program of its own that may die of it: without it everything
# else is still built, and `assay prune` says what is missing.
option(ASSAY_CLANG "use Clang's libraries" ON)
if(ASSAY_CLANG)
  find_package(Clang QUIET CONFIG PATHS /usr/lib/llvm-14/lib/cmake/clang /usr/lib/cmake/clang-14 NO_DEFAULT_PATH)
endif()
if(Clang_FOUND)
  file(GLOB CLANG_SOURCES CONFIGURE_DEPENDS src/source/clang/*.cc)
  add_executable(assay-clang ${CLANG_SOURCES})
  set_target_properties(assay-clang PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  target_include_directories(assay-clang PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_include_directories(assay-clang SYSTEM PRIVATE ${CLANG_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  # It is started for every file, and as shared libraries Clang takes 20 ms to load instead of 3.
  set(CLANG_ARCHIVES "")
  foreach(part Frontend Driver Serialization Parse Sema Analysis Edit ASTMatchers AST Lex Basic)
    list(APPEND CLANG_ARCHIVES ${LLVM_LIBRARY_DIR}/libclang${part}.a)
  endforeach()
  execute_process(COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libfiles
                          support core option frontendopenmp mc mcparser bitreader profiledata
                  OUTPUT_VARIABLE LLVM_ARCHIVES ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(LLVM_ARCHIVES)
  find_library(Z_LIBRARY z)
  find_library(TINFO_LIBRARY tinfo)
  set(CLANG_LIBRARIES -no-pie -Wl,--start-group ${CLANG_ARCHIVES} ${LLVM_ARCHIVES} -Wl,--end-group ${Z_LIBRARY}
                      ${TINFO_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS})
  foreach(file ${CLANG_ARCHIVES} ${LLVM_ARCHIVES})
    if(NOT EXISTS ${file})
      set(CLANG_LIBRARIES clang-cpp LLVM)
    endif()
  endforeach()
  if(NOT LLVM_ARCHIVES OR NOT Z_LIBRARY OR NOT TINFO_LIBRARY)
    set(CLANG_LIBRARIES clang-cpp LLVM)
  endif()
  target_link_libraries(assay-clang PRIVATE fmt::fmt assay_sandbox ${CLANG_LIBRARIES})
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
