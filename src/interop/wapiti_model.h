// Wapiti's model file: text.
//
//   #mdl#TYPE#WEIGHTS            0 maxent, 1 memm, 2 crf; old files: #mdl#WEIGHTS, a crf
//   #rdr#PATTERNS/COLUMN/AUTO    the highest column used; old files lack /AUTO
//   LENGTH:PATTERN,              one per line
//   #qrk#LABELS                  then LENGTH:LABEL, one per line
//   #qrk#OBSERVATIONS            then LENGTH:OBSERVATION, one per line
//   INDEX=WEIGHT                 hexadecimal, only those that are not 0, by ascending index
//
// With Y labels an observation that begins with u has the next Y indices (label), one that begins
// with b the next Y * Y (from * Y + to), one that begins with * both, the Y first.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/model_data.h"

namespace sagitta::internal {

inline constexpr char kWapitiMagic[] = "#mdl#";

/// Throws Error(kData) at the place in the file `path` when `text` is not such a file in every
/// detail, or its model is not a crf. Without patterns it reads observations; otherwise columns,
/// and the observation of a bigram pattern without macros becomes the plain transitions.
std::shared_ptr<const ModelData> ReadWapitiModel(const std::string& path, std::string_view text);

/// Throws Error(kData) before anything is written when the format cannot hold the model: see the
/// table in docs/formats.md.
void WriteWapitiModel(const ModelData& model, const ByteSink& write);

}  // namespace sagitta::internal
