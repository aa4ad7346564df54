// StopSignal: wakes a thread that waits for input.
#pragma once

namespace sagitta {

/// Once raised it stays raised. Thread-safe.
class StopSignal {
 public:
  /// Throws Error(kSystem) when the system has no descriptor left.
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  void Raise();
  /// Readable once the signal is raised, for poll.
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace sagitta
