// The training log of `learn`, in the shape that programs which read CRFsuite's log expect.
#pragma once

#include <string>
#include <vector>

#include "compat/crfsuite/parameters.h"
#include "compat/shared/log_stream.h"
#include "compat/shared/pass_printer.h"
#include "sagitta/corpus.h"

namespace sagitta::compat {

/// What comes before and after training.
void LogStart(LogStream& log);
void LogReading(LogStream& log, const std::vector<std::string>& files, const Corpus& corpus,
                double seconds);
void LogStatistics(LogStream& log, const CorpusSize& size, std::size_t groups);
/// `features` and `attributes` are the numbers before training.
void LogStored(LogStream& log, const Model& model, std::uint64_t features, const CorpusSize& size,
               double seconds);
void LogEnd(LogStream& log);

/// One training.
class LearnLog final : public PassPrinter {
 public:
  /// `labels`: of the corpus, by id. All must outlive it.
  LearnLog(LogStream& log, const Algorithm& algorithm, const std::vector<std::string>& labels)
      : PassPrinter(algorithm.Progress()), log_(log), algorithm_(algorithm), labels_(labels) {}

  /// The number of features; known once training has begun.
  std::uint64_t features() const { return start_.weights; }

 private:
  void Begin(const TrainStart& start) override;
  void Print(const Iteration& iteration) override;
  void End(const TrainSummary& summary) override;
  std::string EndingText(const TrainSummary& summary) const;

  LogStream& log_;
  const Algorithm& algorithm_;
  const std::vector<std::string>& labels_;
  TrainStart start_;
  double loss_ = 0;  // of the iteration that was printed last
};

}  // namespace sagitta::compat
