// ResultStore: the directory of a comparison.
#pragma once

#include <optional>
#include <string>

#include "sagitta/compare.h"

namespace sagitta {

/// Holds a lock on the directory: of two processes the second is refused. Not thread safe.
class ResultStore {
 public:
  /// Makes the directory if it is not there. Throws Error(kSystem).
  explicit ResultStore(const std::string& directory);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// What an earlier start left; none: nothing.
  std::optional<Comparison> Load() const;
  /// Writes results.jsonl, all or nothing.
  void Save(const Comparison& comparison) const;
  void SaveSummary(const std::string& text) const;

 private:
  std::string directory_;
  int descriptor_;  // of the directory, for the lock
};

/// Throws Error(kUsage) that says what differs when results with the header `stored` cannot be
/// compared with those that `wanted` stands for.
void CheckSame(const std::string& directory, const CompareHeader& stored,
               const CompareHeader& wanted);

}  // namespace sagitta
