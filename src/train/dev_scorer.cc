// Decoding the development set and comparing labels.
#include "train/dev_scorer.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "sagitta/error.h"
#include "train/graph_training.h"

namespace sagitta {

class DevScorer::Decoder {
 public:
  virtual ~Decoder() = default;
  /// False: no labelling is allowed.
  virtual bool Decode(ExampleId i, ExampleId next, LabelId* labels) = 0;
};

class DevScorer::ChainDecoder final : public Decoder {
 public:
  explicit ChainDecoder(const DevScorer& scorer)
      : scorer_(scorer), work_(scorer.chains_->NewWorkspace()) {}

  bool Decode(ExampleId i, ExampleId next, LabelId* labels) override {
    scorer_.rows_.Gather(i, scorer_.w_, 1, next, work_.at.factor);
    scorer_.chains_->FinishScores(i, work_);
    ids_.resize(scorer_.dev_.dataset.length(i));
    const double score = scorer_.chains_->Decode(i, work_, inference_, ids_.data());
    std::transform(ids_.begin(), ids_.end(), labels,
                   [](std::uint32_t id) { return static_cast<LabelId>(id); });
    return score != -INFINITY;
  }

 private:
  const DevScorer& scorer_;
  ChainLoss<double>::Workspace work_;
  ChainInference inference_;
  std::vector<std::uint32_t> ids_;
};

class DevScorer::GraphsDecoder final : public Decoder {
 public:
  explicit GraphsDecoder(const DevScorer& scorer)
      : scorer_(scorer), work_(scorer.graphs_->NewWorkspace()) {
    const EngineChoice& choice = scorer.graphs_->plans().choice();
    decoder_ = MakeDecoder(choice.inference, choice.settings);
  }

  bool Decode(ExampleId i, ExampleId next, LabelId* labels) override {
    scorer_.rows_.Gather(i, scorer_.w_, 1, next, work_.at.factor);
    scorer_.graphs_->FinishScores(i, work_);
    return scorer_.graphs_->Decode(i, work_, *decoder_, labels) != -INFINITY;
  }

 private:
  const DevScorer& scorer_;
  GraphLoss<double>::Workspace work_;
  std::unique_ptr<GraphDecoder> decoder_;
};

DevScorer::DevScorer(const internal::CorpusData& dev, const Layout& layout, ThreadTeam* team,
                     const std::optional<EngineChoice>& engine)
    : dev_(dev),
      map_(WeightCounts::Of(dev.dataset), layout, /*merge_twins=*/false, kNoValueLimit),
      rows_(map_, dev.dataset, /*gram=*/false),
      team_(team),
      w_(map_.space()),
      labels_(dev.dataset.label.size()) {
  if (dev.dataset.HasGraphs()) {
    graphs_.emplace(rows_.structure(), PlansForTagging(dev, engine.value_or(EngineChoice())),
                    TableShape::kMixed);
  } else {
    chains_.emplace(rows_.structure(), dev.dataset.label, layout.constraints, TableShape::kMixed);
  }
  const std::size_t threads = team == nullptr ? 1 : team->size();
  while (decoders_.size() < threads) {
    if (graphs_) {
      decoders_.push_back(std::make_unique<GraphsDecoder>(*this));
    } else {
      decoders_.push_back(std::make_unique<ChainDecoder>(*this));
    }
  }
}

DevScorer::~DevScorer() = default;

Evaluation DevScorer::Score(std::span<const double> weights) {
  map_.FromFlat(weights, w_);
  const Dataset& data = dev_.dataset;
  constexpr std::size_t kBlock = 8;  // examples that a thread takes at a time
  const auto decode = [&](std::size_t block, std::size_t worker) {
    const std::size_t end = std::min((block + 1) * kBlock, data.examples());
    for (std::size_t i = block * kBlock; i < end; ++i) {
      const auto example = static_cast<ExampleId>(i);
      const ExampleId next = i + 1 < data.examples() ? example + 1 : kNoExample;
      LabelId* const labels = labels_.data() + data.token_begin[i];
      if (decoders_[worker]->Decode(example, next, labels)) continue;
      throw Error(ErrorKind::kData, dev_.Place(example),
                  "the constraints allow no labelling of this dev sequence of " +
                      std::to_string(data.length(example)) + " tokens");
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
      if (data.IsGiven(data.token_begin[i] + t)) {
        unknown += y == kUnknownLabel ? 1 : 0;
        continue;  // there is nothing to predict
      }
      actual.push_back(y == kUnknownLabel ? std::string_view((unknown++)->name) : names.Name(y));
      predicted.push_back(names.Name(labels_[data.token_begin[i] + t]));
    }
    if (!actual.empty()) evaluator.Add(actual, predicted);
  }
  return evaluator.result();
}

}  // namespace sagitta
