// Rules: parses a text with one rule per line.
#include "train/constraint_rules.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sagitta/error.h"

namespace sagitta {
namespace {

bool IsBlank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

/// A word of a line, without its backslashes.
struct Word {
  std::size_t column = 0;  // from 1
  std::string text;
  std::vector<bool> star;  // [text.size()]: whether this byte is a wildcard
  bool escaped = false;    // whether it had a backslash

  bool plain() const { return std::find(star.begin(), star.end(), true) == star.end(); }
};

/// Whether the word matches this label. Backtracks only to the last star, which is sufficient, so
/// that the cost is at most the product of the two lengths.
bool Matches(const Word& word, std::string_view label) {
  constexpr std::size_t kNone = std::string::npos;
  std::size_t at = 0, in = 0, star = kNone, resume = 0;
  while (in < label.size()) {
    if (at < word.text.size() && word.star[at]) {
      star = at++;
      resume = in;
    } else if (at < word.text.size() && word.text[at] == label[in]) {
      ++at;
      ++in;
    } else if (star != kNone) {
      at = star + 1;
      in = ++resume;
    } else {
      return false;
    }
  }
  while (at < word.text.size() && word.star[at]) ++at;
  return at == word.text.size();
}

class RuleReader {
 public:
  RuleReader(const std::string& name, const std::vector<std::string>& labels)
      : name_(name.empty() ? "constraints" : name), labels_(labels) {
    result_.first.assign(labels.size(), 1);
    result_.last.assign(labels.size(), 1);
    result_.pair.assign(labels.size() * labels.size(), 1);
  }

  Constraints Read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      ReadLine(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (rules_ == 0) {
      throw Error(ErrorKind::kData, {name_, 0, 0},
                  "found no rule, expected lines like 'forbid O I-NP'");
    }
    return std::move(result_);
  }

 private:
  void ReadLine(std::string_view line) {
    const std::vector<Word> words = Split(line);
    if (words.empty()) return;
    if (words[0].text != "allow" && words[0].text != "forbid") {
      Fail(words[0].column, "found '" + words[0].text + "', expected allow or forbid");
    }
    if (words.size() < 3) {
      Fail(line.size() + 1,
           "found the end of the line, expected two labels after " + words[0].text);
    }
    if (words.size() > 3) Fail(words[3].column, "found '" + words[3].text + "' after two labels");
    Apply(words[1], words[2], words[0].text == "allow" ? 1 : 0);
    ++rules_;
  }

  std::vector<Word> Split(std::string_view line) const {
    std::vector<Word> words;
    for (std::size_t at = 0; at < line.size();) {
      if (IsBlank(line[at])) {
        ++at;
        continue;
      }
      if (words.empty() && line[at] == '#') break;
      words.emplace_back().column = at + 1;
      at = ReadWord(line, at, words.back());
    }
    return words;
  }

  /// Returns the end of the word.
  std::size_t ReadWord(std::string_view line, std::size_t at, Word& word) const {
    for (; at < line.size() && !IsBlank(line[at]); ++at) {
      const bool escape = line[at] == '\\';
      if (escape && ++at == line.size()) Fail(at, "found nothing after the backslash");
      word.escaped |= escape;
      word.text += line[at];
      word.star.push_back(line[at] == '*' && !escape);
    }
    return at;
  }

  void Apply(const Word& from, const Word& to, std::uint8_t allowed) {
    const bool start = from.text == "START" && !from.escaped;
    const bool end = to.text == "END" && !to.escaped;
    if (start && end) Fail(to.column, "found START and END together: no sequence is empty");
    if (start) {
      for (const std::size_t k : Find(to)) result_.first[k] = allowed;
    } else if (end) {
      for (const std::size_t k : Find(from)) result_.last[k] = allowed;
    } else {
      const std::vector<std::size_t> tos = Find(to);
      for (const std::size_t i : Find(from)) {
        for (const std::size_t j : tos) result_.pair[i * labels_.size() + j] = allowed;
      }
    }
  }

  /// The labels that a word matches; at least one.
  std::vector<std::size_t> Find(const Word& word) const {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < labels_.size(); ++k) {
      if (Matches(word, labels_[k])) found.push_back(k);
    }
    if (found.empty()) {
      Fail(word.column, (word.plain() ? "found '" + word.text + "', which is none of the "
                                      : "no label is like '" + word.text + "' among the ") +
                            std::to_string(labels_.size()) + " labels");
    }
    return found;
  }

  [[noreturn]] void Fail(std::size_t column, const std::string& message) const {
    throw Error(ErrorKind::kData, {name_, line_, column}, message);
  }

  std::string name_;
  const std::vector<std::string>& labels_;
  Constraints result_;
  std::uint64_t line_ = 0;
  std::uint64_t rules_ = 0;
};

}  // namespace

Constraints ReadConstraintRules(std::string_view text, const std::string& name,
                                const std::vector<std::string>& labels) {
  return RuleReader(name, labels).Read(text);
}

}  // namespace sagitta
