// ViterbiStep as the formula has it; the tests hold the vector version against it.
#include "kernels/viterbi.h"

namespace sagitta::kernels {

void ViterbiStepReference(std::size_t labels, const double* previous, const double* edge,
                          double* best, std::uint16_t* back) {
  const std::size_t stride = ViterbiStride(labels);
  for (std::size_t j = 0; j < stride; ++j) {
    best[j] = previous[0] + edge[j];
    back[j] = 0;
    for (std::size_t i = 1; i < labels; ++i) {
      const double candidate = previous[i] + edge[i * stride + j];
      if (candidate > best[j]) {
        best[j] = candidate;
        back[j] = static_cast<std::uint16_t>(i);
      }
    }
  }
}

}  // namespace sagitta::kernels
