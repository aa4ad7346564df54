// RunLog: the record of a training as JSON lines.
//
// The first record has "record": "start" and all settings, then comes one "pass" for every pass,
// the last one is "end" with the summary. Every line is one write, so that a run that is killed
// leaves a log of complete lines.
#pragma once

#include <string>
#include <vector>

#include "sagitta/train.h"

namespace sagitta::cli {

class RunLog {
 public:
  /// Creates the file, or empties it; no path: no log. Throws Error(kSystem).
  explicit RunLog(const std::string& path);
  ~RunLog();
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;

  /// The settings that are not the library's.
  struct Files {
    std::vector<std::string> train;
    std::string dev;
    std::string template_file;
    std::string model;
  };

  void Start(const TrainStart& start, const Files& files);
  void Pass(const PassRecord& record);
  void End(const TrainSummary& summary);

  /// Throws Error(kSystem) when a record could not be written. Not thrown earlier: a full disk
  /// should not cost the model.
  void Finish() const;

 private:
  void WriteLine(std::string line);

  std::string path_;
  int descriptor_ = -1;
  int error_ = 0;  // errno of the first failure; nothing is written after it
};

}  // namespace sagitta::cli
