// TrwGap: the value of the objective of the TRW bound at locally consistent marginals near given
// ones. A lower bound of the TRW bound, as every value of the objective is.
//
//   theta.b + sum_i c_i H(b_i) + sum_l rho_l H(b_l),   c_i = 1 - sum_l rho_l
//
// Marginals of nodes stay. Those of a link are made to agree with them by scaling columns and rows
// in turn, which changes small probabilities little (Sinkhorn 1967); where that is slow, what is
// missing in rows r and columns s in the end is added as r s^T / |r| (Altschuler, Weed and Rigollet
// 2017).
#pragma once

#include <cstddef>
#include <vector>

#include "graph/reduced_scores.h"

namespace sagitta {

class TrwPlan;

class TrwGap {
 public:
  /// `node` is [nodes][K] of distributions, `pairs` [links][K][K]. Without the constant of the
  /// scores. A pair that is forbidden stays at 0.
  double PrimalValue(const TrwPlan& plan, const ReducedScores<double>& scores, const double* node,
                     const double* pairs);

 private:
  /// Makes pair_ agree with the marginals of its rows and columns.
  void Agree(std::size_t labels, const double* rows, const double* columns);
  double ScaleRows(std::size_t labels, const double* rows);
  void ScaleColumns(std::size_t labels, const double* columns);

  std::vector<double> pair_, scores_, columns_;
};

}  // namespace sagitta
