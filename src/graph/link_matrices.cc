// Exponentials of the scores of links.
#include "graph/link_matrices.h"

#include <algorithm>
#include <utility>

#include "graph/grow.h"
#include "kernels/chain.h"

namespace sagitta {

LinkScales::LinkScales(const ReducedGraph& graph, const GraphShape& shape)
    : LinkScales(graph, shape, {}) {}

LinkScales::LinkScales(const ReducedGraph& graph, const GraphShape& shape,
                       const std::vector<double>& share) {
  for (const double s : share) scale_.push_back(1 / s);
  for (std::size_t l = 0; l < graph.links().size(); ++l) {
    const auto edges = graph.EdgesOf(l);
    if (edges.size() > 1) {
      class_of_.push_back(kAlone);
      continue;
    }
    const Class mine{shape.edges[edges[0].edge].type, Scale(l)};
    const auto found = std::find_if(classes_.begin(), classes_.end(), [&](const Class& c) {
      return c.type == mine.type && c.scale == mine.scale;
    });
    class_of_.push_back(static_cast<std::uint32_t>(found - classes_.begin()));
    if (found == classes_.end()) classes_.push_back(mine);
  }
}

std::size_t LinkScales::memory() const {
  return scale_.capacity() * sizeof(double) + class_of_.capacity() * sizeof(class_of_[0]) +
         classes_.capacity() * sizeof(Class);
}

template <class Real>
void LinkMatrices<Real>::Reserve(const ReducedGraph& graph, const LinkScales& scales) {
  const std::size_t labels = graph.labels();
  matrix_ = kernels::PaddedRows(labels) * kernels::PaddedLength<Real>(labels);
  Grow(shared_, 2 * matrix_ * scales.classes().size());
  Grow(room_, 2 * labels * labels);
  if (class_at_.size() < scales.classes().size()) class_at_.resize(scales.classes().size());
  if (at_.size() < graph.links().size()) at_.resize(graph.links().size());
}

template <class Real>
typename LinkMatrices<Real>::Entry LinkMatrices<Real>::Exponentiate(const Real* table, double scale,
                                                                    Real* to) {
  if (scale != 1) {
    Real* scaled = room_.data() + labels_ * labels_;
    for (std::size_t k = 0; k < labels_ * labels_; ++k) {
      scaled[k] = static_cast<Real>(scale * table[k]);
    }
    table = scaled;
  }
  const kernels::Shift shift = kernels::ExpTransitions(labels_, stride_, table, to, to + matrix_);
  return {to, to + matrix_, shift.max, shift.range, false};
}

template <class Real>
void LinkMatrices<Real>::Prepare(const ReducedGraph& graph, const LinkScales& scales,
                                 const ReducedScores<Real>& scores) {
  Reserve(graph, scales);
  graph_ = &graph;
  scales_ = &scales;
  scores_ = &scores;
  labels_ = graph.labels();
  stride_ = kernels::PaddedLength<Real>(labels_);
  const std::size_t links = graph.links().size();
  std::size_t alone = 0;
  for (Entry& entry : class_at_) entry = {};
  for (std::size_t l = 0; l < links; ++l) alone += !scores.IsOfType(l);
  Grow(own_, 2 * matrix_ * alone);
  Real* next = own_.data();
  for (std::size_t l = 0; l < links; ++l) {
    bool reversed = false;
    Entry entry;
    if (scores.IsOfType(l)) {
      Entry& of_class = class_at_[scales.ClassOf(l)];
      if (of_class.rows_of_a == nullptr) {
        of_class = Exponentiate(scores.Table(l, nullptr, reversed), scales.Scale(l),
                                shared_.data() + 2 * matrix_ * scales.ClassOf(l));
      }
      reversed = graph.EdgesOf(l)[0].reversed;
      entry = of_class;
      entry.shared = true;
    } else {
      const Real* table = scores.Table(l, room_.data(), reversed);
      entry = Exponentiate(table, scales.Scale(l), next);
      next += 2 * matrix_;
    }
    if (reversed) std::swap(entry.rows_of_a, entry.rows_of_b);
    at_[l] = entry;
  }
}

template <class Real>
void LinkMatrices<Real>::ScaledScores(std::size_t link, double* out) {
  bool reversed = false;
  const Real* table = scores_->Table(link, room_.data(), reversed);
  const double scale = scales_->Scale(link);
  for (std::size_t i = 0; i < labels_; ++i) {
    for (std::size_t j = 0; j < labels_; ++j) {
      out[i * labels_ + j] =
          scale * static_cast<double>(reversed ? table[j * labels_ + i] : table[i * labels_ + j]);
    }
  }
}

template class LinkMatrices<float>;
template class LinkMatrices<double>;

}  // namespace sagitta
