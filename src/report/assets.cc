// Embeds the files of a report page with the assembler, which needs no generated source file. CMake
// passes the file names and recompiles this file when one of them changes.
#include "base/embed.h"
#include "report/page.h"

SAGITTA_EMBED(page_html, SAGITTA_PAGE_HTML)
SAGITTA_EMBED(page_style, SAGITTA_PAGE_STYLE)
SAGITTA_EMBED(page_script, SAGITTA_PAGE_SCRIPT)
SAGITTA_EMBED(chart_script, SAGITTA_CHART_SCRIPT)

namespace sagitta {

std::string_view PageHtml() { return Embedded_page_html(); }
std::string_view PageStyle() { return Embedded_page_style(); }
std::string_view PageScript() { return Embedded_page_script(); }
std::string_view ChartScript() { return Embedded_chart_script(); }

}  // namespace sagitta
