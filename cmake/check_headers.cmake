# Compiles each header alone, so that none relies on what was included before it. A header whose .cc file of
# the same name includes it first is left out: compiling that file, which is not joined with others, shows
# the same.

file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/*.h ${CMAKE_SOURCE_DIR}/src/*.h
     ${CMAKE_SOURCE_DIR}/tests/*.h)
set(checks "")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "\\.h$" ".cc" source ${header})
  set(first "")
  if(EXISTS ${source} AND NOT SAGITTA_QUICK)
    file(STRINGS ${source} first REGEX "^#include" LIMIT_COUNT 1)
  endif()
  cmake_path(GET header FILENAME filename)
  if(NOT first MATCHES "[\"/]${filename}\"")
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE path)
    set(check ${CMAKE_BINARY_DIR}/headers/${path}.cc)
    file(CONFIGURE OUTPUT ${check} CONTENT "#include \"${header}\"\n")
    list(APPEND checks ${check})
  endif()
endforeach()

add_library(sagitta_headers OBJECT ${checks})
target_include_directories(sagitta_headers PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src
                           ${CMAKE_SOURCE_DIR}/tests)
target_compile_definitions(sagitta_headers PRIVATE SAGITTA_PROGRAM="" SAGITTA_SOURCE_DIR="")
target_link_libraries(sagitta_headers PRIVATE sagitta_flags nlohmann_json::nlohmann_json ZLIB::ZLIB
                      xxHash::xxhash GTest::gtest)
sagitta_precompile(sagitta_headers standard)
