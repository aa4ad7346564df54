// The kernel of line searches on the dual: the entropy of a distribution on the segment between two
// others, and its derivatives.
#pragma once

#include <cstddef>

namespace sagitta::kernels {

/// The entropy -sum m log m over the cells of a distribution, and the sums in its derivatives.
struct EntropySums {
  double value = 0;      // -sum m log m
  double slope = 0;      // -sum d log m; the term -sum d is zero and omitted
  double curvature = 0;  // -sum d^2 / m
};

/// A point on the segment: m_k = on_from * from_k + on_to * to_k, plus 1 in the observed cell, and
/// d_k = on_difference * (to_k - from_k).
struct EntropySegment {
  double on_from = 0;
  double on_to = 0;
  double on_difference = 0;
};

/// Computed in double for every Real. In logarithms and quotients, m is at least 1e-30; a negative
/// m, which only rounding can cause, contributes no entropy. REQUIRES: observed < count.
template <class Real>
EntropySums SegmentEntropy(std::size_t count, const Real* from, const Real* to,
                           std::size_t observed, const EntropySegment& segment);

}  // namespace sagitta::kernels
