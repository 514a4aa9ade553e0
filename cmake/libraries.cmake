# Libraries of others, each found once and linked only by the rooms that need it (docs/dependencies.md says why).
find_package(fmt REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(Threads REQUIRED)

# toml++ as headers alone: the policy reader is the only file that includes them.
find_path(TOMLPLUSPLUS_INCLUDE toml++/toml.h REQUIRED)
add_library(assay_toml INTERFACE)
target_include_directories(assay_toml SYSTEM INTERFACE ${TOMLPLUSPLUS_INCLUDE})

if(ASSAY_TESTS)
  find_package(rapidcheck REQUIRED)
  find_library(Z3_LIBRARY z3 REQUIRED) # Debian 12 ships no CMake package of Z3
  find_path(Z3_INCLUDE z3++.h REQUIRED)
  add_library(assay_z3 INTERFACE)
  target_link_libraries(assay_z3 INTERFACE ${Z3_LIBRARY})
  target_include_directories(assay_z3 SYSTEM INTERFACE ${Z3_INCLUDE})
endif()
