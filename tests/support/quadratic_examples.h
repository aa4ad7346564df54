// QuadraticExamples: examples f_i(w) = 1/2 sum_j h_ij (w_j - c_ij)^2 of a few weights, whose
// Hessians are known and can have very different eigenvalues.
//
// Scores are the weights themselves, and a table is a gradient.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "objective/example_evaluator.h"
#include "support/naive_crf.h"

namespace sagitta {

class QuadraticExamples final : public ExampleEvaluator<double> {
 public:
  explicit QuadraticExamples(std::uint32_t weights) {
    space_.resize(1);
    space_[0].width = weights;
    space_[0].dense_rows = 1;
  }

  void Add(const DenseVector& curvature, const DenseVector& center) {
    curvature_.push_back(curvature);
    center_.push_back(center);
  }

  std::size_t examples() const override { return center_.size(); }
  const WeightSpace& space() const override { return space_; }
  std::size_t TableSize(ExampleId) const override { return width(); }
  std::unique_ptr<Worker> NewWorker() const override { return std::make_unique<Own>(width()); }
  void AppendSupport(ExampleId, std::vector<RowId>& rows) const override { rows.push_back({0, 0}); }
  double LipschitzBound(ExampleId i) const override {
    return *std::max_element(curvature_[i].begin(), curvature_[i].end());
  }

  void Gather(ExampleId, const PlainWeights<double>& w, double scale, ExampleId,
              Worker& worker) const override {
    for (std::size_t j = 0; j < width(); ++j) Of(worker).at[j] = scale * w.Row(0, 0)[j];
  }
  void Gather(ExampleId, const LazyWeights<double>& w, ExampleId, Worker& worker) const override {
    w.ForEachOfRow(0, 0, [&](std::size_t j, double value) { Of(worker).at[j] = value; });
  }
  void GatherAlong(ExampleId, const PlainWeights<double>& direction,
                   Worker& worker) const override {
    for (std::size_t j = 0; j < width(); ++j) Of(worker).along[j] = direction.Row(0, 0)[j];
  }
  double Loss(ExampleId i, Worker& worker) const override { return LossAlong(i, 0, worker); }
  double Infer(ExampleId i, Worker& worker) const override {
    Own& own = Of(worker);
    for (std::size_t j = 0; j < width(); ++j) {
      own.gradient[j] = curvature_[i][j] * (own.at[j] - center_[i][j]);
    }
    own.table = own.gradient;
    return Loss(i, worker);
  }
  double InferTangent(ExampleId i, Worker& worker) const override { return Infer(i, worker); }
  double TableScores(ExampleId, Worker& worker) const override {
    std::copy(worker.table.begin(), worker.table.end(), Of(worker).along.begin());
    return SquaredNorm(worker.table);
  }
  double LossAlong(ExampleId i, double step, Worker& worker) const override {
    const Own& own = Of(worker);
    ++worker.evaluations;
    double sum = 0;
    for (std::size_t j = 0; j < width(); ++j) {
      const double away = own.at[j] - step * own.along[j] - center_[i][j];
      sum += 0.5 * curvature_[i][j] * away * away;
    }
    return sum;
  }
  double LossNoise(const Worker&) const override { return 1e-15; }
  double ScoresDot(ExampleId, std::span<const double> table, Worker& worker) const override {
    double sum = 0;
    for (std::size_t j = 0; j < width(); ++j) sum += table[j] * Of(worker).at[j];
    return sum;
  }
  double SquaredDistance(ExampleId, std::span<const double> other, Worker& worker) const override {
    double sum = 0;
    for (std::size_t j = 0; j < width(); ++j) {
      sum += (worker.table[j] - other[j]) * (worker.table[j] - other[j]);
    }
    return sum;
  }
  void Scatter(ExampleId, Worker& worker, double on_w, double on_d, ExampleId,
               LazyWeights<double>& to) const override {
    to.AddRow(0, 0, worker.table, on_w, on_d);
  }
  void Scatter(ExampleId, Worker& worker, double on_w, ExampleId,
               PlainWeights<double>& to) const override {
    for (std::size_t j = 0; j < width(); ++j) to.Row(0, 0)[j] += on_w * worker.table[j];
  }

 private:
  struct Own final : Worker {
    explicit Own(std::size_t width) : at(width), along(width), gradient(width) {}
    DenseVector at, along, gradient;
  };
  static Own& Of(Worker& worker) { return static_cast<Own&>(worker); }
  std::size_t width() const { return space_[0].width; }

  WeightSpace space_;
  std::vector<DenseVector> curvature_, center_;
};

}  // namespace sagitta
