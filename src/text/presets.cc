// Presets: their texts are the files of presets/, which the assembler embeds. CMake passes their
// names and recompiles this file when one of them changes.
#include "sagitta/presets.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/embed.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"
#include "text/json_cursor.h"
#include "text/line_splitter.h"
#include "text/read_options.h"
#include "text/template.h"
#include "text/text_reader.h"

SAGITTA_EMBED(preset_ner, SAGITTA_PRESETS "/ner.template")
SAGITTA_EMBED(preset_pos, SAGITTA_PRESETS "/pos.template")
SAGITTA_EMBED(preset_chunk, SAGITTA_PRESETS "/chunk.template")
SAGITTA_EMBED(preset_values, SAGITTA_PRESETS "/values.template")

namespace sagitta {
namespace {

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The line with {c} and {c+K} replaced by numbers; none if one of them is not below `columns`.
std::optional<std::string> ForColumn(std::string_view line, std::size_t c, std::size_t columns) {
  std::string text;
  for (std::size_t begin; (begin = line.find("{c")) != std::string_view::npos;) {
    const std::size_t end = line.find('}', begin);
    const std::string_view inside = line.substr(begin + 2, end - begin - 2);  // "" or "+K"
    const std::size_t column =
        inside.empty() ? c : c + static_cast<std::size_t>(std::stoul(std::string(inside)));
    if (column >= columns) return std::nullopt;
    text.append(line.substr(0, begin)).append(std::to_string(column));
    line.remove_prefix(end + 1);
  }
  return text.append(line);
}

/// How many columns a line of a template needs.
std::size_t ColumnsOf(std::string_view line) {
  if (line.empty() || line.front() == '#') return 0;
  return internal::Template(line, "preset", TemplateLanguage::kSagitta).columns();
}

std::size_t CountJson(std::string_view token) {
  static const std::string kName = "token";
  internal::JsonCursor cursor(token, kName, 0);
  if (cursor.Peek() != '[') return 1;
  std::size_t columns = 0;
  cursor.Array([&] {
    cursor.Skip();
    ++columns;
  });
  return columns;
}

std::size_t CountFields(std::string_view line) {
  std::size_t fields = 0;
  bool inside = false;
  for (const char c : line) {
    const bool space = internal::IsSpace(c);
    if (!space && !inside) ++fields;
    inside = !space;
  }
  return fields;
}

}  // namespace

std::span<const Preset> Presets() {
  static const std::vector<Preset> presets = {
      {"ner", "named entities", "word, part of speech (optional), label",
       std::string(Embedded_preset_ner())},
      {"pos", "parts of speech, and other labels that follow from the forms of words",
       "word, label; columns between the two are not used", std::string(Embedded_preset_pos())},
      {"chunk", "chunks and other phrases", "word, part of speech (optional), label",
       std::string(Embedded_preset_chunk())},
      {"values", "pixels and other values, such as handwritten characters",
       "any number of values, label", std::string(Embedded_preset_values())},
  };
  return presets;
}

const Preset& FindPreset(const std::string& name) {
  std::vector<std::string> names;
  for (const Preset& preset : Presets()) {
    if (preset.name == name) return preset;
    names.push_back(preset.name);
  }
  throw Error(ErrorKind::kUsage, "there is no preset '" + name + "'" + Suggestion(name, names) +
                                     "; sagitta presets lists them");
}

std::string PresetTemplate(const Preset& preset, std::size_t columns) {
  std::string text;
  for (std::string_view line : LinesOf(preset.text)) {
    if (line.find("{c") != std::string_view::npos && !line.starts_with('#')) {
      for (std::size_t c = 0; c < columns; ++c) {
        if (const auto expanded = ForColumn(line, c, columns)) text += *expanded + "\n";
      }
      continue;
    }
    const bool optional = line.starts_with('?');
    if (optional) line.remove_prefix(1);
    const std::size_t needed = ColumnsOf(line);
    if (needed > columns && !optional) {
      const std::string found = columns == 0 ? "one column; fields are separated by blanks or TABs"
                                             : std::to_string(columns) + " besides the label";
      throw Error(ErrorKind::kUsage, "preset " + preset.name + " expects the columns " +
                                         preset.columns + "; the data have " + found);
    }
    if (needed <= columns) text.append(line) += '\n';
  }
  return text;
}

std::size_t CountColumns(const std::string& path, const ReadOptions& options) {
  if (!options.columns.empty()) return options.columns.size() - 1;
  ReadOptions read = options;
  read.template_text = "u\n";
  read.language = TemplateLanguage::kWapiti;
  read.labelled = false;
  const std::unique_ptr<internal::TextReader> reader = internal::MakeFileReader(path, read);
  Sequence sequence;
  if (!reader->Next(sequence)) {
    throw Error(ErrorKind::kData, {internal::InputName(path)},
                "found no sequence, expected at least one");
  }
  const std::string_view line = sequence.line(0);
  if (options.format == Format::kJson) return CountJson(line);
  return std::max<std::size_t>(CountFields(line), 1) - 1;
}

}  // namespace sagitta
