// Paths of lambdas: their values, when they end, and which value is chosen.
//
// A path leads from strong to weak regularisation, and every value starts from the weights of the
// one before. Their scores rise, then fall or stay: the best value is usually near 1/n, but on some
// tasks it is a hundred times weaker (bench/path).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/state.h"
#include "sagitta/train.h"

namespace sagitta {

/// The automatic path, in units of 1/n: two values per factor of ten.
inline constexpr double kStrongestAutomatic = 10;
inline constexpr double kWeakestAutomatic = 0.001;
inline constexpr std::uint32_t kAutomaticCount = 9;

/// `n`: the number of sequences.
LambdaPath AutomaticPath(double n);

/// Value k of a path. REQUIRES: k < path.count.
double PathLambda(const LambdaPath& path, std::uint32_t k);

/// Whether the last kPathPatience scores are no better than the best one before them. One or two
/// lower scores do not end a path: scores of neighbouring values differ by chance, too.
bool HasStoppedImproving(std::span<const double> scores);

struct MeanScore {
  double mean = 0;
  double standard_error = 0;  // of the mean: sqrt(sum_k (s_k - mean)^2 / (K - 1) / K)
};

/// REQUIRES: at least two scores.
MeanScore MeanOf(std::span<const double> scores);

/// The value with the best mean score, the stronger one of equals. REQUIRES: not empty.
std::size_t BestPoint(std::span<const PathPoint> points);

/// The one-standard-error rule (Breiman et al. 1984): the strongest value whose mean score is
/// at least that of the best one minus the standard error of the best one. REQUIRES: not empty.
std::size_t StrongestNearBest(std::span<const PathPoint> points);

/// Saves or loads the points of a path.
void TransferPath(State& state, std::vector<PathPoint>& points);

}  // namespace sagitta
