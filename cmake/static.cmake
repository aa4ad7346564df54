# The target sagitta_static: the program `sagitta` without shared libraries, for other Linux systems. It links the
# objects of the usual program. There is no such target where zlib or xxHash have no static libraries.

find_library(SAGITTA_STATIC_XXHASH libxxhash.a)
find_library(SAGITTA_STATIC_ZLIB libz.a)
if(NOT SAGITTA_STATIC_XXHASH OR NOT SAGITTA_STATIC_ZLIB)
  return()
endif()

add_executable(sagitta_static EXCLUDE_FROM_ALL $<TARGET_OBJECTS:sagitta_cli> ${CMAKE_SOURCE_DIR}/cmake/static_xxhash.cc)
set_target_properties(sagitta_static PROPERTIES OUTPUT_NAME sagitta LINKER_LANGUAGE CXX
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/static)
add_dependencies(sagitta_static sagitta_cli_parts sagitta)
target_link_options(sagitta_static PRIVATE -static)
# Only archives: what the targets themselves name would add shared libraries.
target_link_libraries(sagitta_static PRIVATE $<TARGET_FILE:sagitta_cli_parts> $<TARGET_FILE:sagitta>
                      ${SAGITTA_STATIC_XXHASH} ${SAGITTA_STATIC_ZLIB})
