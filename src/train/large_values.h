// Large values: which attributes of a corpus can ruin a training, or are scaled.
#pragma once

#include "data/corpus_data.h"
#include "model/layout.h"
#include "objective/weight_map.h"
#include "sagitta/train.h"

namespace sagitta {

/// The attributes with weights and values above kLargeValue, from the counts of the whole corpus.
LargeValues FindLargeValues(const WeightCounts& counts, const Layout& layout,
                            const internal::Dictionaries& names);

}  // namespace sagitta
