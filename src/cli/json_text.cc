// JSON text.
#include "cli/json_text.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace sagitta::cli {

std::string JsonQuoted(std::string_view text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string ShortestNumber(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
}

}  // namespace sagitta::cli
