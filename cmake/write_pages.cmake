# Writes all man pages and completions into the directory PAGES: those of SAGITTA, and the man pages of
# PROGRAMS, which are next to it.

file(REMOVE_RECURSE ${PAGES})
file(MAKE_DIRECTORY ${PAGES}/man1)
execute_process(COMMAND ${SAGITTA} man --all ${PAGES}/man1 COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${SAGITTA} completion bash OUTPUT_FILE ${PAGES}/sagitta.bash COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${SAGITTA} completion zsh OUTPUT_FILE ${PAGES}/_sagitta COMMAND_ERROR_IS_FATAL ANY)
get_filename_component(folder ${SAGITTA} DIRECTORY)
foreach(program ${PROGRAMS})
  execute_process(COMMAND ${folder}/${program} --help COMMAND ${SAGITTA} man --of ${program}
                  OUTPUT_FILE ${PAGES}/man1/${program}.1 COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(TOUCH ${PAGES}/written)
