// Building a model from a layout and its weights: keep what is not zero.
#include "model/model_data.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/model_storage.h"
#include "sagitta/error.h"
#include "text/read_options.h"

namespace sagitta::internal {
namespace {

template <class Real, class Slot>
void AppendWeight(std::uint32_t slot, double weight, std::vector<Real>& weights,
                  OwnedRows<Slot>& rows) {
  const Real stored = static_cast<Real>(weight);
  if (!std::isfinite(stored)) {
    throw Error(ErrorKind::kData, "a weight is too large to be stored: " + std::to_string(weight));
  }
  if (stored == 0) return;
  rows.slot.push_back(static_cast<Slot>(slot));
  weights.push_back(stored);
}

/// Appends the weights of one row; false when none is left, and then no row was appended.
template <class Slot>
bool AppendRow(std::span<const std::uint32_t> slots, std::span<const double> weights,
               Precision precision, bool keep_empty, OwnedRows<Slot>& rows) {
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (precision == Precision::kFloat) {
      AppendWeight(slots[k], weights[k], rows.weight32, rows);
    } else {
      AppendWeight(slots[k], weights[k], rows.weight64, rows);
    }
  }
  if (rows.slot.size() == rows.begin.back() && !keep_empty) return false;
  rows.begin.push_back(rows.slot.size());
  return true;
}

/// The rows [first_row, table.rows()) belong to the attributes 0, 1, ... of `names`.
template <class Slot>
void AppendAttributes(const Dictionary& names, const RowTable& table, std::size_t first_row,
                      std::span<const double> weights, Precision precision, Dictionary& kept_names,
                      OwnedRows<Slot>& kept_rows) {
  for (std::size_t row = first_row; row < table.rows(); ++row) {
    const std::span<const std::uint32_t> slots = table.Slots(row);
    const auto row_weights = weights.subspan(table.begin[row], slots.size());
    if (AppendRow(slots, row_weights, precision, false, kept_rows)) {
      kept_names.Intern(names.Name(static_cast<std::uint32_t>(row - first_row)));
    }
  }
}

}  // namespace

ModelData::ModelData() : storage_(std::make_unique<Storage>()) {}
ModelData::~ModelData() = default;

std::shared_ptr<const ModelData> ModelData::Build(const Dictionaries& names, const Layout& layout,
                                                  std::span<const double> weights,
                                                  Precision precision, ModelExtras extras) {
  const std::shared_ptr<ModelData> model(new ModelData);
  Storage& own = *model->storage_;
  own.labels = names.labels;
  AppendAttributes(names.node, layout.node, 0, weights.first(layout.node.weights()), precision,
                   own.node_names, own.node);
  const auto edge_weights = weights.subspan(layout.edge_offset(), layout.edge.weights());
  for (std::uint32_t type = 0; type < layout.types; ++type) {
    const std::span<const std::uint32_t> pairs = layout.edge.Slots(type);
    AppendRow(pairs, edge_weights.subspan(layout.edge.begin[type], pairs.size()), precision, true,
              own.edge);
  }
  AppendAttributes(names.edge, layout.edge, layout.types, edge_weights, precision, own.edge_names,
                   own.edge);

  model->labels = own.labels.View();
  model->node_names = own.node_names.View();
  model->edge_names = own.edge_names.View();
  model->node = own.node.View();
  model->edge = own.edge.View();
  model->node_scoring = ScoringRows(model->node, layout.labels);
  model->precision = precision;
  model->settings = std::move(extras.settings);
  model->certificate = extras.certificate;
  model->options = ResolveReadOptions(std::move(extras.options));
  model->options.labelled = true;
  model->constraints = std::move(extras.constraints);
  model->inference = std::move(extras.inference);
  if (!model->graph() || names.types.size() == 0) return model;
  model->types.clear();
  for (std::uint32_t type = 0; type < names.types.size(); ++type) {
    model->types.emplace_back(names.types.Name(type));
  }
  return model;
}

bool ModelData::Symmetric(std::uint32_t type) const {
  const std::vector<std::string>& symmetric = options.symmetric;
  return std::find(symmetric.begin(), symmetric.end(), types[type]) != symmetric.end();
}

}  // namespace sagitta::internal
