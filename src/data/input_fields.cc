// The fields of ReadOptions in files.
#include "data/input_fields.h"

#include <algorithm>

#include "sagitta/sequence.h"

namespace sagitta::internal {

const char* InputMistake(const InputFields& fields) {
  const auto format = static_cast<Format>(fields.format);
  if (fields.format < 1 || fields.format > static_cast<std::uint32_t>(Format::kJson)) {
    return "unknown input format";
  }
  const bool columns = format == Format::kColumns || format == Format::kConllu ||
                       (format == Format::kJson && fields.language != 0);
  const bool has_language =
      fields.language >= 1 &&
      fields.language <= static_cast<std::uint32_t>(TemplateLanguage::kSagitta);
  if (columns ? !has_language : fields.language != 0) return "unknown template language";
  if (fields.has_template != columns) return "template and input format do not agree";
  if (fields.has_columns != (format == Format::kConllu)) {
    return "column names and input format do not agree";
  }
  return nullptr;
}

std::string EncodeColumns(const std::vector<std::string>& columns) {
  std::string text;
  for (const std::string& name : columns) text += (text.empty() ? "" : ",") + name;
  return text;
}

std::vector<std::string> DecodeColumns(std::span<const char> text) {
  std::vector<std::string> columns;
  std::string_view rest(text.data(), text.size());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    columns.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return columns;
}

}  // namespace sagitta::internal
