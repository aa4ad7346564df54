// CRFsuite's model file ("lCRF", type FOMC, version 100).
//
// All numbers are u32, little-endian, weights f64; offsets count from the start of the file.
//
//   0    header, 48 bytes: "lCRF", file size, "FOMC", 100, 0 (meant for the number of features),
//        labels L, attributes A, offsets of: features, labels, attributes, label references,
//        attribute references
//   FEAT features: "FEAT", size, number; each: type (0 state, 1 transition), from (attribute or
//        label), to (label), weight
//        labels and attributes: each a CQDB (cqdb.h)
//   LFRF label references: "LFRF", size, L + 2, as many offsets, the last two 0; each leads to a
//        number and as many features, the transitions from that label
//   AFRF attribute references: the same for A attributes: their state features
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "model/model_data.h"

namespace sagitta::internal {

inline constexpr char kLcrfMagic[] = "lCRF";
inline constexpr char kLcrfType[] = "FOMC";
inline constexpr std::uint32_t kLcrfVersion = 100;
inline constexpr std::uint32_t kLcrfHeader = 48;
inline constexpr std::uint32_t kLcrfChunkHeader = 12;
inline constexpr std::uint32_t kLcrfFeature = 20;
inline constexpr std::uint32_t kLcrfExtraLabels = 2;  // left over from begin and end marks
inline constexpr std::uint32_t kLcrfState = 0;
inline constexpr std::uint32_t kLcrfTransition = 1;

/// The numbers of the header; offsets are called `..._at`.
struct LcrfHeader {
  std::uint32_t size;
  std::uint32_t version;
  std::uint32_t features;  // CRFsuite writes 0
  std::uint32_t labels;
  std::uint32_t attributes;
  std::uint32_t features_at;
  std::uint32_t labels_at;
  std::uint32_t attributes_at;
  std::uint32_t label_refs_at;
  std::uint32_t attribute_refs_at;
};

/// Throws Error(kData) that names the file `path` when it is too short or of another type or
/// version. `bytes` need not go further than the header.
LcrfHeader ReadLcrfHeader(const std::string& path, std::string_view bytes);

/// Throws Error(kData) that names the file `path` when `bytes` are not such a file in every detail.
std::shared_ptr<const ModelData> ReadLcrf(const std::string& path, std::string_view bytes);

/// The whole file. Throws Error(kData) when the format cannot hold the model: attributes of edges,
/// constraints, names with a NUL, more than 4 GiB. A template is left out: attributes are plain
/// strings there.
std::string LcrfBytes(const ModelData& model);

}  // namespace sagitta::internal
