// Sum-product on a forest in log space.
#include "graph/log_forest.h"

#include <algorithm>
#include <cmath>

namespace sagitta {
namespace {

// log sum_k exp(value(k)).
template <class Value>
double LogSumExp(std::size_t count, const Value& value) {
  double max = -INFINITY;
  for (std::size_t k = 0; k < count; ++k) max = std::max(max, value(k));
  if (max == -INFINITY) return max;
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += std::exp(value(k) - max);
  return max + std::log(sum);
}

}  // namespace

const double* LogForest::LinkScores(std::uint32_t v) {
  const std::size_t pairs = labels_ * labels_;
  table_.resize(2 * pairs);
  links_->ScaledScores(forest_->link[v], table_.data());
  if (forest_->RowsAreOwn(v, false)) return table_.data();
  for (std::size_t i = 0; i < labels_; ++i) {
    for (std::size_t j = 0; j < labels_; ++j) {
      table_[pairs + j * labels_ + i] = table_[i * labels_ + j];
    }
  }
  return table_.data() + pairs;
}

double LogForest::Upward(const Forest& forest, std::size_t labels, const double* node,
                         std::size_t stride, LinkMatrices<double>& links) {
  forest_ = &forest;
  links_ = &links;
  labels_ = labels;
  const std::size_t nodes = forest.nodes();
  inside_.resize(nodes * labels);
  message_.resize(nodes * labels);
  for (std::size_t v = 0; v < nodes; ++v) {
    std::copy_n(node + v * stride, labels, inside_.data() + v * labels);
  }
  double log_z = 0;
  for (std::size_t k = nodes; k-- > 0;) {
    const std::uint32_t v = forest.order[k];
    double* a = inside_.data() + v * labels;
    const double z = LogSumExp(labels, [a](std::size_t i) { return a[i]; });
    log_z += z;
    if (log_z == -INFINITY) return log_z;
    for (std::size_t i = 0; i < labels; ++i) a[i] -= z;
    if (forest.IsRoot(v)) continue;
    const double* score = LinkScores(v);
    double* above = inside_.data() + forest.parent[v] * labels;
    for (std::size_t j = 0; j < labels; ++j) {
      const double m =
          LogSumExp(labels, [&](std::size_t i) { return a[i] + score[i * labels + j]; });
      message_[v * labels + j] = m;
      above[j] += m;
    }
  }
  return log_z;
}

void LogForest::Downward(std::size_t stride, double* marginal) {
  marginal_.resize(forest_->nodes() * labels_);
  for (const std::uint32_t v : forest_->order) {
    const double* a = inside_.data() + v * labels_;
    double* p = marginal_.data() + v * labels_;
    std::copy_n(a, labels_, p);
    if (!forest_->IsRoot(v)) {
      const double* above = marginal_.data() + forest_->parent[v] * labels_;
      double* q = message_.data() + v * labels_;
      for (std::size_t j = 0; j < labels_; ++j) q[j] = q[j] == -INFINITY ? q[j] : above[j] - q[j];
      const double* score = LinkScores(v);
      for (std::size_t i = 0; i < labels_; ++i) {
        p[i] += LogSumExp(labels_, [&](std::size_t j) { return score[i * labels_ + j] + q[j]; });
      }
    }
    for (std::size_t i = 0; i < labels_; ++i) marginal[v * stride + i] = std::exp(p[i]);
  }
}

void LogForest::Pair(std::uint32_t v, double* out) {
  const double* score = LinkScores(v);
  const double* a = inside_.data() + v * labels_;
  const double* q = message_.data() + v * labels_;
  for (std::size_t i = 0; i < labels_; ++i) {
    for (std::size_t j = 0; j < labels_; ++j) {
      out[i * labels_ + j] = std::exp(a[i] + score[i * labels_ + j] + q[j]);
    }
  }
}

}  // namespace sagitta
