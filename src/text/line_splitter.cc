// The splitters of CRF++ and Wapiti.
#include "text/line_splitter.h"

#include "text/ascii.h"

namespace sagitta::internal {
namespace {

constexpr bool IsBlank(char c) { return c == ' ' || c == '\t'; }

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

class BlankSplitter final : public LineSplitter {
 public:
  LineKind Split(std::string_view line, const LineReader& /*lines*/,
                 std::vector<TextRange>& fields) override {
    if (line.empty() || IsBlank(line.front())) return LineKind::kEnd;
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

std::unique_ptr<LineSplitter> MakeBlankSplitter() { return std::make_unique<BlankSplitter>(); }
std::unique_ptr<LineSplitter> MakeSpaceSplitter() { return std::make_unique<SpaceSplitter>(); }

}  // namespace sagitta::internal
