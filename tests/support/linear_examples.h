// LinearExamples: a few examples with one score each, whose constants are known exactly.
//
//   f_i(w) = (x_i.w - y_i)^2 / 2   or   log(1 + exp(-y_i x_i.w))
//
// One effective pass is one evaluation, so that methods can be watched after every iteration.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "objective/example_evaluator.h"
#include "support/naive_crf.h"

namespace sagitta {

class LinearExamples final : public ExampleEvaluator<double> {
 public:
  LinearExamples(bool quadratic, std::uint32_t weights) : quadratic_(quadratic) {
    space_.resize(1);
    space_[0].width = weights;
    space_[0].dense_rows = 1;
  }

  void Add(const DenseVector& x, double y) {
    x_.push_back(x);
    y_.push_back(y);
  }

  /// From now on LipschitzBound tells claim(i).
  void Claim(std::function<double(ExampleId)> claim) { claim_ = std::move(claim); }
  double TrueLipschitz(ExampleId i) const { return SquaredNorm(x_[i]) * (quadratic_ ? 1 : 0.25); }

  // ---- The same without the evaluator ----

  DenseVector Gradient(ExampleId i, const DenseVector& w) const {
    DenseVector gradient = x_[i];
    for (double& g : gradient) g *= Slope(i, Dot(x_[i], w));
    return gradient;
  }
  double Objective(const DenseVector& w, double lambda) const {
    double sum = 0;
    for (ExampleId i = 0; i < examples(); ++i) sum += LossAt(i, Dot(x_[i], w));
    return sum / static_cast<double>(examples()) + 0.5 * lambda * SquaredNorm(w);
  }
  /// By gradient descent, to the last digits.
  DenseVector Optimum(double lambda) const {
    const double n = static_cast<double>(examples());
    double step = lambda;
    for (ExampleId i = 0; i < examples(); ++i) step += TrueLipschitz(i) / n;
    DenseVector w(space_[0].width, 0.0);
    for (int k = 0; k < 20000; ++k) {
      DenseVector sum(w.size(), 0.0);
      for (ExampleId i = 0; i < examples(); ++i) {
        const DenseVector g = Gradient(i, w);
        for (std::size_t j = 0; j < w.size(); ++j) sum[j] += g[j] / n;
      }
      for (std::size_t j = 0; j < w.size(); ++j) w[j] -= (sum[j] + lambda * w[j]) / step;
    }
    return w;
  }

  // ---- ExampleEvaluator ----

  std::size_t examples() const override { return x_.size(); }
  std::uint64_t pass_evaluations() const override { return 1; }
  const WeightSpace& space() const override { return space_; }
  std::size_t TableSize(ExampleId) const override { return 1; }
  std::unique_ptr<Worker> NewWorker() const override { return std::make_unique<OneScore>(); }
  void AppendSupport(ExampleId, std::vector<RowId>& rows) const override { rows.push_back({0, 0}); }

  void Gather(ExampleId i, const PlainWeights<double>& w, double scale, ExampleId,
              Worker& worker) const override {
    double score = 0;
    for (std::size_t j = 0; j < x_[i].size(); ++j) score += x_[i][j] * w.Row(0, 0)[j];
    Own(worker).score = scale * score;
  }
  void Gather(ExampleId i, const LazyWeights<double>& w, ExampleId, Worker& worker) const override {
    const double* a = w.rows(0).dense;
    const double* d = a + w.rows(0).dense_stride;
    double score = 0;
    for (std::size_t j = 0; j < x_[i].size(); ++j) score += x_[i][j] * (a[j] - w.clock() * d[j]);
    Own(worker).score = w.scale() * score;
  }
  double Loss(ExampleId i, Worker& worker) const override {
    ++worker.evaluations;
    return LossAt(i, Own(worker).score);
  }
  double Infer(ExampleId i, Worker& worker) const override {
    OneScore& own = Own(worker);
    own.slope = Slope(i, own.score);
    own.table = {&own.slope, 1};
    return Loss(i, worker);
  }
  double InferTangent(ExampleId i, Worker& worker) const override { return Infer(i, worker); }
  double TableScores(ExampleId i, Worker& worker) const override {
    OneScore& own = Own(worker);
    own.along = SquaredNorm(x_[i]) * own.slope;
    return own.along * own.slope;
  }
  void GatherAlong(ExampleId i, const PlainWeights<double>& direction,
                   Worker& worker) const override {
    double score = 0;
    for (std::size_t j = 0; j < x_[i].size(); ++j) score += x_[i][j] * direction.Row(0, 0)[j];
    Own(worker).along = score;
  }
  double LossAlong(ExampleId i, double step, Worker& worker) const override {
    ++worker.evaluations;
    return LossAt(i, Own(worker).score - step * Own(worker).along);
  }
  double ScoresDot(ExampleId, std::span<const double> table, Worker& worker) const override {
    return table[0] * Own(worker).score;
  }
  double SquaredDistance(ExampleId i, std::span<const double> other,
                         Worker& worker) const override {
    const double change = Own(worker).slope - other[0];
    return SquaredNorm(x_[i]) * change * change;
  }
  double LossNoise(const Worker&) const override { return 1e-16; }
  double LipschitzBound(ExampleId i) const override {
    return claim_ ? claim_(i) : TrueLipschitz(i);
  }

  void Scatter(ExampleId i, Worker& worker, double on_w, double on_d, ExampleId,
               LazyWeights<double>& to) const override {
    double* a = to.rows(0).dense;
    double* d = a + to.rows(0).dense_stride;
    for (std::size_t j = 0; j < x_[i].size(); ++j) {
      a[j] += to.OnA(on_w, on_d) * x_[i][j] * worker.table[0];
      d[j] += on_d * x_[i][j] * worker.table[0];
    }
  }
  void Scatter(ExampleId i, Worker& worker, double on_w, ExampleId,
               PlainWeights<double>& to) const override {
    for (std::size_t j = 0; j < x_[i].size(); ++j) {
      to.Row(0, 0)[j] += on_w * x_[i][j] * worker.table[0];
    }
  }

 private:
  struct OneScore final : Worker {
    double score = 0, along = 0, slope = 0;
  };
  static OneScore& Own(Worker& worker) { return static_cast<OneScore&>(worker); }

  static double Dot(const DenseVector& x, const DenseVector& w) {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) sum += x[j] * w[j];
    return sum;
  }
  double LossAt(ExampleId i, double score) const {
    if (quadratic_) return 0.5 * (score - y_[i]) * (score - y_[i]);
    return std::log1p(std::exp(-y_[i] * score));
  }
  double Slope(ExampleId i, double score) const {
    return quadratic_ ? score - y_[i] : -y_[i] / (1 + std::exp(y_[i] * score));
  }

  bool quadratic_;
  WeightSpace space_;
  std::vector<DenseVector> x_;
  DenseVector y_;
  std::function<double(ExampleId)> claim_;
};

}  // namespace sagitta
