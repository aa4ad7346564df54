// What Wapiti says while it works, on standard error.
#pragma once

#include <optional>
#include <string>

#include "cli/compat/pass_printer.h"
#include "sagitta/corpus.h"

namespace sagitta::cli::wapiti {

/// A line.
void Say(const std::string& text);

/// A line for every thousand sequences.
void SayLoaded(std::uint64_t sequences);

/// Errors are those on the corpus that was given as dev.
class TrainLog final : public PassPrinter {
 public:
  /// `devel` is there when the user named one; it must outlive the log.
  TrainLog(std::string algorithm, const std::optional<Corpus>& devel, const ProgressRule& rule)
      : PassPrinter(rule), algorithm_(std::move(algorithm)), devel_(devel) {}

 private:
  void Begin(const TrainStart& start) override;
  void Print(const Iteration& iteration) override;
  void End(const TrainSummary&) override {}

  std::string algorithm_;
  const std::optional<Corpus>& devel_;
};

}  // namespace sagitta::cli::wapiti
