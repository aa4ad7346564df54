// Mini-batches by definition: groups of neighbours that stand for one example each.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/naive_crf.h"

namespace sagitta {

/// f_b = (batches / n) sum of f_i over the examples [b B, (b + 1) B).
class NaiveBatches final : public NaiveCrf {
 public:
  NaiveBatches(const Dataset& data, const Layout& layout, std::size_t batch)
      : NaiveCrf(data, layout), n_(data.examples()), batch_(batch) {}

  std::size_t examples() const override { return (n_ + batch_ - 1) / batch_; }
  std::size_t Begin(std::size_t b) const { return std::min(b * batch_, n_); }

  double Weight(std::size_t) const override { return 1; }
  double Loss(std::size_t b, const DenseVector& w) const override {
    double sum = 0;
    for (std::size_t i = Begin(b); i < Begin(b + 1); ++i) sum += NaiveCrf::Loss(i, w);
    return Factor() * sum;
  }

  double LossNoise(std::size_t b, const DenseVector& w) const override {
    double squares = 0;
    for (std::size_t i = Begin(b); i < Begin(b + 1); ++i) {
      squares += std::pow(NaiveCrf::LossNoise(i, w), 2);
    }
    return Factor() * std::sqrt(squares);
  }

  double Gradient(std::size_t b, const DenseVector& w, DenseVector& gradient) const override {
    gradient.assign(weights(), 0.0);
    DenseVector one;
    double sum = 0;
    for (std::size_t i = Begin(b); i < Begin(b + 1); ++i) {
      sum += NaiveCrf::Gradient(i, w, one);
      for (std::size_t j = 0; j < one.size(); ++j) gradient[j] += Factor() * one[j];
    }
    return Factor() * sum;
  }

 private:
  double Factor() const { return static_cast<double>(examples()) / static_cast<double>(n_); }

  std::size_t n_;
  std::size_t batch_;
};

}  // namespace sagitta
