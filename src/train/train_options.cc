// The table of training options: one row for each field of TrainSettings.
#include "sagitta/train_options.h"

#include <algorithm>

#include "optim/registry.h"
#include "sagitta/error.h"
#include "sagitta/methods.h"
#include "train/lambda_path.h"
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
  const NumberRule above_zero_or_auto{NumberRule::kAboveZero, true};
  const NumberRule zero_or_above{NumberRule::kZeroOrAbove};
  const ChoiceRule<bool> on_or_off{{true, false}};
  const CountRule<std::uint32_t> count{0};
  const char* const model = "Model";
  const char* const training = "Training";
  const char* const continuing = "Continuing";
  const char* const checkpoints = "Checkpoints";
  const char* const tracing = "Tracing";
  return {
      Row(
          model,
          {.name = "features",
           .placeholder = "SET",
           .help = "weights for the pairs of attribute and label that occur (observed), or for all "
                   "pairs (all)",
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
      OrAuto(Row(
          model,
          {.name = "lambda",
           .placeholder = "X",
           .help = "strength of the L2 regularisation, or auto, see lambda-path",
           .default_text = "1/n",
           .in_comparison = true},
          above_zero_or_auto, [](auto& s) -> auto& { return s.lambda; })),
      OrAuto(Row(
          model,
          {.name = "c2",
           .placeholder = "X",
           .help = "the same in CRFsuite's units: lambda = 2 c2 / n",
           .in_comparison = true},
          above_zero_or_auto, [](auto& s) -> auto& { return s.c2; })),
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
               "and in the model; for training data with such labels see "
               "bad-sequences",
           .in_comparison = true},
          ConstraintRule{}, [](auto& s) -> auto& { return s.constraints; }),
      Row(
          model,
          {.name = "bad-sequences",
           .placeholder = "WHAT",
           .help = "with constraints bio, iobes or a file: refuse training data with labels that "
                   "they forbid, skip such sequences, or repair them by changing as few labels as "
                   "possible (I-X to B-X at the start of a span)",
           .in_comparison = true},
          ChoiceRule<BadSequenceAction>{
              {BadSequenceAction::kRefuse, BadSequenceAction::kSkip, BadSequenceAction::kRepair}},
          [](auto& s) -> auto& { return s.bad_sequences; }),
      OrPath(Row(
          model,
          {.name = "lambda-path",
           .placeholder = "A:B:COUNT",
           .help =
               "train for COUNT values of lambda from A to B, each warm-started from the one "
               "before; the one with the best dev score is kept, without a dev corpus the last. "
               "A:B:COUNT:stop ends the path after " +
               Format(kPathPatience) + " values without a better score; auto is " +
               Format(kStrongestAutomatic) + "/n:" + Format(kWeakestAutomatic) +
               "/n:" + Format(kAutomaticCount) + ":stop"},
          PathRule{}, [](auto& s) -> auto& { return s.lambda_path; })),
      Row(
          model,
          {.name = "cv",
           .placeholder = "K",
           .help = "without a dev corpus: choose from the path by cross-validation with K folds, "
                   "the strongest lambda whose mean score is within one standard error of the "
                   "best; then train with it on everything"},
          CountRule<std::uint32_t>{2}, [](auto& s) -> auto& { return s.cv; }),
      Row(
          training,
          {.name = "method",
           .placeholder = "NAME",
           .help = "the training method; sagitta methods lists them; auto: " +
                   std::string(kStochasticOfAuto) +
                   ", and with an L1 term a change over to owlqn when that pays"},
          MethodRule{}, [](auto& s) -> auto& { return s.method; }),
      Row(
          model,
          {.name = "inference",
           .placeholder = "ENGINE",
           .help =
               "how graphs are inferred: tree (forests, exact), junction (exact, small cliques), "
               "trw (any graph, a convex bound of the likelihood), pseudo (the "
               "pseudo-likelihood), loopy (loopy belief propagation, without a certificate), or "
               "auto: the cheapest exact one that can take all graphs, else trw; see "
               "docs/graphs.md. With an engine chains are trained as graphs",
           .default_text = "auto for graphs",
           .in_comparison = true},
          ChoiceRule<std::string>{{"auto", "tree", "junction", "trw", "pseudo", "loopy"}},
          [](auto& s) -> auto& { return s.inference; }),
      Row(
          model,
          {.name = "clique-limit",
           .placeholder = "N",
           .help = "the most states of a clique in a junction tree; time and memory grow with them",
           .default_text = "65536 for graphs",
           .in_comparison = true},
          NumberRule{NumberRule::kAboveZero}, [](auto& s) -> auto& { return s.clique_limit; }),
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
               "weights; scores count from pass " +
               Format(kPatienceFrom) + " on; 0: never, and keep the last weights"},
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
          training,
          {.name = "threads",
           .placeholder = "N",
           .help = "the number of threads; 0: all cores that the process may use; no result "
                   "depends on it",
           .default_text = "all cores",
           .affects_course = false,
           .in_comparison = true,
           .affects_result = false},
          count, [](auto& s) -> auto& { return s.threads; }),
      Row(
          training,
          {.name = "scale-values",
           .placeholder = "WHICH",
           .help = "divide the values of an attribute by the largest absolute one inside training: "
                   "auto: of attributes with a value above " +
                   Format(kLargeValue) +
                   ", because large values can ruin a training; all: of all attributes; off: of "
                   "none. The penalty, the objective and the certificate are then those of the "
                   "scaled weights. The model has weights for the values as they are",
           .in_comparison = true},
          ChoiceRule<ScaleValues>{{ScaleValues::kAuto, ScaleValues::kAll, ScaleValues::kOff}},
          [](auto& s) -> auto& { return s.scale_values; }),
      Row(
          continuing,
          {.name = "forget",
           .placeholder = "on|off",
           .help = "training from a model: drop its labels, attributes and weights that the data "
                   "do not have; without this the new model keeps them"},
          on_or_off, [](auto& s) -> auto& { return s.forget; }),
      Row(
          continuing,
          {.name = "penalty",
           .placeholder = "OF",
           .help = "training from a model: size: lambda and lambda1 penalise the weights w, as "
                   "always; change: they penalise w - w_0, the difference from the model's "
                   "weights, which keeps new weights near the old ones; not for dual methods"},
          ChoiceRule<Penalty>{{Penalty::kSize, Penalty::kChange}},
          [](auto& s) -> auto& { return s.penalty; }),
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

