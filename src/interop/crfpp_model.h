// CRF++'s model files.
//
// The text file, which crf_learn -t writes and crf_learn -C converts to a binary one:
//
//   version: 100 / cost-factor: 1 / maxid: WEIGHTS / xsize: COLUMNS      one line each
//   the labels, the lines of the template, the features (ID NAME), the weights: one per line, and
//   an
//     empty line after each group except the last
//
// With Y labels a feature whose name begins with U has the weights ID + y, one that begins with B
// the weights ID + from * Y + to. crf_test sets the cost factor itself, so the file's has no
// effect.
//
// The binary file, native to the machine (little-endian is read):
//
//   u32 version, u32 0, f64 cost factor, u32 weights, u32 columns, u32 bytes of the double array,
//   u32 size and the labels, u32 size and the template's lines, each ended by a NUL; a double array
//   from names to IDs (double_array.h); the weights, f32
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/model_data.h"

namespace sagitta::internal {

inline constexpr char kCrfppTextMagic[] = "version: ";

/// Whether the file begins as a binary model of CRF++ does.
bool LooksLikeCrfppBinary(std::string_view bytes);

/// Both throw Error(kData) that names the file `path`, the first one with line and column, when it
/// is not such a file in every detail. The feature of a bigram line without macros becomes the
/// plain transitions.
std::shared_ptr<const ModelData> ReadCrfppTextModel(const std::string& path, std::string_view text);
std::shared_ptr<const ModelData> ReadCrfppBinaryModel(const std::string& path,
                                                      std::string_view bytes);

/// Writes the text file. Throws Error(kData) before anything is written when the format cannot hold
/// the model.
void WriteCrfppModel(const ModelData& model, const ByteSink& write);

}  // namespace sagitta::internal
