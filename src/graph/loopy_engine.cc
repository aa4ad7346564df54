// Loopy belief propagation.
#include "graph/loopy_engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/grow.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

// Turns logarithms into a distribution; returns log sum exp. All -infinity: zeros.
double Normalize(std::size_t count, double* x) {
  const double max = *std::max_element(x, x + count);
  if (max == -INFINITY) {
    std::fill_n(x, count, 0.0);
    return max;
  }
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += x[k] = std::exp(x[k] - max);
  for (std::size_t k = 0; k < count; ++k) x[k] /= sum;
  return max + std::log(sum);
}

// sum_k p (score - weight log p).
double Energy(std::size_t count, const double* p, const double* score, double weight) {
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (p[k] > 0) sum += p[k] * (score[k] - weight * std::log(p[k]));
  }
  return sum;
}

}  // namespace

LoopyPlan::LoopyPlan(const GraphShape& shape, ReducedGraph graph)
    : GraphPlan(shape), graph_(std::move(graph)), degree_(graph_.nodes()) {
  for (const auto& [a, b] : graph_.links()) ++degree_[a], ++degree_[b];
}

std::size_t LoopyPlan::memory() const {
  return sizeof(*this) + graph_.memory() + degree_.capacity() * sizeof(degree_[0]);
}

void LoopyEngine::Reserve(const GraphPlan& plan) {
  const ReducedGraph& graph = static_cast<const LoopyPlan&>(plan).graph();
  labels_ = graph.labels();
  scores_.Reserve(graph);
  Grow(tables_, graph.links().size() * labels_ * labels_);
  Grow(messages_, graph.links().size() * 2 * labels_);
  Grow(totals_, graph.nodes() * labels_);
  Grow(pair_, labels_ * labels_);
  for (auto* row : {&cavity_, &row_, &other_}) row->resize(std::max(row->size(), labels_));
}

void LoopyEngine::FindCavity(const double* from, const double* back) {
  for (std::size_t i = 0; i < labels_; ++i) {
    cavity_[i] = from[i] == -INFINITY ? -INFINITY : from[i] - back[i];
  }
}

double LoopyEngine::Send(const LoopyPlan& plan, std::size_t link, bool to_b) {
  const auto [a, b] = plan.graph().links()[link];
  FindCavity(totals_.data() + (to_b ? a : b) * labels_, Message(link, !to_b));
  const double* table = Table(link);
  const std::size_t row = to_b ? labels_ : 1, column = to_b ? 1 : labels_;
  double top = -INFINITY;
  for (std::size_t j = 0; j < labels_; ++j) {
    double max = -INFINITY, sum = 0;
    for (std::size_t i = 0; i < labels_; ++i) {
      max = std::max(max, cavity_[i] + table[i * row + j * column]);
    }
    for (std::size_t i = 0; max > -INFINITY && i < labels_; ++i) {
      sum += std::exp(cavity_[i] + table[i * row + j * column] - max);
    }
    row_[j] = max > -INFINITY ? max + std::log(sum) : max;
    top = std::max(top, row_[j]);
  }
  if (top == -INFINITY) return 0;
  double* message = Message(link, to_b);
  double* total = totals_.data() + (to_b ? b : a) * labels_;
  double moved = 0;
  for (std::size_t j = 0; j < labels_; ++j) {
    if (row_[j] == -INFINITY || message[j] == -INFINITY) {
      message[j] = total[j] = -INFINITY;
      continue;
    }
    const double change = (1 - settings_.damping) * (row_[j] - top - message[j]);
    moved = std::max(moved, std::abs(change));
    message[j] += change;
    total[j] += change;
  }
  return moved;
}

double LoopyEngine::NodeValue(const LoopyPlan& plan, std::uint32_t f,
                              const GraphMarginalsOf<double>* out) {
  double* p = totals_.data() + f * labels_;
  if (Normalize(labels_, p) == -INFINITY) return -INFINITY;
  if (out != nullptr) scores_.Node(*out, f, p);
  const double* n = scores_.node() + f * scores_.stride();
  return Energy(labels_, p, n, 1.0 - plan.Degree(f));
}

