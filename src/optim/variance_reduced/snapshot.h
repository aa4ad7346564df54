// Snapshot: weights at which the gradients of all examples are known, as their sum. What SVRG and
// EMGD have in place of a memory of gradients.
//
// The gradient of a single example at the snapshot is computed again when it is needed: that is one
// more evaluation per iteration (both are counted), and no memory that grows with the data, which
// is the point of these methods. Tables kept from the snapshot's pass would save it; with room for
// them SAGA is the better choice, as it keeps them up to date as well.
//
// The pass that sums the gradients also finds the step: a Lipschitz constant for all examples, as
// in Algorithms 1 and 2 of the paper. It is halved before every pass and doubled by line searches.
// Threads share groups of examples: the searches of a group all begin at the constant found before
// it, and the largest result goes on. Where a search that passes also passes with any larger
// constant, this is what searches one after the other find.
#pragma once

#include <vector>

#include "base/aligned_buffer.h"
#include "objective/example_sum.h"
#include "objective/lazy_weights.h"

namespace sagitta {

template <class Real>
class Snapshot {
 public:
  /// At zero, with nothing summed. The sum must outlive the snapshot.
  explicit Snapshot(ExampleSum<Real>& sum);

  /// The examples that are added at once. Results depend on it.
  static constexpr std::size_t kGroup = 32;

  /// Makes w the snapshot. The sum of its gradients is then put together by AddGroup.
  void Begin(const LazyWeights<Real>& w);
  /// Adds the next examples, on all threads. REQUIRES: not complete.
  void AddGroup();
  bool complete() const { return added_ == sum_.examples(); }

  /// Example i at w, with the table of grad f_i(w) - grad f_i(snapshot), and f_i(w) -
  /// f_i(snapshot).
  struct Comparison {
    InferredExample<Real> here;
    double change;
  };
  Comparison Compare(ExampleId i, const LazyWeights<Real>& w, ExampleId next);

  const PlainWeights<Real>& weights() const { return weights_; }
  const PlainWeights<Real>& gradient_sum() const { return gradient_sum_; }
  /// Over the examples added so far.
  double mean_loss() const { return loss_sum_ / static_cast<double>(added_); }
  double lipschitz() const { return lipschitz_; }
  /// Of the weights and the sum.
  std::uint64_t bytes() const { return 2 * weights_.values().size_bytes(); }

  /// Of f = mean loss + lambda/2 ||w||^2 at the snapshot. One sweep. REQUIRES: complete.
  struct Summary {
    double squared_norm = 0;      // ||w||^2
    double gradient_inf = 0;      // ||grad f||_inf
    double gradient_squared = 0;  // ||grad f||^2

    void Transfer(State& state) {
      state.Value("squared_norm", squared_norm);
      state.Value("gradient_inf", gradient_inf);
      state.Value("gradient_squared", gradient_squared);
    }
  };
  Summary Summarize(double lambda) const;

  void Transfer(State& state);

 private:
  ExampleSum<Real>& sum_;
  AlignedBuffer<Real> table_;  // of an example at the snapshot
  PlainWeights<Real> weights_;
  PlainWeights<Real> gradient_sum_;
  double loss_sum_ = 0;
  std::vector<double> found_;  // constants of a group
  double lipschitz_ = 2;       // halved to 1 by the first Begin
  std::size_t added_ = 0;
};

}  // namespace sagitta
