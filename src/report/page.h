// A report page: the embedded HTML frame, styles and scripts, filled with a title and data.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace sagitta {

// Embedded in the program when it is built (assets.cc); the same in every report.
std::string_view PageHtml();   // the frame, with {{placeholders}}
std::string_view PageStyle();  // CSS
std::string_view PageScript();
std::string_view ChartScript();  // Chart.js as Debian ships it, including its copyright notice

/// The complete page. `title` and `data` are escaped: no byte sequence in them can become markup or
/// code.
std::string MakePage(std::string_view title, const nlohmann::ordered_json& data);

/// Escapes text for use in an HTML element or attribute.
std::string EscapeHtml(std::string_view text);

/// JSON for a script element. <, > and & in strings are written as \u003c and so on, so that
/// nothing can close the element. U+2028 and U+2029 are escaped as well: older JavaScript treats
/// them as line ends. Invalid UTF-8 is replaced. Parsing the result gives the same data.
std::string EscapedJson(const nlohmann::ordered_json& data);

/// Rounds all floating-point numbers to seven digits, which is enough for drawing and halves the
/// size.
void ShortenNumbers(nlohmann::ordered_json& data);

/// The last component of a path, for titles.
std::string_view FileName(std::string_view path);

}  // namespace sagitta
