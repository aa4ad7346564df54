// Chooses example sequences by their scores, and writes them as JSON.
#include "report/example_choice.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "report/test_run.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

/// The up to three most probable other labels with a probability of at least 1%.
Json Others(std::span<const double> marginals, std::uint32_t chosen,
            const std::vector<std::string>& labels) {
  std::vector<std::pair<double, std::size_t>> others;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (k != chosen && marginals[k] >= 0.01) others.emplace_back(-marginals[k], k);
  }
  std::sort(others.begin(), others.end());
  others.resize(std::min<std::size_t>(others.size(), 3));
  Json list = Json::array();
  for (const auto& [negative, k] : others) list.push_back({labels[k], -negative});
  return list;
}

}  // namespace

ExampleChoice::ExampleChoice(const std::vector<std::string>& labels, const TokenWord& word,
                             std::size_t count)
    : labels_(labels), word_(word), count_(count) {}

void ExampleChoice::Offer(const TaggedSequence& tagged) {
  const std::size_t length = tagged.predicted.size();
  double worst_mistake = 0;
  double sum = 0;
  for (std::size_t t = 0; t < length; ++t) {
    const double probability = tagged.Probability(t, labels_.size());
    sum += probability;
    if (tagged.sequence.labels()[t] != tagged.predicted[t]) {
      worst_mistake = std::max(worst_mistake, probability);
    }
  }
  Keep(first_, -static_cast<double>(index_), tagged);
  if (worst_mistake > 0) Keep(mistakes_, worst_mistake, tagged);
  Keep(unsure_, -sum / static_cast<double>(length), tagged);
  ++index_;
}

void ExampleChoice::Keep(std::vector<Kept>& kept, double score, const TaggedSequence& tagged) {
  const auto lower = [](const Kept& a, const Kept& b) { return a.score < b.score; };
  if (count_ == 0) return;
  if (kept.size() == count_) {
    const auto lowest = std::min_element(kept.begin(), kept.end(), lower);
    if (score <= lowest->score) return;
    kept.erase(lowest);
  }
  kept.push_back({score, index_, Describe(tagged)});
}

/// The edges between shown nodes, each with the probability of the labels at both ends.
Json ExampleChoice::EdgesJson(const TaggedSequence& tagged, std::size_t shown) const {
  const std::span<const double> pairs = tagged.pairs();
  const std::size_t count = labels_.size();
  Json list = Json::array();
  for (std::size_t e = 0; e < tagged.sequence.edges().size(); ++e) {
    const GraphEdge& edge = tagged.sequence.edges()[e];
    if (std::max(edge.from, edge.to) >= shown) continue;
    const std::size_t pair = tagged.ids[edge.from] * count + tagged.ids[edge.to];
    list.push_back({edge.from, edge.to, edge.type, pairs[e * count * count + pair]});
  }
  return list;
}

std::string ExampleChoice::Describe(const TaggedSequence& tagged) const {
  const Sequence& sequence = tagged.sequence;
  const std::size_t length = std::min(sequence.size(), kShownTokens);
  Json tokens = Json::array();
  for (std::size_t t = 0; t < length; ++t) {
    Json token = {{"text", word_.Of(sequence, t)},
                  {"label", tagged.predicted[t]},
                  {"p", tagged.Probability(t, labels_.size())}};
    if (sequence.labels()[t] != tagged.predicted[t]) token["true"] = sequence.labels()[t];
    Json others = Others(tagged.marginals.subspan(t * labels_.size(), labels_.size()),
                         tagged.ids[t], labels_);
    if (!others.empty()) token["others"] = std::move(others);
    if (!tagged.given.empty() && tagged.given[t]) token["given"] = true;
    tokens.push_back(std::move(token));
  }
  Json example = {{"index", index_ + 1},
                  {"line", sequence.first_line()},
                  {"left_out", sequence.size() - length},
                  {"tokens", std::move(tokens)}};
  if (sequence.is_graph()) example["edges"] = EdgesJson(tagged, length);
  return example.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json ExampleChoice::ToJson() const {
  Json list = Json::array();
  std::set<std::uint64_t> shown;
  const std::pair<const char*, const std::vector<Kept>*> kinds[] = {
      {"mistakes", &mistakes_}, {"unsure", &unsure_}, {"first", &first_}};
  for (const auto& [kind, kept] : kinds) {
    std::vector<const Kept*> order;
    for (const Kept& one : *kept) order.push_back(&one);
    std::sort(order.begin(), order.end(), [](const Kept* a, const Kept* b) {
      return a->score != b->score ? a->score > b->score : a->index < b->index;
    });
    for (const Kept* one : order) {
      if (!shown.insert(one->index).second) continue;
      Json example = {{"kind", kind}};
      example.update(Json::parse(one->json));
      list.push_back(std::move(example));
    }
  }
  return list;
}

}  // namespace sagitta
