// One pass over the test data that collects everything a page shows about it.
#include "report/test_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "report/confusion.h"
#include "report/example_choice.h"
#include "sagitta/error.h"
#include "sagitta/tagger.h"
#include "sagitta/tagging.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

Json CountsJson(const MatchCounts& counts) {
  return {{"precision", counts.Precision()},
          {"recall", counts.Recall()},
          {"f1", counts.F1()},
          {"correct", counts.correct},
          {"predicted", counts.predicted},
          {"actual", counts.actual}};
}

Json TableJson(const std::map<std::string, MatchCounts>& rows) {
  Json table = Json::array();
  for (const auto& [name, counts] : rows) {
    Json row = {{"name", name}};
    row.update(CountsJson(counts));
    table.push_back(std::move(row));
  }
  return table;
}

/// How often predictions of a given probability are correct.
class Confidence {
 public:
  void Add(double probability, bool correct) {
    Bin& bin = bins_[std::clamp(static_cast<int>(probability * 10), 0, 9)];
    ++bin.tokens;
    bin.correct += correct ? 1 : 0;
    bin.sum += probability;
  }
  Json ToJson() const {
    Json list = Json::array();
    for (const Bin& bin : bins_) {
      Json entry = {{"tokens", bin.tokens}, {"correct", bin.correct}};
      if (bin.tokens > 0) entry["mean"] = bin.sum / static_cast<double>(bin.tokens);
      list.push_back(std::move(entry));
    }
    return list;
  }

 private:
  struct Bin {
    std::uint64_t tokens = 0;
    std::uint64_t correct = 0;
    double sum = 0;
  };
  Bin bins_[10];
};

std::vector<bool> GivenNodes(const Sequence& sequence) {
  std::vector<bool> given(sequence.given().empty() ? 0 : sequence.size(), false);
  for (const std::uint32_t node : sequence.given()) given[node] = true;
  return given;
}

// Scores all tokens but those with given labels.
void AddScored(const TaggedSequence& tagged, Evaluator& evaluator) {
  if (tagged.given.empty()) return evaluator.Add(tagged.sequence.labels(), tagged.predicted);
  std::vector<std::string_view> actual, found;
  for (std::size_t t = 0; t < tagged.given.size(); ++t) {
    if (tagged.given[t]) continue;
    actual.push_back(tagged.sequence.labels()[t]);
    found.push_back(tagged.predicted[t]);
  }
  if (!actual.empty()) evaluator.Add(actual, found);
}

// The first sequences: enough to see which attribute is the word.
std::vector<Sequence> ReadSample(SequenceReader& reader) {
  constexpr std::size_t kSample = 200;
  std::vector<Sequence> sample;
  for (Sequence sequence; sample.size() < kSample && reader.Next(sequence);)
    sample.push_back(sequence);
  return sample;
}

void CheckAttribute(const TokenWord& word, const std::string& path,
                    const std::vector<Sequence>& sample) {
  for (const Sequence& sequence : sample) {
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      if (!word.Of(sequence, t).empty()) return;
    }
  }
  throw Error(ErrorKind::kUsage, "token-attribute: no token at the beginning of '" + path +
                                     "' has an attribute '" + word.attribute() + "=...'");
}

}  // namespace

Json TestJson(const Model& model, const std::string& path, std::uint32_t examples,
              const std::string& token_attribute) {
  ReadOptions options = ReadOptionsFor(model, path, {});
  options.labelled = true;
  SequenceReader reader(path, options);
  Tagger tagger(model);
  Evaluator evaluator;
  Confidence confidence;
  const std::vector<std::string> labels = model.labels();
  Confusion confusion(labels);
  TokenWord word(options, token_attribute);
  std::vector<Sequence> sample = ReadSample(reader);
  word.Learn(sample);
  if (!token_attribute.empty()) CheckAttribute(word, path, sample);
  ExampleChoice choice(labels, word, examples);
  std::size_t read = 0;
  const auto next = [&](Sequence& sequence) {
    if (read == sample.size()) return reader.Next(sequence);
    sequence = std::move(sample[read++]);
    return true;
  };
  for (Sequence sequence; next(sequence);) {
    const std::span<const std::string_view> predicted = tagger.TagView(sequence);
    const TaggedSequence tagged{sequence,
                                predicted,
                                tagger.label_ids(),
                                tagger.Marginals(),
                                [&tagger] { return tagger.PairMarginals(); },
                                GivenNodes(sequence)};
    AddScored(tagged, evaluator);
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      if (!tagged.given.empty() && tagged.given[t]) continue;
      confusion.Add(sequence.labels()[t], tagged.ids[t]);
      confidence.Add(tagged.Probability(t, labels.size()), sequence.labels()[t] == predicted[t]);
    }
    choice.Offer(tagged);
  }
  const Evaluation& result = evaluator.result();
  if (result.sequences == 0) {
    throw Error(ErrorKind::kData, {path, 0, 0}, "the test data has no sequence");
  }
  return {{"file", path},
          {"tokens", result.tokens},
          {"correct_tokens", result.correct_tokens},
          {"sequences", result.sequences},
          {"correct_sequences", result.correct_sequences},
          {"has_spans", result.has_spans},
          {"all_spans", CountsJson(result.all_spans)},
          {"labels", TableJson(result.labels)},
          {"spans", result.has_spans ? TableJson(result.spans) : Json::array()},
          {"confusion", confusion.ToJson(kShownConfusionLabels)},
          {"confidence", confidence.ToJson()},
          {"examples", choice.ToJson()}};
}

}  // namespace sagitta
