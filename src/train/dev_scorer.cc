// Decoding the development set and comparing labels.
#include "train/dev_scorer.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "sagitta/error.h"

namespace sagitta {

DevScorer::DevScorer(const internal::CorpusData& dev, const Layout& layout, ThreadTeam* team)
    : dev_(dev),
      map_(WeightCounts::Of(dev.dataset), layout, /*merge_twins=*/false, kNoValueLimit),
      rows_(map_, dev.dataset, /*gram=*/false),
      loss_(rows_.structure(), dev.dataset.label, layout.constraints, TableShape::kMixed),
      team_(team),
      w_(map_.space()),
      labels_(dev.dataset.label.size()) {
  const std::size_t threads = team == nullptr ? 1 : team->size();
  while (workers_.size() < threads) workers_.push_back({loss_.NewWorkspace(), {}});
}

void DevScorer::Decode(ExampleId i, Worker& worker) {
  const ExampleId next = i + 1 < rows_.examples() ? i + 1 : kNoExample;
  rows_.Gather(i, w_, 1, next, worker.work.at.factor);
  loss_.FinishScores(i, worker.work);
  std::uint32_t* const labels = labels_.data() + dev_.dataset.token_begin[i];
  const double score = loss_.Decode(i, worker.work, worker.inference, labels);
  if (score != -INFINITY) return;
  throw Error(ErrorKind::kData, dev_.Place(i),
              "the constraints allow no labelling of this dev sequence of " +
                  std::to_string(dev_.dataset.length(i)) + " tokens");
}

Evaluation DevScorer::Score(std::span<const double> weights) {
  map_.FromFlat(weights, w_);
  const Dataset& data = dev_.dataset;
  constexpr std::size_t kBlock = 8;  // examples that a thread takes at a time
  const auto decode = [&](std::size_t block, std::size_t worker) {
    const std::size_t end = std::min((block + 1) * kBlock, data.examples());
    for (std::size_t i = block * kBlock; i < end; ++i) {
      Decode(static_cast<ExampleId>(i), workers_[worker]);
    }
  };
  const std::size_t blocks = (data.examples() + kBlock - 1) / kBlock;
  if (team_ != nullptr) {
    team_->Run(blocks, decode);
  } else {
    for (std::size_t block = 0; block < blocks; ++block) decode(block, 0);
  }
  const DictionaryView names = dev_.names->labels.View();
  Evaluator evaluator;
  auto unknown = dev_.unknown.begin();
  std::vector<std::string_view> actual, predicted;
  for (ExampleId i = 0; i < data.examples(); ++i) {
    actual.clear();
    predicted.clear();
    for (std::size_t t = 0; t < data.length(i); ++t) {
      const LabelId y = data.label[data.token_begin[i] + t];
      actual.push_back(y == kUnknownLabel ? std::string_view((unknown++)->name) : names.Name(y));
      predicted.push_back(names.Name(labels_[data.token_begin[i] + t]));
    }
    evaluator.Add(actual, predicted);
  }
  return evaluator.result();
}

}  // namespace sagitta
