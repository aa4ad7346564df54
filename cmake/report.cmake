# The parts of a page: our own files in src/report/page/, the scripts joined into one, and Chart.js from
# Debian's libjs-chart.js. src/report/assets.cc embeds them.

find_file(SAGITTA_CHART_JS chart.min.js PATHS /usr/share/javascript/chart.js REQUIRED
          DOC "Chart.js 3, minified (Debian: libjs-chart.js)")

set(page_dir ${CMAKE_SOURCE_DIR}/src/report/page)
set(page_script ${CMAKE_BINARY_DIR}/report_page.js)
set(page_scripts "")
# The order matters: when the page is loaded, a file uses the files before it.
foreach(name base theme legend table plots compare heat graph models main)
  list(APPEND page_scripts ${page_dir}/${name}.js)
endforeach()
add_custom_command(OUTPUT ${page_script} COMMAND ${CMAKE_COMMAND} -E cat ${page_scripts} > ${page_script}
                   DEPENDS ${page_scripts} VERBATIM)
set_source_files_properties(
  ${CMAKE_SOURCE_DIR}/src/report/assets.cc PROPERTIES
  OBJECT_DEPENDS "${page_script};${page_dir}/page.html;${page_dir}/page.css;${SAGITTA_CHART_JS}"
  COMPILE_DEFINITIONS
  "SAGITTA_PAGE_HTML=\"${page_dir}/page.html\";SAGITTA_PAGE_STYLE=\"${page_dir}/page.css\";SAGITTA_PAGE_SCRIPT=\"${page_script}\";SAGITTA_CHART_SCRIPT=\"${SAGITTA_CHART_JS}\"")
target_sources(sagitta_report PRIVATE ${page_script})
