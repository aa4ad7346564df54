// StartWeights: the weights of the model to start from, and the part of them that training leaves
// as it is.
//
// The weights w of the model to be are u + c, where u is what the method trains:
//
//   no model to start from   c = 0, u starts at 0
//   penalty size             c has the weights without a row, on which the loss does not depend;
//                            u starts with the others
//   penalty change           c is all of the given weights w_0, u = w - w_0 starts at 0
#pragma once

#include <span>
#include <vector>

#include "objective/weight_map.h"
#include "train/training_input.h"

namespace sagitta {

/// Everywhere a weight vector is the flat one of the input's layout.
class StartWeights {
 public:
  /// The map is that of the training.
  StartWeights(const TrainingInput& input, const WeightMap& map);

  /// The c of an objective whose penalties are those of w - c; empty: they are those of w.
  std::span<const double> center() const;
  /// The first u. Can be asked once. REQUIRES: there is a model to start from.
  std::vector<double> TakeTrained();
  /// Makes w out of u.
  void AddFixed(std::span<double> weights) const;

 private:
  std::vector<double> given_;  // of the model; empty: there is none, or its weights were taken
  std::vector<double> fixed_;  // c; empty: zero
  bool penalizes_change_;
};

}  // namespace sagitta
