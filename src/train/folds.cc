// Cuts a corpus into runs of nearly equal length, shuffles them, and deals them out.
#include "train/folds.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/rng.h"

namespace sagitta {

std::vector<std::vector<std::uint32_t>> MakeFolds(std::uint32_t sequences, std::uint32_t folds,
                                                  std::uint64_t seed) {
  const std::uint64_t n = sequences;
  const std::uint64_t runs = std::min<std::uint64_t>(n, std::uint64_t{kRunsPerFold} * folds);
  std::vector<std::uint64_t> order(runs);
  std::iota(order.begin(), order.end(), 0);
  Rng rng(seed);
  for (std::uint64_t k = runs; k > 1; --k) {
    std::swap(order[k - 1],
              order[static_cast<std::uint64_t>(rng.Uniform() * static_cast<double>(k))]);
  }
  std::vector<std::vector<std::uint32_t>> parts(folds);
  for (std::uint64_t k = 0; k < runs; ++k) {
    std::vector<std::uint32_t>& part = parts[k % folds];
    for (std::uint64_t i = order[k] * n / runs; i < (order[k] + 1) * n / runs; ++i) {
      part.push_back(static_cast<std::uint32_t>(i));
    }
  }
  for (std::vector<std::uint32_t>& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

}  // namespace sagitta
