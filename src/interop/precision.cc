// Takes a model apart and builds it again.
#include "interop/precision.h"

#include "interop/model_builder.h"

namespace sagitta::internal {
namespace {

/// A copy with every weight times `factor`.
std::shared_ptr<const ModelData> Rebuild(const ModelData& model, Precision precision,
                                         double factor) {
  ModelBuilder builder;
  for (std::uint32_t id = 0; id < model.labels.size(); ++id) {
    builder.AddLabel(model.labels.Name(id));
  }
  for (std::uint32_t a = 0; a < model.node_names.size(); ++a) {
    builder.BeginNode(model.node_names.Name(a));
    for (std::uint64_t k = model.node.begin[a]; k < model.node.begin[a + 1]; ++k) {
      builder.AddNode(model.node.slot[k], factor * model.node.Weight(k));
    }
  }
  for (std::uint64_t k = 0; k < model.edge.begin[1]; ++k) {
    builder.AddTransition(model.edge.slot[k], factor * model.edge.Weight(k));
  }
  for (std::uint32_t a = 0; a < model.edge_names.size(); ++a) {
    builder.BeginEdge(model.edge_names.Name(a));
    for (std::uint64_t k = model.edge.begin[a + 1]; k < model.edge.begin[a + 2]; ++k) {
      builder.AddEdge(model.edge.slot[k], factor * model.edge.Weight(k));
    }
  }
  return builder.Build(precision,
                       {model.options, model.settings, model.certificate, model.constraints});
}

}  // namespace

std::shared_ptr<const ModelData> ConvertPrecision(const ModelData& model, Precision precision) {
  return Rebuild(model, precision, 1);
}

std::shared_ptr<const ModelData> ScaleWeights(const ModelData& model, double factor) {
  return Rebuild(model, model.precision, factor);
}

}  // namespace sagitta::internal
