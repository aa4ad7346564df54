// The loss of one example and its gradient from their definitions, by summing over all labellings:
//
//   f_i(w) = -omega_i log p(y_i|x_i),   gradient = omega_i (expected - observed feature counts)
//   Hessian = omega_i * covariance of the feature counts
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "data/dataset.h"
#include "model/layout.h"
#include "support/labellings.h"
#include "support/observed.h"

namespace sagitta {

class EnumeratedCrf {
 public:
  EnumeratedCrf(const Dataset& data, const Layout& layout) : data_(data), layout_(layout) {}

  double Gradient(ExampleId i, const std::vector<double>& w, std::vector<double>& gradient) const {
    const auto first = data_.label.begin() + static_cast<std::ptrdiff_t>(data_.token_begin[i]);
    const std::size_t length = data_.length(i);
    const std::vector<std::uint32_t> observed(first, first + static_cast<std::ptrdiff_t>(length));
    long double z = 0;
    ForEachLabelling(length, data_.labels,
                     [&](const auto& y) { z += std::exp(LogWeight(i, y, w)); });
    gradient.assign(layout_.weights(), 0.0);
    const double omega = data_.Weight(i);
    ForEachLabelling(length, data_.labels, [&](const auto& y) {
      AddCounts(i, y, omega * static_cast<double>(std::exp(LogWeight(i, y, w)) / z), gradient);
    });
    AddCounts(i, observed, -omega, gradient);
    return omega * static_cast<double>(std::log(z) - Score(i, observed, w));
  }

  /// The Hessian of f_i times v: omega_i times the covariance of the features with <features, v>.
  void HessianTimes(ExampleId i, const std::vector<double>& w, const std::vector<double>& v,
                    std::vector<double>& product) const {
    std::vector<long double> scores;
    ForEachLabelling(data_.length(i), data_.labels,
                     [&](const auto& y) { scores.push_back(LogWeight(i, y, w)); });
    const long double most = *std::max_element(scores.begin(), scores.end());
    long double z = 0, mean = 0;
    for (long double& score : scores) z += score = std::exp(score - most);
    const long double* p = scores.data();
    ForEachLabelling(data_.length(i), data_.labels,
                     [&](const auto& y) { mean += *p++ / z * Score(i, y, v); });
    product.assign(layout_.weights(), 0.0);
    p = scores.data();
    ForEachLabelling(data_.length(i), data_.labels, [&](const auto& y) {
      const long double part = *p++ / z * (Score(i, y, v) - mean);
      AddCounts(i, y, data_.Weight(i) * static_cast<double>(part), product);
    });
  }

 private:
  using Labels = std::vector<std::uint32_t>;

  long double Score(ExampleId i, const Labels& y, const std::vector<double>& w) const {
    long double score = 0;
    ForEachFeature(i, y, [&](std::uint64_t j, double x) { score += w[j] * x; });
    return score;
  }

  /// The score at w, -infinity for what is forbidden.
  long double LogWeight(ExampleId i, const Labels& y, const std::vector<double>& w) const {
    return IsAllowed(layout_.constraints, y.size(), y) ? Score(i, y, w) : -INFINITY;
  }

  void AddCounts(ExampleId i, const Labels& y, double factor, std::vector<double>& sum) const {
    ForEachFeature(i, y, [&](std::uint64_t j, double x) { sum[j] += factor * x; });
  }

  /// body(weight, value) for every feature that is on under the labelling y.
  template <class Body>
  void ForEachFeature(ExampleId i, const Labels& y, const Body& body) const {
    for (std::size_t t = 0; t < y.size(); ++t) {
      const std::uint64_t token = data_.token_begin[i] + t;
      for (std::uint64_t k = data_.node.begin[token]; k < data_.node.begin[token + 1]; ++k) {
        Visit(layout_.node, data_.node.attribute[k], y[t], 0, data_.node.Value(k), body);
      }
      if (t == 0) continue;
      const std::uint32_t pair = y[t - 1] * data_.labels + y[t];
      Visit(layout_.edge, 0, pair, layout_.edge_offset(), 1.0, body);
      if (!data_.HasEdgeAttributes()) continue;
      for (std::uint64_t k = data_.edge.begin[token]; k < data_.edge.begin[token + 1]; ++k) {
        Visit(layout_.edge, 1 + data_.edge.attribute[k], pair, layout_.edge_offset(),
              data_.edge.Value(k), body);
      }
    }
  }

  template <class Body>
  static void Visit(const RowTable& table, std::size_t row, std::uint32_t slot,
                    std::uint64_t offset, double value, const Body& body) {
    const auto slots = table.Slots(row);
    const auto at = std::lower_bound(slots.begin(), slots.end(), slot);
    if (at == slots.end() || *at != slot) return;
    body(offset + table.begin[row] + static_cast<std::uint64_t>(at - slots.begin()), value);
  }

  const Dataset& data_;
  const Layout& layout_;
};

}  // namespace sagitta
