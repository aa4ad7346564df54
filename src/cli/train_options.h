// TrainOptions: everything that can be typed after `sagitta train`; other commands that train share
// parts.
#pragma once

#include <map>
#include <string>

#include "cli/command.h"
#include "cli/file_uses.h"
#include "cli/input_options.h"
#include "cli/run_log.h"
#include "sagitta/train.h"

namespace sagitta::cli {

struct TrainOptions {
  RunLog::Files files;
  std::string log;  // empty: none
  bool quiet = false;
  TrainSettings settings;

  /// The help quotes the defaults from `settings`, so that they are written down once. The options
  /// of the methods come from the registry. *this must outlive parsing.
  void Declare(OptionList& options);
  /// Parts of it, for other commands: how to read the files, what the model is like, and what
  /// makes two trainings alike.
  void DeclareInput(OptionList& options);
  void DeclareModel(OptionList& options);
  void DeclareConstraints(OptionList& options);
  void DeclareSameness(OptionList& options);
  /// The part of Check() that concerns them.
  void CheckShared() const;
  /// The files that they read.
  FileUses Inputs() const;

  /// To be called after parsing. Throws Error for what can be told to be wrong without reading the
  /// data.
  void Check();

  /// How to read the files; reads the template.
  ReadOptions ReadSettings() const;

 private:
  void DeclareFiles(OptionList& options);
  void DeclarePath(OptionList& options);
  void DeclareTraining(OptionList& options);
  void DeclareMethods(OptionList& options);
  void CheckMethodOptions() const;
  void CheckFiles() const;

  InputOptions input_;
  bool every_given_ = false;
  std::map<std::string, bool> turned_off_;  // method options that --no-NAME was typed for
};

}  // namespace sagitta::cli
