// Reading CRFsuite's model file, following the references that CRFsuite itself follows when it
// tags.
#include <cmath>

#include "data/dataset.h"
#include "interop/bytes.h"
#include "interop/cqdb.h"
#include "interop/lcrf.h"
#include "interop/model_builder.h"

namespace sagitta::internal {
namespace {

// The place of a name in our dictionary is prefetched this many names ahead.
constexpr std::uint32_t kNamesAhead = 8;

class LcrfReader {
 public:
  LcrfReader(const std::string& path, std::string_view bytes)
      : file_(path, bytes), header_(ReadLcrfHeader(path, bytes)) {}

  std::shared_ptr<const ModelData> Read() {
    CheckSize();
    CheckChunk(header_.features_at, "FEAT");
    feature_count_ = file_.U32(std::uint64_t{header_.features_at} + 8);
    features_ = std::uint64_t{header_.features_at} + kLcrfChunkHeader;
    file_.Part(features_, std::uint64_t{feature_count_} * kLcrfFeature);
    ReadLabels();
    ReadTransitions();
    ReadAttributes();
    ReadOptions options;
    options.format = Format::kAttributes;
    return builder_.Build(Precision::kDouble, ImportedExtras("crfsuite", std::move(options)));
  }

 private:
  void CheckSize() const {
    if (header_.size == file_.size()) return;
    file_.Bad((file_.size() < header_.size ? "truncated: " : "too long: ") +
              std::to_string(file_.size()) + " bytes, the header says " +
              std::to_string(header_.size));
  }

  void CheckChunk(std::uint64_t at, std::string_view magic) const {
    if (file_.Text(at, 4) != magic) {
      file_.Bad("found no " + std::string(magic) + " section where the header says");
    }
  }

  void ReadLabels() {
    labels_ = header_.labels;
    if (labels_ == 0 || labels_ > kMaxLabels) {
      file_.Bad("found " + std::to_string(labels_) + " labels, expected 1 to " +
                std::to_string(kMaxLabels));
    }
    for (const std::string_view name : ReadCqdb(file_, header_.labels_at, labels_)) {
      if (!builder_.AddLabel(name)) file_.Bad("the label '" + std::string(name) + "' occurs twice");
    }
  }

  void ReadTransitions() {
    const std::uint64_t table = References(header_.label_refs_at, "LFRF", labels_);
    for (std::uint32_t from = 0; from < labels_; ++from) {
      ForEachFeature(file_.U32(table + 4 * std::uint64_t{from}), kLcrfTransition, from,
                     [&](std::uint32_t to, double weight) {
                       builder_.AddTransition(from * labels_ + to, weight);
                     });
    }
  }

  void ReadAttributes() {
    const std::uint32_t attributes = header_.attributes;
    const std::uint64_t table = References(header_.attribute_refs_at, "AFRF", attributes);
    const std::vector<std::string_view> names = ReadCqdb(file_, header_.attributes_at, attributes);
    std::size_t bytes = 0;
    for (const std::string_view name : names) bytes += name.size();
    builder_.ReserveNodes(names.size(), bytes);
    for (std::uint32_t a = 0; a < attributes; ++a) {
      if (a + kNamesAhead < attributes) builder_.PrefetchNode(names[a + kNamesAhead]);
      if (!builder_.BeginNode(names[a])) {
        file_.Bad("the attribute '" + std::string(names[a]) + "' occurs twice");
      }
      ForEachFeature(file_.U32(table + 4 * std::uint64_t{a}), kLcrfState, a,
                     [&](std::uint32_t label, double weight) { builder_.AddNode(label, weight); });
    }
  }

  /// Where the offsets of a section of references begin. The file holds at least `count` of them.
  std::uint64_t References(std::uint64_t at, std::string_view magic, std::uint32_t count) const {
    CheckChunk(at, magic);
    if (file_.U32(at + 8) < count) {
      file_.Bad("the " + std::string(magic) + " section has fewer entries than the header says");
    }
    file_.Part(at + kLcrfChunkHeader, 4 * std::uint64_t{count});
    return at + kLcrfChunkHeader;
  }

  /// Visits the features of one list of references. Each must be of this type and come from `from`,
  /// so that no two lists share a feature and all lists together are no longer than the file.
  template <class Visit>
  void ForEachFeature(std::uint64_t list, std::uint32_t type, std::uint32_t from,
                      Visit visit) const {
    const std::uint32_t count = file_.U32(list);
    for (std::uint64_t k = 1; k <= count; ++k) {
      const std::uint32_t feature = file_.U32(list + 4 * k);
      if (feature >= feature_count_)
        file_.Bad("a reference leads to a feature that does not exist");
      const std::uint64_t at = features_ + std::uint64_t{feature} * kLcrfFeature;
      if (file_.U32(at) != type || file_.U32(at + 4) != from) {
        file_.Bad("a reference leads to a feature of something else");
      }
      const std::uint32_t to = file_.U32(at + 8);
      if (to >= labels_) file_.Bad("a feature has an unknown label");
      const auto weight = file_.Value<double>(at + 12);
      if (!std::isfinite(weight)) file_.Bad("a weight is not finite");
      visit(to, weight);
    }
  }

  ByteView file_;
  LcrfHeader header_;
  ModelBuilder builder_;
  std::uint32_t labels_ = 0;
  std::uint32_t feature_count_ = 0;
  std::uint64_t features_ = 0;  // where they begin
};

}  // namespace

LcrfHeader ReadLcrfHeader(const std::string& path, std::string_view bytes) {
  const ByteView file(path, bytes);
  if (file.size() < kLcrfHeader) file.Bad("truncated: shorter than the header");
  if (file.Text(8, 4) != kLcrfType || file.U32(12) != kLcrfVersion) {
    file.Bad("a CRFsuite model of an unknown type or version");
  }
  return {file.U32(4),  file.U32(12), file.U32(16), file.U32(20), file.U32(24),
          file.U32(28), file.U32(32), file.U32(36), file.U32(40), file.U32(44)};
}

std::shared_ptr<const ModelData> ReadLcrf(const std::string& path, std::string_view bytes) {
  return LcrfReader(path, bytes).Read();
}

}  // namespace sagitta::internal
