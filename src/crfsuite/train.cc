// Training as CRFsuite logs it: groups, the log of one training, storing the model.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <random>

#include "crfsuite/format.h"
#include "interop/model_builder.h"
#include "model/model_data.h"
#include "sagitta/compat.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"

namespace sagitta::crfsuite {
namespace {

/// Hands a log on in CRFsuite's pieces.
class Log {
 public:
  explicit Log(const LogSink& sink) : sink_(sink) {}

  /// Whole lines, one piece each.
  void Write(std::string_view text) const {
    if (!sink_) return;
    while (!text.empty()) {
      const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
      sink_(text.substr(0, size));
      text.remove_prefix(size);
    }
  }

  /// 0....1....2, up to 10.
  void WriteProgressBar() const {
    if (!sink_) return;
    sink_("0");
    for (int step = 1; step <= 50; ++step) sink_(step % 5 == 0 ? std::to_string(step / 5) : ".");
    sink_("\n");
  }

 private:
  const LogSink& sink_;
};

std::string Line(std::string_view name, std::uint64_t value) {
  return std::string(name) + ": " + std::to_string(value) + "\n";
}

std::string Line(std::string_view name, double value) {
  return std::string(name) + Print(": %f\n", value);
}

std::string SecondsLine(std::string_view name, double seconds) {
  return std::string(name) + Print(": %.3f\n", seconds);
}

std::string_view Title(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kLbfgs:
      return "L-BFGS optimization";
    case Algorithm::kL2sgd:
      return "Stochastic Gradient Descent (SGD)";
    case Algorithm::kAveragedPerceptron:
      return "Averaged perceptron";
    case Algorithm::kPassiveAggressive:
      return "Passive Aggressive";
    case Algorithm::kArow:
      return "Adaptive Regularization of Weights (AROW)";
  }
  return "";
}

ProgressRule RuleOf(const Parameters& parameters) {
  if (parameters.Find("period") == nullptr || parameters.Number("period") == 0) return {};
  return {static_cast<std::uint64_t>(parameters.Number("period")), parameters.Number("delta"), 1};
}

/// The log of one training.
class TrainingLog final : public IterationObserver {
 public:
  TrainingLog(const LogSink& sink, const Parameters& parameters, std::vector<std::string> labels,
              TrainObserver* next)
      : IterationObserver(RuleOf(parameters), next),
        log_(sink),
        parameters_(parameters),
        labels_(std::move(labels)) {}

  /// Known once training has begun.
  std::uint64_t features() const { return features_; }

 private:
  void Begin(const TrainStart& start) override {
    features_ = start.weights;
    std::string text = "Feature generation\ntype: CRF1d\n";
    for (const Parameter& parameter : parameters_.list()) {
      if (parameter.name.starts_with("feature.")) text += ValueLine(parameter.name, parameter);
    }
    log_.Write(text);
    log_.WriteProgressBar();
    text = Line("Number of features", start.weights) +
           SecondsLine("Seconds required", start.prepare_seconds) + "\n";
    text.append(Title(parameters_.algorithm())).append("\n");
    for (const Parameter& parameter : parameters_.list()) {
      if (!parameter.log_name.empty()) text += ValueLine(parameter.log_name, parameter);
    }
    log_.Write(text + "\n");
  }

  std::string ValueLine(std::string_view name, const Parameter& parameter) const {
    return std::string(name) + ": " + parameters_.Get(parameter.name) + "\n";
  }

  void Report(const Iteration& iteration) override {
    const PassRecord& record = iteration.record;
    const bool epochs = parameters_.algorithm() == Algorithm::kL2sgd;
    std::string text = std::string("***** ") + (epochs ? "Epoch" : "Iteration") + " #" +
                       std::to_string(iteration.number) + " *****\n";
    text += Line("Loss", iteration.loss);
    text += Line(epochs ? "Feature L2-norm" : "Feature norm", record.weight_norm.value_or(0));
    if (epochs) {
      text += Line("Learning rate (eta)", record.step) +
              Line("Total number of feature updates", record.evaluations);
    } else if (parameters_.algorithm() == Algorithm::kLbfgs) {
      text += Line("Error norm", iteration.error_norm) +
              Line("Active features", record.active_weights.value_or(0)) +
              Line("Line search trials", std::uint64_t{1}) + Line("Line search step", record.step);
    }
    text += SecondsLine("Seconds required for this iteration", iteration.seconds);
    if (iteration.scores) text += ReportText(*iteration.scores, labels_);
    log_.Write(text + "\n");
    loss_ = iteration.loss;
  }

