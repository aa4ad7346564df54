// A model's weights in another precision, or all of them larger or smaller.
#pragma once

#include <memory>

#include "model/model_data.h"

namespace sagitta::internal {

/// The contract of Model::WithPrecision.
std::shared_ptr<const ModelData> ConvertPrecision(const ModelData& model, Precision precision);

/// The contract of Model::Scaled, whose factor is good.
std::shared_ptr<const ModelData> ScaleWeights(const ModelData& model, double factor);

}  // namespace sagitta::internal
