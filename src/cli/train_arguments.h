// TrainArguments: the arguments of `sagitta train`. Other commands that train share parts of it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/file_uses.h"
#include "cli/input_options.h"
#include "cli/run_log.h"
#include "sagitta/train_options.h"

namespace sagitta::cli {

/// Declares the options of the library's table for which `choose` is true, under the headings of
/// their groups. `settings` must outlive parsing.
void DeclareSettings(OptionList& options, TrainSettings& settings,
                     const std::function<bool(const TrainOption&)>& choose);

struct TrainArguments {
  RunLog::Files files;
  std::string log;  // empty if there is none
  bool quiet = false;
  TrainSettings settings;

  /// *this must outlive parsing.
  void Declare(OptionList& options);
  /// The options that most trainings need.
  static std::vector<std::string> Essential();
  /// The options for the format of the files.
  void DeclareInput(OptionList& options);

  /// Call this after parsing. Throws Error for mistakes that do not depend on the data.
  void Check() const;
  /// The part of Check() for commands that train without a model file.
  void CheckFiles() const;
  /// The files that they read.
  FileUses Inputs() const;

  /// The options for reading the files; reads the template. Without any, the files are read as
  /// those of the model that training starts from, if there is one.
  ReadOptions ReadSettings(const std::optional<Model>& from = {}) const;
  /// See InputOptions.
  void CheckData(const Corpus& corpus) const { input_.CheckData(corpus); }

 private:
  void DeclareFiles(OptionList& options);
  void DeclareMethods(OptionList& options);
  void CheckFileUses() const;

  InputOptions input_;
};

}  // namespace sagitta::cli
