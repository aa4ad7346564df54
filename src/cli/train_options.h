// TrainOptions: everything that can be typed after `sagitta train`.
#pragma once

#include <map>
#include <string>

#include "cli/command.h"
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

  /// To be called after parsing. Throws Error for what can be told to be wrong without reading the
  /// data.
  void Check();

  /// How to read the files; reads the template.
  ReadOptions ReadSettings() const;

 private:
  void DeclareFiles(OptionList& options);
  void DeclareModel(OptionList& options);
  void DeclareTraining(OptionList& options);
  void DeclareMethods(OptionList& options);
  void CheckMethodOptions() const;

  std::map<std::string, bool> turned_off_;  // method options that --no-NAME was typed for
};

}  // namespace sagitta::cli
