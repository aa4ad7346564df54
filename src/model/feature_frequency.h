// Leaving out features that are too rare, each judged by itself.
#pragma once

#include "data/dataset.h"
#include "model/layout.h"

namespace sagitta {

/// Takes those features out of the layout whose frequency in the data is below `least`. The
/// frequency of an attribute with a label (or pair of labels) is the sum of its values there, each
/// times the weight of its example; that of a transition is the sum of the weights of the examples
/// at its occurrences. So a sum may be negative, and a feature that was not observed has 0.
/// Cost: a sweep over the data with a binary search for each occurrence.
void DropRareFeatures(const Dataset& data, double least, Layout& layout);

}  // namespace sagitta
