// SAG, SAG-NUS and SAG-NUS* on dense vectors, line by line as they are written down, and their
// SAGA sisters, which differ in the move alone.
//
// The only thing taken from the library is what each uniform number is used for (a Draw for every
// iteration), so that both visit the same examples.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "optim/parts/sampler.h"
#include "support/naive_crf.h"

namespace sagitta {

enum class NaiveMove { kSag, kSaga };

/// Algorithm 1 without the choice of example and step size.
class NaiveSagBase {
 public:
  NaiveSagBase(const NaiveCrf& crf, double lambda, NaiveMove move)
      : crf_(crf),
        lambda_(lambda),
        move_(move),
        n_(crf.examples()),
        w_(crf.weights(), 0.0),
        d_(crf.weights(), 0.0),
        g_(n_, DenseVector(crf.weights(), 0.0)),
        seen_(n_, false) {}
  virtual ~NaiveSagBase() = default;

  /// One pass: iterations until n more losses were evaluated.
  virtual void Pass(Rng& rng) = 0;

  const DenseVector& w() const { return w_; }
  std::size_t seen() const { return m_; }
  std::uint64_t evaluations() const { return evaluations_; }
  /// The product of all factors 1 - alpha lambda: what beta would be if it were never reset.
  double shrinkage() const { return shrinkage_; }

  /// || d/n + lambda w ||_inf, line 3.
  double GradientEstimate() const {
    double most = 0;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      most = std::max(most, std::abs(d_[j] / static_cast<double>(n_) + lambda_ * w_[j]));
    }
    return most;
  }

 protected:
  /// The probability with which i is chosen now.
  virtual double Probability(std::size_t i) const = 0;

  /// Lines 5 to 11; the gradient at hand is then g_[i].
  double Visit(std::size_t i) {
    probability_ = Probability(i);
    before_ = g_[i];
    DenseVector fresh;
    const double f = crf_.Gradient(i, w_, fresh);
    ++evaluations_;
    if (!seen_[i]) ++m_;
    seen_[i] = true;
    d_before_ = d_;
    for (std::size_t j = 0; j < d_.size(); ++j) d_[j] += fresh[j] - g_[i][j];
    g_[i] = std::move(fresh);
    return f;
  }

  /// Lines 12 to 14 with Algorithm 2. Says whether the test was made, and passed at once.
  double LineSearch(std::size_t i, double f, double lipschitz, bool* tested, bool* doubled) {
    const double norm = SquaredNorm(g_[i]);
    *doubled = false;
    *tested = norm > 1e-8;
    if (!*tested) return lipschitz;
    while (LossAlong(i, 1 / lipschitz) >= f - norm / (2 * lipschitz)) {
      lipschitz *= 2;
      *doubled = true;
    }
    return lipschitz;
  }

  /// Line 16, or the step of Proposition 1, after a visit of i.
  virtual void Move(std::size_t i, double alpha) {
    const double n = static_cast<double>(n_), m = static_cast<double>(m_);
    if (move_ == NaiveMove::kSaga) alpha /= 3;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      const double direction =
          move_ == NaiveMove::kSag
              ? d_[j] / m
              : (g_[i][j] - before_[j]) / (n * probability_) + d_before_[j] / n;
      w_[j] = (1 - alpha * lambda_) * w_[j] - alpha * direction;
    }
    shrinkage_ *= 1 - alpha * lambda_;
  }

  /// With which the example at hand was chosen.
  double probability() const { return probability_; }

  const NaiveCrf& crf_;
  double lambda_;
  NaiveMove move_;
  std::size_t n_;
  DenseVector w_, d_;
  std::vector<DenseVector> g_;
  std::vector<bool> seen_;
  std::size_t m_ = 0;

 private:
  double LossAlong(std::size_t i, double step) {
    DenseVector moved = w_;
    for (std::size_t j = 0; j < w_.size(); ++j) moved[j] -= step * g_[i][j];
    ++evaluations_;
    return crf_.Loss(i, moved);
  }

  // Of the visit at hand.
  double probability_ = 0;
  DenseVector before_;    // g_i before it
  DenseVector d_before_;  // d before it

  std::uint64_t evaluations_ = 0;
  double shrinkage_ = 1;
};

class NaiveSag final : public NaiveSagBase {
 public:
  NaiveSag(const NaiveCrf& crf, double lambda, NaiveMove move = NaiveMove::kSag)
      : NaiveSagBase(crf, lambda, move) {}

  void Pass(Rng& rng) override {
    const std::uint64_t end = evaluations() + n_;
    while (evaluations() < end) {
      const Draw draw = Draw::From(rng);
      const std::size_t i = static_cast<std::size_t>(draw.place * static_cast<double>(n_));
      const double f = Visit(i);
      bool tested, doubled;
      lipschitz_ = LineSearch(i, f, lipschitz_, &tested, &doubled);
      Move(i, 1 / (lipschitz_ + lambda_));
      lipschitz_ *= std::pow(2.0, -1.0 / static_cast<double>(n_));
    }
  }

 private:
  double Probability(std::size_t) const override { return 1 / static_cast<double>(n_); }

