// The objective of the TRW bound at consistent marginals.
#include "graph/trw_gap.h"

#include <algorithm>
#include <cmath>

#include "graph/trw_engine.h"

namespace sagitta {
namespace {

double Entropy(std::size_t count, const double* p) {
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum -= p[k] > 0 ? p[k] * std::log(p[k]) : 0;
  return sum;
}

}  // namespace

// Rows times rows[i] / sum.
double TrwGap::ScaleRows(std::size_t labels, const double* rows) {
  double off = 0;
  for (std::size_t i = 0; i < labels; ++i) {
    double* p = pair_.data() + i * labels;
    double sum = 0;
    for (std::size_t j = 0; j < labels; ++j) sum += p[j];
    off += std::abs(rows[i] - sum);
    const double scale = sum > 0 ? rows[i] / sum : 0;
    for (std::size_t j = 0; j < labels; ++j) p[j] *= scale;
  }
  return off;
}

void TrwGap::ScaleColumns(std::size_t labels, const double* columns) {
  std::fill(columns_.begin(), columns_.end(), 0.0);
  for (std::size_t k = 0; k < labels * labels; ++k) columns_[k % labels] += pair_[k];
  for (std::size_t j = 0; j < labels; ++j) {
    columns_[j] = columns_[j] > 0 ? columns[j] / columns_[j] : 0;
  }
  for (std::size_t k = 0; k < labels * labels; ++k) pair_[k] *= columns_[k % labels];
}

void TrwGap::Agree(std::size_t labels, const double* rows, const double* columns) {
  constexpr int kMostSweeps = 20;
  for (int n = 0; n < kMostSweeps; ++n) {
    ScaleColumns(labels, columns);
    if (ScaleRows(labels, rows) < 1e-15) return;
  }
  // No column may have too much. What rows then miss goes where columns do.
  std::fill(columns_.begin(), columns_.end(), 0.0);
  for (std::size_t k = 0; k < labels * labels; ++k) columns_[k % labels] += pair_[k];
  for (std::size_t k = 0; k < labels * labels; ++k) {
    const double have = columns_[k % labels], want = columns[k % labels];
    if (have > want) pair_[k] *= want / have;
  }
  double missing = 0;
  for (std::size_t j = 0; j < labels; ++j) {
    columns_[j] = std::max(0.0, columns[j] - columns_[j]);
    missing += columns_[j];
  }
  if (missing <= 0) return;
  for (std::size_t i = 0; i < labels; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < labels; ++j) sum += pair_[i * labels + j];
    const double share = (rows[i] - sum) / missing;
    for (std::size_t j = 0; j < labels; ++j) pair_[i * labels + j] += share * columns_[j];
  }
}

double TrwGap::PrimalValue(const TrwPlan& plan, const ReducedScores<double>& scores,
                           const double* node, const double* pairs) {
  const ReducedGraph& graph = plan.graph();
  const std::size_t labels = graph.labels(), size = labels * labels;
  pair_.resize(size);
  scores_.resize(size);
  columns_.assign(labels, 0.0);
  double value = 0;
  for (std::uint32_t f = 0; f < graph.nodes(); ++f) {
    const double* p = node + f * labels;
    const double* n = scores.node() + f * scores.stride();
    for (std::size_t k = 0; k < labels; ++k) value += p[k] > 0 ? p[k] * n[k] : 0;
    value += plan.NodeCount(f) * Entropy(labels, p);
  }
  for (std::size_t l = 0; l < graph.links().size(); ++l) {
    std::copy_n(pairs + l * size, size, pair_.data());
    const auto [a, b] = graph.links()[l];
    Agree(labels, node + a * labels, node + b * labels);
    bool reversed = false;
    const double* table = scores.Table(l, scores_.data(), reversed);
    for (std::size_t i = 0; i < labels; ++i) {
      for (std::size_t j = 0; j < labels; ++j) {
        double& p = pair_[i * labels + j];
        const double score = reversed ? table[j * labels + i] : table[i * labels + j];
        if (score == -INFINITY) p = 0;
        value += p > 0 ? p * score : 0;
      }
    }
    value += plan.Share(l) * Entropy(size, pair_.data());
  }
  return value;
}

}  // namespace sagitta
