// ProximalWeights: weights under an L1 penalty that move along a dense direction at every step, at
// the price of the rows visited.
//
// The proximal step  w <- S(shrink w - alpha c d, alpha lambda1)  is postponed in every row until
// the row is read: each row knows after which step it was last up to date, and a
// ProximalHistory says where the steps since then have led. Unlike in LazyWeights, reading a row
// means writing it, and rows are up to date only after Refresh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "objective/lazy_weights.h"
#include "objective/proximal_history.h"
#include "objective/weight_space.h"

namespace sagitta {

struct ProximalSummary {
  double gradient_inf = 0;  // of the least subgradient of f + lambda1 ||w||_1
  double squared_norm = 0;  // ||w||^2
  double norm1 = 0;         // ||w||_1
};

template <class Real>
class ProximalWeights {
 public:
  /// This many steps cost less memory than the caches have, and visit more rows than the sweep over
  /// all rows that comes after them.
  static constexpr std::size_t kMostSteps = 1 << 14;

  /// w = 0, d = 0. The space must outlive the weights.
  ProximalWeights(const WeightSpace& space, double lambda1, std::size_t most_steps = kMostSteps);

  /// w <- S(shrink w - alpha c d, alpha lambda1). Costs O(1), except when it has to flush.
  /// REQUIRES: shrink, c > 0, alpha >= 0.
  void Step(double shrink, double alpha, double c);

  /// Brings rows of a block up to date. REQUIRES: dense rows come first.
  void Refresh(std::size_t block, std::span<const std::uint32_t> rows);
  /// Brings all rows up to date and forgets the steps. One sweep over everything.
  void Flush();

  /// Rows that are up to date hold w and d: a lazy row with a = w, as clock() = 0 and scale() = 1.
  /// Their w and d may be changed.
  LazyWeights<Real>& rows() { return rows_; }
  const LazyWeights<Real>& rows() const { return rows_; }

  /// Takes the last Step at once in rows that were up to date before it, from what w and d are in
  /// them now. REQUIRES: dense rows come first.
  void StepNow(std::size_t block, std::span<const std::uint32_t> rows);

  /// Looks at all weights in one reading sweep. The gradient of f is on_d * d + lambda * w.
  ProximalSummary Summarize(double on_d, double lambda) const;
  /// out = w. REQUIRES: out has the same space.
  void Write(PlainWeights<Real>& out) const;
  /// w = from, d as it is.
  void Assign(const PlainWeights<Real>& from);

  void Transfer(State& state);

 private:
  /// The slots of a row, or some of them: w[stride * j] and d[stride * j] for j < count. Padding
  /// may be among them.
  struct Slots {
    Real* w;
    Real* d;
    std::size_t stride;
    std::size_t count;
  };

  static constexpr std::size_t kPiece = 64;  // slots that a kernel takes at once

  Slots SlotsOf(RowId id) const;
  /// Calls body(row) for all rows.
  template <class Body>
  void ForEachRow(const Body& body) const;
  /// Calls body(piece, its first slot) for pieces of up to kPiece slots.
  template <class Body>
  static void ForEachPiece(const Slots& slots, const Body& body);

  /// out[out_stride * j] = where the steps since `from` lead slot j of a piece. `out` may be where
  /// the piece is.
  void Follow(const Slots& piece, std::uint32_t from, Real* out, std::size_t out_stride) const;
  /// out = the weights now of a piece of a row.
  void WriteNow(RowId id, const Slots& piece, Real* out) const;
  void Refresh(RowId id);
  /// Where the steps since `from` lead a weight.
  Real FollowOne(Real w, Real d, std::uint32_t from) const {
    return static_cast<Real>(history_.Follow(static_cast<double>(w), static_cast<double>(d), from));
  }
  /// Refresh by a kernel that takes whole rows, all of them dense or all of them sparse.
  template <class Kernel>
  void RefreshBy(const Kernel& kernel, std::size_t block, std::span<const std::uint32_t> rows);
  /// The first of `rows`, those that are dense.
  std::span<const std::uint32_t> DenseOf(std::size_t block,
                                         std::span<const std::uint32_t> rows) const;

  LazyWeights<Real> rows_;
  ProximalHistory history_;
  std::vector<std::vector<std::uint32_t>> last_;  // by block and row: steps that w has in it
  std::vector<std::uint32_t> longest_;            // by block: slots of a sparse row
};

}  // namespace sagitta