  double lipschitz_ = 1;
};

/// What the two non-uniform methods share: a constant for each example.
class NaiveNus : public NaiveSagBase {
 public:
  NaiveNus(const NaiveCrf& crf, double lambda, NaiveMove move)
      : NaiveSagBase(crf, lambda, move), lipschitz_(crf.examples(), 0.0) {}

  void Pass(Rng& rng) override {
    const std::uint64_t end = evaluations() + n_;
    while (evaluations() < end) Iterate(Choose(Draw::From(rng)));
  }

 protected:
  virtual std::size_t Choose(const Draw& draw) = 0;
  virtual void Iterate(std::size_t i) = 0;

  double Sum() const {
    double sum = 0;
    for (const double l : lipschitz_) sum += l;
    return sum;
  }

  /// In proportion to L_i, by walking along them.
  std::size_t ByLipschitz(double u) const {
    double rest = u * Sum();
    std::size_t i = 0;
    while (i + 1 < n_ && rest >= lipschitz_[i]) rest -= lipschitz_[i++];
    return i;
  }

  DenseVector lipschitz_;  // 0: not seen
};

/// Schmidt, Le Roux and Bach 2013, section 5.5.
class NaiveSagNus final : public NaiveNus {
 public:
  NaiveSagNus(const NaiveCrf& crf, double lambda, NaiveMove move = NaiveMove::kSag)
      : NaiveNus(crf, lambda, move), partition_(crf.examples()) {}

 private:
  double Probability(std::size_t i) const override {
    const double n = static_cast<double>(n_), m = static_cast<double>(m_);
    if (!seen_[i]) return 1 / n;
    double all = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      if (seen_[k]) all += lipschitz_[k] + Sum() / m + 2 * lambda_;
    }
    return m / n * (lipschitz_[i] + Sum() / m + 2 * lambda_) / all;
  }

  std::size_t Choose(const Draw& draw) override {
    const double n = static_cast<double>(n_), m = static_cast<double>(m_);
    if (draw.branch < (n - m) / n) return partition_.Unseen(draw.place);
    const double rest = (draw.branch - (n - m) / n) / (m / n);
    const double uniform = m * (Sum() / m + 2 * lambda_);
    if (rest < Sum() / (Sum() + uniform)) return ByLipschitz(draw.place);
    return partition_.Seen(draw.place);
  }

  void Iterate(std::size_t i) override {
    const bool first = !seen_[i];
    const double f = Visit(i);
    bool tested, doubled;
    lipschitz_[i] = LineSearch(i, f, first ? 1.0 : lipschitz_[i] / 2, &tested, &doubled);
    if (first) partition_.MarkSeen(static_cast<ExampleId>(i));
    const double n = static_cast<double>(n_), m = static_cast<double>(m_);
    largest_ = std::max(largest_ * std::pow(2.0, -1 / n), lipschitz_[i]);
    const double by_max = 1 / (largest_ + lambda_), by_mean = 1 / (Sum() / m + lambda_);
    Move(i, (n - m) / n * by_max + m / n * 0.5 * (by_max + by_mean));
  }

  SeenPartition partition_;
  double largest_ = 0;
};

/// The paper's section 5.
class NaiveSagNusStar : public NaiveNus {
 public:
  NaiveSagNusStar(const NaiveCrf& crf, double lambda, bool skip, NaiveMove move = NaiveMove::kSag)
      : NaiveNus(crf, lambda, move),
        skip_(skip),
        passed_(crf.examples()),
        left_out_(crf.examples()) {}

 private:
  double Probability(std::size_t i) const override {
    const double n = static_cast<double>(n_);
    return m_ == 0 ? 1 / n : 0.5 / n + 0.5 * lipschitz_[i] / Sum();
  }

  std::size_t Choose(const Draw& draw) override {
    if (draw.branch < 0.5 && m_ > 0) return ByLipschitz(draw.place);
    return static_cast<std::size_t>(draw.place * static_cast<double>(n_));
  }

  void Iterate(std::size_t i) override {
    const bool first = !seen_[i];
    const double mean_before = m_ == 0 ? 2.0 : Sum() / static_cast<double>(m_);
    const double f = Visit(i);
    if (left_out_[i] > 0) {
      --left_out_[i];
    } else {
      bool tested, doubled;
      const double start = first ? 0.5 * mean_before : 0.9 * lipschitz_[i];
      lipschitz_[i] = LineSearch(i, f, start, &tested, &doubled);
      if (doubled) passed_[i] = 0;
      if (tested && !doubled) {
        ++passed_[i];
        if (skip_) left_out_[i] = std::int64_t{1} << (passed_[i] - 1);
      }
    }
    const double largest = *std::max_element(lipschitz_.begin(), lipschitz_.end());
    const double mean = Sum() / static_cast<double>(m_);
    Move(i, 0.5 * (1 / (largest + lambda_) + 1 / (mean + lambda_)));
  }

  bool skip_;
  std::vector<std::int64_t> passed_;    // xi
  std::vector<std::int64_t> left_out_;  // searches still to skip
};

}  // namespace sagitta
