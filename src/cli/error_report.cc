// ErrorReport: brackets around spans of both labellings, and tables.
#include "cli/error_report.h"

#include <algorithm>
#include <set>
#include <vector>

#include "cli/format.h"
#include "cli/json_text.h"

namespace sagitta::cli {
namespace {

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string type;
  bool operator==(const Span&) const = default;
};

/// "B-LOC" is B and LOC; a label that is not of spans has no tag.
std::pair<std::string_view, std::string_view> Split(std::string_view label) {
  const bool span = label.size() > 2 && label[1] == '-' &&
                    std::string_view("BIESLU").find(label[0]) != std::string_view::npos;
  if (!span) return {"", label == "O" ? "" : label};
  return {label.substr(0, 1), label.substr(2)};
}

/// The spans of a labelling, as conlleval counts them. Labels that are not of spans are spans of
/// one token each; O is none.
std::vector<Span> SpansOf(std::span<const std::string_view> labels) {
  std::vector<Span> spans;
  bool open = false;
  for (std::size_t t = 0; t < labels.size(); ++t) {
    const auto [tag, type] = Split(labels[t]);
    const bool continues =
        open && (tag == "I" || tag == "E" || tag == "L") && spans.back().type == type;
    if (continues) {
      spans.back().end = t + 1;
    } else if (!type.empty()) {
      spans.push_back({t, t + 1, std::string(type)});
    }
    open = !tag.empty() && tag != "E" && tag != "L" && tag != "S" && tag != "U";
  }
  return spans;
}

std::vector<Span> Without(const std::vector<Span>& spans, const std::vector<Span>& others) {
  std::vector<Span> rest;
  for (const Span& span : spans) {
    if (std::find(others.begin(), others.end(), span) == others.end()) rest.push_back(span);
  }
  return rest;
}

std::string Words(const std::vector<std::string>& words, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t t = begin; t < end; ++t) text += (t > begin ? " " : "") + words[t];
  return text;
}

/// The sentence with brackets around these spans; of words far from all of them only dots.
std::string Marked(const std::vector<std::string>& words, const std::vector<Span>& spans,
                   const std::vector<bool>& near) {
  std::string text;
  bool dots = false;
  auto span = spans.begin();
  for (std::size_t t = 0; t < words.size(); ++t) {
    while (span != spans.end() && span->end <= t) ++span;
    if (!near[t]) {
      if (!dots) text += text.empty() ? "..." : " ...";
      dots = true;
      continue;
    }
    dots = false;
    if (!text.empty()) text += ' ';
    if (span != spans.end() && span->begin == t) text += "[" + span->type + " ";
    text += words[t];
    if (span != spans.end() && span->end == t + 1) text += ']';
  }
  return text;
}

std::vector<bool> Near(std::size_t tokens, const std::vector<Span>& spans) {
  constexpr std::size_t kContext = 6;  // words on each side
  std::vector<bool> near(tokens);
  for (const Span& span : spans) {
    const std::size_t begin = span.begin > kContext ? span.begin - kContext : 0;
    const std::size_t end = std::min(span.end + kContext, tokens);
    std::fill(near.begin() + static_cast<std::ptrdiff_t>(begin),
              near.begin() + static_cast<std::ptrdiff_t>(end), true);
  }
  return near;
}

/// What happened to each span: missed, invented, another type or other borders.
std::string Mistakes(const std::vector<std::string>& words, std::vector<Span> missed,
                     const std::vector<Span>& invented) {
  std::string text;
  const auto quoted = [&](const Span& span) {
    return "\"" + Words(words, span.begin, span.end) + "\"";
  };
  for (const Span& span : invented) {
    const auto same = std::find_if(missed.begin(), missed.end(), [&](const Span& other) {
      return other.begin < span.end && span.begin < other.end;
    });
    if (same == missed.end()) {
      text += "  " + quoted(span) + " is not " + span.type + "\n";
      continue;
    }
    const bool borders = same->begin != span.begin || same->end != span.end;
    text += "  " + quoted(*same) + " is " + same->type + ", found " +
            (borders ? quoted(span) + " as " : "") + span.type + "\n";
    missed.erase(same);
  }
  for (const Span& span : missed) text += "  " + quoted(span) + " is " + span.type + ", missed\n";
  return text;
}

/// The words of all tokens; where there is none, the first attribute.
std::vector<std::string> WordsOf(const Sequence& sequence, const TokenWord& word) {
  std::vector<std::string> words;
  for (std::size_t t = 0; t < sequence.size(); ++t) {
    const std::span<const Item> items = sequence.node_items(t);
    std::string text = word.Of(sequence, t);
    if (text.empty()) text = items.empty() ? "?" : std::string(items[0].name);
    words.push_back(std::move(text));
  }
  return words;
}

