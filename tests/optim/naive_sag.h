// SAG, SAG-NUS and SAG-NUS* on dense vectors, line by line as they are written down, and their
// SAGA sisters, which differ in the move alone.
//
// The only thing taken from the library is what each uniform number is used for (a Draw for every
// iteration), so that both visit the same examples.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
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
  void Pass(Rng& rng) {
    const std::uint64_t end = evaluations_ + n_;
    if (warm_ && m_ == 0) Fill();
    while (evaluations_ < end) Iterate(Choose(Draw::From(rng)));
  }

  /// One pass of batches of at most `most` iterations, as optim/loop/ahead.h has them. The way of
  /// the weights is foreseen with d as it is; then the batch is run again with the gradients that
  /// were found along it.
  void PassAhead(Rng& rng, std::size_t most) {
    const std::uint64_t end = evaluations_ + n_;
    if (limit_ == 0) limit_ = most;
    if (warm_ && m_ == 0) FillAhead();
    while (evaluations_ < end) {
      if (!pending_) pending_ = Draw::From(rng);
      const std::size_t size = AheadSize();
      const std::size_t longest = size > 1 ? StepsAhead(size) : 1;
      if (longest == 1) {
        const Draw draw = *pending_;
        pending_ = Draw::From(rng);
        Iterate(Choose(draw));
        continue;
      }
      std::vector<std::size_t> batch;
      for (std::size_t i = Choose(*pending_);
           batch.size() < longest && std::find(batch.begin(), batch.end(), i) == batch.end();
           i = Choose(*pending_)) {
        batch.push_back(i);
        pending_ = Draw::From(rng);
      }
      RunAhead(batch, StepSize());
    }
    Judge();
  }
  /// What the guard has left of `most`.
  std::size_t limit() const { return limit_; }

  /// Starts at w instead of zero: the first pass fills the memory, and the steps after it leave out
  /// a share of G = d + n lambda w that falls from 1 to 0 (soft_start.h).
  void Start(const DenseVector& w) {
    w_ = w;
    warm_ = true;
  }

  /// The option initial-lipschitz.
  void SetInitialLipschitz(double value) { initial_ = value; }

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
  virtual std::size_t Choose(const Draw& draw) = 0;
  virtual void Iterate(std::size_t i) = 0;
  /// The probability with which i is chosen now.
  virtual double Probability(std::size_t i) const = 0;

  /// Lines 5 to 11; the gradient at hand is then g_[i].
  double Visit(std::size_t i) {
    probability_ = Probability(i);
    DenseVector fresh;
    const double f = crf_.Gradient(i, w_, fresh);
    ++evaluations_;
    if (!seen_[i]) ++m_;
    seen_[i] = true;
    d_before_ = d_;
    change_ = fresh;
    for (std::size_t j = 0; j < d_.size(); ++j) {
      change_[j] -= g_[i][j];
      d_[j] += change_[j];
    }
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
  virtual void Move(std::size_t, double alpha) {
    if (filling_ || foreseeing_) return;
    const double n = static_cast<double>(n_), m = static_cast<double>(m_);
    alpha *= Third();
    if (share_ > 0) LowerShare();
    for (std::size_t j = 0; j < w_.size(); ++j) {
      const double left_out = share_ > 0 ? share_ * left_out_[j] : 0;
      const double direction = move_ == NaiveMove::kSag
                                   ? (d_[j] - left_out) / m
                                   : change_[j] / (n * probability_) + d_before_[j] / n;
      w_[j] = (1 - alpha * lambda_) * w_[j] - alpha * direction;
    }
    shrinkage_ *= 1 - alpha * lambda_;
    scale_ *= 1 - alpha * lambda_;
    clock_ += alpha / Seen(m_) / scale_;
    if (NeedsFlush(scale_, clock_)) scale_ = 1, clock_ = 0;
  }

  /// The step size with what is known now.
  virtual double StepSize() const { return 0; }
  /// The memory was filled at given weights.
  virtual void StartSoftly() {}
  /// A batch begins: what searches start from stays as it is now until it ends.
  virtual void Freeze() {}

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
  double initial_ = 1;
  bool filling_ = false;     // visits only fill the memory
  bool foreseeing_ = false;  // visits of a batch, at weights to come

 private:
  /// SAGA's step as a share of SAG's, and what its d is divided by.
  double Third() const { return move_ == NaiveMove::kSaga ? 1.0 / 3 : 1.0; }
  double Seen(std::size_t m) const {
    return static_cast<double>(move_ == NaiveMove::kSaga ? n_ : m);
  }
  static bool NeedsFlush(double scale, double clock) { return scale < 1e-6 || clock > 8; }

  std::size_t AheadSize() const {
    const double size = std::min(static_cast<double>(limit_), 0.05 * static_cast<double>(m_));
    return size > 1 ? static_cast<std::size_t>(size) : 1;
  }

  /// A batch does not go beyond a flush of lazy weights, or a stage of a soft start.
  std::size_t StepsAhead(std::size_t most) const {
    const double alpha = Third() * StepSize(), shrink = 1 - alpha * lambda_;
    const std::size_t stage = std::max<std::size_t>(n_ / 16, 1);
    if (share_ > 0) most = std::min<std::size_t>(most, stage - moves_ % stage);
    if (shrink < 1e-3) return 1;
    double scale = scale_, clock = clock_;
    for (std::size_t steps = 1; steps < most; ++steps) {
      scale *= shrink;
      clock += alpha / Seen(m_) / scale;
      if (NeedsFlush(scale, clock)) return steps;
    }
    return most;
  }

  void RunAhead(const std::vector<std::size_t>& batch, double alpha) {
    used_ = std::max(used_, batch.size());
    const DenseVector w = w_, d = d_;
    std::vector<DenseVector> change;
    std::vector<std::size_t> seen;
    std::vector<double> probabilities;
    for (const std::size_t i : batch) probabilities.push_back(Probability(i));
    Freeze();
    foreseeing_ = true;
    for (const std::size_t i : batch) {
      change.push_back(g_[i]);
      Iterate(i);
      for (std::size_t j = 0; j < w.size(); ++j) {
        change.back()[j] = g_[i][j] - change.back()[j];
        const double direction = d[j] - (share_ > 0 ? share_ * left_out_[j] : 0);
        const double step = Third() * alpha;
        w_[j] = (1 - step * lambda_) * w_[j] - step / Seen(m_) * direction;
      }
      seen.push_back(m_);
    }
    foreseeing_ = false;
    w_ = w;
    d_ = d;
    for (std::size_t b = 0; b < batch.size(); ++b) {
      d_before_ = d_;
      for (std::size_t j = 0; j < w.size(); ++j) d_[j] += change[b][j];
      m_ = seen[b];
      probability_ = probabilities[b];
      change_ = change[b];
      Move(batch[b], alpha);
    }
  }

  void FillAhead() {
    filling_ = true;
    for (std::size_t i = 0; i < n_;) {
      const std::size_t end = std::min(i + AheadSize(), n_);
      Freeze();
      foreseeing_ = true;
      for (; i < end; ++i) Iterate(i);
      foreseeing_ = false;
    }
    filling_ = false;
    StartSoftly();
    LeaveOut();
  }

  void Judge() {
    if (m_ < n_) return;
    const double gradient = GradientEstimate();
    growths_ = last_gradient_ > 0 && gradient > last_gradient_ ? growths_ + 1 : 0;
    last_gradient_ = gradient;
    least_gradient_ = least_gradient_ == 0 ? gradient : std::min(least_gradient_, gradient);
    const std::size_t used = std::exchange(used_, 1);
    if (gradient <= (growths_ < 2 ? 4 : 2) * least_gradient_) return;
    limit_ = std::max<std::size_t>(std::min(limit_, used) / 2, 1);
    least_gradient_ = gradient;
    growths_ = 0;
  }

  void Fill() {
    filling_ = true;
    for (std::size_t i = 0; i < n_; ++i) Iterate(i);
    filling_ = false;
    StartSoftly();
    LeaveOut();
  }

  void LeaveOut() {
    left_out_ = d_;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      left_out_[j] += static_cast<double>(n_) * lambda_ * w_[j];
    }
    share_ = 1;
  }

  void LowerShare() {
    if (++moves_ % std::max<std::size_t>(n_ / 16, 1) != 0) return;
    share_ = std::exp(-static_cast<double>(moves_) / static_cast<double>(n_));
    if (share_ < 1e-4) share_ = 0;
  }

  double LossAlong(std::size_t i, double step) {
    DenseVector moved = w_;
    for (std::size_t j = 0; j < w_.size(); ++j) moved[j] -= step * g_[i][j];
    ++evaluations_;
    return crf_.Loss(i, moved);
  }

  // Of the visit at hand.
  double probability_ = 0;
  DenseVector change_;    // of g_i
  DenseVector d_before_;  // d before it

  std::uint64_t evaluations_ = 0;
  double shrinkage_ = 1;
  double scale_ = 1, clock_ = 0;  // of lazy weights

  // Of batches.
  std::optional<Draw> pending_;
  std::size_t limit_ = 0;
  std::size_t used_ = 1;  // the largest batch of this pass
  double last_gradient_ = 0, least_gradient_ = 0;
  int growths_ = 0;

  // Of a start at given weights.
  bool warm_ = false;
  DenseVector left_out_;  // G
  double share_ = 0;
  std::uint64_t moves_ = 0;
};

