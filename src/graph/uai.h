// A scored graph in the UAI format ("MARKOV"), which toulbar2, libDAI, merlin and others read.
//
// Variables are the nodes, their values the labels of their sets in order. Factors are the nodes,
// then the edges: exp(score - the factor's largest score), so that nothing overflows.
#pragma once

#include <string>

#include "graph/graph_scores.h"

namespace sagitta {

/// Appends the model to `text`. Returns the sum of the scores that were subtracted:
/// log Z = log Z of the file + it. Throws Error(kData) if all labels of a node, or all pairs of an
/// edge, are forbidden.
double AppendUai(const GraphShape& shape, const GraphScoresOf<double>& scores, std::string& text);

}  // namespace sagitta
