# What `cmake --install` copies: headers, the static and the shared library, programs, CMake package,
# pkg-config files, license. Every path in the installed files is relative to the prefix, so that the tree
# may be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(SAGITTA_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/sagitta)

install(DIRECTORY include/sagitta DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
# Two export sets, so that a program which asks for the shared library alone needs no other package.
install(TARGETS sagitta EXPORT sagittaStaticTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS sagitta_shared EXPORT sagittaSharedTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET sagitta_cli)
  install(TARGETS sagitta_cli ${SAGITTA_COMPAT_PROGRAMS}
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

include(cmake/pages.cmake)

foreach(kind Static Shared)
  install(EXPORT sagitta${kind}Targets NAMESPACE sagitta:: DESTINATION ${SAGITTA_CMAKE_DIR})
endforeach()
configure_package_config_file(cmake/sagittaConfig.cmake.in ${CMAKE_BINARY_DIR}/sagittaConfig.cmake
                              INSTALL_DESTINATION ${SAGITTA_CMAKE_DIR}
                              NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/sagittaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/sagittaConfig.cmake ${CMAKE_BINARY_DIR}/sagittaConfigVersion.cmake
        cmake/FindXXHASH.cmake DESTINATION ${SAGITTA_CMAKE_DIR})

# pkg-config knows its own place as ${pcfiledir}; an absolute CMAKE_INSTALL_*DIR stays what it is.
file(RELATIVE_PATH SAGITTA_PC_TO_PREFIX
     ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" SAGITTA_PC_TO_PREFIX "${SAGITTA_PC_TO_PREFIX}")
cmake_path(APPEND SAGITTA_PC_LIBDIR "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
cmake_path(APPEND SAGITTA_PC_INCLUDEDIR "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
foreach(name sagitta sagitta-static)
  configure_file(cmake/${name}.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
