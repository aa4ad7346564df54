// Shared by the tests of pages: the data embedded in a page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sagitta {

/// The JSON between the script tags, up to the first end tag, as a browser reads it.
inline nlohmann::ordered_json EmbeddedData(const std::string& page) {
  const std::string_view open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return nlohmann::ordered_json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

inline std::size_t Occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace sagitta
