// ModelBuilder: collects rows as they come and puts them into the order of a Layout at the end.
#include "interop/model_builder.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "sagitta/error.h"

namespace sagitta::internal {

bool ModelBuilder::AddLabel(std::string_view name) {
  const std::uint32_t before = names_.labels.size();
  return names_.labels.Intern(name) == before;
}

bool ModelBuilder::BeginNode(std::string_view name) {
  node_.begin.push_back(node_.slot.size());
  return names_.node.Intern(name) + std::size_t{1} == node_.begin.size();
}

bool ModelBuilder::BeginEdge(std::string_view name) {
  edge_.begin.push_back(edge_.slot.size());
  return names_.edge.Intern(name) + std::size_t{1} == edge_.begin.size();
}

void ModelBuilder::AddTransition(std::uint32_t pair, double weight) {
  if (transitions_.empty()) transitions_.resize(std::size_t{labels()} * labels(), 0.0);
  transitions_[pair] += weight;
}

/// Sorts the slots of each row; most rows are sorted already.
void ModelBuilder::SortRows(Rows& rows) {
  std::vector<std::pair<std::uint32_t, double>> row;
  for (std::size_t r = 0; r < rows.begin.size(); ++r) {
    const std::uint64_t begin = rows.begin[r];
    const std::uint64_t end = r + 1 < rows.begin.size() ? rows.begin[r + 1] : rows.slot.size();
    const auto first = rows.slot.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = rows.slot.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::adjacent_find(first, last, std::greater_equal<>()) == last) continue;
    row.clear();
    for (std::uint64_t k = begin; k < end; ++k) row.emplace_back(rows.slot[k], rows.weight[k]);
    std::sort(row.begin(), row.end());
    for (std::uint64_t k = begin; k < end; ++k) {
      std::tie(rows.slot[k], rows.weight[k]) = row[k - begin];
    }
    if (std::adjacent_find(first, last) != last) {
      throw Error(ErrorKind::kData, "an attribute has two weights for the same label");
    }
  }
}

void ModelBuilder::AppendRows(const Rows& rows, RowTable& table, std::vector<double>& weights) {
  const std::uint64_t offset = table.begin.back();
  table.slot.insert(table.slot.end(), rows.slot.begin(), rows.slot.end());
  weights.insert(weights.end(), rows.weight.begin(), rows.weight.end());
  for (std::size_t r = 1; r < rows.begin.size(); ++r) {
    table.begin.push_back(offset + rows.begin[r]);
  }
  if (!rows.begin.empty()) table.begin.push_back(table.slot.size());
}

std::shared_ptr<const ModelData> ModelBuilder::Build(Precision precision, ModelExtras extras) {
  SortRows(node_);
  SortRows(edge_);
  Layout layout;
  layout.labels = labels();
  layout.node.width = labels();
  layout.edge.width = labels() * labels();
  std::vector<double> weights;
  weights.reserve(node_.weight.size() + transitions_.size() + edge_.weight.size());
  AppendRows(std::exchange(node_, {}), layout.node, weights);

  layout.edge.slot.resize(transitions_.size());
  std::iota(layout.edge.slot.begin(), layout.edge.slot.end(), 0u);
  layout.edge.begin.push_back(transitions_.size());
  weights.insert(weights.end(), transitions_.begin(), transitions_.end());
  transitions_ = {};
  AppendRows(std::exchange(edge_, {}), layout.edge, weights);
  const Dictionaries names = std::exchange(names_, {});
  return ModelData::Build(names, layout, weights, precision, std::move(extras));
}

ModelExtras ImportedExtras(std::string_view tool, ReadOptions options) {
  ModelExtras extras;
  extras.options = std::move(options);
  extras.settings["imported"] = std::string(tool);
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  extras.certificate = {unknown, unknown, unknown, unknown};
  return extras;
}

namespace {

/// A copy with every weight multiplied by `factor`.
std::shared_ptr<const ModelData> Rebuild(const ModelData& model, Precision precision,
                                         double factor) {
  const auto dictionary = [](const DictionaryView& names) {
    Dictionary copy;
    for (std::uint32_t id = 0; id < names.size(); ++id) copy.Intern(names.Name(id));
    return copy;
  };
  Dictionaries names{
      dictionary(model.labels), dictionary(model.node_names), dictionary(model.edge_names), {}};
  for (const std::string& type : model.types) names.types.Intern(type);
  Layout layout;
  layout.labels = model.labels.size();
  layout.types = static_cast<std::uint32_t>(model.types.size());
  std::vector<double> weights;
  weights.reserve(model.node.weights() + model.edge.weights());
  const auto append = [&](const auto& rows, std::uint32_t width, RowTable& table) {
    table.width = width;
    table.begin.assign(rows.begin.begin(), rows.begin.end());
    table.slot.assign(rows.slot.begin(), rows.slot.end());
    for (std::uint64_t k = 0; k < rows.weights(); ++k) weights.push_back(factor * rows.Weight(k));
  };
  append(model.node, layout.labels, layout.node);
  append(model.edge, layout.labels * layout.labels, layout.edge);
  return ModelData::Build(
      names, layout, weights, precision,
      {model.options, model.settings, model.certificate, model.constraints, model.inference});
}

}  // namespace

std::shared_ptr<const ModelData> ConvertPrecision(const ModelData& model, Precision precision) {
  return Rebuild(model, precision, 1);
}

std::shared_ptr<const ModelData> ScaleWeights(const ModelData& model, double factor) {
  return Rebuild(model, model.precision, factor);
}

}  // namespace sagitta::internal
