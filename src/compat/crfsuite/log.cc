#include "compat/crfsuite/log.h"

#include <ctime>

#include "cli/format.h"
#include "compat/crfsuite/report.h"

namespace sagitta::compat {
namespace {

constexpr char kBar[] = "0....1....2....3....4....5....6....7....8....9....10\n";

std::string Number(const char* name, std::uint64_t value) {
  return std::string(name) + ": " + std::to_string(value) + "\n";
}

std::string Real(const char* name, double value) { return cli::Print("%s: %f\n", name, value); }

std::string Seconds(const char* name, double value) {
  return cli::Print("%s: %.3f\n", name, value);
}

std::string TimeLine(const char* what) {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return std::string(what) + " time of the training: " + text + "\n\n";
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

void LogStart(LogStream& log) {
  log.Write("Sagitta " SAGITTA_VERSION ", in the manner of CRFsuite\n\n");
  log.Write(TimeLine("Start"));
}

void LogReading(LogStream& log, const std::vector<std::string>& files, const Corpus& corpus,
                double seconds) {
  log.Write("Reading the data set(s)\n");
  const auto all = static_cast<double>(corpus.Size().sequences);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::uint64_t count = corpus.file_sequences()[i];
    // All are read in one go; each file has its share of the time.
    log.Write("[" + std::to_string(i + 1) + "] " + files[i] + "\n" + kBar +
              Number("Number of instances", count) +
              Seconds("Seconds required", seconds * static_cast<double>(count) / all));
  }
  log.Write("\n");
}

void LogStatistics(LogStream& log, const CorpusSize& size, std::size_t groups) {
  log.Write("Statistics the data set(s)\n" + Number("Number of data sets (groups)", groups) +
            Number("Number of instances", size.sequences) + Number("Number of items", size.tokens) +
            Number("Number of attributes", size.node_attributes) +
            Number("Number of labels", size.labels) + "\n");
}

void LogStored(LogStream& log, const Model& model, std::uint64_t features, const CorpusSize& size,
               double seconds) {
  const auto line = [](const char* name, std::uint64_t active, std::uint64_t all) {
    return std::string("Number of active ") + name + ": " + std::to_string(active) + " (" +
           std::to_string(all) + ")\n";
  };
  log.Write("Storing the model\n" + line("features", model.weight_count(), features) +
            line("attributes", ActiveAttributes(model), size.node_attributes) +
            line("labels", model.labels().size(), size.labels) +
            "Writing labels\nWriting attributes\nWriting feature references for transitions\n"
            "Writing feature references for attributes\n" +
            Seconds("Seconds required", seconds) + "\n");
}

void LogEnd(LogStream& log) { log.Write(TimeLine("End")); }

void LearnLog::Begin(const TrainStart& start) {
  start_ = start;
  std::string text = "Feature generation\ntype: CRF1d\n";
  for (const Parameter& parameter : algorithm_.parameters()) {
    if (!parameter.name.starts_with("feature.")) continue;
    text += parameter.name + ": " + ShownValue(parameter) + "\n";
  }
  text += kBar + Number("Number of features", start.weights) +
          Seconds("Seconds required", start.prepare_seconds) + "\n";
  text += algorithm_.title() + "\n";
  for (const Parameter& parameter : algorithm_.parameters()) {
    if (!parameter.log_name.empty())
      text += parameter.log_name + ": " + ShownValue(parameter) + "\n";
  }
  log_.Write(text + "\n");
}

void LearnLog::Print(const Iteration& iteration) {
  const PassRecord& record = iteration.record;
  const bool epochs = algorithm_.kind() == Algorithm::Kind::kL2sgd;
  std::string text = std::string("***** ") + (epochs ? "Epoch" : "Iteration") + " #" +
                     std::to_string(iteration.number) + " *****\n";
  text += Real("Loss", iteration.loss);
  text += Real(epochs ? "Feature L2-norm" : "Feature norm", record.weight_norm.value_or(0));
  if (epochs) {
    text += Real("Learning rate (eta)", record.step) +
            Number("Total number of feature updates", record.evaluations);
  } else if (algorithm_.kind() == Algorithm::Kind::kLbfgs) {
    text += Real("Error norm", iteration.error_norm) +
            Number("Active features", record.active_weights.value_or(0)) +
            Number("Line search trials", 1) + Real("Line search step", record.step);
  }
  text += Seconds("Seconds required for this iteration", iteration.seconds);
  if (iteration.scores) text += ReportText(*iteration.scores, labels_);
  log_.Write(text + "\n");
  loss_ = iteration.loss;
}

std::string LearnLog::EndingText(const TrainSummary& summary) const {
  const Ending ending = EndingOf(summary, start_.settings);
  switch (algorithm_.kind()) {
    case Algorithm::Kind::kLbfgs:
      if (ending == Ending::kConverged) return "L-BFGS resulted in convergence\n";
      return ending == Ending::kIterations
                 ? "L-BFGS terminated with the maximum number of iterations\n"
                 : "L-BFGS terminated with the stopping criteria\n";
    case Algorithm::Kind::kL2sgd:
      return (ending == Ending::kIterations
                  ? "SGD terminated with the maximum number of iterations\n"
                  : "SGD terminated with the stopping criteria\n") +
             Real("Loss", loss_);
    default:
      return ending == Ending::kIterations ? "" : "Terminated with the stopping criterion\n\n";
  }
}

void LearnLog::End(const TrainSummary& summary) {
  log_.Write(EndingText(summary) +
             Seconds("Total seconds required for training", summary.last.seconds) + "\n");
}

}  // namespace sagitta::compat
