// Selects weights in one pass with small heaps, so that memory does not grow with the model.
#include "report/strongest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_map>

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;
using Kind = WeightEntry::Kind;
using LabelIndex = std::unordered_map<std::string_view, std::size_t>;

/// Maps each label to its index. The keys are views into `labels`.
LabelIndex IndexOf(const std::vector<std::string>& labels) {
  LabelIndex index;
  for (std::size_t k = 0; k < labels.size(); ++k) index.emplace(labels[k], k);
  return index;
}

/// The `most` labels with the largest sums of |transition weight|, in the order of the model.
std::vector<std::size_t> StrongLabels(const Model& model, const LabelIndex& index,
                                      std::size_t count, std::size_t most) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (count <= most) return order;
  std::vector<double> strength(count);
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind != Kind::kTransition) return;
    strength[index.at(entry.from)] += std::abs(entry.weight);
    strength[index.at(entry.to)] += std::abs(entry.weight);
  });
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return strength[a] > strength[b]; });
  order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

/// The `capacity` largest values of `sign` * weight. Ties are broken in favour of earlier weights.
class Strongest {
 public:
  Strongest(std::size_t capacity, double sign) : capacity_(capacity), sign_(sign) {}

  void Offer(const WeightEntry& entry) {
    const double strength = sign_ * entry.weight;
    if (!(strength > 0)) return;
    if (heap_.size() == capacity_ && strength <= heap_.front().strength) return;
    if (heap_.size() == capacity_) {
      std::pop_heap(heap_.begin(), heap_.end(), Weaker);
      heap_.pop_back();
    }
    heap_.push_back({strength, ++met_, std::string(entry.attribute), std::string(entry.from)});
    std::push_heap(heap_.begin(), heap_.end(), Weaker);
  }

  Json ToJson() {
    std::sort_heap(heap_.begin(), heap_.end(), Weaker);
    Json list = Json::array();
    for (const Kept& kept : heap_) {
      Json entry = {kept.attribute, sign_ * kept.strength};
      if (!kept.from.empty()) entry.push_back(kept.from);
      list.push_back(std::move(entry));
    }
    return list;
  }
  std::size_t size() const { return heap_.size(); }

 private:
  struct Kept {
    double strength;
    std::uint64_t met;
    std::string attribute;
    std::string from;
  };
  /// Keeps the weakest entry at the front of the heap.
  static bool Weaker(const Kept& a, const Kept& b) {
    return a.strength != b.strength ? a.strength > b.strength : a.met < b.met;
  }

  std::size_t capacity_;
  double sign_;
  std::uint64_t met_ = 0;
  std::vector<Kept> heap_;
};

}  // namespace

Json TransitionsJson(const Model& model) {
  const std::vector<std::string> labels = model.labels();
  const LabelIndex index = IndexOf(labels);
  const std::vector<std::size_t> shown =
      StrongLabels(model, index, labels.size(), kShownTransitionLabels);
  std::vector<std::size_t> place(labels.size(), shown.size());
  Json names = Json::array();
  for (std::size_t k = 0; k < shown.size(); ++k) {
    place[shown[k]] = k;
    names.push_back(labels[shown[k]]);
  }
  // By type, in the order of their names; chains have one, without a name.
  std::map<std::string, std::vector<std::vector<Json>>, std::less<>> types;
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind != Kind::kTransition) return;
    const std::size_t from = place[index.at(entry.from)];
    const std::size_t to = place[index.at(entry.to)];
    if (from >= shown.size() || to >= shown.size()) return;
    auto& weights = types[std::string(entry.attribute)];
    if (weights.empty()) weights.assign(shown.size(), std::vector<Json>(shown.size()));
    weights[from][to] = entry.weight;
  });
  Json list = Json::array();
  for (const auto& [type, weights] : types) list.push_back({{"type", type}, {"weights", weights}});
  return {{"labels", names}, {"left_out", labels.size() - shown.size()}, {"types", list}};
}

Json AttributesJson(const Model& model, std::uint32_t count) {
  const std::vector<std::string> labels = model.labels();
  const LabelIndex index = IndexOf(labels);
  const std::size_t room = kShownAttributes / (2 * std::max<std::size_t>(labels.size(), 1));
  const std::size_t each = std::min<std::size_t>(count, std::max<std::size_t>(room, 3));
  std::vector<Strongest> above(labels.size(), Strongest(each, 1));
  std::vector<Strongest> below(labels.size(), Strongest(each, -1));
  std::uint64_t all = 0;
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind == Kind::kTransition) return;
    ++all;
    const std::size_t label = index.at(entry.to);
    above[label].Offer(entry);
    below[label].Offer(entry);
  });
  Json list = Json::array();
  std::uint64_t shown = 0;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    shown += above[k].size() + below[k].size();
    list.push_back(
        {{"label", labels[k]}, {"for", above[k].ToJson()}, {"against", below[k].ToJson()}});
  }
  return {{"labels", std::move(list)}, {"shown", shown}, {"all", all}};
}

}  // namespace sagitta
