// A page put together: the embedded parts with a title and data.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace sagitta {

/// The whole page. Nothing in `title` or `data` can leave its place, whatever bytes it holds.
std::string MakePage(std::string_view title, const nlohmann::ordered_json& data);

/// Text for an element or an attribute of HTML.
std::string EscapeHtml(std::string_view text);

/// JSON for a script element: <, > and & in strings are written as \u003c and so on, so that
/// nothing ends the element; U+2028 and U+2029, which once ended lines of scripts, too. What is not
/// UTF-8 is replaced. The JSON is the same.
std::string EscapedJson(const nlohmann::ordered_json& data);

/// Rounds all numbers with a fraction to seven digits: enough to draw and to read, half the size.
void ShortenNumbers(nlohmann::ordered_json& data);

/// The last part of a path, for titles.
std::string_view FileName(std::string_view path);

}  // namespace sagitta
