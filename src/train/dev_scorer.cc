// Decoding the development set and comparing labels.
#include "train/dev_scorer.h"

#include <cmath>
#include <string>
#include <string_view>

#include "sagitta/error.h"

namespace sagitta {

DevScorer::DevScorer(const internal::CorpusData& dev, const Layout& layout)
    : dev_(dev),
      map_(WeightCounts::Of(dev.dataset), layout, /*merge_twins=*/false),
      rows_(map_, dev.dataset, /*gram=*/false),
      loss_(rows_.structure(), dev.dataset.label, layout.constraints, TableShape::kMixed),
      work_(loss_.NewWorkspace()),
      w_(map_.space()),
      labels_(rows_.structure().longest) {}

void DevScorer::Decode(ExampleId i) {
  const ExampleId next = i + 1 < rows_.examples() ? i + 1 : kNoExample;
  rows_.Gather(i, w_, 1, next, work_.at.factor);
  loss_.FinishScores(i, work_);
  const double score = loss_.Decode(i, work_, inference_, labels_.data());
  if (score != -INFINITY) return;
  throw Error(ErrorKind::kData, dev_.Place(i),
              "the constraints allow no labelling of this dev sequence of " +
                  std::to_string(dev_.dataset.length(i)) + " tokens");
}

Evaluation DevScorer::Score(std::span<const double> weights) {
  map_.FromFlat(weights, w_);
  const Dataset& data = dev_.dataset;
  const DictionaryView names = dev_.names->labels.View();
  Evaluator evaluator;
  auto unknown = dev_.unknown.begin();
  std::vector<std::string_view> actual, predicted;
  for (ExampleId i = 0; i < data.examples(); ++i) {
    Decode(i);
    actual.clear();
    predicted.clear();
    for (std::size_t t = 0; t < data.length(i); ++t) {
      const LabelId y = data.label[data.token_begin[i] + t];
      actual.push_back(y == kUnknownLabel ? std::string_view((unknown++)->name) : names.Name(y));
      predicted.push_back(names.Name(labels_[t]));
    }
    evaluator.Add(actual, predicted);
  }
  return evaluator.result();
}

}  // namespace sagitta
