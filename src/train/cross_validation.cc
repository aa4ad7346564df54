// The folds one after the other, the choice, and the final training.
#include "train/cross_validation.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "data/corpus_part.h"
#include "train/constraints.h"
#include "train/folds.h"
#include "train/lambda_path.h"

namespace sagitta {
namespace {

/// Passes the records of a fold on, with the lambdas of the whole corpus.
class FoldObserver final : public TrainObserver {
 public:
  FoldObserver(const Fold& fold, const LambdaPath& path, TrainObserver* next)
      : fold_(fold), path_(path), next_(next) {}

  void OnStart(const TrainStart& given) override {
    start = given;
    if (next_ != nullptr) next_->OnFold(fold_);
  }
  void OnPass(const PassRecord& record) override {
    if (next_ == nullptr) return;
    PassRecord translated = record;
    translated.lambda = PathLambda(path_, points_);
    next_->OnFoldPass(fold_, translated);
  }
  void OnPathPoint(const PathPoint& point) override {
    PathPoint translated = point;
    translated.lambda = PathLambda(path_, points_++);
    if (next_ != nullptr) next_->OnFoldPoint(fold_, translated);
  }
  bool ShouldStop() override { return next_ != nullptr && next_->ShouldStop(); }

  TrainStart start;  // of the fold

 private:
  Fold fold_;
  LambdaPath path_;
  TrainObserver* next_;
  std::uint32_t points_ = 0;  // that are complete
};

class CrossValidator {
 public:
  CrossValidator(const internal::CorpusData& train, const internal::ModelData* from,
                 const TrainStart& start, TrainObserver* observer)
      : train_(train),
        from_(from),
        start_(start),
        observer_(observer),
        path_(start.settings.lambda_path.value()),
        parts_(MakeFolds(static_cast<std::uint32_t>(train.dataset.examples()),
                         start.settings.cv.value(), start.settings.seed)) {
    // Made from all sequences: what one fold lacks is no reason to refuse its sequences.
    const TrainSettings& settings = start.settings;
    start_.constraints =
        TrainingConstraints(settings.constraints, train, settings.forget ? nullptr : from);
    result_.folds = start.settings.cv.value();
  }

  Trained Run() {
    for (std::uint32_t k = 0; k < result_.folds; ++k) {
      if (!RunFold(k)) return Interrupted();
    }
    fold_.reset();
    Summarize();
    return Final();
  }

 private:
  struct CompleteFold {
    Trained trained;
    TrainStart start;
    std::uint32_t number;
  };

  double Sequences() const { return static_cast<double>(train_.dataset.examples()); }

  /// Walks the path on everything but fold k. False: it was cancelled.
  bool RunFold(std::uint32_t k) {
    const std::vector<std::uint32_t>& held_out = parts_[k];
    std::vector<std::uint32_t> all(train_.dataset.examples()), rest;
    std::iota(all.begin(), all.end(), 0);
    std::set_difference(all.begin(), all.end(), held_out.begin(), held_out.end(),
                        std::back_inserter(rest));
    const auto fit = internal::SelectSequences(train_, rest);
    const auto dev = internal::SelectSequences(train_, held_out);
    FoldObserver watcher({k + 1, result_.folds, rest.size(), held_out.size()}, path_, observer_);
    const double share = static_cast<double>(rest.size()) / Sequences();
    TrainStart start = FoldStart(share);
    start.corpus = internal::CorpusAccess::Make(fit).Size();
    CompleteFold fold{RunTraining(*fit, dev.get(), from_, start, &watcher), {}, k + 1};
    fold.start = std::move(watcher.start);
    const TrainSummary& summary = fold.trained.summary;
    const bool complete = summary.stop_reason != StopReason::kCancelled;
    result_.passes += share * summary.last.pass;
    result_.seconds += summary.total_seconds;
    if (complete) Add(summary.path, share);
    if (complete || !fold_) fold_.emplace(std::move(fold));
    return complete;
  }

  /// The settings of a fold with this share of the sequences: the same c2 and c1.
  TrainStart FoldStart(double share) const {
    TrainStart start = start_;
    TrainSettings& settings = start.settings;
    settings.lambda_path = path_;
    settings.lambda_path->first /= share;
    settings.lambda_path->last /= share;
    settings.lambda = settings.lambda_path->first;
    settings.lambda1 /= share;
    return start;
  }

  /// After the first fold the number of values is known.
  void Add(const std::vector<PathPoint>& points, double share) {
    if (result_.path.empty()) {
      result_.path.resize(points.size());
      scores_.resize(points.size());
      for (std::uint32_t k = 0; k < points.size(); ++k) {
        result_.path[k].lambda = PathLambda(path_, k);
        result_.path[k].c2 = points[k].c2;
        result_.path[k].converged = true;
      }
      const double last = result_.path.back().lambda;
      path_ = {path_.first, last, static_cast<std::uint32_t>(points.size())};
    }
    for (std::size_t k = 0; k < points.size(); ++k) {
      PathPoint& sum = result_.path[k];
      sum.passes += share * points[k].passes;
      sum.seconds += points[k].seconds;
      sum.objective_estimate += points[k].objective_estimate / result_.folds;
      sum.gradient_inf = std::max(sum.gradient_inf, points[k].gradient_inf);
      sum.converged = sum.converged && points[k].converged;
      sum.active_weights += points[k].active_weights;
      scores_[k].push_back(points[k].dev_score.value_or(0));
    }
  }

  void Summarize() {
    for (std::size_t k = 0; k < result_.path.size(); ++k) {
      const MeanScore score = MeanOf(scores_[k]);
      result_.path[k].dev_score = score.mean;
      result_.path[k].standard_error = score.standard_error;
      result_.path[k].active_weights /= result_.folds;
    }
  }

  Trained Final() {
    TrainStart start = start_;
    start.cross_validation = result_;
    start.settings.lambda = result_.path[StrongestNearBest(result_.path)].lambda;
    start.settings.lambda_path.reset();
    Trained trained = RunTraining(train_, nullptr, from_, start, observer_);
    trained.settings.lambda_path = start_.settings.lambda_path;
    return trained;
  }

  /// The observer is told of the fold as of any training.
  Trained Interrupted() {
    result_.kept_fold = fold_->number;
    result_.path.clear();
    Trained& trained = fold_->trained;
    trained.summary.stop_reason = StopReason::kCancelled;
    trained.summary.total_seconds = result_.seconds;
    trained.summary.cross_validation = fold_->start.cross_validation = result_;
    if (observer_ != nullptr) {
      observer_->OnStart(fold_->start);
      observer_->OnEnd(trained.summary);
    }
    return std::move(trained);
  }

  const internal::CorpusData& train_;
  const internal::ModelData* from_;
  TrainStart start_;
  TrainObserver* observer_;
  LambdaPath path_;  // of the whole corpus
  std::vector<std::vector<std::uint32_t>> parts_;
  CrossValidation result_;
  std::vector<std::vector<double>> scores_;  // [value][fold]
  std::optional<CompleteFold> fold_;         // the last complete one, or the first
};

}  // namespace

Trained CrossValidatedTraining(const internal::CorpusData& train, const internal::ModelData* from,
                               const TrainStart& start, TrainObserver* observer) {
  return CrossValidator(train, from, start, observer).Run();
}

}  // namespace sagitta