double LoopyEngine::LinkValue(const LoopyPlan& plan, std::size_t link,
                              const GraphMarginalsOf<double>* out) {
  const auto [a, b] = plan.graph().links()[link];
  FindCavity(totals_.data() + a * labels_, Message(link, false));
  other_ = cavity_;
  FindCavity(totals_.data() + b * labels_, Message(link, true));
  for (std::size_t i = 0; i < labels_; ++i) {
    for (std::size_t j = 0; j < labels_; ++j) {
      pair_[i * labels_ + j] = other_[i] + Table(link)[i * labels_ + j] + cavity_[j];
    }
  }
  if (Normalize(labels_ * labels_, pair_.data()) == -INFINITY) return -INFINITY;
  if (out != nullptr) scores_.Pair(*out, link, pair_.data(), false, 1);
  return Energy(labels_ * labels_, pair_.data(), Table(link), 1);
}

double LoopyEngine::Run(const LoopyPlan& plan, const GraphScoresOf<double>& scores,
                        const GraphMarginalsOf<double>* marginals) {
  constexpr double kConverged = 1e-9;
  Reserve(plan);
  const ReducedGraph& graph = plan.graph();
  scores_.Prepare(plan.shape(), graph, scores);
  for (std::size_t l = 0; l < graph.links().size(); ++l) {
    bool reversed = false;
    const double* table = scores_.Table(l, pair_.data(), reversed);
    double* to = tables_.data() + l * labels_ * labels_;
    for (std::size_t i = 0; i < labels_; ++i) {
      for (std::size_t j = 0; j < labels_; ++j) {
        to[i * labels_ + j] = reversed ? table[j * labels_ + i] : table[i * labels_ + j];
      }
    }
  }
  std::fill_n(messages_.data(), graph.links().size() * 2 * labels_, 0.0);
  for (std::size_t f = 0; f < graph.nodes(); ++f) {
    std::copy_n(scores_.node() + f * scores_.stride(), labels_, totals_.data() + f * labels_);
  }
  double moved = 1;
  for (std::uint32_t n = 0; n < settings_.iterations && moved > kConverged; ++n) {
    moved = 0;
    for (std::size_t l = 0; l < graph.links().size(); ++l)
      moved = std::max(moved, Send(plan, l, true));
    for (std::size_t l = graph.links().size(); l-- > 0;)
      moved = std::max(moved, Send(plan, l, false));
  }
  if (marginals != nullptr) scores_.Start(*marginals);
  double value = scores_.constant();
  for (std::size_t l = 0; l < graph.links().size(); ++l) value += LinkValue(plan, l, marginals);
  for (std::uint32_t f = 0; f < graph.nodes(); ++f) value += NodeValue(plan, f, marginals);
  if (marginals == nullptr) return value;
  if (value == -INFINITY) {
    scores_.Clear(*marginals);
  } else {
    scores_.Finish(*marginals, 1);
  }
  return value;
}

GraphValue LoopyEngine::Value(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                              const LabelId*) {
  return {Run(static_cast<const LoopyPlan&>(plan), scores, nullptr), 0};
}

GraphValue LoopyEngine::Infer(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                              const LabelId*, const GraphMarginalsOf<double>& marginals) {
  return {Run(static_cast<const LoopyPlan&>(plan), scores, &marginals), 0};
}

GraphValue LoopyEngine::InferTangent(const GraphPlan&, const GraphScoresOf<double>&,
                                     const GraphScoresOf<double>&, const GraphMarginalsOf<double>&,
                                     const GraphMarginalsOf<double>&) {
  throw Error(ErrorKind::kUsage, "the engine loopy has no tangents");
}

}  // namespace sagitta
