// Algorithms 2 and 3 of the paper's appendices on dense vectors, with the losses in the memory and
// the regularizer exact. The constants L_i are handed in.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/rng.h"
#include "optim/parts/sampler.h"
#include "support/naive_crf.h"

namespace sagitta {

/// What both share: a memory that starts with the gradients at zero.
class NaiveFixedSaga {
 public:
  NaiveFixedSaga(const NaiveCrf& crf, double lambda, DenseVector lipschitz)
      : crf_(crf),
        lambda_(lambda),
        n_(crf.examples()),
        lipschitz_(std::move(lipschitz)),
        w_(crf.weights(), 0.0),
        s_(n_) {
    for (double& constant : lipschitz_) constant += lambda;
    for (std::size_t i = 0; i < n_; ++i) crf.Gradient(i, w_, s_[i]);
    evaluations_ = n_;
  }
  virtual ~NaiveFixedSaga() = default;

  /// n evaluations, or what fills the memory the first time.
  void Pass(Rng& rng) {
    const std::uint64_t end = first_ ? n_ : evaluations_ + n_;
    first_ = false;
    while (evaluations_ < end) Iterate(rng);
  }

  const DenseVector& w() const { return w_; }
  std::uint64_t evaluations() const { return evaluations_; }

 protected:
  virtual void Iterate(Rng& rng) = 0;

  DenseVector Gradient(std::size_t i) {
    DenseVector g;
    crf_.Gradient(i, w_, g);
    ++evaluations_;
    return g;
  }

  void Move(std::size_t j, const DenseVector& fresh, double p, double alpha) {
    DenseVector mean(w_.size(), 0.0);
    for (const DenseVector& s : s_) {
      for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += s[k] / static_cast<double>(n_);
    }
    for (std::size_t k = 0; k < w_.size(); ++k) {
      const double change = (fresh[k] - s_[j][k]) / (static_cast<double>(n_) * p);
      w_[k] -= alpha * (change + mean[k] + lambda_ * w_[k]);
    }
  }

  double SumLipschitz() const { return std::accumulate(lipschitz_.begin(), lipschitz_.end(), 0.0); }

  /// The index with probability p_i / sum, by walking along them.
  static ExampleId Walk(const DenseVector& p, double u) {
    double rest = u * std::accumulate(p.begin(), p.end(), 0.0);
    std::size_t i = 0;
    while (i + 1 < p.size() && rest >= p[i]) rest -= p[i++];
    return static_cast<ExampleId>(i);
  }

  const NaiveCrf& crf_;
  double lambda_;
  std::size_t n_;
  DenseVector lipschitz_;  // with lambda
  DenseVector w_;
  std::vector<DenseVector> s_;

 private:
  std::uint64_t evaluations_ = 0;
  bool first_ = true;
};

/// Algorithm 2. `uniform` is the part of p that is the same for all, the rest goes by L_i.
class NaiveSagaAny final : public NaiveFixedSaga {
 public:
  NaiveSagaAny(const NaiveCrf& crf, double lambda, DenseVector lipschitz, double uniform)
      : NaiveFixedSaga(crf, lambda, std::move(lipschitz)), p_(n_) {
    for (std::size_t i = 0; i < n_; ++i) {
      p_[i] = uniform / static_cast<double>(n_) + (1 - uniform) * lipschitz_[i] / SumLipschitz();
    }
  }

 private:
  void Iterate(Rng& rng) override {
    const double n = static_cast<double>(n_);
    const double largest = *std::max_element(lipschitz_.begin(), lipschitz_.end());
    const double smallest = *std::min_element(p_.begin(), p_.end());
    const std::size_t j = Walk(p_, Draw::From(rng).place);
    DenseVector fresh = Gradient(j);
    Move(j, fresh, p_[j], n * smallest / (4 * largest + n * lambda_));
    s_[j] = std::move(fresh);
  }

  DenseVector p_;
};

/// Algorithm 3.
class NaiveSagaTwoSample final : public NaiveFixedSaga {
 public:
  using NaiveFixedSaga::NaiveFixedSaga;

 private:
  void Iterate(Rng& rng) override {
    const double mean = SumLipschitz() / static_cast<double>(n_);
    // Which number of the generator stands for what is the library's matter.
    const std::size_t j =
        step_.Take(rng, [&](const Draw& draw) { return Walk(lipschitz_, draw.place); });
    const std::size_t r =
        memory_.Take(rng, [&](const Draw& draw) { return DrawUniform(draw.place, n_); });
    const DenseVector fresh_j = Gradient(j);
    DenseVector fresh_r = Gradient(r);
    Move(j, fresh_j, lipschitz_[j] / SumLipschitz(), 1 / (4 * mean));
    s_[r] = std::move(fresh_r);
  }

  Lookahead step_, memory_;
};

}  // namespace sagitta
