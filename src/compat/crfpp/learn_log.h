// What crf_learn's options mean here, and its training log.
#pragma once

#include <cstdint>
#include <string>

#include "compat/shared/log_stream.h"
#include "compat/shared/pass_printer.h"

namespace sagitta::compat {

struct CrfLearnOptions {
  std::uint32_t freq = 1;
  std::uint32_t max_iterations = 100000;
  double cost = 1;
  double eta = 1e-4;
  bool l1 = false;  // CRF-L1 instead of CRF-L2
  std::uint32_t shrinking_size = 20;
};

TrainSettings SettingsOf(const CrfLearnOptions& options);

/// The lines before and after training.
void LogHead(LogStream& stream);
void LogRead(LogStream& stream, std::uint64_t sentences, double seconds);
std::string DoneLine(double seconds);

/// Both references must outlive it. Errors are those on the corpus that was given as dev.
class CrfLearnLog final : public PassPrinter {
 public:
  CrfLearnLog(LogStream& stream, const CrfLearnOptions& options)
      : PassPrinter({1, options.eta, 3}), stream_(stream), options_(options) {}

 private:
  void Begin(const TrainStart& start) override;
  void Print(const Iteration& iteration) override;
  void End(const TrainSummary&) override { stream_.Write("\n"); }

  LogStream& stream_;
  const CrfLearnOptions& options_;
  std::uint64_t features_ = 0;
  double last_loss_ = 0;
};

}  // namespace sagitta::compat
