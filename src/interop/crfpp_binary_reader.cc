// Reading CRF++'s binary model.
#include <cmath>

#include "interop/bytes.h"
#include "interop/crfpp_features.h"
#include "interop/crfpp_model.h"
#include "interop/double_array.h"

namespace sagitta::internal {
namespace {

constexpr std::uint64_t kHeader = 28;

/// A trie stores common prefixes once, so that the names can have more bytes in total than the
/// file. In real models they have about as many.
constexpr std::uint64_t kNameBytesPerFileByte = 64;

/// In files with CRLF line ends CRF++ keeps the CR in labels and templates, and so in names. Our
/// readers of text drop it.
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
    if (at + weights.size() != file_.size())
      file_.Bad("the size of the file does not match its header");
    ReadFeatures(array, weights, count);
    return features_.Build(Precision::kFloat);
  }

 private:
  /// Visits strings that end with a NUL, in a block that begins with its size, and moves past it.
  template <class Visit>
  void ForEachString(std::uint64_t& at, Visit visit) const {
    std::string_view rest = file_.Text(at + 4, file_.U32(at));
    at += 4 + rest.size();
    while (!rest.empty()) {
      const std::size_t end = rest.find('\0');
      if (end == std::string_view::npos) file_.Bad("a string has no end");
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
          // Features that share weights could require far more memory than the file has bytes.
          if (width == 0 || id > count || width > count - id || used > count) {
            file_.Bad("the feature '" + std::string(name) + "' has weights outside the file");
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