class NaiveSag final : public NaiveSagBase {
 public:
  NaiveSag(const NaiveCrf& crf, double lambda, NaiveMove move = NaiveMove::kSag)
      : NaiveSagBase(crf, lambda, move) {}

 private:
  std::size_t Choose(const Draw& draw) override {
    return static_cast<std::size_t>(draw.place * static_cast<double>(n_));
  }

  void Iterate(std::size_t i) override {
    const double f = Visit(i);
    bool tested, doubled;
    const double start = foreseeing_ ? frozen_ : lipschitz_ > 0 ? lipschitz_ : initial_;
    lipschitz_ = std::max(lipschitz_, LineSearch(i, f, start, &tested, &doubled));
    Move(i, StepSize());
    if (!filling_) lipschitz_ *= std::pow(2.0, -1.0 / static_cast<double>(n_));
  }

  double Probability(std::size_t) const override { return 1 / static_cast<double>(n_); }
  double StepSize() const override { return 1 / (lipschitz_ + lambda_); }
  void Freeze() override { frozen_ = lipschitz_ > 0 ? lipschitz_ : initial_; }

  double lipschitz_ = 0;  // 0: before the first search
  double frozen_ = 0;
};

/// What the two non-uniform methods share: a constant for each example.
class NaiveNus : public NaiveSagBase {
 public:
  NaiveNus(const NaiveCrf& crf, double lambda, NaiveMove move)
      : NaiveSagBase(crf, lambda, move), lipschitz_(crf.examples(), 0.0) {}

