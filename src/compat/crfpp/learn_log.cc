#include "compat/crfpp/learn_log.h"

#include <algorithm>
#include <cmath>

#include "cli/format.h"
#include "compat/shared/penalty.h"

namespace sagitta::compat {
namespace {

/// Beside crf_learn's own rule on the objective: a gradient with which nothing is left to gain.
constexpr double kToleranceOfEta = 0.1;

}  // namespace

// ||w||^2 / (2 C) or ||w||_1 / C beside the sum of the losses.
TrainSettings SettingsOf(const CrfLearnOptions& options) {
  TrainSettings settings;
  settings.features = FeatureSet::kAll;
  settings.min_count = std::max(options.freq, 1u);
  settings.c2 = options.l1 ? kLeastC2 : 0.5 / options.cost;
  if (options.l1) settings.c1 = 1 / options.cost;
  settings.passes = options.max_iterations;
  settings.tolerance = kToleranceOfEta * options.eta;
  settings.trace_weights = options.l1;
  return settings;
}

void LogHead(LogStream& stream) {
  stream.Write("Sagitta " SAGITTA_VERSION ", in the manner of CRF++\n\nreading training data: ");
}

void LogRead(LogStream& stream, std::uint64_t sentences, double seconds) {
  std::string text;
  for (std::uint64_t count = 100; count <= sentences; count += 100) {
    text += std::to_string(count) + ".. ";
  }
  stream.Write(text + "\n" + DoneLine(seconds));
}

std::string DoneLine(double seconds) { return cli::Print("Done!%.2f s\n\n", seconds); }

void CrfLearnLog::Begin(const TrainStart& start) {
  features_ = start.weights;
  const auto count = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  stream_.Write(cli::Print("Number of sentences: %llu\nNumber of features:  %llu\n",
                           count(start.corpus.sequences), count(features_)));
  stream_.Write(cli::Print("Number of thread(s): 1\nFreq:                %u\n", options_.freq));
  stream_.Write(cli::Print("eta:                 %.5f\nC:                   %.5f\n", options_.eta,
                           options_.cost));
  stream_.Write(cli::Print("shrinking size:      %u\n", options_.shrinking_size));
}

void CrfLearnLog::Print(const Iteration& iteration) {
  const Evaluation scores = iteration.scores.value_or(Evaluation());
  const bool first = iteration.number == 1;
  const double change = first ? 1 : std::abs(last_loss_ - iteration.loss) / last_loss_;
  last_loss_ = iteration.loss;
  stream_.Write(cli::Print(
      "iter=%llu terr=%.5f serr=%.5f act=%llu obj=%.5f diff=%.5f\n",
      static_cast<unsigned long long>(iteration.number - 1), 1 - scores.TokenAccuracy(),
      1 - scores.SequenceAccuracy(),
      static_cast<unsigned long long>(iteration.record.active_weights.value_or(features_)),
      iteration.loss, change));
}

}  // namespace sagitta::compat
