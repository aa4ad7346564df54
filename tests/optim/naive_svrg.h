// SVRG and EMGD on dense vectors, as they are written down.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "optim/parts/sampler.h"
#include "support/naive_crf.h"

namespace sagitta {

class NaiveSvrg {
 public:
  NaiveSvrg(const NaiveCrf& crf, double lambda, std::size_t inner)
      : crf_(crf),
        lambda_(lambda),
        n_(crf.examples()),
        inner_(inner),
        w_(crf.weights(), 0.0),
        snapshot_(w_),
        mean_gradient_(w_) {}
  virtual ~NaiveSvrg() = default;

  /// One pass: examples of a snapshot, or iterations, until n more losses were evaluated.
  void Pass(Rng& rng) {
    const std::uint64_t end = evaluations_ + n_;
    changes_.clear();
    while (evaluations_ < end) {
      if (added_ < n_) {
        AddGroupToSnapshot();
        continue;
      }
      if (t_ == 0) StartEpoch();
      Iterate(static_cast<std::size_t>(Draw::From(rng).place * static_cast<double>(n_)));
      FinishIteration(++t_);
      if (t_ < inner_ * n_) continue;
      FinishEpoch();
      added_ = t_ = 0;
    }
  }

  const DenseVector& w() const { return w_; }
  std::uint64_t evaluations() const { return evaluations_; }
  const DenseVector& snapshot() const { return snapshot_; }
  /// f_i(w) - f_i(snapshot) of the iterations of the last pass that follow the last snapshot.
  const DenseVector& changes() const { return changes_; }
  /// f at the last complete snapshot, its loss and its gradient.
  double objective() const { return objective_; }
  double mean_loss() const { return mean_loss_; }
  const DenseVector& gradient() const { return gradient_; }

 protected:
  virtual void StartEpoch() {}
  virtual void FinishIteration(std::size_t) {}
  virtual void FinishEpoch() {}

  const NaiveCrf& crf_;
  double lambda_;
  std::size_t n_, inner_;
  DenseVector w_, snapshot_;

 private:
  /// All searches of a group begin at the same constant.
  void AddGroupToSnapshot() {
    const std::size_t end = std::min(added_ + kGroup, n_);
    if (added_ == 0) lipschitz_ /= 2;
    const double before = lipschitz_;
    double most = before;
    for (; added_ < end; ++added_) {
      lipschitz_ = before;
      AddToSnapshot(added_);
      most = std::max(most, lipschitz_);
    }
    lipschitz_ = most;
  }

  void AddToSnapshot(std::size_t i) {
    const double n = static_cast<double>(n_);
    if (i == 0) {
      snapshot_ = w_;
      mean_gradient_.assign(w_.size(), 0.0);
      loss_ = 0;
    }
    DenseVector g;
    const double f = crf_.Gradient(i, w_, g);
    ++evaluations_;
    loss_ += f / n;
    for (std::size_t j = 0; j < g.size(); ++j) mean_gradient_[j] += g[j] / n;
    Search(i, f, g);
    if (i + 1 < n_) return;
    gradient_ = mean_gradient_;
    for (std::size_t j = 0; j < w_.size(); ++j) gradient_[j] += lambda_ * w_[j];
    changes_.clear();
    mean_loss_ = loss_;
    objective_ = loss_ + 0.5 * lambda_ * SquaredNorm(w_);
  }

  void Search(std::size_t i, double f, const DenseVector& g) {
    const double norm = SquaredNorm(g);
    if (norm <= 1e-8) return;
    const auto fails = [&] {
      DenseVector moved = w_;
      for (std::size_t j = 0; j < g.size(); ++j) moved[j] -= g[j] / lipschitz_;
      ++evaluations_;
      return crf_.Loss(i, moved) >= f - norm / (2 * lipschitz_);
    };
    while (fails()) lipschitz_ *= 2;
  }

  void Iterate(std::size_t i) {
    const double alpha = 1 / (lipschitz_ + lambda_);
    DenseVector here, there;
    const double loss = crf_.Gradient(i, w_, here);
    changes_.push_back(loss - crf_.Gradient(i, snapshot_, there));
    evaluations_ += 2;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      w_[j] -= alpha * (here[j] - there[j] + mean_gradient_[j] + lambda_ * w_[j]);
    }
  }

  static constexpr std::size_t kGroup = 32;

  DenseVector mean_gradient_, gradient_, changes_;
  std::size_t added_ = 0;  // examples of the snapshot
  std::size_t t_ = 0;      // iterations since
  double lipschitz_ = 2;
  double loss_ = 0;
  double mean_loss_ = 0;
  double objective_ = 0;
  std::uint64_t evaluations_ = 0;
};

class NaiveEmgd final : public NaiveSvrg {
 public:
  using NaiveSvrg::NaiveSvrg;

  double radius() const { return radius_; }

 private:
  void StartEpoch() override {
    const double by_gradient = std::sqrt(SquaredNorm(gradient())) / lambda_;
    const double by_value = std::sqrt(2 * objective() / lambda_);
    radius_ = std::max(radius_ / std::sqrt(2.0), std::min(by_gradient, by_value));
    sum_ = w_;
  }

  void FinishIteration(std::size_t t) override {
    if (t % n_ == 0) Project();
    for (std::size_t j = 0; j < w_.size(); ++j) sum_[j] += w_[j];
  }

  void FinishEpoch() override {
    for (std::size_t j = 0; j < w_.size(); ++j) {
      w_[j] = sum_[j] / static_cast<double>(inner_ * n_ + 1);
    }
  }

  void Project() {
    DenseVector away = w_;
    for (std::size_t j = 0; j < w_.size(); ++j) away[j] -= snapshot_[j];
    const double distance = std::sqrt(SquaredNorm(away));
    if (distance <= radius_) return;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      w_[j] = snapshot_[j] + radius_ / distance * away[j];
    }
  }

  DenseVector sum_;
  double radius_ = 0;
};

}  // namespace sagitta
