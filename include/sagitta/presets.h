// Presets: templates that come with the program, for common tasks.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "sagitta/sequence.h"

#pragma GCC visibility push(default)

namespace sagitta {

struct Preset {
  std::string name;
  std::string summary;
  std::string columns;  // of the data, in order: "word, part of speech (optional), label"
  std::string text;     // see docs/presets.md
};

std::span<const Preset> Presets();

/// Throws Error(kUsage), with the most similar name, if there is no such preset.
const Preset& FindPreset(const std::string& name);

/// The template of a preset for data with this many columns besides the label. Lines for columns
/// that the data do not have are left out; lines for every column are repeated. Throws
/// Error(kUsage) if the data have too few columns.
std::string PresetTemplate(const Preset& preset, std::size_t columns);

/// How many columns besides the label the first token of a file has, for formats whose tokens are
/// columns. `options` needs no template. Throws Error if the file cannot be read.
std::size_t CountColumns(const std::string& path, const ReadOptions& options);

}  // namespace sagitta

#pragma GCC visibility pop
