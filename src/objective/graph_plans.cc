// Shapes from a data set, plans from shapes.
#include "objective/graph_plans.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "sagitta/error.h"

namespace sagitta {

// ---- EngineChoice ----

std::string EngineChoice::Text() const {
  std::string text(NameOf(inference));
  if (inference != Inference::kJunction) return text;
  char number[32];
  const auto end = std::to_chars(number, number + sizeof number, settings.clique_states);
  return text + " " + std::string(number, end.ptr);
}

bool EngineChoice::FromText(std::string_view text, EngineChoice& choice) {
  const std::size_t space = std::min(text.find(' '), text.size());
  if (!FindInference(text.substr(0, space), choice.inference)) return false;
  if (space == text.size()) return true;
  const char* const end = text.data() + text.size();
  const auto [stop, error] =
      std::from_chars(text.data() + space + 1, end, choice.settings.clique_states);
  return error == std::errc() && stop == end && choice.settings.clique_states >= 1;
}

// ---- Shapes ----

GraphShapes::GraphShapes(const Dataset& shard) : shard_(shard) {
  const GraphParts& graphs = shard.graphs;
  if (graphs.label_set.empty() && graphs.given.empty()) return;
  set_at_.push_back(0);
  label_at_.push_back(0);
  for (ExampleId i = 0; i < shard.examples(); ++i) AddSets(i);
}

// A given label is the only one of its node. One that is not known does not restrict anything.
void GraphShapes::AddSets(ExampleId i) {
  const GraphParts& graphs = shard_.graphs;
  const auto given = [&](std::uint64_t t) {
    return !graphs.given.empty() && graphs.given[t] != 0 && shard_.label[t] < shard_.labels;
  };
  const auto set = [&](std::uint64_t t) {
    return graphs.label_set.empty() ? 0 : graphs.label_set[t];
  };
  const std::uint64_t first = shard_.token_begin[i], end = shard_.token_begin[i + 1];
  bool restricted = false;
  for (std::uint64_t t = first; t < end; ++t) restricted = restricted || given(t) || set(t) != 0;
  if (restricted) {
    const std::size_t start = label_.size();
    begin_.push_back(0);
    for (std::uint64_t t = first; t < end; ++t) {
      if (given(t)) {
        label_.push_back(shard_.label[t]);
      } else if (set(t) != 0) {
        const auto at = graphs.set_label.begin();
        label_.insert(label_.end(), at + static_cast<std::ptrdiff_t>(graphs.set_begin[set(t)]),
                      at + static_cast<std::ptrdiff_t>(graphs.set_begin[set(t) + 1]));
      } else {
        for (std::uint32_t k = 0; k < shard_.labels; ++k) label_.push_back(static_cast<LabelId>(k));
      }
      begin_.push_back(static_cast<std::uint32_t>(label_.size() - start));
    }
  }
  set_at_.push_back(begin_.size());
  label_at_.push_back(label_.size());
}

GraphShape GraphShapes::Of(ExampleId i) const {
  GraphShape shape;
  shape.nodes = static_cast<std::uint32_t>(shard_.length(i));
  shape.labels = shard_.labels;
  shape.edge_types = shard_.edge_types();
  shape.edges = std::span(shard_.graphs.edge).subspan(shard_.graphs.edge_begin[i], shard_.edges(i));
  if (set_at_.empty() || set_at_[i] == set_at_[i + 1]) return shape;
  shape.label_begin = std::span(begin_).subspan(set_at_[i], set_at_[i + 1] - set_at_[i]);
  shape.label = std::span(label_).subspan(label_at_[i], label_at_[i + 1] - label_at_[i]);
  return shape;
}

// ---- Plans ----

GraphPlans::GraphPlans(const Dataset& shard, const EngineChoice& choice,
                       const std::function<std::string(ExampleId)>& where)
    : shard_(shard), choice_(choice), shapes_(shard) {
  plans_.reserve(shard.examples());
  for (ExampleId i = 0; i < shard.examples(); ++i) {
    try {
      plans_.push_back(MakePlan(choice.inference, shapes_.Of(i), choice.settings));
    } catch (const Error& error) {
      if (!where) throw;
      throw Error(error.kind(), where(i) + ": " + error.what());
    }
  }
}

std::size_t GraphPlans::memory() const {
  std::size_t bytes = 0;
  for (const auto& plan : plans_) bytes += plan->memory();
  return bytes;
}

}  // namespace sagitta
