// The classic stochastic methods on dense vectors, as they are written down.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "base/rng.h"
#include "optim/naive_sag.h"
#include "optim/parts/sampler.h"
#include "support/naive_crf.h"

namespace sagitta {

/// alpha of iteration t = 1, 2, ... with lambda.
using NaiveSteps = std::function<double(std::uint64_t, double)>;

/// One example an iteration, drawn uniformly.
class NaiveStochastic {
 public:
  NaiveStochastic(const NaiveCrf& crf, double lambda)
      : crf_(crf), lambda_(lambda), w_(crf.weights(), 0.0) {}
  virtual ~NaiveStochastic() = default;

  void Pass(Rng& rng) {
    const double n = static_cast<double>(crf_.examples());
    for (std::size_t k = 0; k < crf_.examples(); ++k) {
      crf_.Gradient(static_cast<std::size_t>(Draw::From(rng).place * n), w_, gradient_);
      ++evaluations_;
      ++t_;
      Move();
    }
  }
  virtual DenseVector Result() const { return w_; }
  std::uint64_t evaluations() const { return evaluations_; }
  /// Another problem: its iterations are counted from 1 again, from the last iterate.
  virtual void ChangeLambda(double lambda) {
    lambda_ = lambda;
    t_ = 0;
  }

 protected:
  /// Iteration t_ with gradient_.
  virtual void Move() = 0;

  const NaiveCrf& crf_;
  double lambda_;
  DenseVector w_, gradient_;
  std::uint64_t t_ = 0;  // iterations with this lambda

 private:
  std::uint64_t evaluations_ = 0;
};

class NaiveSg : public NaiveStochastic {
 public:
  NaiveSg(const NaiveCrf& crf, double lambda, NaiveSteps steps)
      : NaiveStochastic(crf, lambda), steps_(std::move(steps)) {}

  /// The product of all factors 1 - alpha lambda.
  double shrinkage() const { return shrinkage_; }

 protected:
  void Move() override {
    const double alpha = steps_(t_, lambda_);
    for (std::size_t j = 0; j < w_.size(); ++j) {
      w_[j] = (1 - alpha * lambda_) * w_[j] - alpha * gradient_[j];
    }
    shrinkage_ *= 1 - alpha * lambda_;
  }

 private:
  NaiveSteps steps_;
  double shrinkage_ = 1;
};

/// The average of the iterates with this lambda after the first `left_out` of them.
class NaiveAveragedSg final : public NaiveSg {
 public:
  NaiveAveragedSg(const NaiveCrf& crf, double lambda, NaiveSteps steps, std::uint64_t left_out)
      : NaiveSg(crf, lambda, std::move(steps)), left_out_(left_out), sum_(crf.weights(), 0.0) {}

  DenseVector Result() const override {
    if (t_ <= left_out_) return w_;
    DenseVector average = sum_;
    for (double& x : average) x /= static_cast<double>(t_ - left_out_);
    return average;
  }
  void ChangeLambda(double lambda) override {
    NaiveSg::ChangeLambda(lambda);
    std::fill(sum_.begin(), sum_.end(), 0.0);
  }

 private:
  void Move() override {
    NaiveSg::Move();
    if (t_ <= left_out_) return;
    for (std::size_t j = 0; j < w_.size(); ++j) sum_[j] += w_[j];
  }

  std::uint64_t left_out_;
  DenseVector sum_;
};

class NaiveAdaGrad final : public NaiveStochastic {
 public:
  NaiveAdaGrad(const NaiveCrf& crf, double lambda, double eta, double delta)
      : NaiveStochastic(crf, lambda), eta_(eta), delta_(delta), squares_(crf.weights(), 0.0) {}

 private:
  void Move() override {
    for (std::size_t j = 0; j < w_.size(); ++j) {
      squares_[j] += gradient_[j] * gradient_[j];
      const double h = delta_ + std::sqrt(squares_[j]);
      w_[j] = (h * w_[j] - eta_ * gradient_[j]) / (h + eta_ * lambda_);
    }
  }

  double eta_, delta_;
  DenseVector squares_;
};

/// Stochastic gradient with the examples that SAG-NUS* visits.
class NaiveSgNus final : public NaiveSagNusStar {
 public:
  NaiveSgNus(const NaiveCrf& crf, double lambda, NaiveSteps steps)
      : NaiveSagNusStar(crf, lambda, true), steps_(std::move(steps)) {}

  DenseVector Result() const { return w(); }
  void ChangeLambda(double lambda) {
    lambda_ = lambda;
    t_ = 0;
  }

 private:
  void Move(std::size_t i, double) override {
    const double alpha = steps_(++t_, lambda_);
    const double scale = 1 / (static_cast<double>(n_) * probability());
    for (std::size_t j = 0; j < w_.size(); ++j) {
      w_[j] = (1 - alpha * lambda_) * w_[j] - alpha * scale * g_[i][j];
    }
  }

  NaiveSteps steps_;
  std::uint64_t t_ = 0;
};

}  // namespace sagitta
