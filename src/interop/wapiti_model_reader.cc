// Reading Wapiti's model file.
#include "data/dataset.h"
#include "interop/model_builder.h"
#include "interop/template_rules.h"
#include "interop/text_scanner.h"
#include "interop/wapiti_model.h"

namespace sagitta::internal {
namespace {

class WapitiModelReader {
 public:
  WapitiModelReader(const std::string& path, std::string_view text)
      : path_(path), scanner_(path, text) {}

  std::shared_ptr<const ModelData> Read() {
    ReadType();
    ReadPatterns();
    ReadLabels();
    ReadObservations();
    ReadWeights();
    return builder_.Build(Precision::kDouble, ImportedExtras("wapiti", std::move(options_)));
  }

 private:
  void ReadType() {
    scanner_.Expect(kWapitiMagic);
    weights_ = scanner_.Number();
    if (scanner_.Looks("#")) {
      if (weights_ != kCrf) {
        const std::string name = weights_ == 0 ? "maxent" : weights_ == 1 ? "memm" : "unknown";
        scanner_.Fail("found a Wapiti model of type " + name + ", expected crf");
      }
      scanner_.Expect("#");
      weights_ = scanner_.Number();
    }
    scanner_.SkipSpace();
  }

  void ReadPatterns() {
    scanner_.Expect("#rdr#");
    const std::uint64_t patterns = Count();
    scanner_.Expect("/");
    scanner_.Number();
    if (scanner_.Looks("/")) {
      scanner_.Expect("/");
      if (scanner_.Number() != 0) scanner_.Fail("found a model for maxent input, expected a crf");
    }
    scanner_.SkipSpace();
    options_.format = patterns > 0 ? Format::kColumns : Format::kObservations;
    for (std::uint64_t k = 0; k < patterns; ++k) ReadPattern();
    if (patterns == 0) return;
    options_.language = TemplateLanguage::kWapiti;
    options_.template_name = path_ + " (patterns)";
    plain_ = PlainTransitionNames(options_, path_);
  }

  /// A pattern cannot hold what Wapiti removes when it reads a pattern file.
  void ReadPattern() {
    const std::size_t start = scanner_.place();
    const std::string_view pattern = String();
    if (std::string_view("ub*").find(pattern.front()) == std::string_view::npos) {
      scanner_.FailAt(start, "found a pattern that does not begin with u, b or *");
    }
    if (pattern.find_first_of("#\n") != std::string_view::npos ||
        std::string_view(" \t\r\v\f").find(pattern.back()) != std::string_view::npos) {
      scanner_.FailAt(start, "found a pattern with a comment, a line end or spaces at its end");
    }
    options_.template_text.append(pattern).append("\n");
  }

  void ReadLabels() {
    scanner_.Expect("#qrk#");
    const std::size_t start = scanner_.place();
    const std::uint64_t labels = Count();
    if (labels == 0 || labels > kMaxLabels) {
      scanner_.FailAt(start, "found " + std::to_string(labels) + " labels, expected 1 to " +
                                 std::to_string(kMaxLabels));
    }
    scanner_.SkipSpace();
    for (std::uint64_t k = 0; k < labels; ++k) {
      const std::size_t place = scanner_.place();
      if (!builder_.AddLabel(String())) scanner_.FailAt(place, "found a label that occurs twice");
    }
    labels_ = static_cast<std::uint32_t>(labels);
  }

  void ReadObservations() {
    scanner_.Expect("#qrk#");
    const std::uint64_t count = Count();
    scanner_.SkipSpace();
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::size_t place = scanner_.place();
      const std::string_view name = String();
      if (std::string_view("ub*").find(name.front()) == std::string_view::npos) {
        scanner_.FailAt(place, "found an observation that does not begin with u, b or *");
      }
      if (observations_.Intern(name) != k) {
        scanner_.FailAt(place, "found an observation that occurs twice");
      }
    }
  }

  /// Walks through observations and weights in parallel.
  void ReadWeights() {
    std::uint64_t next = 0;  // the smallest index that may follow
    for (std::uint64_t k = 0; k < weights_; ++k) {
      const std::size_t place = scanner_.place();
      const std::uint64_t index = scanner_.Number();
      if (index < next) scanner_.FailAt(place, "found an index that is not above the previous one");
      next = index + 1;
      while (current_ < observations_.size() && index - base_ >= Width(current_)) {
        base_ += Width(current_);
        ++current_;
        begun_node_ = begun_edge_ = false;
      }
      if (current_ == observations_.size()) {
        scanner_.FailAt(place, "found an index beyond those of the observations");
      }
      scanner_.Expect("=");
      AddWeight(static_cast<std::uint32_t>(index - base_), scanner_.Real());
      scanner_.EndLine();
    }
    if (!scanner_.AtEnd()) scanner_.Fail("found more weights than the first line says");
  }

  std::uint64_t Width(std::uint32_t observation) const {
    const char kind = observations_.Name(observation).front();
    const std::uint64_t pairs = std::uint64_t{labels_} * labels_;
    return (kind == 'b' ? 0 : labels_) + (kind == 'u' ? 0 : pairs);
  }

  void AddWeight(std::uint32_t offset, double weight) {
    const std::string_view name = observations_.Name(current_);
    if (name.front() != 'b') {
      if (offset < labels_) {
        if (!begun_node_) builder_.BeginNode(name);
        begun_node_ = true;
        builder_.AddNode(offset, weight);
        return;
      }
      offset -= labels_;
    }
    if (const auto plain = plain_.find(name); plain != plain_.end()) {
      builder_.AddTransition(offset, plain->second * weight);
      return;
    }
    if (!begun_edge_) builder_.BeginEdge(name);
    begun_edge_ = true;
    builder_.AddEdge(offset, weight);
  }

  /// How many strings follow. Each takes at least four bytes, so that a wrong number is noticed
  /// immediately.
  std::uint64_t Count() {
    const std::size_t place = scanner_.place();
    const std::uint64_t count = scanner_.Number();
    if (count > scanner_.left() / 4) {
      scanner_.FailAt(place, "found " + std::to_string(count) +
                                 " strings, more than fit in the rest of the file");
    }
    return count;
  }

  std::string_view String() {
    const std::size_t place = scanner_.place();
    const std::uint64_t size = scanner_.Number();
    scanner_.Expect(":");
    const std::string_view text = scanner_.Take(size);
    if (text.empty()) scanner_.FailAt(place, "found an empty string");
    if (text.find('\0') != std::string_view::npos) scanner_.FailAt(place, "found a NUL byte");
    scanner_.Expect(",");
    scanner_.SkipSpace();
    return text;
  }

  static constexpr std::uint64_t kCrf = 2;

  const std::string& path_;
  TextScanner scanner_;
  ModelBuilder builder_;
  ReadOptions options_;
  std::map<std::string, std::uint32_t, std::less<>> plain_;
  Dictionary observations_;
  std::uint32_t labels_ = 0;
  std::uint64_t weights_ = 0;

  // The observation that weights are being read for.
  std::uint32_t current_ = 0;
  std::uint64_t base_ = 0;  // its first index
  bool begun_node_ = false;
  bool begun_edge_ = false;
};

}  // namespace

std::shared_ptr<const ModelData> ReadWapitiModel(const std::string& path, std::string_view text) {
  return WapitiModelReader(path, text).Read();
}

}  // namespace sagitta::internal
