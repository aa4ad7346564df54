// The table of training options: one row for each field of TrainSettings.
#include "sagitta/train_options.h"

#include <algorithm>

#include "optim/registry.h"
#include "sagitta/error.h"
#include "sagitta/methods.h"
#include "train/option_rules.h"

namespace sagitta {
namespace {

std::string MethodsWithLambda1() {
  std::string text;
  for (const MethodInfo& method : Methods()) {
    if (method.lambda1) text += (text.empty() ? "" : ", ") + method.name;
  }
  return text;
}

std::vector<TrainOption> MakeTable() {
  const NumberRule above_zero{NumberRule::kAboveZero};
  const NumberRule zero_or_above{NumberRule::kZeroOrAbove};
  const ChoiceRule<bool> on_or_off{{true, false}};
  const CountRule<std::uint32_t> count{0};
  const char* const model = "Model";
  const char* const training = "Training";
  const char* const checkpoints = "Checkpoints";
  const char* const tracing = "Tracing";
  return {
      Row(
          model,
          {.name = "features",
           .placeholder = "SET",
           .help =
               "observed: weights for pairs of attribute and label that occur; all: for all pairs",
           .in_comparison = true},
          ChoiceRule<FeatureSet>{{FeatureSet::kObserved, FeatureSet::kAll}},
          [](auto& s) -> auto& { return s.features; }),
      Row(
          model,
          {.name = "transitions",
           .placeholder = "SET",
           .help = "the same for pairs of labels, or none",
           .default_text = "all; none with a template that has no plain B line",
           .in_comparison = true},
          ChoiceRule<FeatureSet>{{FeatureSet::kObserved, FeatureSet::kAll, FeatureSet::kNone}},
          [](auto& s) -> auto& { return s.transitions; }),
      Row(
          model,
          {.name = "min-count",
           .placeholder = "N",
           .help = "ignore attributes that occur on fewer than N tokens",
           .in_comparison = true},
          CountRule<std::uint32_t>{1}, [](auto& s) -> auto& { return s.min_count; }),
      Row(
          model,
          {.name = "min-frequency",
           .placeholder = "X",
           .help = "ignore features with a frequency below X, as CRFsuite's feature.minfreq does: "
                   "the sum of the attribute's values with the label",
           .in_comparison = true},
          NumberRule{NumberRule::kAny}, [](auto& s) -> auto& { return s.min_frequency; }),
      Row(
          model,
          {.name = "lambda",
           .placeholder = "X",
           .help = "strength of the L2 regularisation",
           .default_text = "1/n",
           .in_comparison = true},
          above_zero, [](auto& s) -> auto& { return s.lambda; }),
      Row(
          model,
          {.name = "c2",
           .placeholder = "X",
           .help = "the same in CRFsuite's units: lambda = 2 c2 / n",
           .in_comparison = true},
          above_zero, [](auto& s) -> auto& { return s.c2; }),
      Row(
          model,
          {.name = "lambda1",
           .placeholder = "X",
           .help = "strength of the L1 regularisation, for sparse models; elastic net with both; "
                   "methods " +
                   MethodsWithLambda1(),
           .in_comparison = true},
          zero_or_above, [](auto& s) -> auto& { return s.lambda1; }),
      Row(
          model,
          {.name = "c1",
           .placeholder = "X",
           .help = "the same in CRFsuite's units: lambda1 = c1 / n",
           .in_comparison = true},
          zero_or_above, [](auto& s) -> auto& { return s.c1; }),
      Row(
          model,
          {.name = "constraints",
           .placeholder = "NAME|FILE",
           .help =
               "which labels may follow which: bio, iobes, observed (what occurs in the training "
               "data), or a file with one rule per line: 'forbid FROM TO' or 'allow FROM TO', "
               "where FROM may be START, TO may be END, * in a label stands for any text and "
               "later rules win. Labellings that are not allowed have probability 0, in training "
               "and in the model; training data with such labels is refused",
           .in_comparison = true},
          ConstraintRule{}, [](auto& s) -> auto& { return s.constraints; }),
      Row(
          model,
          {.name = "lambda-path",
           .placeholder = "A:B:COUNT",
           .help =
               "train for COUNT values of lambda from A to B, each warm-started from the one "
               "before; the one with the best dev score is kept, without a dev corpus the last"},
          PathRule{}, [](auto& s) -> auto& { return s.lambda_path; }),
      Row(
          training,
          {.name = "method",
           .placeholder = "NAME",
           .help = "the training method; sagitta methods lists them"},
          MethodRule{}, [](auto& s) -> auto& { return s.method; }),
      Row(
          training,
          {.name = "passes",
           .placeholder = "N",
           .help =
               "stop after N passes over the data; 0: only compute the objective of the initial "
               "weights",
           .affects_course = false,
           .in_comparison = true},
          zero_or_above, [](auto& s) -> auto& { return s.passes; }),
      Row(
          training,
          {.name = "tolerance",
           .placeholder = "X",
           .help = "stop when no entry of the gradient is larger than X; 0: never"},
          zero_or_above, [](auto& s) -> auto& { return s.tolerance; }),
      Row(
          training,
          {.name = "stop-at-floor",
           .placeholder = "on|off",
           .help = "also stop when rounding hides all further progress"},
          on_or_off, [](auto& s) -> auto& { return s.stop_at_floor; }),
      Row(
          training,
          {.name = "patience",
           .placeholder = "N",
           .help =
               "with a dev corpus: stop after N passes without a better score and keep the best "
               "weights; 0: never"},
          count, [](auto& s) -> auto& { return s.patience; }),
      Row(
          training,
          {.name = "seed",
           .placeholder = "N",
           .help = "seed of the random numbers; the same seed gives the same model",
           .in_comparison = true},
          CountRule<std::uint64_t>{0}, [](auto& s) -> auto& { return s.seed; }),
      Row(
          training,
          {.name = "precision",
           .placeholder = "TYPE",
           .help = "of the weights and of training: float or double",
           .in_comparison = true},
          ChoiceRule<Precision>{{Precision::kFloat, Precision::kDouble}},
          [](auto& s) -> auto& { return s.precision; }),
      Row(
          training,
          {.name = "merge-twins",
           .placeholder = "on|off",
           .help = "train attributes that always occur together as one; this does not change the "
                   "result, except for adagrad and smd, which depend on it; off with an L1 term",
           .in_comparison = true},
          on_or_off, [](auto& s) -> auto& { return s.merge_twins; }),
      Row(
          checkpoints,
          {.name = "checkpoint",
           .placeholder = "FILE",
           .help = "keep the state of the training in this file",
           .affects_course = false},
          FileRule{}, [](auto& s) -> auto& { return s.checkpoint.file; }),
      Row(
          checkpoints,
          {.name = "every",
           .placeholder = "N",
           .help = "with checkpoint: write one every N passes",
           .affects_course = false},
          CountRule<std::uint32_t>{1}, [](auto& s) -> auto& { return s.checkpoint.every; }),
      Row(
          checkpoints,
          {.name = "resume",
           .placeholder = "FILE",
           .help =
               "continue from a checkpoint, with the same data and settings (passes may differ)",
           .affects_course = false},
          FileRule{}, [](auto& s) -> auto& { return s.checkpoint.resume; }),
      Row(
          tracing,
          {.name = "trace-objective",
           .placeholder = "on|off",
           .help = "compute the exact objective after each pass; its time is not counted",
           .affects_course = false},
          on_or_off, [](auto& s) -> auto& { return s.trace_objective; }),
      Row(
          tracing,
          {.name = "trace-weights",
           .placeholder = "on|off",
           .help = "record the L2 norm of the weights and the number of nonzero weights after each "
                   "pass",
           .affects_course = false},
          on_or_off, [](auto& s) -> auto& { return s.trace_weights; }),
  };
}

}  // namespace

std::string TrainOption::Keyword() const {
  std::string keyword = name;
  std::replace(keyword.begin(), keyword.end(), '-', '_');
  return keyword;
}

std::span<const TrainOption> TrainOptions() {
  static const std::vector<TrainOption> table = MakeTable();
  return table;
}

const TrainOption& FindTrainOption(std::string_view name) {
  const auto table = TrainOptions();
  const auto same = [name](const TrainOption& option) { return option.name == name; };
  return *std::find_if(table.begin(), table.end(), same);
}

void CheckTrainSettings(const TrainSettings& settings, bool has_dev) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorKind::kUsage, message); };
  for (const TrainOption& option : TrainOptions()) option.check(settings);
  if (settings.lambda && settings.c2)
    refuse("lambda and c2 are one setting in two units: give only one");
  if (settings.lambda1 > 0 && settings.c1)
    refuse("lambda1 and c1 are one setting in two units: give only one");
  if (settings.lambda_path && (settings.lambda || settings.c2)) {
    refuse("lambda-path sets lambda: do not give lambda or c2 as well");
  }
  if (settings.lambda_path && settings.passes == 0) {
    RefuseValue("passes", "0", "a number above 0 with lambda-path");
  }
  if (settings.patience > 0 && !has_dev) refuse("patience needs a dev corpus");
  if (settings.checkpoint.every != 1 && settings.checkpoint.file.empty()) {
    refuse("every needs a checkpoint file");
  }
  CompleteOptions(settings.method, settings.method_options);
}

}  // namespace sagitta
