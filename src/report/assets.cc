// Embeds the files of a report page with the assembler, which needs no generated source file. CMake
// passes the file names and recompiles this file when one of them changes.
#include "report/page.h"

// Defines sagitta_NAME_begin and sagitta_NAME_end around the bytes of a file.
#define SAGITTA_EMBED(name, file)                          \
  __asm__(                                                 \
      ".pushsection .rodata\n"                             \
      ".global sagitta_" #name                             \
      "_begin\n"                                           \
      ".global sagitta_" #name                             \
      "_end\n"                                             \
      "sagitta_" #name                                     \
      "_begin:\n"                                          \
      ".incbin \"" file                                    \
      "\"\n"                                               \
      "sagitta_" #name                                     \
      "_end:\n"                                            \
      ".popsection\n");                                    \
  extern "C" {                                             \
  extern const char sagitta_##name##_begin[];              \
  extern const char sagitta_##name##_end[];                \
  }                                                        \
  static std::string_view Embedded_##name() {              \
    const char* const begin = sagitta_##name##_begin;      \
    const char* const end = sagitta_##name##_end;          \
    return {begin, static_cast<std::size_t>(end - begin)}; \
  }

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
