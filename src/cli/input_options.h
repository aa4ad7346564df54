// Options of commands that read text: how to read it, and constraints on its labels.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "sagitta/constraints.h"
#include "sagitta/sequence.h"

namespace sagitta::cli {

class InputOptions {
 public:
  /// Both must outlive parsing: *this and the place for the name of the template's file.
  void Declare(OptionList& options, std::string& template_file);

  /// To be called after parsing; reads the template, if there is one. Throws Error when the options
  /// do not fit together.
  ReadOptions Resolve(const std::string& template_file) const;

 private:
  Format format_ = Format::kAuto;
  TemplateLanguage language_ = TemplateLanguage::kAuto;
  std::vector<std::string> columns_;
};

/// --constraints of commands that use a model. `target` must outlive parsing.
void DeclareConstraints(OptionList& options, ConstraintSettings& target);

}  // namespace sagitta::cli
