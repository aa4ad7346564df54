// The kernel of line searches on the dual: the entropy of a distribution on its way to another.
#pragma once

#include <cstddef>

namespace sagitta::kernels {

/// -sum m log m over the cells of a distribution, and what its derivatives are made of.
struct EntropySums {
  double value = 0;      // -sum m log m
  double slope = 0;      // -sum d log m; the terms -sum d are left out: they are zero
  double curvature = 0;  // -sum d^2 / m
};

/// Where a distribution stands: m_k = on_from * from_k + on_to * to_k, plus 1 in the observed cell,
/// and d_k = on_difference * (to_k - from_k).
struct EntropySegment {
  double on_from = 0;
  double on_to = 0;
  double on_difference = 0;
};

/// In double whatever Real is. In logarithms and quotients no m is smaller than 1e-30; a negative
/// one, which only rounding can make, has no entropy. REQUIRES: observed < count.
template <class Real>
EntropySums SegmentEntropy(std::size_t count, const Real* from, const Real* to,
                           std::size_t observed, const EntropySegment& segment);

}  // namespace sagitta::kernels
