// Options of commands that read data: its format, and constraints on its labels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"
#include "sagitta/constraints.h"
#include "sagitta/corpus.h"
#include "sagitta/sequence.h"
#include "sagitta/tagging.h"

namespace sagitta::cli {

class InputOptions {
 public:
  /// *this and `template_file` must outlive parsing.
  void Declare(OptionList& options, std::string& template_file);
  /// --force-input, for commands that call CheckData.
  void DeclareForce(OptionList& options);

  /// Call this after parsing, with the files that will be read; reads the template, if there is
  /// one. Throws Error if the options contradict each other.
  ReadOptions Resolve(const std::string& template_file,
                      const std::vector<std::string>& files) const;
  /// Throws Error(kData) for training data that are not plausible, unless --force-input was given.
  /// Prints a warning if they are only unusual.
  void CheckData(const Corpus& corpus) const;
  /// None of the options was given, besides the template.
  bool empty() const {
    return format_ == Format::kAuto && language_ == TemplateLanguage::kAuto && columns_.empty() &&
           preset_.empty() && structure_.empty() && symmetric_.empty();
  }
  bool has_preset() const { return !preset_.empty(); }
  Format format() const { return format_; }

 private:
  Format format_ = Format::kAuto;
  TemplateLanguage language_ = TemplateLanguage::kAuto;
  std::vector<std::string> columns_;
  std::string preset_;  // NAME or NAME:COLUMNS
  bool force_ = false;
  std::string structure_;
  std::vector<std::string> symmetric_;
};

/// --constraints of commands that use a model. `target` must outlive parsing.
void DeclareConstraints(OptionList& options, ConstraintSettings& target);

/// --format and --force-input of commands that use a model. `target` must outlive parsing.
void DeclareTagInput(OptionList& options, TagSettings& target);

/// --token-attribute of commands that show words. `target` must outlive parsing.
void DeclareTokenAttribute(OptionList& options, std::string& target);

/// --threads of commands that do not train; 0: all cores. `target` must outlive parsing.
void DeclareThreads(OptionList& options, std::uint32_t& target);

}  // namespace sagitta::cli
