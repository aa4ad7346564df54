// GradientMemory: the gradient g_i that each example had when it was last visited (paper,
// section 4.2), in one of four forms; and TableMemory, which is two of them.
//
// Exactly what is stored is what is later subtracted, so d stays the sum of the stored gradients up
// to the rounding of the additions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "base/state.h"
#include "objective/example_sum.h"

namespace sagitta {

template <class Real>
class GradientMemory {
 public:
  virtual ~GradientMemory() = default;

  /// With the change x = g - g_i, where g is the gradient of the example's table:
  /// w += on_w * x, d += on_d * x, and g_i <- g. The table may be overwritten.
  virtual void Replace(const InferredExample<Real>& here, double on_w, double on_d, ExampleId next,
                       LazyWeights<Real>& weights) = 0;
  /// w += on_w * x only; g_i stays.
  virtual void Compare(const InferredExample<Real>& here, double on_w, ExampleId next,
                       LazyWeights<Real>& weights) = 0;

  /// <g_i, w> at the weights w that the example was gathered at.
  virtual double StoredDot(const InferredExample<Real>& here,
                           const LazyWeights<Real>& weights) const = 0;
  /// ||g - g_i||^2. The table stays as it is; lines of the example end.
  virtual double SquaredChange(const InferredExample<Real>& here) = 0;

  /// Starts to fetch what is stored of an example that will soon be replaced.
  virtual void Prefetch(ExampleId) const {}

  virtual std::uint64_t bytes() const = 0;
  virtual void Transfer(State& state) = 0;
};

/// Gradients kept as tables, the result of inference.
///
/// The shape of the tables decides which of the paper's strategies this is: kMixed is "mixed" (node
/// marginals and the gradient of the pairwise features), kMarginals is "marginals".
template <class Real>
class TableMemory final : public GradientMemory<Real> {
 public:
  /// All tables are zero: g_i^0 = 0.
  explicit TableMemory(const ExampleEvaluator<Real>& examples);

  void Replace(const InferredExample<Real>& here, double on_w, double on_d, ExampleId next,
               LazyWeights<Real>& weights) override;
  void Compare(const InferredExample<Real>& here, double on_w, ExampleId next,
               LazyWeights<Real>& weights) override;
  double StoredDot(const InferredExample<Real>& here, const LazyWeights<Real>&) const override {
    return here.ScoresDot(Of(here.example()));
  }
  double SquaredChange(const InferredExample<Real>& here) override {
    return here.SquaredDistance(Of(here.example()));
  }
  void Prefetch(ExampleId i) const override;
  std::uint64_t bytes() const override { return tables_.span().size_bytes(); }
  void Transfer(State& state) override { state.Array("tables", tables_.span()); }

  /// g_i <- table, and change <- table - (the g_i before).
  void Exchange(ExampleId i, std::span<const Real> table, Real* change);
  /// The same in place: table <- table - (the g_i before).
  void Exchange(ExampleId i, std::span<Real> table) { Exchange(i, table, table.data()); }

  /// The table stored of an example.
  std::span<const Real> Of(ExampleId i) const {
    return {tables_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }
  std::span<Real> Of(ExampleId i) {
    return {tables_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }

 private:
  std::vector<std::uint64_t> begin_;  // [examples + 1]
  AlignedBuffer<Real> tables_;
};

}  // namespace sagitta
