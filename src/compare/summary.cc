// summary.txt: the results of a comparison in aligned columns.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include "sagitta/compare.h"

namespace sagitta {
namespace {

/// snprintf that returns a string, for short text.
[[gnu::format(printf, 1, 2)]] std::string Print(const char* format, ...) {
  char text[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

std::string Megabytes(std::uint64_t bytes) {
  return Print("%.4g", static_cast<double>(bytes) / 1e6);
}

std::string Eta(const RunRecord& run) { return run.eta ? Print("%g", *run.eta) : "-"; }

std::string Number(std::uint64_t value) { return std::to_string(value); }

/// Rows of cells; the first column is left-aligned, the others right-aligned.
class Table {
 public:
  void Row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string Text() const {
    std::vector<std::size_t> width;
    for (const auto& row : rows_) {
      width.resize(std::max(width.size(), row.size()));
      for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], row[k].size());
    }
    std::string text;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t k = 0; k < row.size(); ++k) {
        const std::string space(width[k] - row[k].size(), ' ');
        line += k == 0 ? row[k] + space : "  " + space + row[k];
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

std::string HeaderText(const Comparison& comparison) {
  const CompareHeader& header = comparison.header;
  const CorpusSize& size = header.corpus;
  std::string text = Number(size.sequences) + " sequences, " + Number(size.tokens) + " tokens, " +
                     Number(size.labels) + " labels, " + Number(header.weights) + " weights; ";
  if (header.test_corpus) text += "test " + Number(header.test_corpus->tokens) + " tokens; ";
  text += Print("lambda %.6g, %g passes", header.lambda, header.passes) + "\n";
  if (!comparison.complete) text += "Not complete: run the same command again to continue.\n";
  return text;
}

std::string OptimumText(const Optimum& optimum) {
  if (optimum.given) return Print("optimum %.12g, as given\n", optimum.Objective());
  if (!optimum.Complete()) return "The optimum is not known yet.\n";
  std::string text = Print("optimum %.12g: ", optimum.Objective()) + optimum.runs[0].method +
                     " and " + optimum.runs[1].method;
  const double difference = optimum.RelativeDifference();
  return text + (optimum.Agrees()
                     ? Print(" agree, relative difference %.1e\n", difference)
                     : Print(" DIFFER, relative difference %.1e: smaller gaps are not meaningful\n",
                             difference));
}

/// Passes and seconds to each gap, the final gap, the test error, the memory.
std::vector<std::string> MethodRow(const RunRecord& run, const CompareHeader& header) {
  std::vector<std::string> row = {run.name, Eta(run)};
  const double optimum = header.optimum.Objective();
  for (const double gap : kReportedGaps) {
    const auto k = run.Reaches(gap, optimum);
    row.push_back(k ? Print("%.1f", run.curve.pass[*k]) : "-");
    row.push_back(k ? Print("%.2f", run.curve.seconds[*k]) : "-");
  }
  row.push_back(Print("%.1e", (run.FinalObjective() - optimum) / optimum));
  if (header.test_corpus) {
    const auto k = run.BestTest();
    row.push_back(k ? Print("%.3f%%", 100 * run.curve.test_error[*k]) : "-");
    row.push_back(k ? Print("%.1f", run.curve.pass[*k]) : "-");
    const bool spans = k && !run.curve.test_f1.empty();
    row.push_back(spans ? Print("%.2f%%", 100 * run.curve.test_f1[*k]) : "-");
  }
  row.push_back(Megabytes(run.memory_bytes));
  return row;
}

std::string MethodsText(const Comparison& comparison) {
  Table table;
  std::vector<std::string> names = {"method", "eta"};
  for (const double gap : kReportedGaps) {
    names.insert(names.end(), {Print("to 1e%.0f", std::log10(gap)), "seconds"});
  }
  names.push_back("final gap");
  if (comparison.header.test_corpus) names.insert(names.end(), {"test error", "at pass", "F1"});
  names.push_back("memory MB");
  table.Row(names);
  for (const RunRecord& run : comparison.runs) {
    if (run.mark == RunMark::kBest) table.Row(MethodRow(run, comparison.header));
  }
  return table.Text();
}

/// Every step size that was tried.
std::string StepsText(const Comparison& comparison) {
  constexpr const char* kMarks[] = {"best", "second", "", "diverged"};
  Table table;
  table.Row({"step sizes", "eta", "final gap", "lowest gap", ""});
  bool any = false;
  for (const RunRecord& run : comparison.runs) {
    if (!run.eta) continue;
    any = true;
    const double optimum = comparison.header.optimum.Objective();
    table.Row({run.name, Eta(run), Print("%.1e", (run.FinalObjective() - optimum) / optimum),
               Print("%.1e", (run.BestObjective() - optimum) / optimum),
               kMarks[static_cast<std::size_t>(run.mark)]});
  }
  return any ? "\n" + table.Text() : "";
}

std::string MemoryText(const CompareHeader& header) {
  Table table;
  table.Row({"gradient memory", "of naive", "MB", "twins merged", "MB"});
  for (std::size_t k = 0; k < header.memory_published.size(); ++k) {
    const MemoryUse& published = header.memory_published[k];
    const MemoryUse& merged = header.memory_merged[k];
    table.Row({published.form, Print("%.2g", published.fraction), Megabytes(published.bytes),
               Print("%.2g", merged.fraction), Megabytes(merged.bytes)});
  }
  return "\n" + table.Text();
}

std::string SkippedText(const Comparison& comparison) {
  std::string text;
  for (const RunRecord& run : comparison.runs) {
    if (run.mark == RunMark::kDiverged && !run.eta) text += run.name + " diverged\n";
  }
  for (const SkippedMethod& skipped : comparison.skipped) {
    text += skipped.name + " was skipped: " + skipped.reason + "\n";
  }
  return text.empty() ? "" : "\n" + text;
}

/// Seconds are comparable only if nothing else ran at the same time.
std::string JobsText(const Comparison& comparison) {
  for (const RunRecord& run : comparison.runs) {
    if (run.jobs > 1) return "\nSome methods ran in parallel: their times are not comparable.\n";
  }
  return "";
}

}  // namespace

std::string SummaryText(const Comparison& comparison) {
  std::string text = HeaderText(comparison) + OptimumText(comparison.header.optimum);
  if (comparison.header.optimum.Complete()) {
    text += "\n" + MethodsText(comparison) + StepsText(comparison) + SkippedText(comparison) +
            JobsText(comparison);
  }
  return text + MemoryText(comparison.header);
}

}  // namespace sagitta
