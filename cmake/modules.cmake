# One object library per folder of src/. A module sees the modules it depends on, directly or
# indirectly; a module's own tests link only those, so that a call against the layering does not link.
#
#   sagitta_module(NAME [DEPENDS modules...] [HEADERS public headers...] [LIBRARIES external libraries...])
#
# HEADERS are names of include/sagitta/ without .h, for scripts/check-layers.

set(SAGITTA_MODULES "")

function(sagitta_module name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;HEADERS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cc)
  set(all "")
  foreach(dependency IN LISTS ARG_DEPENDS)
    list(APPEND all ${dependency} ${SAGITTA_DEPENDS_${dependency}})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(SAGITTA_DEPENDS_${name} "${all}" PARENT_SCOPE)
  set(external ${ARG_LIBRARIES})
  foreach(dependency IN LISTS all)
    list(APPEND external ${SAGITTA_EXTERNAL_${dependency}})
  endforeach()
  list(REMOVE_DUPLICATES external)
  set(SAGITTA_EXTERNAL_${name} "${external}" PARENT_SCOPE)
  set(modules ${SAGITTA_MODULES} ${name})
  set(SAGITTA_MODULES "${modules}" PARENT_SCOPE)
  if(NOT sources)
    return()
  endif()
  add_library(sagitta_${name} OBJECT ${sources})
  target_include_directories(sagitta_${name} PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(sagitta_${name} PUBLIC sagitta_flags ${external})
  sagitta_precompile(sagitta_${name} standard)
  # A kernel file includes itself once per instruction set, so kernel files cannot be joined.
  if(SAGITTA_QUICK AND NOT name STREQUAL "kernels")
    sagitta_compile_together(sagitta_${name})
  endif()
endfunction()

# Joins the sources of a target into a few large ones, so that the headers that they include are read less
# often.
function(sagitta_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# The objects of a module and of everything it depends on: sagitta_objects(variable module)
function(sagitta_objects variable name)
  set(objects "")
  foreach(module ${name} ${SAGITTA_DEPENDS_${name}})
    if(TARGET sagitta_${module})
      list(APPEND objects $<TARGET_OBJECTS:sagitta_${module}>)
    endif()
  endforeach()
  set(${variable} "${objects}" PARENT_SCOPE)
endfunction()

# The whole library, static as NAME and shared as NAME_shared, from the same object files.
function(sagitta_library name)
  set(objects "")
  set(external "")
  foreach(module IN LISTS SAGITTA_MODULES)
    if(TARGET sagitta_${module})
      list(APPEND objects $<TARGET_OBJECTS:sagitta_${module}>)
    endif()
    list(APPEND external ${SAGITTA_EXTERNAL_${module}})
  endforeach()
  list(REMOVE_DUPLICATES external)
  add_library(${name} STATIC ${objects})
  add_library(${name}_shared SHARED ${objects})
  foreach(library ${name} ${name}_shared)
    target_compile_features(${library} PUBLIC cxx_std_20)
    target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>)
    target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:sagitta_flags> ${external}
                          Threads::Threads)
  endforeach()
  # Before 1.0 a minor version may change the interface, so it is part of the soname.
  set(map ${CMAKE_BINARY_DIR}/sagitta.map)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/sagitta.map.in ${map} @ONLY)
  set_target_properties(${name}_shared PROPERTIES OUTPUT_NAME ${name} VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINK_DEPENDS ${map})
  target_link_options(${name}_shared PRIVATE -Wl,--version-script=${map})
  set(SAGITTA_EXTERNAL "${external}" PARENT_SCOPE)
endfunction()
