// The fields of ReadOptions as model files and packed corpora store them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sagitta::internal {

/// What a file says about its input, as numbers of Format and TemplateLanguage.
struct InputFields {
  std::uint32_t format = 0;
  std::uint32_t language = 0;  // 0 without a template
  bool has_template = false;
  bool has_columns = false;
};

/// What is wrong with them, or null: only what can have been read is right, which is a template and
/// its language for columns, neither for other text.
const char* InputMistake(const InputFields& fields);

/// Names of columns, which have no commas, as one text.
std::string EncodeColumns(const std::vector<std::string>& columns);
std::vector<std::string> DecodeColumns(std::span<const char> text);

}  // namespace sagitta::internal
