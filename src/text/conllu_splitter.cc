// The splitter of CoNLL-U (universaldependencies.org/format.html).
//
// Ten fields, none empty, separated by single TABs; spaces belong to a field. Comments (#), ranges
// of words in one token (3-4) and empty nodes (3.1) are skipped; an empty line ends a sequence.
// Columns are selected by name; feats.KEY and misc.KEY are the value after KEY= in those fields,
// `_` if there is none. In text without labels the label `_` means that there is no label.
#include <algorithm>
#include <array>

#include "sagitta/error.h"
#include "text/ascii.h"
#include "text/line_splitter.h"

namespace sagitta::internal {
namespace {

constexpr std::array<std::string_view, 10> kNames = {"id",    "form", "lemma",  "upos", "xpos",
                                                     "feats", "head", "deprel", "deps", "misc"};

/// What a column is made of.
struct Source {
  std::size_t field;
  std::string key;  // KEY=; empty: the whole field
};

Source FindSource(const std::string& name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const std::string_view base = std::string_view(name).substr(0, dot);
  const auto found = std::find(kNames.begin(), kNames.end(), base);
  const bool has_keys = base == "feats" || base == "misc";
  if (found == kNames.end() || (dot < name.size() && (!has_keys || dot + 1 == name.size()))) {
    throw Error(
        ErrorKind::kUsage,
        "columns: found '" + name +
            "', expected one of id, form, lemma, upos, xpos, feats, head, deprel, deps, misc, "
            "feats.KEY and misc.KEY");
  }
  const std::string key = dot < name.size() ? name.substr(dot + 1) + "=" : "";
  return {static_cast<std::size_t>(found - kNames.begin()), key};
}

/// Where the value of the key is in `field` = KEY=VALUE|KEY=VALUE; the end of the line if there is
/// none.
TextRange FindValue(std::string_view line, const TextRange& field, std::string_view key) {
  const std::size_t end = field.begin + field.size;
  for (std::size_t at = field.begin; at < end;) {
    const std::size_t bar = std::min(line.find('|', at), end);
    const std::string_view pair = line.substr(at, bar - at);
    if (pair.starts_with(key) && pair.size() > key.size()) {
      return {at + key.size(), pair.size() - key.size()};
    }
    at = bar + 1;
  }
  return {line.size(), 1};
}

class ConlluSplitter final : public LineSplitter {
 public:
  explicit ConlluSplitter(const ReadOptions& options) : labelled_(options.labelled) {
    if (options.columns.size() < 2) {
      throw Error(ErrorKind::kUsage,
                  "CoNLL-U requires the names of at least two columns, the last one the label, for "
                  "example form,upos");
    }
    for (const std::string& name : options.columns) sources_.push_back(FindSource(name));
  }

  LineKind Split(std::string_view line, const LineReader& lines,
                 std::vector<TextRange>& fields) override {
    if (line.empty()) return LineKind::kEnd;
    if (line.front() == '#') return LineKind::kNothing;
    Cut(line, lines);
    if (!IsWord(line.substr(0, cut_[0].size), lines)) return LineKind::kNothing;
    fields.clear();
    for (const Source& source : sources_) {
      const TextRange& field = cut_[source.field];
      fields.push_back(source.key.empty() ? field : FindValue(line, field, source.key));
    }
    TextRange& label = fields.back();
    const bool unknown =
        label.size == 1 && (label.begin == line.size() || line[label.begin] == '_');
    if (!labelled_ && unknown) label = {};
    return LineKind::kToken;
  }

 private:
  [[noreturn]] static void Fail(const LineReader& lines, std::size_t at,
                                const std::string& message) {
    throw Error(ErrorKind::kData, {lines.name(), lines.number(), at + 1}, message);
  }

  /// The ten fields of a line.
  void Cut(std::string_view line, const LineReader& lines) {
    std::size_t begin = 0;
    for (std::size_t k = 0; k < kNames.size(); ++k) {
      const std::size_t end = std::min(line.find('\t', begin), line.size());
      if (end == begin) Fail(lines, begin, "found an empty field, expected _ for a missing value");
      if ((end == line.size()) != (k + 1 == kNames.size())) {
        Fail(lines, end,
             "found " + (k + 1 == kNames.size() ? "more than ten" : std::to_string(k + 1)) +
                 " fields, expected ten separated by TABs");
      }
      cut_[k] = {begin, end - begin};
      begin = end + 1;
    }
  }

  /// One number is the id of a word, two are that of a range or of an empty node.
  static bool IsWord(std::string_view id, const LineReader& lines) {
    const auto digits = [&](std::size_t& at) {
      const std::size_t begin = at;
      while (at < id.size() && IsDigit(id[at])) ++at;
      return at > begin;
    };
    std::size_t at = 0;
    bool good = digits(at);
    const bool word = at == id.size();
    if (good && !word) good = (id[at] == '-' || id[at] == '.') && digits(++at) && at == id.size();
    if (!good) {
      Fail(lines, 0, "found the id '" + std::string(id) + "', expected one such as 3, 3-4 or 3.1");
    }
    return word;
  }

  bool labelled_;
  std::vector<Source> sources_;
  std::array<TextRange, kNames.size()> cut_;
};

}  // namespace

std::unique_ptr<LineSplitter> MakeConlluSplitter(const ReadOptions& options) {
  return std::make_unique<ConlluSplitter>(options);
}

}  // namespace sagitta::internal
