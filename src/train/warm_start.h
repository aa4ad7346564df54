// Warm starts: the features and weights of a model in terms of the names of another corpus.
#pragma once

#include <vector>

#include "data/corpus_data.h"
#include "data/joined_names.h"
#include "model/layout.h"
#include "model/model_data.h"
#include "objective/weight_map.h"
#include "sagitta/train.h"

namespace sagitta {

/// The names of a model.
internal::NameViews NamesOf(const internal::ModelData& model);

/// The flat vector of `layout`: each weight is that of the model with the same names, or zero.
std::vector<double> WeightsFrom(const internal::ModelData& model,
                                const internal::Dictionaries& names, const Layout& layout);

/// The layout and every feature of the model that `names` can express, except for pairs of labels
/// that the layout's constraints forbid.
Layout WithFeaturesOf(const internal::ModelData& model, const internal::Dictionaries& names,
                      const Layout& layout);

/// How the model agrees with the data. `own` is the layout of the data alone, the map that of the
/// training.
FromModel CompareWithData(const internal::ModelData& model, const internal::CorpusData& train,
                          const Layout& own, const WeightMap& map);

/// Weights of the map's layout with zeros where they are trained: what stays as it is.
std::vector<double> UntrainedPart(const WeightMap& map, std::vector<double> weights);

}  // namespace sagitta
