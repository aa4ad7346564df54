// The dev scorer against trying all labellings.
#include "train/dev_scorer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "data/corpus_builder.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::CorpusBuilder;
using internal::CorpusData;

const char* const kLabels[] = {"O", "B-X", "I-X"};
const char* const kAttributes[] = {"a", "b", "c", "d"};

Sequence RandomSequence(bool edges, bool strange, std::mt19937_64& rng) {
  Sequence sequence;
  for (std::size_t t = 1 + rng() % 5; t > 0; --t) {
    std::vector<Item> items;
    for (const char* name : kAttributes) {
      if (rng() % 2 == 0) items.push_back({name, 0.5 * static_cast<double>(1 + rng() % 3)});
    }
    if (strange) items.push_back({"never seen", 1e6});
    sequence.Add(kLabels[rng() % 3], items);
    if (edges && sequence.size() > 1 && rng() % 2 == 0) {
      sequence.AddEdgeItem(kAttributes[rng() % 4], 2.0);
    }
  }
  return sequence;
}

// Scores of all labellings by the layout alone.
class Oracle {
 public:
  Oracle(const CorpusData& data, const Layout& layout, const std::vector<double>& weights)
      : data_(data.dataset), layout_(layout), weights_(weights) {}

  std::vector<LabelId> Best(std::size_t i) const {
    const std::size_t length = data_.length(static_cast<ExampleId>(i));
    std::vector<LabelId> y(length, 0), best;
    double most = 0;
    for (std::size_t t = 0; t < length;) {
      const double score = Score(i, y);
      if (best.empty() || score > most) best = y, most = score;
      for (t = 0; t < length && ++y[t] == data_.labels; ++t) y[t] = 0;
    }
    return best;
  }

 private:
  double Score(std::size_t i, const std::vector<LabelId>& y) const {
    const std::uint64_t first = data_.token_begin[i];
    double score = 0;
    for (std::size_t t = 0; t < y.size(); ++t) {
      score += Items(data_.node, first + t, layout_.node, 0, 0, y[t]);
      if (t == 0) continue;
      const std::uint32_t pair = y[t - 1] * data_.labels + y[t];
      score += Weight(layout_.edge, 0, layout_.edge_offset(), pair);
      if (data_.HasEdgeAttributes()) {
        score += Items(data_.edge, first + t, layout_.edge, 1, layout_.edge_offset(), pair);
      }
    }
    return score;
  }

  double Items(const SparseRows& rows, std::uint64_t at, const RowTable& table, std::size_t first,
               std::uint64_t offset, std::uint32_t slot) const {
    double sum = 0;
    for (std::uint64_t k = rows.begin[at]; k < rows.begin[at + 1]; ++k) {
      sum += rows.Value(k) * Weight(table, rows.attribute[k] + first, offset, slot);
    }
    return sum;
  }

  double Weight(const RowTable& table, std::size_t row, std::uint64_t offset,
                std::uint32_t slot) const {
    for (std::uint64_t k = table.begin[row]; k < table.begin[row + 1]; ++k) {
      if (table.slot[k] == slot) return weights_[offset + k];
    }
    return 0;
  }

  const Dataset& data_;
  const Layout& layout_;
  const std::vector<double>& weights_;
};

TEST(DevScorer, TagsAndScoresLikeEnumeration) {
  for (const bool edges : {false, true}) {
    for (const FeatureSet set : {FeatureSet::kAll, FeatureSet::kObserved}) {
      std::mt19937_64 rng(edges ? 11 : 12);
      CorpusBuilder train_builder;
      for (int i = 0; i < 10; ++i) train_builder.Add(RandomSequence(edges, false, rng), "train");
      const auto train = train_builder.Finish({});
      CorpusBuilder dev_builder(train->names);
      for (int i = 0; i < 40; ++i) dev_builder.Add(RandomSequence(edges, true, rng), "dev");
      const auto dev = dev_builder.Finish({});
      const Layout layout = Layout::Build(train->dataset, {set, set});
      DevScorer scorer(*dev, layout);
      for (int round = 0; round < 3; ++round) {  // the scorer is used again and again
        std::vector<double> weights(layout.weights());
        for (double& w : weights) w = static_cast<double>(rng() % 2001) / 1000 - 1;
        const Oracle oracle(*dev, layout, weights);
        Evaluator expected;
        for (std::size_t i = 0; i < dev->dataset.examples(); ++i) {
          std::vector<std::string_view> actual, predicted;
          const std::vector<LabelId> best = oracle.Best(i);
          for (std::size_t t = 0; t < best.size(); ++t) {
            actual.push_back(
                dev->names->labels.Name(dev->dataset.label[dev->dataset.token_begin[i] + t]));
            predicted.push_back(dev->names->labels.Name(best[t]));
          }
          expected.Add(actual, predicted);
        }
        const Evaluation found = scorer.Score(weights);
        EXPECT_EQ(found.ToJson(), expected.result().ToJson());
        EXPECT_TRUE(found.has_spans);
      }
    }
  }
}