 protected:
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

  /// What the first search of an example starts from is half of this.
  double MeanBefore() const {
    if (foreseeing_) return frozen_;
    return m_ == 0 ? 2 * initial_ : Sum() / static_cast<double>(m_);
  }
  void Freeze() override { frozen_ = MeanBefore(); }

  DenseVector lipschitz_;  // 0: not seen

 private:
  double frozen_ = 0;
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
    lipschitz_[i] = LineSearch(i, f, first ? initial_ : lipschitz_[i] / 2, &tested, &doubled);
    if (first) partition_.MarkSeen(static_cast<ExampleId>(i));
    const double n = static_cast<double>(n_);
    largest_ = std::max(largest_ * std::pow(2.0, -1 / n), lipschitz_[i]);
    Move(i, StepSize());
  }

  double StepSize() const override {
    const double n = static_cast<double>(n_), m = static_cast<double>(m_);
    const double by_max = 1 / (largest_ + lambda_), by_mean = 1 / (Sum() / m + lambda_);
    return (n - m) / n * by_max + m / n * 0.5 * (by_max + by_mean);
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
    const double mean_before = MeanBefore();
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
    Move(i, StepSize());
  }

  double StepSize() const override {
    const double largest = *std::max_element(lipschitz_.begin(), lipschitz_.end());
    const double mean = Sum() / static_cast<double>(m_);
    return 0.5 * (1 / (largest + lambda_) + 1 / (mean + lambda_));
  }

  bool skip_;
  std::vector<std::int64_t> passed_;    // xi
  std::vector<std::int64_t> left_out_;  // searches still to skip
};

