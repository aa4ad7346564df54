// Reading CRF++'s binary model.
#include <cmath>

#include "interop/byte_view.h"
#include "interop/crfpp_features.h"
#include "interop/crfpp_model.h"
#include "interop/double_array.h"

namespace sagitta::internal {
namespace {

constexpr std::uint64_t kHeader = 28;

/// A trie shares what names have in common, so that names can have more bytes than the file. Those
/// of real models have about as many.
constexpr std::uint64_t kNameBytesPerFileByte = 64;

/// CRF++ keeps the CR of text with CRLF line ends in labels, templates and so in names; our readers
/// of text do not.
std::string_view WithoutReturn(std::string_view text) {
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

class CrfppBinaryReader {
 public:
  CrfppBinaryReader(const std::string& path, std::string_view bytes)
      : file_(path, bytes), features_(path) {}

  std::shared_ptr<const ModelData> Read() {
    const std::uint32_t count = file_.U32(16);
    const std::uint32_t array_size = file_.U32(24);
    std::uint64_t at = kHeader;
    ForEachString(at, [&](std::string_view text) { features_.AddLabel(WithoutReturn(text)); });
    features_.CheckLabels();
    ForEachString(at, [&](std::string_view text) {
      if (!text.empty()) features_.AddTemplateLine(WithoutReturn(text));  // empty ones are padding
    });
    features_.FinishTemplate();
    const ByteView array = file_.Part(at, array_size);
    at += array_size;
    const ByteView weights = file_.Part(at, std::uint64_t{count} * sizeof(float));
    if (at + weights.size() != file_.size()) file_.Bad("the file has another size than it says");
    ReadFeatures(array, weights, count);
    return features_.Build(Precision::kFloat);
  }

 private:
  /// Visits strings that end with a NUL, in a block that begins with its size, and moves behind it.
  template <class Visit>
  void ForEachString(std::uint64_t& at, Visit visit) const {
    std::string_view rest = file_.Text(at + 4, file_.U32(at));
    at += 4 + rest.size();
    while (!rest.empty()) {
      const std::size_t end = rest.find('\0');
      if (end == std::string_view::npos) file_.Bad("a string does not end");
      visit(rest.substr(0, end));
      rest.remove_prefix(end + 1);
    }
  }

  void ReadFeatures(const ByteView& array, const ByteView& weights, std::uint64_t count) {
    std::uint64_t used = 0;
    ForEachName(
        array, kNameBytesPerFileByte * file_.size(), [&](std::string_view name, std::uint32_t id) {
          const std::uint64_t width = features_.Width(name);
          used += width;
          // Features that shared weights could ask for far more memory than the file has.
          if (width == 0 || id > count || width > count - id || used > count) {
            file_.Bad("the feature '" + std::string(name) + "' has no place in the weights");
          }
          features_.Add(WithoutReturn(name), [&](std::uint32_t k) {
            const auto weight = weights.Value<float>((std::uint64_t{id} + k) * 4);
            if (!std::isfinite(weight)) file_.Bad("a weight is not finite");
            return weight;
          });
        });
  }

  ByteView file_;
  CrfppFeatures features_;
};

}  // namespace

bool LooksLikeCrfppBinary(std::string_view bytes) {
  if (bytes.size() < kHeader) return false;
  const std::string none;
  const ByteView header(none, bytes.substr(0, kHeader));
  return header.U32(0) / 100 == 1 && header.U32(4) == 0;
}

std::shared_ptr<const ModelData> ReadCrfppBinaryModel(const std::string& path,
                                                      std::string_view bytes) {
  return CrfppBinaryReader(path, bytes).Read();
}

}  // namespace sagitta::internal
