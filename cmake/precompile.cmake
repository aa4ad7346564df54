# Precompiled headers. Nearly every file includes a dozen headers of the standard library, every test
# includes GoogleTest; reading them takes longer than compiling most files. They are read once here:
#
#   sagitta_precompile(TARGET standard)   the standard library
#   sagitta_precompile(TARGET tests)      the standard library and GoogleTest
#
# A precompiled header hides that a file forgot to include something. So it holds no header of ours, and
# scripts/check-includes looks for standard headers that are used but not included.

set(standard_headers
    <algorithm> <array> <bit> <cerrno> <charconv> <cmath> <cstddef> <cstdint> <cstdio> <cstdlib> <cstring>
    <functional> <limits> <map> <memory> <numeric> <optional> <span> <stdexcept> <string> <string_view>
    <type_traits> <unordered_map> <utility> <vector>)
set(tests_headers <gtest/gtest.h> <filesystem> <fstream> <random> <set> <sstream> ${standard_headers})

# sagitta_precompiled_header(KIND [LIBRARIES ...]): compiles the headers of KIND
function(sagitta_precompiled_header kind)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  if(NOT SAGITTA_PCH)
    return()
  endif()
  # CMake precompiles headers for a target that has sources, here an empty one. Other targets reuse them.
  set(source ${CMAKE_BINARY_DIR}/precompiled_${kind}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(sagitta_precompiled_${kind} OBJECT ${source})
  target_link_libraries(sagitta_precompiled_${kind} PRIVATE sagitta_flags ${ARG_LIBRARIES})
  target_precompile_headers(sagitta_precompiled_${kind} PRIVATE ${${kind}_headers})
endfunction()

function(sagitta_precompile target kind)
  if(TARGET sagitta_precompiled_${kind})
    # For programs CMake would choose -fPIE, with which a header compiled with -fPIC is not used.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
    target_precompile_headers(${target} REUSE_FROM sagitta_precompiled_${kind})
  endif()
endfunction()

sagitta_precompiled_header(standard)
