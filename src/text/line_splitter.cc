// The splitters of CRF++ and Wapiti, and where sequences end in each format.
#include "text/line_splitter.h"

#include <algorithm>

#include "sagitta/error.h"
#include "text/ascii.h"

namespace sagitta::internal {
namespace {

constexpr bool IsBlank(char c) { return c == ' ' || c == '\t'; }

bool EndsIfEmpty(std::string_view line) { return line.empty(); }
bool EndsIfBlankFirst(std::string_view line) { return line.empty() || IsBlank(line.front()); }
bool EndsIfAllSpace(std::string_view line) {
  return std::all_of(line.begin(), line.end(), IsSpace);
}

/// Splits the line from `at`, where a field begins or the line ends.
template <bool (*IsSeparator)(char)>
void SplitFrom(std::size_t at, std::string_view line, std::vector<TextRange>& fields) {
  fields.clear();
  while (at < line.size()) {
    const std::size_t begin = at;
    while (at < line.size() && !IsSeparator(line[at])) ++at;
    fields.push_back({begin, at - begin});
    while (at < line.size() && IsSeparator(line[at])) ++at;
  }
}

/// CRF++ drops the rest of such a line, and with it a token.
void RequireBlank(std::string_view line, const LineReader& lines) {
  const auto first = std::find_if_not(line.begin(), line.end(), IsBlank);
  if (first == line.end()) return;
  throw Error(
      ErrorKind::kData, {lines.name(), lines.number(), 1},
      "found a token after a blank, expected it at the start of the line, or an empty line");
}

class BlankSplitter final : public LineSplitter {
 public:
  LineKind Split(std::string_view line, const LineReader& lines,
                 std::vector<TextRange>& fields) override {
    if (EndsIfBlankFirst(line)) {
      RequireBlank(line, lines);
      return LineKind::kEnd;
    }
    SplitFrom<IsBlank>(0, line, fields);
    return LineKind::kToken;
  }
};

class SpaceSplitter final : public LineSplitter {
 public:
  LineKind Split(std::string_view line, const LineReader& /*lines*/,
                 std::vector<TextRange>& fields) override {
    std::size_t at = 0;
    while (at < line.size() && IsSpace(line[at])) ++at;
    if (at == line.size()) return LineKind::kEnd;
    SplitFrom<IsSpace>(at, line, fields);
    return LineKind::kToken;
  }
};

}  // namespace

SequenceEnd SequenceEndOf(const ReadOptions& options) {
  if (options.format == Format::kJson) return [](std::string_view) { return true; };
  if (options.format == Format::kObservations) return EndsIfAllSpace;
  if (options.format != Format::kColumns) return EndsIfEmpty;
  return options.language == TemplateLanguage::kCrfpp ? EndsIfBlankFirst : EndsIfAllSpace;
}

std::unique_ptr<LineSplitter> MakeBlankSplitter() { return std::make_unique<BlankSplitter>(); }
std::unique_ptr<LineSplitter> MakeSpaceSplitter() { return std::make_unique<SpaceSplitter>(); }

}  // namespace sagitta::internal
