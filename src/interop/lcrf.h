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
//   AFRF attribute references: likewise, A of them, the state features of each attribute
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/model_data.h"

namespace sagitta::internal {

inline constexpr char kLcrfMagic[] = "lCRF";

/// Throws Error(kData) that names the file `path` when `bytes` are not such a file in every detail.
std::shared_ptr<const ModelData> ReadLcrf(const std::string& path, std::string_view bytes);

/// The whole file. Throws Error(kData) when the format cannot hold the model: attributes of edges,
/// constraints, names with a NUL, more than 4 GiB. A template is left out: attributes are plain
/// strings there.
std::string LcrfBytes(const ModelData& model);

}  // namespace sagitta::internal
