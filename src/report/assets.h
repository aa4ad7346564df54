// The parts of a page that are the same in every report, embedded in the program when it is built.
#pragma once

#include <string_view>

namespace sagitta {

std::string_view PageHtml();   // the frame, with {{places}} to fill
std::string_view PageStyle();  // CSS
std::string_view PageScript();
std::string_view ChartScript();  // Chart.js as Debian ships it, with its notice of copyright

}  // namespace sagitta
