// Model: the public interface to ModelData.
#include "sagitta/model.h"

#include <cmath>
#include <utility>

#include "interop/formats.h"
#include "interop/model_builder.h"
#include "model/model_data.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

/// Visits the pairs of labels in one row of edge weights.
void VisitEdgeRow(const internal::ModelData& data, std::size_t row, WeightEntry entry,
                  const std::function<void(const WeightEntry&)>& visit) {
  const std::uint32_t labels = data.labels.size();
  for (std::uint64_t k = data.edge.begin[row]; k < data.edge.begin[row + 1]; ++k) {
    entry.from = data.labels.Name(data.edge.slot[k] / labels);
    entry.to = data.labels.Name(data.edge.slot[k] % labels);
    entry.weight = data.edge.Weight(k);
    visit(entry);
  }
}

}  // namespace

Model::Model(std::shared_ptr<const internal::ModelData> data) : data_(std::move(data)) {}

Model Model::Load(const std::string& path) { return Model(internal::LoadModel(path)); }

Model Model::FromBytes(std::string bytes) {
  return Model(internal::LoadModel("<memory>", internal::FileImage::Of(std::move(bytes))));
}

ModelFormat Model::Recognise(const std::string& path) { return internal::RecogniseModel(path); }

void Model::Save(const std::string& path, ModelFormat format) const {
  internal::SaveModel(*data_, path, format);
}

std::string Model::ToBytes(ModelFormat format) const {
  return internal::ModelBytes(*data_, format);
}

Model Model::WithPrecision(Precision precision) const {
  return Model(internal::ConvertPrecision(*data_, precision));
}

Model Model::Scaled(double factor) const {
  if (!(factor > 0) || !std::isfinite(factor)) {
    throw Error(ErrorKind::kUsage, "Scaled: the factor must be finite and above 0");
  }
  return Model(internal::ScaleWeights(*data_, factor));
}

std::vector<std::string> Model::labels() const {
  std::vector<std::string> names;
  names.reserve(data_->labels.size());
  for (std::uint32_t id = 0; id < data_->labels.size(); ++id) {
    names.emplace_back(data_->labels.Name(id));
  }
  return names;
}

std::uint64_t Model::node_attribute_count() const { return data_->node_names.size(); }
std::uint64_t Model::edge_attribute_count() const { return data_->edge_names.size(); }
std::uint64_t Model::weight_count() const { return data_->node.weights() + data_->edge.weights(); }
const std::map<std::string, std::string>& Model::settings() const { return data_->settings; }
const Certificate& Model::certificate() const { return data_->certificate; }
const Constraints& Model::constraints() const { return data_->constraints; }
ReadOptions Model::read_options() const { return data_->options; }

void Model::ForEachWeight(const std::function<void(const WeightEntry&)>& visit) const {
  const internal::ModelData& data = *data_;
  for (std::uint32_t a = 0; a < data.node_names.size(); ++a) {
    WeightEntry entry{WeightEntry::Kind::kNode, data.node_names.Name(a), {}, {}, 0};
    for (std::uint64_t k = data.node.begin[a]; k < data.node.begin[a + 1]; ++k) {
      entry.to = data.labels.Name(data.node.slot[k]);
      entry.weight = data.node.Weight(k);
      visit(entry);
    }
  }
  for (std::size_t type = 0; type < data.types.size(); ++type) {
    VisitEdgeRow(data, type, {WeightEntry::Kind::kTransition, data.types[type], {}, {}, 0}, visit);
  }
  for (std::uint32_t a = 0; a < data.edge_names.size(); ++a) {
    VisitEdgeRow(data, data.EdgeRow(a),
                 {WeightEntry::Kind::kEdge, data.edge_names.Name(a), {}, {}, 0}, visit);
  }
}

}  // namespace sagitta
