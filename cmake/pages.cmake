# Man pages and completions of shells. The programs write them, from the same descriptions as their --help.

if(NOT TARGET sagitta_cli OR CMAKE_CROSSCOMPILING)
  return()
endif()

set(pages ${CMAKE_BINARY_DIR}/pages)
add_custom_command(
  OUTPUT ${pages}/written
  COMMAND ${CMAKE_COMMAND} -DSAGITTA=$<TARGET_FILE:sagitta_cli> "-DPROGRAMS=${SAGITTA_COMPAT_PROGRAMS}"
          -DPAGES=${pages} -P ${CMAKE_SOURCE_DIR}/cmake/write_pages.cmake
  DEPENDS sagitta_cli ${SAGITTA_COMPAT_PROGRAMS} cmake/write_pages.cmake
  COMMENT "Writing man pages and completions" VERBATIM)
add_custom_target(sagitta_pages ALL DEPENDS ${pages}/written)

install(DIRECTORY ${pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} OPTIONAL)
install(FILES ${pages}/sagitta.bash RENAME sagitta
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
install(FILES ${pages}/_sagitta DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
        OPTIONAL)
