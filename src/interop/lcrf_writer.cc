// Writing CRFsuite's model file, byte for byte as CRFsuite does.
#include <limits>

#include "interop/bytes.h"
#include "interop/cqdb.h"
#include "interop/lcrf.h"
#include "interop/writing.h"

namespace sagitta::internal {
namespace {

constexpr std::string_view kCrfsuite = "CRFsuite";

class LcrfWriter {
 public:
  explicit LcrfWriter(const ModelData& model)
      : model_(model),
        labels_(model.labels.size()),
        attributes_(model.node_names.size()),
        states_(model.node.weights()),
        transitions_(model.edge.begin[1]) {}

  void Check() const {
    RefuseConstraints(kCrfsuite, model_);
    if (model_.edge_names.size() > 0) {
      Refuse(kCrfsuite, "edge attributes, and this model has them, such as '" +
                            std::string(model_.edge_names.Name(0)) + "'");
    }
    RefuseBytes(kCrfsuite, model_.labels, {"\0", 1}, "a NUL byte");
    RefuseBytes(kCrfsuite, model_.node_names, {"\0", 1}, "a NUL byte");
    if (Size() > std::numeric_limits<std::uint32_t>::max()) {
      Refuse(kCrfsuite,
             "more than 4 GiB, and this one would have " + std::to_string(Size()) + " bytes");
    }
  }

  /// The whole file. REQUIRES: Check.
  std::string Write() {
    out_.reserve(Size());
    out_.resize(kLcrfHeader);
    const std::uint32_t features = WriteFeatures();
    const std::uint32_t labels = Here();
    WriteCqdb(model_.labels, out_);
    const std::uint32_t attributes = Here();
    WriteCqdb(model_.node_names, out_);
    const std::uint32_t label_references = WriteLabelReferences();
    const std::uint32_t attribute_references = WriteAttributeReferences();
    out_.replace(0, 4, kLcrfMagic);
    out_.replace(8, 4, kLcrfType);
    PutU32(out_, 4, {Here()});
    PutU32(out_, 12,
           {kLcrfVersion, 0, labels_, attributes_, features, labels, attributes, label_references,
            attribute_references});
    return std::move(out_);
  }

 private:
  /// An upper bound: padding is counted in full.
  std::uint64_t Size() const {
    const std::uint64_t references = std::uint64_t{labels_} + kLcrfExtraLabels + attributes_;
    return kLcrfHeader + 3 * kLcrfChunkHeader + 2 * 3 + CqdbSize(model_.labels) +
           CqdbSize(model_.node_names) + (states_ + transitions_) * (kLcrfFeature + 4) +
           references * 8;
  }

  std::uint32_t Here() const { return static_cast<std::uint32_t>(out_.size()); }

  /// The state features by attribute and label, then the transitions by their labels.
  std::uint32_t WriteFeatures() {
    const std::uint32_t start = Here();
    const auto count = static_cast<std::uint32_t>(states_ + transitions_);
    out_ += "FEAT";
    AppendU32(out_, {kLcrfChunkHeader + count * kLcrfFeature, count});
    for (std::uint32_t a = 0; a < attributes_; ++a) {
      for (std::uint64_t k = model_.node.begin[a]; k < model_.node.begin[a + 1]; ++k) {
        AppendU32(out_, {kLcrfState, a, model_.node.slot[k]});
        AppendF64(out_, model_.node.Weight(k));
      }
    }
    for (std::uint64_t k = 0; k < transitions_; ++k) {
      const std::uint32_t pair = model_.edge.slot[k];
      AppendU32(out_, {kLcrfTransition, pair / labels_, pair % labels_});
      AppendF64(out_, model_.edge.Weight(k));
    }
    return start;
  }

  /// A section of references, in which list r holds the features [first(r), first(r + 1)).
  template <class First>
  std::uint32_t WriteReferences(const char* magic, std::uint32_t lists, std::uint32_t extra,
                                First first) {
    while (out_.size() % 4 != 0) out_ += '\0';
    const std::uint32_t start = Here();
    out_.append(magic, 4);
    out_.resize(start + kLcrfChunkHeader + 4 * (std::uint64_t{lists} + extra));
    for (std::uint32_t r = 0; r < lists; ++r) {
      PutU32(out_, start + kLcrfChunkHeader + 4 * std::size_t{r}, {Here()});
      const auto begin = static_cast<std::uint32_t>(first(r));
      const auto end = static_cast<std::uint32_t>(first(r + 1));
      AppendU32(out_, {end - begin});
      for (std::uint32_t feature = begin; feature < end; ++feature) AppendU32(out_, {feature});
    }
    PutU32(out_, start + 4, {Here() - start, lists + extra});
    return start;
  }

  std::uint32_t WriteLabelReferences() {
    std::vector<std::uint64_t> first(labels_ + std::size_t{1}, states_);  // of each label
    for (std::uint64_t k = 0; k < transitions_; ++k) ++first[model_.edge.slot[k] / labels_ + 1];
    for (std::uint32_t from = 0; from < labels_; ++from) {
      first[from + 1] +=
          first[from] - states_;  // from counts, which start at states_, to a running sum
    }
    return WriteReferences("LFRF", labels_, kLcrfExtraLabels,
                           [&](std::uint32_t from) { return first[from]; });
  }

  std::uint32_t WriteAttributeReferences() {
    return WriteReferences("AFRF", attributes_, 0,
                           [&](std::uint32_t a) { return model_.node.begin[a]; });
  }

  const ModelData& model_;
  std::uint32_t labels_;
  std::uint32_t attributes_;
  std::uint64_t states_;
  std::uint64_t transitions_;
  std::string out_;
};

}  // namespace

std::string LcrfBytes(const ModelData& model) {
  LcrfWriter writer(model);
  writer.Check();
  return writer.Write();
}

}  // namespace sagitta::internal
