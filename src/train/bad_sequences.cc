// Bad sequences: found by looking at each pair of labels, repaired by a shortest path.
#include "train/bad_sequences.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "data/corpus_part.h"
#include "eval/spans.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::CorpusData;

class Finder {
 public:
  Finder(const Constraints& constraints, const CorpusData& train)
      : constraints_(constraints), train_(train), names_(train.names->labels.View()) {}

  /// What is wrong with the labels of an example; empty: nothing.
  std::string Problem(ExampleId i) const {
    const Dataset& data = train_.dataset;
    const std::uint64_t length = data.length(i);
    const LabelId* y = data.label.data() + data.token_begin[i];
    const auto at = [](std::uint64_t t) { return " at token " + std::to_string(t + 1); };
    if (!constraints_.first[y[0]]) return "begins with " + Quoted(y[0]) + at(0);
    for (std::uint64_t t = 1; t < length; ++t) {
      if (constraints_.pair[std::size_t{y[t - 1]} * data.labels + y[t]]) continue;
      return "has " + Quoted(y[t]) + " after " + Quoted(y[t - 1]) + at(t);
    }
    if (constraints_.last[y[length - 1]]) return "";
    return "ends with " + Quoted(y[length - 1]) + at(length - 1);
  }

 private:
  std::string Quoted(LabelId label) const { return "'" + std::string(names_.Name(label)) + "'"; }

  const Constraints& constraints_;
  const CorpusData& train_;
  DictionaryView names_;
};

/// Finds the nearest labels that are allowed.
class Repairer {
 public:
  Repairer(const Constraints& constraints, const CorpusData& train)
      : constraints_(constraints), labels_(train.dataset.labels) {
    const DictionaryView names = train.names->labels.View();
    for (std::uint32_t k = 0; k < labels_; ++k) types_.push_back(SpanLabel::Parse(names.Name(k)));
  }

  /// Changes y; returns how many labels, or -1 if no labelling is allowed.
  std::int64_t Repair(std::span<LabelId> y) const {
    const std::size_t length = y.size();
    std::vector<std::uint32_t> cost(labels_), next(labels_);
    std::vector<LabelId> from(length * labels_);
    for (std::size_t k = 0; k < labels_; ++k) {
      cost[k] = constraints_.first[k] ? Change(y[0], k) : kNever;
    }
    for (std::size_t t = 1; t < length; ++t) {
      for (std::size_t to = 0; to < labels_; ++to) {
        const std::size_t best = BestBefore(cost, to);
        from[t * labels_ + to] = static_cast<LabelId>(best);
        next[to] = Sum(BeforeCost(cost, best, to), Change(y[t], to));
      }
      cost.swap(next);
    }
    for (std::size_t k = 0; k < labels_; ++k) {
      if (!constraints_.last[k]) cost[k] = kNever;
    }
    auto label =
        static_cast<std::size_t>(std::min_element(cost.begin(), cost.end()) - cost.begin());
    if (cost[label] == kNever) return -1;
    std::int64_t changed = 0;
    for (std::size_t t = length; t-- > 0; label = from[t * labels_ + label]) {
      changed += y[t] != label ? 1 : 0;
      y[t] = static_cast<LabelId>(label);
    }
    return changed;
  }

 private:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  static std::uint32_t Sum(std::uint32_t a, std::uint32_t b) { return a == kNever ? a : a + b; }
  std::uint32_t Change(std::size_t from, std::size_t to) const {
    if (from == to) return 0;
    return !types_[from].type.empty() && types_[from].type == types_[to].type ? 2 : 3;
  }
  std::uint32_t BeforeCost(const std::vector<std::uint32_t>& cost, std::size_t from,
                           std::size_t to) const {
    return constraints_.pair[from * labels_ + to] ? cost[from] : kNever;
  }
  std::size_t BestBefore(const std::vector<std::uint32_t>& cost, std::size_t to) const {
    std::size_t best = 0;
    for (std::size_t from = 1; from < labels_; ++from) {
      if (BeforeCost(cost, from, to) < BeforeCost(cost, best, to)) best = from;
    }
    return best;
  }

  const Constraints& constraints_;
  std::size_t labels_;
  std::vector<SpanLabel> types_;
};

std::string PlaceText(const CorpusData& train, ExampleId i) {
  const Location place = train.Place(i);
  return place.line > 0 ? place.file + ":" + std::to_string(place.line)
                        : "sequence " + std::to_string(i + 1);
}

