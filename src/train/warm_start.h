// Warm starts: the weights of a model in the layout of another corpus.
#pragma once

#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "model/model_data.h"

namespace sagitta {

/// The flat vector of `layout`: for each weight the model's with the same names, zero when it has
/// none.
std::vector<double> WeightsFrom(const internal::ModelData& model,
                                const internal::Dictionaries& names, const Layout& layout);

}  // namespace sagitta
