// The options of training, as data: one descriptor for each field of TrainSettings.
//
// The command line, its help, the log of a training, the key of a checkpoint, the records of a
// comparison and docs/options.md all come from this table. The options that belong to one method
// are in methods.h.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sagitta/train.h"

#pragma GCC visibility push(default)

namespace sagitta {

enum class OptionType {
  kNumber,
  kCount,   // a whole number, 0 or above
  kSwitch,  // on or off
  kChoice,
  kText,
};

struct TrainOption {
  std::string name;  // as typed after --, without the dashes: "min-count"
  std::string group;
  OptionType type = OptionType::kText;
  std::string placeholder;    // of the value, in help: "N"
  std::string default_value;  // as text; empty: not set
  std::string help;
  std::vector<std::string> choices;  // of a kChoice
  /// The course of training depends on it, so that a checkpoint is only good for the same value.
  bool affects_course = true;
  /// False: only the time that training takes depends on it, so logs, models and records of
  /// comparisons do not mention it.
  bool affects_result = true;
  /// Every run of a comparison has it.
  bool in_comparison = false;

  /// The value as text that Set reads back to the same value; empty: not set.
  std::function<std::string(const TrainSettings&)> get;
  /// Throws Error(kUsage): "min-count: found 'x', expected a whole number, 1 or above".
  std::function<void(TrainSettings&, const std::string& text)> set;
  /// Throws the same Error for a value that is out of range.
  std::function<void(const TrainSettings&)> check;

  /// The name as an identifier, in the log and for Python: "min_count".
  std::string Keyword() const;
};

/// Every option, in the order in which they are listed to people.
std::span<const TrainOption> TrainOptions();

/// REQUIRES: there is such an option.
const TrainOption& FindTrainOption(std::string_view name);

/// Throws Error(kUsage) for whatever is wrong with the settings, alone or together, no matter what
/// the data is like. Train calls it; programs can call it before they read the data.
/// `has_from`: training starts from a model.
void CheckTrainSettings(const TrainSettings& settings, bool has_dev, bool has_from = false);

}  // namespace sagitta

#pragma GCC visibility pop