std::shared_ptr<const CorpusData> Without(const CorpusData& train,
                                          const std::vector<ExampleId>& left_out) {
  std::vector<std::uint32_t> kept;
  for (ExampleId i = 0; i < train.dataset.examples(); ++i) {
    if (!std::binary_search(left_out.begin(), left_out.end(), i)) kept.push_back(i);
  }
  if (kept.empty()) {
    throw Error(
        ErrorKind::kData,
        "the constraints forbid the labels of every sequence of the training data; are they "
        "the right ones?");
  }
  return internal::SelectSequences(train, kept);
}

/// Changes the labels of `repaired` and returns the sequences for which that is impossible.
std::vector<ExampleId> RepairAll(const Constraints& constraints,
                                 const std::vector<BadSequence>& bad, CorpusData& repaired,
                                 BadSequences& found) {
  const Repairer repairer(constraints, repaired);
  Dataset& data = repaired.dataset;
  std::vector<ExampleId> impossible;
  for (const BadSequence& sequence : bad) {
    const std::uint64_t begin = data.token_begin[sequence.example];
    const std::int64_t changed =
        repairer.Repair({data.label.data() + begin, data.length(sequence.example)});
    if (changed < 0) {
      impossible.push_back(sequence.example);
    } else {
      found.changed_labels += static_cast<std::uint64_t>(changed);
    }
  }
  return impossible;
}

}  // namespace

std::vector<BadSequence> FindBadSequences(const Constraints& constraints, const CorpusData& train) {
  std::vector<BadSequence> bad;
  if (constraints.empty()) return bad;
  const Finder finder(constraints, train);
  for (ExampleId i = 0; i < train.dataset.examples(); ++i) {
    std::string problem = finder.Problem(i);
    if (!problem.empty()) bad.push_back({i, std::move(problem)});
  }
  return bad;
}

void RefuseBadSequences(const Constraints& constraints, const CorpusData& train) {
  const std::vector<BadSequence> bad = FindBadSequences(constraints, train);
  if (bad.empty()) return;
  throw Error(ErrorKind::kData, train.Place(bad[0].example),
              "sequence " + std::to_string(bad[0].example + 1) + " of the training data " +
                  bad[0].problem + ", which the constraints forbid; that is so in " +
                  std::to_string(bad.size()) + " of " + std::to_string(train.dataset.examples()) +
                  " sequences: bad-sequences skip leaves them out, repair changes their labels");
}

std::shared_ptr<const CorpusData> WithoutBadSequences(const TrainSettings& settings,
                                                      const CorpusData& train,
                                                      BadSequences& found) {
  const ConstraintKind kind = settings.constraints.kind;
  const bool can_forbid = kind != ConstraintKind::kNone && kind != ConstraintKind::kObserved;
  if (!can_forbid || settings.bad_sequences == BadSequenceAction::kRefuse) return nullptr;
  std::vector<std::string> labels;
  for (std::uint32_t k = 0; k < train.dataset.labels; ++k) {
    labels.emplace_back(train.names->labels.Name(k));
  }
  const Constraints constraints = MakeConstraints(settings.constraints, labels);
  const std::vector<BadSequence> bad = FindBadSequences(constraints, train);
  if (bad.empty()) return nullptr;
  found.sequences = bad.size();
  found.of = train.dataset.examples();
  for (const BadSequence& sequence : bad) {
    if (found.places.size() == BadSequences::kMostPlaces) break;
    found.places.push_back(PlaceText(train, sequence.example) + " " + sequence.problem);
  }
  std::vector<ExampleId> left_out;
  if (settings.bad_sequences == BadSequenceAction::kSkip) {
    for (const BadSequence& sequence : bad) left_out.push_back(sequence.example);
    found.left_out = left_out.size();
    return Without(train, left_out);
  }
  auto repaired = std::make_shared<CorpusData>(train);
  left_out = RepairAll(constraints, bad, *repaired, found);
  found.left_out = left_out.size();
  return left_out.empty() ? repaired : Without(*repaired, left_out);
}

std::string BadSequences::Text() const {
  const std::uint64_t repaired = sequences - left_out;
  std::string text = std::to_string(sequences) + " of " + std::to_string(of) +
                     " sequences had labels that the constraints forbid: ";
  if (repaired > 0) {
    text += std::to_string(repaired) + " repaired by changing " + std::to_string(changed_labels) +
            (changed_labels == 1 ? " label" : " labels");
  }
  if (left_out > 0) text += (repaired > 0 ? ", " : "") + std::to_string(left_out) + " left out";
  for (std::size_t k = 0; k < places.size(); ++k) text += (k == 0 ? " (" : "; ") + places[k];
  return text + (sequences > places.size() ? "; ...)" : ")");
}

}  // namespace sagitta
