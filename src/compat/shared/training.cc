// The choice of sequences for error rates.
#include "compat/shared/training.h"

#include <cstdint>
#include <vector>

namespace sagitta::compat {

Corpus ErrorSample(const Corpus& corpus) {
  constexpr std::uint64_t kMost = 500;
  const std::uint64_t all = corpus.Size().sequences;
  if (all <= kMost) return corpus;
  std::vector<std::uint32_t> some;
  for (std::uint64_t k = 0; k < kMost; ++k) {
    some.push_back(static_cast<std::uint32_t>(k * all / kMost));
  }
  return corpus.Select(some);
}

}  // namespace sagitta::compat
