#include "compat/crfsuite/report.h"

#include "cli/format.h"

namespace sagitta::compat {
namespace {

using Count = unsigned long long;

std::string Counts(const MatchCounts& counts) {
  return cli::Print("(%llu, %llu, %llu)", static_cast<Count>(counts.correct),
                    static_cast<Count>(counts.predicted), static_cast<Count>(counts.actual));
}

std::string Fraction(std::uint64_t part, std::uint64_t whole) {
  const double ratio = whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
  return cli::Print("%llu / %llu (%.4f)", static_cast<Count>(part), static_cast<Count>(whole),
                    ratio);
}

}  // namespace

std::string ReportText(const Evaluation& evaluation, const std::vector<std::string>& labels) {
  std::string text = "Performance by label (#match, #model, #ref) (precision, recall, F1):\n";
  double precision = 0, recall = 0, f1 = 0;
  for (const std::string& label : labels) {
    const auto found = evaluation.labels.find(label);
    const MatchCounts counts = found == evaluation.labels.end() ? MatchCounts() : found->second;
    text += "    " + label + ": " + Counts(counts);
    if (counts.actual == 0) {
      text += " (******, ******, ******)\n";
      continue;
    }
    text += cli::Print(" (%.4f, %.4f, %.4f)\n", counts.Precision(), counts.Recall(), counts.F1());
    precision += counts.Precision();
    recall += counts.Recall();
    f1 += counts.F1();
  }
  const auto n = static_cast<double>(labels.size());
  text += cli::Print("Macro-average precision, recall, F1: (%f, %f, %f)\n", precision / n,
                     recall / n, f1 / n);
  text += "Item accuracy: " + Fraction(evaluation.correct_tokens, evaluation.tokens) + "\n";
  return text +
         "Instance accuracy: " + Fraction(evaluation.correct_sequences, evaluation.sequences) +
         "\n";
}

}  // namespace sagitta::compat
