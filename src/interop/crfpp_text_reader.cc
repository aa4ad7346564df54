// Reading CRF++'s text model.
#include "interop/crfpp_features.h"
#include "interop/crfpp_model.h"
#include "interop/text_scanner.h"

namespace sagitta::internal {
namespace {

class CrfppTextReader {
 public:
  CrfppTextReader(const std::string& path, std::string_view text)
      : scanner_(path, text), features_(path) {}

  std::shared_ptr<const ModelData> Read() {
    ReadHeader();
    ForEachLine([&](std::string_view line) { features_.AddLabel(line); });
    features_.CheckLabels();
    ForEachLine([&](std::string_view line) { features_.AddTemplateLine(line); });
    features_.FinishTemplate();
    ReadNames();
    ReadWeights();
    for (const Feature& feature : names_) {
      features_.Add(feature.name, [&](std::uint32_t k) { return weights_[feature.id + k]; });
    }
    return features_.Build(Precision::kDouble);
  }

 private:
  struct Feature {
    std::uint64_t id;
    std::string_view name;
  };

  void ReadHeader() {
    scanner_.Expect(kCrfppTextMagic);
    const std::size_t place = scanner_.place();
    if (scanner_.Number() / 100 != 1) scanner_.FailAt(place, "found a version other than 100");
    scanner_.EndLine();
    scanner_.Expect("cost-factor: ");
    scanner_.Real();
    scanner_.EndLine();
    scanner_.Expect("maxid: ");
    ReadCount();
    scanner_.EndLine();
    scanner_.Expect("xsize: ");
    scanner_.Number();
    scanner_.EndLine();
    scanner_.EndLine();
  }

  /// Each weight takes at least two bytes, so that a wrong number is noticed immediately.
  void ReadCount() {
    const std::size_t place = scanner_.place();
    count_ = scanner_.Number();
    if (count_ > scanner_.left() / 2 + 1) {
      scanner_.FailAt(place, "found " + std::to_string(count_) +
                                 " weights, more than fit in the rest of the file");
    }
  }

  /// The lines up to an empty one.
  template <class Visit>
  void ForEachLine(Visit visit) {
    while (true) {
      if (scanner_.AtEnd()) scanner_.Fail("the text ends early");
      const std::string_view line = scanner_.Line();
      if (line.empty()) return;
      if (line.find('\0') != std::string_view::npos) scanner_.Fail("found a NUL byte");
      visit(line);
    }
  }

  void ReadNames() {
    std::uint64_t used = 0;
    while (!scanner_.Looks("\n") && !scanner_.Looks("\r\n")) {
      const std::size_t place = scanner_.place();
      const std::uint64_t id = scanner_.Number();
      scanner_.Expect(" ");
      const std::string_view name = scanner_.Line();
      const std::uint64_t width = features_.Width(name);
      if (width == 0) scanner_.FailAt(place, "found a feature that begins with neither U nor B");
      used += width;
      // Features that share weights could require far more memory than the file has bytes.
      if (id > count_ || width > count_ - id || used > count_) {
        scanner_.FailAt(place, "found a feature whose weights lie beyond maxid");
      }
      names_.push_back({id, name});
    }
    scanner_.EndLine();
  }

  void ReadWeights() {
    weights_.reserve(count_);
    for (std::uint64_t k = 0; k < count_; ++k) {
      weights_.push_back(scanner_.Real());
      scanner_.EndLine();
    }
    if (!scanner_.AtEnd()) scanner_.Fail("found more weights than maxid says");
  }

  TextScanner scanner_;
  CrfppFeatures features_;
  std::uint64_t count_ = 0;
  std::vector<Feature> names_;
  std::vector<double> weights_;
};

}  // namespace

std::shared_ptr<const ModelData> ReadCrfppTextModel(const std::string& path,
                                                    std::string_view text) {
  return CrfppTextReader(path, text).Read();
}

}  // namespace sagitta::internal
