// RunLog: the log of a training run as JSON lines.
//
// The first record has "record": "start" and all settings. It is followed by one "pass" per pass
// and, with a path, one "lambda" per value; the last record is "end" with the summary. Before
// "start", a cross-validation writes one "fold" per fold and one "fold_lambda" per value. Every
// line is written with one call, so that a killed run leaves a log of complete lines. A resumed run
// continues its log: the records after the checkpoint, whose passes will be repeated, are cut off,
// and another "start" is written.
#pragma once

#include <string>
#include <vector>

#include "sagitta/train.h"

namespace sagitta::cli {

class RunLog {
 public:
  /// Creates or empties the file, unless it is continued. Without a path, there is no log. Throws
  /// Error(kSystem).
  RunLog(const std::string& path, bool append);
  ~RunLog();
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;

  /// The settings that are not part of the library.
  struct Files {
    std::vector<std::string> train;
    std::string dev;
    std::string template_file;
    std::string model;
    std::string from;
  };

  void Start(const TrainStart& start, const Files& files);
  void Pass(const PassRecord& record);
  void Point(const PathPoint& point);
  void FoldStart(const Fold& fold);
  void FoldPoint(const Fold& fold, const PathPoint& point);
  void End(const TrainSummary& summary);

  /// Throws Error(kSystem) if a record could not be written. This is not thrown earlier, because a
  /// full disk should not prevent the model from being saved.
  void Finish() const;

 private:
  void WriteLine(std::string line);
  void CutBack(std::uint64_t evaluations);

  std::string path_;
  bool append_ = false;
  int descriptor_ = -1;
  int error_ = 0;  // errno of the first failure; nothing is written after it
};

/// The settings of a training run, including c2 and c1 for users of CRFsuite.
TrainSettings WithBothUnits(const TrainStart& start);

}  // namespace sagitta::cli
