// FiniteScore: scores that are too large, or no numbers.
#pragma once

#include <algorithm>

namespace sagitta {

/// Values of attributes and weights may be anything; scores that overflowed, or are no number at
/// all, must not look like something forbidden.
inline double FiniteScore(double score) {
  constexpr double kMost = 1e290;
  return score > -kMost ? std::min(score, kMost) : -kMost;
}

}  // namespace sagitta
