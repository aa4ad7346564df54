// Fills the frame of a page, and escapes what goes into it.
#include "report/page.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

namespace sagitta {
namespace {

/// Replaces each {{name}}. Inserted text is not scanned again.
std::string Fill(std::string_view frame,
                 const std::map<std::string_view, std::string_view>& parts) {
  std::string text;
  for (;;) {
    const std::size_t open = frame.find("{{");
    text.append(frame.substr(0, open));
    if (open == std::string_view::npos) return text;
    const std::size_t close = frame.find("}}", open);
    text.append(parts.at(frame.substr(open + 2, close - open - 2)));
    frame.remove_prefix(close + 2);
  }
}

}  // namespace

std::string EscapeHtml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string EscapedJson(const nlohmann::ordered_json& data) {
  const std::string json =
      data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(json.size() + json.size() / 16);
  for (std::size_t k = 0; k < json.size(); ++k) {
    const char c = json[k];
    if (c == '<' || c == '>' || c == '&') {
      escaped += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    } else if (json.compare(k, 3, "\xe2\x80\xa8") == 0 || json.compare(k, 3, "\xe2\x80\xa9") == 0) {
      escaped += json[k + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      k += 2;
    } else {
      escaped += c;
    }
  }
  return escaped;
}

void ShortenNumbers(nlohmann::ordered_json& data) {
  if (data.is_number_float()) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.7g", data.get<double>());
    data = std::strtod(digits, nullptr);
  } else if (data.is_structured()) {
    for (auto& element : data) ShortenNumbers(element);
  }
}

std::string_view FileName(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string MakePage(std::string_view title, const nlohmann::ordered_json& data) {
  // Invalid UTF-8 in the title would make the page invalid; the JSON writer replaces it.
  const std::string valid = nlohmann::ordered_json::parse(nlohmann::ordered_json(title).dump(
      -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  const std::string escaped_title = EscapeHtml(valid);
  const std::string json = EscapedJson(data);
  return Fill(PageHtml(), {{"title", escaped_title},
                           {"style", PageStyle()},
                           {"chart", ChartScript()},
                           {"script", PageScript()},
                           {"data", json}});
}

}  // namespace sagitta
