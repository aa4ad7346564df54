// LbfgsMemory: the pairs of steps and gradient changes from which L-BFGS guesses the inverse of the
// Hessian (Liu and Nocedal 1989).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "base/state.h"

namespace sagitta {

/// A point and the gradient there.
template <class Real>
struct GradientAt {
  std::span<const Real> w;
  std::span<const Real> gradient;
};

template <class Real>
class LbfgsMemory {
 public:
  /// For vectors of this size; keeps up to `history` >= 1 pairs. Memory is taken as pairs come.
  LbfgsMemory(std::size_t size, std::size_t history) : size_(size), history_(history) {
    pairs_.reserve(history);
  }

  /// How many pairs there are.
  std::size_t used() const { return used_; }
  /// Forgets all pairs.
  void Clear() { used_ = 0; }

  /// From now on H starts from a multiple of diag(inverse) instead of one of the identity. The
  /// vector must outlive its use; empty: the identity again. Pairs stay as they are.
  void Precondition(std::span<const Real> inverse) { inverse_ = inverse; }

  /// out = -H gradient by the two-loop recursion. Cost 2 * used + 1 sweeps over vectors.
  void Direction(std::span<const Real> gradient, std::span<Real> out);

  /// Keeps the pair of a step, in the place of the oldest when there are too many. A pair without
  /// curvature, which would spoil H, is left out.
  void Remember(const GradientAt<Real>& before, const GradientAt<Real>& after);

  /// The pairs of another memory, with `map` applied to both vectors: they then belong to other
  /// coordinates of the same function.
  using Map = std::function<void(std::span<const Real> from, std::span<Real> to)>;
  void Adopt(const LbfgsMemory& other, const Map& map);

  void Transfer(State& state);

 private:
  /// s = w_{k+1} - w_k and y = grad_{k+1} - grad_k.
  struct Pair {
    AlignedBuffer<Real> step;
    AlignedBuffer<Real> change;
    double inner = 0;   // <s, y>
    double square = 0;  // <y, y>
    double alpha = 0;   // of the current recursion

    void Transfer(State& state) {
      state.Array("step", step.span());
      state.Array("change", change.span());
      state.Value("inner", inner);
      state.Value("square", square);
    }
  };

  void AddPair() { pairs_.push_back({AlignedBuffer<Real>(size_), AlignedBuffer<Real>(size_)}); }

  /// H_0, up to its scale, applied to q[first, first + count).
  void ApplyInverse(std::size_t first, std::size_t count, double scale, Real* q) const;
  /// <y, y> in the norm of H_0: what the scale of H_0 follows from.
  double SquareOf(const Pair& pair) const;

  std::size_t size_;
  std::size_t history_;
  std::span<const Real> inverse_;
  std::vector<Pair> pairs_;  // oldest first; the first used_ count, the others are only memory
  std::size_t used_ = 0;
};

}  // namespace sagitta
