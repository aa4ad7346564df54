// Warm starts: converts the weights of a model to the layout of another corpus.
#pragma once

#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "model/model_data.h"

namespace sagitta {

/// The flat vector of `layout`: each weight is that of the model with the same names, or zero.
std::vector<double> WeightsFrom(const internal::ModelData& model,
                                const internal::Dictionaries& names, const Layout& layout);

}  // namespace sagitta
