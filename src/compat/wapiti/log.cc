// The lines of Wapiti's log, and its rule on error rates.
#include "compat/wapiti/log.h"

#include <algorithm>
#include <cstdio>

namespace sagitta::compat {
namespace {

using Count = unsigned long long;

void SayCount(const char* what, std::uint64_t count) {
  std::fprintf(stderr, "    nb %-9s %llu\n", what, static_cast<Count>(count));
}

}  // namespace

double TokenError(const Evaluation& scores) {
  return scores.tokens > 0 ? 100 * (1 - scores.TokenAccuracy()) : 0;
}

double SequenceError(const Evaluation& scores) {
  return scores.sequences > 0 ? 100 * (1 - scores.SequenceAccuracy()) : 0;
}

void Say(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

void SayLoaded(std::uint64_t sequences) {
  for (std::uint64_t count = 1000; count <= sequences; count += 1000) {
    std::fprintf(stderr, "%7llu sequences loaded\n", static_cast<Count>(count));
  }
}

void TrainLog::Begin(const TrainStart& start) {
  const CorpusSize& size = start.corpus;
  const bool plain = start.settings.transitions != FeatureSet::kNone;
  Say("* Summary");
  SayCount("train:", size.sequences);
  if (devel_) SayCount("devel:", devel_->Size().sequences);
  SayCount("labels:", size.labels);
  SayCount("blocks:", size.node_attributes + size.edge_attributes + (plain ? 1 : 0));
  SayCount("features:", start.weights);
  Say("* Train the model with " + algorithm_);
}

void TrainLog::Report(const Iteration& iteration) {
  const Evaluation scores = iteration.scores.value_or(Evaluation());
  std::fprintf(stderr, "  [%4llu] obj=%-10.2f act=%-8llu err=%5.2f%%/%5.2f%% time=%.2fs/%.2fs\n",
               static_cast<Count>(iteration.number), iteration.loss,
               static_cast<Count>(iteration.record.active_weights.value_or(0)), TokenError(scores),
               SequenceError(scores), iteration.seconds, iteration.record.seconds);
}

bool TrainLog::IsEnough(const Iteration& iteration) {
  if (rule_.window == 0 || !iteration.scores) return false;
  errors_.push_back(TokenError(*iteration.scores));
  if (errors_.size() > rule_.window) errors_.pop_front();
  const auto [least, most] = std::minmax_element(errors_.begin(), errors_.end());
  return errors_.size() == rule_.window && *most - *least < rule_.least;
}

}  // namespace sagitta::compat