[[noreturn]] void Refuse(const std::string& message) { throw Error(ErrorKind::kUsage, message); }

void CheckContinuing(const TrainSettings& settings, bool has_from) {
  if (settings.forget && !has_from) Refuse("forget needs a model to start from");
  if (settings.penalty != Penalty::kChange) return;
  if (!has_from) Refuse("penalty change needs a model to start from");
  const auto named = [&](const MethodInfo& info) { return info.name == settings.method; };
  if (std::ranges::find_if(Methods(), named)->family == "dual") {
    Refuse("method " + settings.method +
           " cannot be used with penalty change: its dual is that of the usual penalty");
  }
}

// A path, and what chooses from it.
void CheckPath(const TrainSettings& settings, bool has_dev) {
  const auto& path = settings.lambda_path;
  if (settings.cv && !path) Refuse("cv chooses lambda: give lambda auto or lambda-path as well");
  if (!path) return;
  if (settings.lambda || settings.c2) {
    Refuse("lambda-path sets lambda: do not give lambda or c2 as well");
  }
  if (settings.passes == 0) RefuseValue("passes", "0", "a number above 0 with lambda-path");
  if (path->automatic && !has_dev && !settings.cv) {
    Refuse(
        "lambda auto needs scores to choose by: add a dev corpus (--dev FILE) or, if there is "
        "none, cross-validation (--cv K)");
  }
  if (path->stop && !has_dev && !settings.cv) {
    Refuse("lambda-path with stop needs a dev corpus or cv");
  }
  if (!settings.cv) return;
  if (has_dev) Refuse("cv is for training without a dev corpus: give only one of them");
  if (!settings.checkpoint.file.empty() || !settings.checkpoint.resume.empty()) {
    Refuse(
        "cv has no checkpoints: use it to choose lambda, then train with this lambda and a "
        "checkpoint");
  }
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

void CheckTrainSettings(const TrainSettings& settings, bool has_dev, bool has_from) {
  for (const TrainOption& option : TrainOptions()) option.check(settings);
  if (settings.lambda && settings.c2)
    Refuse("lambda and c2 are one setting in two units: give only one");
  if (settings.lambda1 > 0 && settings.c1)
    Refuse("lambda1 and c1 are one setting in two units: give only one");
  CheckPath(settings, has_dev);
  if (settings.patience > 0 && !has_dev) Refuse("patience needs a dev corpus");
  if (settings.checkpoint.every != 1 && settings.checkpoint.file.empty()) {
    Refuse("every needs a checkpoint file");
  }
  CompleteOptions(MethodInUse(settings), settings.method_options);
  CheckContinuing(settings, has_from);
}

}  // namespace sagitta
