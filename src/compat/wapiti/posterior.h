// Labels chosen token by token, by their marginal probabilities.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sagitta::compat {

/// One label per token, and the product of their marginals.
struct PosteriorAnswer {
  std::vector<std::uint32_t> labels;  // [T], ids
  double product = 1;
};

/// The n answers with the largest products, best first; of equal ones the lower label ids at the
/// last tokens. All when there are fewer. `marginals` is [T][labels].
/// Cost: T * n * labels * log n.
std::vector<PosteriorAnswer> BestPosteriors(std::span<const double> marginals, std::size_t labels,
                                            std::size_t n);

}  // namespace sagitta::compat