std::string Padded(const std::string& text, std::size_t width, bool left) {
  const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
  return left ? text + blanks : blanks + text;
}

}  // namespace

void ErrorReport::Add(const Sequence& sequence, std::span<const std::string_view> found) {
  for (std::size_t t = 0; t < found.size(); ++t)
    ++pairs_[{std::string(sequence.labels()[t]), std::string(found[t])}];
  if (wrong_.size() == sentences_) return;
  // Where only the tags differ the spans are right.
  if (SpansOf(sequence.labels()) != SpansOf(found))
    wrong_.push_back({sequence, {found.begin(), found.end()}});
}

std::string ErrorReport::Sentences() const {
  std::vector<Sequence> sample;
  for (std::size_t k = 0; k < std::min<std::size_t>(wrong_.size(), 200); ++k)
    sample.push_back(wrong_[k].sequence);
  TokenWord word = word_;
  word.Learn(sample);
  std::string text;
  for (const auto& [sequence, labels] : wrong_) {
    const std::vector<std::string_view> found(labels.begin(), labels.end());
    const std::vector<Span> truth = SpansOf(sequence.labels()), guess = SpansOf(found);
    const std::vector<Span> missed = Without(truth, guess), invented = Without(guess, truth);
    const std::vector<std::string> words = WordsOf(sequence, word);
    std::vector<Span> all = missed;
    all.insert(all.end(), invented.begin(), invented.end());
    const std::vector<bool> near = Near(words.size(), all);
    text += file_ + ":" + std::to_string(sequence.first_line()) + "\n  true   " +
            Marked(words, missed, near) + "\n  found  " + Marked(words, invented, near) + "\n" +
            Mistakes(words, missed, invented) + "\n";
  }
  return text;
}

std::string ErrorReport::Confusion() const {
  constexpr std::size_t kMost = 30;
  std::vector<std::pair<std::uint64_t, Pair>> wrong;
  std::uint64_t tokens = 0;
  for (const auto& [pair, count] : pairs_) {
    if (pair.first == pair.second) continue;
    wrong.push_back({count, pair});
    tokens += count;
  }
  std::stable_sort(wrong.begin(), wrong.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text = "confusions  " + std::to_string(tokens) + " tokens\n" + Matrix();
  std::size_t width = 4;
  for (const auto& entry : wrong) width = std::max(width, entry.second.first.size());
  if (!wrong.empty()) text += "  tokens   share  " + Padded("true", width, true) + "  found\n";
  for (std::size_t k = 0; k < std::min(wrong.size(), kMost); ++k) {
    const auto& [count, pair] = wrong[k];
    const double share = 100.0 * static_cast<double>(count) / static_cast<double>(tokens);
    text += Padded(std::to_string(count), 8, false) + Print("  %5.1f%%  ", share) +
            Padded(pair.first, width, true) + "  " + pair.second + "\n";
  }
  if (wrong.size() > kMost) text += "  ... and " + std::to_string(wrong.size() - kMost) + " more\n";
  return text;
}

// Rows are true labels, columns found ones.
std::string ErrorReport::Matrix() const {
  constexpr std::size_t kMostLabels = 12;
  std::set<std::string> labels;
  for (const auto& [pair, count] : pairs_) labels.insert({pair.first, pair.second});
  if (labels.size() > kMostLabels) return "";
  std::size_t width = 7;
  for (const std::string& label : labels) width = std::max(width, label.size() + 2);
  std::string text = Padded("true \\ found", width + 5, true);
  for (const std::string& label : labels) text += Padded(label, width, false);
  text += "\n";
  for (const std::string& row : labels) {
    text += "  " + Padded(row, width + 3, true);
    for (const std::string& column : labels) {
      const auto count = pairs_.find({row, column});
      text += Padded(count == pairs_.end() ? "." : std::to_string(count->second), width, false);
    }
    text += "\n";
  }
  return text + "\n";
}

std::string ErrorReport::ConfusionJson() const {
  std::string text = "\"confusion\":[";
  const char* separator = "";
  for (const auto& [pair, count] : pairs_) {
    text.append(separator)
        .append("{\"true\":")
        .append(JsonQuoted(pair.first))
        .append(",\"found\":")
        .append(JsonQuoted(pair.second))
        .append(",\"tokens\":")
        .append(std::to_string(count))
        .append("}");
    separator = ",";
  }
  return text + "]";
}

}  // namespace sagitta::cli
