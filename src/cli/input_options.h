// Options of commands that read data: its format, and constraints on its labels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"
#include "sagitta/constraints.h"
#include "sagitta/sequence.h"

namespace sagitta::cli {

class InputOptions {
 public:
  /// *this and `template_file` must outlive parsing.
  void Declare(OptionList& options, std::string& template_file);

  /// Call this after parsing; reads the template, if there is one. Throws Error if the options
  /// contradict each other.
  ReadOptions Resolve(const std::string& template_file) const;
  /// None of the options was given, besides the template.
  bool empty() const {
    return format_ == Format::kAuto && language_ == TemplateLanguage::kAuto && columns_.empty();
  }

 private:
  Format format_ = Format::kAuto;
  TemplateLanguage language_ = TemplateLanguage::kAuto;
  std::vector<std::string> columns_;
};

/// --constraints of commands that use a model. `target` must outlive parsing.
void DeclareConstraints(OptionList& options, ConstraintSettings& target);

/// --threads of commands that do not train; 0: all cores. `target` must outlive parsing.
void DeclareThreads(OptionList& options, std::uint32_t& target);

}  // namespace sagitta::cli