/// Ours: L_i by secants of two visits, see optim/variance_reduced/sag_nus_secant.h.
class NaiveSagNusSecant final : public NaiveNus {
 public:
  NaiveSagNusSecant(const NaiveCrf& crf, double lambda, NaiveMove move = NaiveMove::kSag)
      : NaiveNus(crf, lambda, move),
        at_(n_),
        loss_(n_),
        steepest_(n_),
        period_(n_, 1),
        skip_(n_),
        visits_(n_) {}

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
    const double start = 0.5 * MeanBefore();
    const DenseVector before = g_[i];
    const double f = Visit(i);
    if (first) {
      Search(i, f, start);
    } else if (skip_[i] > 0) {
      --skip_[i];
    } else {
      Measure(i, f, before);
    }
    ++visits_[i];
    at_[i] = w_;
    loss_[i] = f;
    Move(i, StepSize());
  }

  double StepSize() const override {
    const double largest = *std::max_element(lipschitz_.begin(), lipschitz_.end());
    const double mean = Sum() / static_cast<double>(m_);
    return 0.5 * (1 / (largest / 1.3 + lambda_) + 1 / (mean / 1.3 + lambda_));
  }

  void StartSoftly() override {
    for (std::size_t i = 0; i < n_; ++i) lipschitz_[i] = steepest_[i] = 2 * steepest_[i];
  }

  void Freeze() override {
    NaiveNus::Freeze();
    frozen_step_ = StepSize();
  }

  void Search(std::size_t i, double f, double start) {
    bool tested, doubled;
    lipschitz_[i] = steepest_[i] = LineSearch(i, f, start, &tested, &doubled);
  }

  /// L_i <- max(||g - g_i||^2 / (2 (f - f_i - <g_i, w - w_i>)), exp(-rate period) L_i), but not so
  /// small that alpha H / (n p_i) would be above 1.7, where H = steepest_i min(1, 4 f_i / omega_i).
  void Measure(std::size_t i, double f, const DenseVector& before) {
    double divergence = f - loss_[i], change = 0;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      divergence -= before[j] * (w_[j] - at_[i][j]);
      change += (g_[i][j] - before[j]) * (g_[i][j] - before[j]);
    }
    if (!(divergence > std::exp2(20) * Noise(i))) return;
    const double old = lipschitz_[i];
    double secant = change / (2 * divergence);  // rounded up to six binary digits
    const double unit = std::exp2(std::floor(std::log2(secant)) - 5);
    secant = unit * std::ceil(secant / unit);
    const double rate = 0.02 * std::min(1.0, 2500.0 / visits_[i] / visits_[i]);
    const double alpha = foreseeing_ ? frozen_step_ : StepSize();
    const double steepest = steepest_[i] * std::min(1.0, 4 * f / crf_.Weight(i));
    const double least = (2 * alpha * steepest / 1.7 - 1) * MeanBefore();
    lipschitz_[i] = std::max({secant, std::exp(-rate * period_[i]) * old, std::min(least, old)});
    steepest_[i] = std::max(steepest_[i], secant);
    period_[i] = secant > old ? 1 : std::min(2 * period_[i], 4);
    skip_[i] = period_[i] - 1;
  }

  /// Rounding of a loss: that of the scores of the observed labels, and of log Z.
  double Noise(std::size_t i) const { return crf_.LossNoise(i, w_); }

  std::vector<DenseVector> at_;  // w_i, the weights at the last visit
  DenseVector loss_;             // f_i there
  DenseVector steepest_;         // the largest curvature measured
  double frozen_step_ = 0;
  std::vector<int> period_, skip_, visits_;
};

}  // namespace sagitta
