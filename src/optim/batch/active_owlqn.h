// ActiveOwlqn: OWL-QN with a diagonal on the rows that matter.
//
// At the optimum of a problem with an L1 term a weight is zero unless its part of the gradient of f
// has the size lambda1, and in a sparse model nearly all rows are zero throughout. So the method
// works on the active rows alone: those with a weight that is not zero, and those where the
// gradient has at least kNear lambda1 somewhere. Rows of edges are always active. The others are
// left out of gathers, scatters, line searches and all vectors; within the active rows this is
// owlqn.h as it stands, on a smaller space (objective/active_rows.h).
//
// Every fourth iteration evaluates all rows instead, and rows are chosen again; when nothing was
// missed, every eighth, and so on up to 32. The same happens, at the price of a pass, when the
// least subgradient of the active rows has fallen to a tenth of what was last found for all, or
// when the active rows have no progress left. So what the method ends at is the optimum over all
// weights: there is no row that should have been active.
//
// The choice depends on gradients alone, which do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "objective/active_rows.h"
#include "optim/batch/owlqn.h"

namespace sagitta {

template <class Real>
class ActiveOwlqn final : public Optimizer<Real> {
 public:
  /// REQUIRES: lambda1 > 0. The sum must outlive it.
  ActiveOwlqn(ExampleSum<Real>& sum, double lambda, double lambda1, std::size_t history);

  /// An iteration of OWL-QN, and a check if one is due. The first call also evaluates all rows
  /// twice, for the gradient and the diagonal.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override;
  std::uint64_t MemoryBytes() const override { return 0; }
  bool Start(const PlainWeights<Real>& w) override;
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;

  /// How many rows of the node block are active.
  std::size_t active_rows() const { return part_ ? part_->rows.node_rows().size() : 0; }

 private:
  /// The problem on the active rows.
  struct Part {
    ActiveRows rows;
    std::unique_ptr<ExampleSum<Real>> sum;
    Owlqn<Real> method;

    Part(const ActiveOwlqn& whole, std::vector<std::uint32_t> node_rows);
  };
  using Point = typename Owlqn<Real>::Point;

  /// A row is active when the gradient is at least this part of lambda1 there.
  static constexpr double kNear = 0.5;
  static constexpr std::uint32_t kFirstInterval = 4;
  static constexpr std::uint32_t kLongestInterval = 32;
  static constexpr double kMuchSmaller = 0.1;
  /// Rows are chosen again when this part of the active ones is enough.
  static constexpr double kMuchFewer = 0.8;

  /// whole_ = the current weights, with the objective and the gradient of f over all rows.
  void EvaluateAll();
  /// Adds that of the L2 term to the gradient of whole_.
  void AddPenalty();
  /// An iteration that evaluates all rows. Leaves the end of it in whole_.
  StepReport AdvanceOnAll(Rng& rng);
  /// choice_ = what a look at the gradient of all rows says.
  struct Choice {
    std::vector<std::uint32_t> rows;  // that ought to be active
    bool missed = false;              // one of them is not, and its weights would move
    double gradient_inf = 0;          // the least subgradient over all weights
  };
  void Choose();
  /// Makes the problem on these rows, which continues from whole_ with the pairs of the last one.
  void Activate(const std::vector<std::uint32_t>& rows);
  /// The first evaluation: the gradient, the diagonal, the active rows.
  void Begin();
  /// Chooses rows by whole_. Returns whether some that were left out would move: they are active
  /// from now on.
  bool ChooseAgain();
  /// Refuses a state with other rows than those of the node block, ascending.
  void RequireRows(const State& state, const std::vector<std::uint32_t>& rows) const;

  ExampleSum<Real>& sum_;
  double lambda_;
  double lambda1_;
  std::size_t history_;
  Point whole_;  // the last evaluation of all rows; before the first one, where to begin
  std::unique_ptr<PlainWeights<Real>> inverse_;  // of the diagonal; null: not begun
  std::unique_ptr<Part> part_;
  Choice choice_;             // kept for its memory
  std::uint64_t before_ = 0;  // evaluations of parts that are gone
  std::uint32_t interval_ = kFirstInterval;
  std::uint32_t since_ = 0;  // iterations since the last choice
  double gradient_inf_ = 0;  // over all weights, when rows were last chosen
};

}  // namespace sagitta