  void End(const TrainSummary& summary) override {
    log_.Write(EndingText(summary.stop_reason) +
               SecondsLine("Total seconds required for training", summary.last.seconds) + "\n");
  }

  std::string EndingText(StopReason reason) const {
    const bool all = reason == StopReason::kPasses;
    switch (parameters_.algorithm()) {
      case Algorithm::kLbfgs:
        if (reason == StopReason::kTolerance) return "L-BFGS resulted in convergence\n";
        return all ? "L-BFGS terminated with the maximum number of iterations\n"
                   : "L-BFGS terminated with the stopping criteria\n";
      case Algorithm::kL2sgd:
        return (all ? "SGD terminated with the maximum number of iterations\n"
                    : "SGD terminated with the stopping criteria\n") +
               Line("Loss", loss_);
      default:
        return all ? "" : "Terminated with the stopping criterion\n\n";
    }
  }

  Log log_;
  const Parameters& parameters_;
  std::vector<std::string> labels_;  // of the corpus, by id
  std::uint64_t features_ = 0;
  double loss_ = 0;  // of the iteration that was reported last
};

void CheckHoldout(const Holdout& holdout) {
  const std::string found = "holdout: found group " + std::to_string(holdout.group);
  const std::size_t groups = holdout.groups.size();
  if (holdout.group > groups) {
    throw Error(ErrorKind::kUsage, found + ", but there are " + std::to_string(groups) + " groups");
  }
  if (groups == 1) {
    throw Error(ErrorKind::kUsage, found + ", but there is no other group to train on");
  }
}

/// Attributes that have a weight other than 0.
std::uint64_t ActiveAttributes(const Model& model) {
  std::uint64_t count = 0;
  const char* last = nullptr;
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind != WeightEntry::Kind::kNode || entry.attribute.data() == last) return;
    last = entry.attribute.data();
    ++count;
  });
  return count;
}

}  // namespace

Groups GroupByFile(const Corpus& corpus) {
  std::vector<std::uint64_t> counts = corpus.file_sequences();
  if (counts.empty()) counts = {corpus.Size().sequences};
  Groups groups;
  std::uint32_t next = 0;
  for (const std::uint64_t count : counts) {
    groups.emplace_back(count);
    std::iota(groups.back().begin(), groups.back().end(), next);
    next += static_cast<std::uint32_t>(count);
  }
  return groups;
}

Groups SplitIntoGroups(const Corpus& corpus, std::uint64_t count) {
  std::vector<std::uint32_t> order(corpus.Size().sequences);
  if (count == 0 || count > order.size()) {
    throw Error(ErrorKind::kUsage, "groups: found " + std::to_string(count) + ", expected 1 to " +
                                       std::to_string(order.size()) + ", the number of instances");
  }
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  Groups groups(count);
  for (std::size_t i = 0; i < order.size(); ++i) groups[i % groups.size()].push_back(order[i]);
  return groups;
}

namespace {

/// From no data CRFsuite makes a model without labels: it can be stored, not used.
Training TrainOnNothing(const Corpus& corpus, TrainingLog& log) {
  TrainStart start;
  start.settings.passes = 0;
  log.OnStart(start);
  log.OnEnd({});
  const auto nothing =
      internal::ModelBuilder().Build(Precision::kDouble, internal::ImportedExtras("nothing", {}));
  return {internal::ModelAccess::Make(nothing), {}, 0, corpus.Size()};
}

}  // namespace