TEST(DevScorer, UnknownLabelsAreErrors) {
  CorpusBuilder builder;
  Sequence sequence;
  sequence.Add("A", {{"a"}});
  sequence.Add("B", {{"b"}});
  builder.Add(sequence, "train");
  const auto train = builder.Finish({});
  CorpusBuilder dev_builder(train->names);
  Sequence other;
  other.Add("A", {{"a"}});
  other.Add("never seen", {{"a"}});
  dev_builder.Add(other, "dev");
  const auto dev = dev_builder.Finish({});
  const Layout layout = Layout::Build(train->dataset, {FeatureSet::kAll, FeatureSet::kAll});
  DevScorer scorer(*dev, layout);
  const Evaluation zero = scorer.Score(std::vector<double>(layout.weights(), 0.0));
  EXPECT_EQ(zero.tokens, 2u);
  EXPECT_EQ(zero.correct_tokens, 1u);
  EXPECT_EQ(zero.correct_sequences, 0u);
  EXPECT_EQ(zero.Score(), 0.5);
}

TEST(DevScorer, ObeysConstraints) {
  CorpusBuilder builder;
  Sequence sequence;
  sequence.Add("A", {{"a"}});
  sequence.Add("B", {{"a"}});
  sequence.set_first_line(3);
  builder.Add(sequence, "train");
  const auto data = builder.Finish({});
  LayoutSettings settings{FeatureSet::kAll, FeatureSet::kAll};
  const auto correct = [&](const Constraints& constraints) {
    settings.constraints = constraints;
    const Layout layout = Layout::Build(data->dataset, settings);
    return DevScorer(*data, layout)
        .Score(std::vector<double>(layout.weights(), 0.0))
        .correct_tokens;
  };
  EXPECT_EQ(correct({}), 1u);                              // A A
  EXPECT_EQ(correct({{1, 1}, {1, 1}, {0, 1, 1, 1}}), 0u);  // B A
  EXPECT_EQ(correct({{1, 0}, {1, 1}, {0, 1, 1, 1}}), 2u);  // A B
  EXPECT_EQ(correct({{1, 1}, {0, 1}, {1, 1, 1, 1}}), 2u);  // A B
  EXPECT_EQ(correct({{0, 1}, {1, 0}, {1, 1, 1, 1}}), 0u);  // B A
  try {
    correct({{1, 0}, {1, 0}, {0, 1, 1, 1}});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.where().file, "train");
    EXPECT_EQ(error.where().line, 3u);
  }
}

// B-Y is a true span that no model of X alone can find: it counts in the recall.
TEST(DevScorer, UnknownSpanLabelsAreMissedSpans) {
  CorpusBuilder builder;
  Sequence sequence;
  sequence.Add("B-X", {{"a"}});
  sequence.Add("O", {{"b"}});
  builder.Add(sequence, "train");
  const auto train = builder.Finish({});
  CorpusBuilder dev_builder(train->names);
  Sequence other;
  other.Add("B-X", {{"a"}});
  other.Add("O", {{"b"}});
  other.Add("B-Y", {{"b"}});
  dev_builder.Add(other, "dev");
  const auto dev = dev_builder.Finish({});
  const Layout layout = Layout::Build(train->dataset, {FeatureSet::kObserved, FeatureSet::kAll});
  std::vector<double> weights(layout.weights(), 0.0);
  weights[0] = weights[1] = 1;  // a: B-X, b: O
  const Evaluation found = DevScorer(*dev, layout).Score(weights);
  EXPECT_EQ(found.all_spans.correct, 1u);
  EXPECT_EQ(found.all_spans.predicted, 1u);
  EXPECT_EQ(found.all_spans.actual, 2u);
  EXPECT_EQ(found.labels.at("B-Y").actual, 1u);
}

}  // namespace
}  // namespace sagitta
