// ResultStore: the directory of a comparison.
#pragma once

#include <optional>
#include <string>

#include "sagitta/compare.h"

namespace sagitta {

/// Holds a lock on the directory, so that a second process is refused. Not thread-safe.
class ResultStore {
 public:
  /// Creates the directory if it does not exist. Throws Error(kSystem).
  explicit ResultStore(const std::string& directory);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// The results of an earlier run, if there are any.
  std::optional<Comparison> Load() const;
  /// Writes results.jsonl atomically.
  void Save(const Comparison& comparison) const;
  void SaveSummary(const std::string& text) const;

 private:
  std::string directory_;
  int descriptor_;  // of the directory, for the lock
};

/// Throws Error(kUsage), with the difference, if stored results cannot be combined with the
/// requested comparison.
void CheckSame(const std::string& directory, const CompareHeader& stored,
               const CompareHeader& requested);

}  // namespace sagitta
