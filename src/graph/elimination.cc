// Elimination of one node after the other.
#include "graph/elimination.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/grow.h"
#include "kernels/elimination.h"

namespace sagitta {
namespace {

using Clique = EliminationPlan::Clique;

constexpr std::size_t kMostDims = 64;  // 2 labels each: more states than any limit

// Walks over the columns of a clique's table, and with them over another array that moves by
// strides[d] for each step of dimension d: calls run(first column, place in the other array, count,
// stride) for every run of the last dimension.
template <class Run>
void ForEachRun(std::span<const std::uint32_t> sizes, std::span<const std::uint32_t> strides,
                const Run& run) {
  if (sizes.empty()) return run(0, 0, 1, 0);
  const std::size_t outer = sizes.size() - 1;
  const std::size_t count = sizes[outer], stride = strides[outer];
  std::array<std::uint32_t, kMostDims> at{};
  std::size_t column = 0, place = 0;
  for (;;) {
    run(column, place, count, stride);
    column += count;
    std::size_t d = outer;
    for (; d > 0; --d) {
      place += strides[d - 1];
      if (++at[d - 1] < sizes[d - 1]) break;
      place -= std::size_t{strides[d - 1]} * sizes[d - 1];
      at[d - 1] = 0;
    }
    if (d == 0) return;
  }
}

// table[k][s] += from[k * row_stride + place of s].
void AddTo(const EliminationPlan& plan, const Clique& clique, const double* from,
           std::size_t row_stride, std::span<const std::uint32_t> strides, double* table) {
  for (std::size_t k = 0; k < clique.rows; ++k, table += clique.columns, from += row_stride) {
    ForEachRun(plan.Sizes(clique), strides,
               [&](std::size_t column, std::size_t place, std::size_t count, std::size_t stride) {
                 double* to = table + column;
                 const double* value = from + place;
                 for (std::size_t n = 0; n < count; ++n) to[n] += value[n * stride];
               });
  }
}

// to[k * row_stride + place of s] += table[k][s].
void SumInto(const EliminationPlan& plan, const Clique& clique, const double* table,
             std::size_t row_stride, std::span<const std::uint32_t> strides, double* to) {
  for (std::size_t k = 0; k < clique.rows; ++k, table += clique.columns, to += row_stride) {
    ForEachRun(plan.Sizes(clique), strides,
               [&](std::size_t column, std::size_t place, std::size_t count, std::size_t stride) {
                 const double* value = table + column;
                 for (std::size_t n = 0; n < count; ++n) to[place + n * stride] += value[n];
               });
  }
}

// The strides of a link's table for a clique of which only dimension `dim` counts.
struct LinkStrides {
  std::array<std::uint32_t, kMostDims> values{};
  std::size_t rank;
  LinkStrides(const Clique& clique, std::uint32_t dim) : rank(clique.rank) { values[dim] = 1; }
  std::span<const std::uint32_t> span() const { return {values.data(), rank}; }
};

}  // namespace

void Elimination::Reserve(const GraphShape& shape, const ReducedGraph& graph,
                          const EliminationPlan& plan) {
  scores_.Reserve(graph);
  Grow(tables_, plan.states());
  Grow(messages_, plan.messages());
  Grow(room_, shape.pairs());
  if (link_.size() < shape.pairs()) link_.resize(shape.pairs());
  if (row_.size() < shape.labels) row_.resize(shape.labels);
}

void Elimination::Prepare(const GraphShape& shape, const ReducedGraph& graph,
                          const EliminationPlan& plan, const GraphScoresOf<double>& scores) {
  Reserve(shape, graph, plan);
  shape_ = shape;
  graph_ = &graph;
  plan_ = &plan;
  scores_.Prepare(shape, graph, scores);
}

// ---- Scores ----

void Elimination::CompactLink(const ReducedScores<double>& scores, const Clique& clique,
                              const EliminationPlan::CliqueLink& link) {
  bool reversed = false;
  const double* table = scores.Table(link.link, room_.data(), reversed);
  const std::uint32_t other = plan_->Nodes(clique)[link.dim];
  const bool own_rows = (graph_->links()[link.link].a == clique.node) != reversed;
  const std::size_t row = own_rows ? shape_.labels : 1, column = own_rows ? 1 : shape_.labels;
  const std::size_t width = graph_->LabelCount(other);
  for (std::size_t i = 0; i < clique.rows; ++i) {
    const double* from = table + graph_->LabelAt(clique.node, i) * row;
    for (std::size_t j = 0; j < width; ++j) {
      link_[i * width + j] = from[graph_->LabelAt(other, j) * column];
    }
  }
}

void Elimination::AddScores(const ReducedScores<double>& scores, const Clique& clique,
                            double* table) {
  const double* node = scores.node() + clique.node * scores.stride();
  for (std::size_t k = 0; k < clique.rows; ++k) {
    const double score = node[graph_->LabelAt(clique.node, k)];
    double* row = table + k * clique.columns;
    for (std::size_t s = 0; s < clique.columns; ++s) row[s] += score;
  }
  for (const auto& link : plan_->Links(clique)) {
    CompactLink(scores, clique, link);
    AddTo(*plan_, clique, link_.data(), plan_->Sizes(clique)[link.dim],
          LinkStrides(clique, link.dim).span(), table);
  }
}

// ---- Sums ----

double Elimination::SumUpward() {
  std::fill_n(tables_.data(), plan_->states(), 0.0);
  double log_z = scores_.constant();
  for (const Clique& clique : plan_->cliques()) {
    double* table = Table(clique);
    double* message = messages_.data() + clique.message;
    AddScores(scores_, clique, table);
    kernels::NormalizeColumns(clique.rows, clique.columns, table, message);
    if (clique.parent == EliminationPlan::kNone) {
      log_z += message[0];
      continue;
    }
    const Clique& parent = plan_->cliques()[clique.parent];
    const auto strides = plan_->StridesInParent(clique);
    AddTo(*plan_, parent, message, strides[0], strides.subspan(1), Table(parent));
  }
  return log_z;
}

// Sums the parent's table over what S_v does not have.
void Elimination::GatherParent(const Clique& clique, const double* tables, double* to) const {
  const Clique& parent = plan_->cliques()[clique.parent];
  const auto strides = plan_->StridesInParent(clique);
  std::fill_n(to, clique.columns, 0.0);
  SumInto(*plan_, parent, tables + parent.table, strides[0], strides.subspan(1), to);
}

void Elimination::Downward() {
  for (auto clique = plan_->cliques().rbegin(); clique != plan_->cliques().rend(); ++clique) {
    double* given = messages_.data() + clique->message;
    if (clique->parent == EliminationPlan::kNone) {
      given[0] = 1;
      continue;
    }
    GatherParent(*clique, tables_.data(), given);
    double* row = Table(*clique);
    for (std::size_t k = 0; k < clique->rows; ++k, row += clique->columns) {
      for (std::size_t s = 0; s < clique->columns; ++s) row[s] *= given[s];
    }
  }
}

void Elimination::LinkMarginals(const Clique& clique, const double* table,
                                const GraphMarginalsOf<double>& marginals) {
  for (const auto& link : plan_->Links(clique)) {
    const std::uint32_t other = plan_->Nodes(clique)[link.dim];
    const std::size_t width = graph_->LabelCount(other);
    std::fill_n(link_.data(), clique.rows * width, 0.0);
    SumInto(*plan_, clique, table, width, LinkStrides(clique, link.dim).span(), link_.data());
    std::fill_n(room_.data(), shape_.pairs(), 0.0);
    for (std::size_t i = 0; i < clique.rows; ++i) {
      double* to = room_.data() + graph_->LabelAt(clique.node, i) * shape_.labels;
      for (std::size_t j = 0; j < width; ++j) {
        to[graph_->LabelAt(other, j)] = link_[i * width + j];
      }
    }
    const bool reversed = graph_->links()[link.link].a != clique.node;
    scores_.Pair(marginals, link.link, room_.data(), reversed, 1);
  }
}

void Elimination::Collect(const double* tables, const GraphMarginalsOf<double>& marginals,
                          double mass) {
  scores_.Start(marginals);
  for (const Clique& clique : plan_->cliques()) {
    const double* table = tables + clique.table;
    std::fill_n(row_.data(), shape_.labels, 0.0);
    for (std::size_t k = 0; k < clique.rows; ++k) {
      double sum = 0;
      for (std::size_t s = 0; s < clique.columns; ++s) sum += table[k * clique.columns + s];
      row_[graph_->LabelAt(clique.node, k)] = sum;
    }
    scores_.Node(marginals, clique.node, row_.data());
    if (marginals.type_sums == nullptr && marginals.edge == nullptr) continue;
    LinkMarginals(clique, table, marginals);
  }
  scores_.Finish(marginals, mass);
}

void Elimination::Marginals(const GraphMarginalsOf<double>& marginals) {
  Collect(tables_.data(), marginals, 1);
}

// ---- Tangents ----

// tangents_ = d log p(y_v | S_v); the tables are still p(y_v | S_v).
void Elimination::TangentUpward() {
  std::fill_n(tangents_.data(), plan_->states(), 0.0);
  for (const Clique& clique : plan_->cliques()) {
    const double* p = Table(clique);
    double* dx = tangents_.data() + clique.table;
    double* dm = tangent_messages_.data() + clique.message;
    AddScores(along_, clique, dx);
    std::fill_n(dm, clique.columns, 0.0);
    for (std::size_t k = 0; k < clique.rows; ++k) {
      for (std::size_t s = 0; s < clique.columns; ++s) {
        dm[s] += p[k * clique.columns + s] * dx[k * clique.columns + s];
      }
    }
    for (std::size_t k = 0; k < clique.rows; ++k) {
      for (std::size_t s = 0; s < clique.columns; ++s) dx[k * clique.columns + s] -= dm[s];
    }
    if (clique.parent == EliminationPlan::kNone) continue;
    const Clique& parent = plan_->cliques()[clique.parent];
    const auto strides = plan_->StridesInParent(clique);
    AddTo(*plan_, parent, dm, strides[0], strides.subspan(1), tangents_.data() + parent.table);
  }
}

void Elimination::DownwardTangent(const GraphScoresOf<double>& along) {
  Grow(tangents_, plan_->states());
  Grow(tangent_messages_, plan_->messages());
  along_.Prepare(shape_, *graph_, along);
  TangentUpward();
  Downward();
  for (auto clique = plan_->cliques().rbegin(); clique != plan_->cliques().rend(); ++clique) {
    const double* given = messages_.data() + clique->message;
    double* change = tangent_messages_.data() + clique->message;  // d log p(S_v)
    if (clique->parent == EliminationPlan::kNone) {
      change[0] = 0;
    } else {
      GatherParent(*clique, tangents_.data(), change);
      for (std::size_t s = 0; s < clique->columns; ++s) {
        change[s] = given[s] > 0 ? change[s] / given[s] : 0;
      }
    }
    const double* p = Table(*clique);
    double* dp = tangents_.data() + clique->table;
    for (std::size_t k = 0; k < clique->rows; ++k) {
      for (std::size_t s = 0; s < clique->columns; ++s, ++p, ++dp) *dp = *p * (*dp + change[s]);
    }
  }
}

void Elimination::Tangents(const GraphMarginalsOf<double>& tangent) {
  Collect(tangents_.data(), tangent, 0);
}

// ---- Maxima ----

double Elimination::MaxUpward() {
  std::fill_n(tables_.data(), plan_->states(), 0.0);
  double best = scores_.constant();
  for (const Clique& clique : plan_->cliques()) {
    double* table = Table(clique);
    double* message = messages_.data() + clique.message;
    AddScores(scores_, clique, table);
    std::fill_n(message, clique.columns, -INFINITY);
    for (std::size_t k = 0; k < clique.rows; ++k) {
      const double* row = table + k * clique.columns;
      for (std::size_t s = 0; s < clique.columns; ++s) message[s] = std::max(message[s], row[s]);
    }
    if (clique.parent == EliminationPlan::kNone) {
      best += message[0];
      continue;
    }
    const Clique& parent = plan_->cliques()[clique.parent];
    const auto strides = plan_->StridesInParent(clique);
    AddTo(*plan_, parent, message, strides[0], strides.subspan(1), Table(parent));
  }
  return best;
}

const double* Elimination::Completions(const Clique& clique, const std::uint32_t* place,
                                       std::size_t& stride) const {
  const auto nodes = plan_->Nodes(clique);
  const auto strides = plan_->Strides(clique);
  std::size_t column = 0;
  for (std::size_t d = 0; d < nodes.size(); ++d) column += place[nodes[d]] * strides[d];
  stride = clique.columns;
  return tables_.data() + clique.table + column;
}

}  // namespace sagitta
