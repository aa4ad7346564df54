// An evaluation as aligned text and as JSON.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "sagitta/evaluate.h"

namespace sagitta {
namespace {

/// snprintf that returns a string.
template <typename... Args>
std::string Print(const char* format, Args... args) {
  const int length = std::snprintf(nullptr, 0, format, args...);
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format, args...);
  text.pop_back();
  return text;
}

/// "tokens      96.96%  (16435 of 16951)"
std::string AccuracyLine(const char* what, std::uint64_t correct, std::uint64_t all, double ratio) {
  return Print("%-10s %6.2f%%  (%llu of %llu)\n", what, 100 * ratio,
               static_cast<unsigned long long>(correct), static_cast<unsigned long long>(all));
}

std::string CountsLine(const std::string& name, int width, const MatchCounts& counts) {
  return Print("%-*s %9.2f%% %9.2f%% %9.2f%% %10llu %10llu %10llu\n", width, name.c_str(),
               100 * counts.Precision(), 100 * counts.Recall(), 100 * counts.F1(),
               static_cast<unsigned long long>(counts.correct),
               static_cast<unsigned long long>(counts.predicted),
               static_cast<unsigned long long>(counts.actual));
}

/// A heading and one row per name; the first column is as wide as the longest name.
std::string Table(const char* title, const std::map<std::string, MatchCounts>& rows,
                  const MatchCounts* total) {
  int width = 5;
  for (const auto& [name, counts] : rows) width = std::max(width, static_cast<int>(name.size()));
  std::string text = Print("%-*s %10s %10s %10s %10s %10s %10s\n", width, title, "precision",
                           "recall", "F1", "correct", "predicted", "actual");
  for (const auto& [name, counts] : rows) {
    text += CountsLine(name.empty() ? "-" : name, width, counts);
  }
  if (total != nullptr) text += CountsLine("(all)", width, *total);
  return text;
}

nlohmann::ordered_json CountsJson(const MatchCounts& counts) {
  return {{"precision", counts.Precision()},
          {"recall", counts.Recall()},
          {"f1", counts.F1()},
          {"correct", counts.correct},
          {"predicted", counts.predicted},
          {"actual", counts.actual}};
}

nlohmann::ordered_json TableJson(const std::map<std::string, MatchCounts>& rows) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, counts] : rows) json[name] = CountsJson(counts);
  return json;
}

}  // namespace

std::string Evaluation::ToText() const {
  std::string text = AccuracyLine("tokens", correct_tokens, tokens, TokenAccuracy()) +
                     AccuracyLine("sequences", correct_sequences, sequences, SequenceAccuracy());
  if (has_spans) {
    text += Print("spans      precision %.2f%%, recall %.2f%%, F1 %.2f%%\n",
                  100 * all_spans.Precision(), 100 * all_spans.Recall(), 100 * all_spans.F1());
    text += "\n" + Table("span", spans, &all_spans);
  }
  return text + "\n" + Table("label", labels, nullptr);
}

std::string Evaluation::ToJson() const {
  nlohmann::ordered_json json = {{"tokens", tokens},
                                 {"correct_tokens", correct_tokens},
                                 {"token_accuracy", TokenAccuracy()},
                                 {"sequences", sequences},
                                 {"correct_sequences", correct_sequences},
                                 {"sequence_accuracy", SequenceAccuracy()},
                                 {"score", Score()}};
  if (has_spans) {
    json["all_spans"] = CountsJson(all_spans);
    json["spans"] = TableJson(spans);
  }
  json["labels"] = TableJson(labels);
  // Labels are arbitrary bytes, but JSON requires UTF-8.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace sagitta
