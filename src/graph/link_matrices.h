// LinkMatrices: the exponentials of the scores of all links, as the kernels of trees read them.
//
// Links that are one edge with the scores of its type share one matrix, made once. A link may have
// a scale, by which its scores are multiplied; links of one type and one scale share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/reduced_graph.h"
#include "graph/reduced_scores.h"

namespace sagitta {

/// The scales of the links of a graph and which links may share. Immutable.
class LinkScales {
 public:
  /// All 1.
  explicit LinkScales(const ReducedGraph& graph, const GraphShape& shape);
  /// 1 / share[link], where shares are few different numbers.
  LinkScales(const ReducedGraph& graph, const GraphShape& shape, const std::vector<double>& share);

  struct Class {
    std::uint32_t type = 0;
    double scale = 1;
  };
  static constexpr std::uint32_t kAlone = 0xffffffff;
  double Scale(std::size_t link) const { return scale_.empty() ? 1.0 : scale_[link]; }
  /// Of a link of one edge; kAlone for others.
  std::uint32_t ClassOf(std::size_t link) const { return class_of_[link]; }
  const std::vector<Class>& classes() const { return classes_; }
  std::size_t memory() const;

 private:
  std::vector<double> scale_;
  std::vector<std::uint32_t> class_of_;
  std::vector<Class> classes_;
};

/// Owns scratch that only grows; one per thread.
template <class Real>
class LinkMatrices {
 public:
  void Reserve(const ReducedGraph& graph, const LinkScales& scales);
  void Prepare(const ReducedGraph& graph, const LinkScales& scales,
               const ReducedScores<Real>& scores);

  std::size_t labels() const { return labels_; }
  /// exp(score - max), rows are labels of `a` or of `b`.
  const Real* RowsOfA(std::size_t link) const { return at_[link].rows_of_a; }
  const Real* RowsOfB(std::size_t link) const { return at_[link].rows_of_b; }
  double max(std::size_t link) const { return at_[link].max; }
  double range(std::size_t link) const { return at_[link].range; }
  /// Whether the link has the matrix of its class.
  bool IsShared(std::size_t link) const { return at_[link].shared; }

  /// The scores as doubles times the scale, tight, rows are labels of a.
  void ScaledScores(std::size_t link, double* out);

 private:
  struct Entry {
    const Real* rows_of_a = nullptr;
    const Real* rows_of_b = nullptr;
    double max = 0;
    double range = 0;
    bool shared = false;
  };
  /// Fills the next two matrices; `table` is scaled into room_ when needed.
  Entry Exponentiate(const Real* table, double scale, Real* to);

  const ReducedGraph* graph_ = nullptr;
  const LinkScales* scales_ = nullptr;
  const ReducedScores<Real>* scores_ = nullptr;
  std::size_t labels_ = 0;
  std::size_t stride_ = 0;
  std::size_t matrix_ = 0;      // elements of one matrix
  AlignedBuffer<Real> shared_;  // [classes][2] matrices
  AlignedBuffer<Real> own_;     // [links that do not share][2]
  AlignedBuffer<Real> room_;    // [2][K][K]
  std::vector<Entry> class_at_;
  std::vector<Entry> at_;  // [links]
};

}  // namespace sagitta