Training Train(const Corpus& corpus, const Parameters& parameters, const LogSink& log,
               const Holdout& holdout, TrainObserver* observer) {
  const TrainSettings settings = parameters.Settings();
  TrainingLog training_log(log, parameters, corpus.labels(), observer);
  if (corpus.Size().sequences == 0) return TrainOnNothing(corpus, training_log);
  Corpus trained_on = corpus;
  std::optional<Corpus> held_out;
  if (holdout.group > 0) {
    CheckHoldout(holdout);
    Log(log).Write("Holdout group: " + std::to_string(holdout.group) + "\n\n");
    std::vector<std::uint32_t> rest;
    for (std::size_t g = 0; g < holdout.groups.size(); ++g) {
      const std::vector<std::uint32_t>& group = holdout.groups[g];
      if (g + 1 != holdout.group) rest.insert(rest.end(), group.begin(), group.end());
    }
    trained_on = corpus.Select(rest);
    held_out = corpus.Select(holdout.groups[holdout.group - 1]);
  }
  TrainResult result =
      sagitta::Train(trained_on, held_out ? &*held_out : nullptr, settings, &training_log);
  return {std::move(result.model), std::move(result.summary), training_log.features(),
          corpus.Size()};
}

namespace {

/// Logs the storing of a model, which `write` does.
void LogStoring(const Training& training, const LogSink& log, const std::function<void()>& write) {
  const auto line = [](const char* name, std::uint64_t active, std::uint64_t all) {
    return std::string("Number of active ") + name + ": " + std::to_string(active) + " (" +
           std::to_string(all) + ")\n";
  };
  const Model& model = training.model;
  const auto start = std::chrono::steady_clock::now();
  Log(log).Write("Storing the model\n" + line("features", model.weight_count(), training.features) +
                 line("attributes", ActiveAttributes(model), training.corpus.node_attributes) +
                 line("labels", model.labels().size(), training.corpus.labels));
  write();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  Log(log).Write(
      "Writing labels\nWriting attributes\nWriting feature references for transitions\n"
      "Writing feature references for attributes\n" +
      SecondsLine("Seconds required", seconds.count()) + "\n");
}

}  // namespace

void Store(const Training& training, const std::string& path, const LogSink& log) {
  LogStoring(training, log, [&] { training.model.Save(path, ModelFormat::kCrfsuite); });
}

std::string StoreBytes(const Training& training, const LogSink& log) {
  std::string bytes;
  LogStoring(training, log, [&] { bytes = training.model.ToBytes(ModelFormat::kCrfsuite); });
  return bytes;
}

std::string ReportText(const Evaluation& evaluation, const std::vector<std::string>& labels) {
  using Count = unsigned long long;
  const auto accuracy = [](const char* name, std::uint64_t part, std::uint64_t whole) {
    const double ratio = whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    return Print("%s accuracy: %llu / %llu (%.4f)\n", name, static_cast<Count>(part),
                 static_cast<Count>(whole), ratio);
  };
  std::string text = "Performance by label (#match, #model, #ref) (precision, recall, F1):\n";
  double precision = 0, recall = 0, f1 = 0;
  for (const std::string& label : labels) {
    const auto found = evaluation.labels.find(label);
    const MatchCounts counts = found == evaluation.labels.end() ? MatchCounts() : found->second;
    text += "    " + label +
            Print(": (%llu, %llu, %llu)", static_cast<Count>(counts.correct),
                  static_cast<Count>(counts.predicted), static_cast<Count>(counts.actual));
    if (counts.actual == 0) {
      text += " (******, ******, ******)\n";
      continue;
    }
    text += Print(" (%.4f, %.4f, %.4f)\n", counts.Precision(), counts.Recall(), counts.F1());
    precision += counts.Precision();
    recall += counts.Recall();
    f1 += counts.F1();
  }
  const auto n = static_cast<double>(labels.size());
  return text +
         Print("Macro-average precision, recall, F1: (%f, %f, %f)\n", precision / n, recall / n,
               f1 / n) +
         accuracy("Item", evaluation.correct_tokens, evaluation.tokens) +
         accuracy("Instance", evaluation.correct_sequences, evaluation.sequences);
}

}  // namespace sagitta::crfsuite
