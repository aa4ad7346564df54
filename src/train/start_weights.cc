// StartWeights: given weights, divided into a fixed and a trained part.
#include "train/start_weights.h"

#include <cstddef>
#include <utility>

#include "train/warm_start.h"

namespace sagitta {

StartWeights::StartWeights(const TrainingInput& input, const WeightMap& map)
    : penalizes_change_(input.settings.penalty == Penalty::kChange) {
  if (input.from == nullptr) return;
  given_ = WeightsFrom(*input.from, *input.train.names, input.layout);
  fixed_ = penalizes_change_ ? given_ : UntrainedPart(map, given_);
}

std::span<const double> StartWeights::center() const {
  if (!penalizes_change_) return {};
  return fixed_;
}

std::vector<double> StartWeights::TakeTrained() {
  std::vector<double> trained = std::exchange(given_, {});
  for (std::size_t j = 0; j < trained.size(); ++j) trained[j] -= fixed_[j];
  return trained;
}

void StartWeights::AddFixed(std::span<double> weights) const {
  for (std::size_t j = 0; j < fixed_.size(); ++j) weights[j] += fixed_[j];
}

}  // namespace sagitta
