// The interface between Synthesize and the tasks.
#pragma once

#include <memory>
#include <string>

#include "synth/random.h"

namespace sagitta {

/// Writes one sequence after the other. It has no state that matters: what it writes depends only
/// on `random`.
class SynthGenerator {
 public:
  virtual ~SynthGenerator() = default;
  /// Appends one sequence and the empty line after it.
  virtual void Append(SynthRandom& random, std::string& out) = 0;
};

/// The letters of the ocr task are a small bitmap font: whether it lights this cell of a letter 'a'
/// to 'z'. Cells outside the glyph are dark.
inline constexpr int kGlyphRows = 9;
inline constexpr int kGlyphColumns = 5;
bool GlyphLit(char letter, int row, int column);

std::unique_ptr<SynthGenerator> MakeOcrGenerator();
std::unique_ptr<SynthGenerator> MakeChunkGenerator(bool attributes);
std::unique_ptr<SynthGenerator> MakeNerGenerator(bool attributes);
std::unique_ptr<SynthGenerator> MakePosGenerator(bool attributes);
std::unique_ptr<SynthGenerator> MakeGridGenerator();
std::unique_ptr<SynthGenerator> MakeTreeGenerator();
std::unique_ptr<SynthGenerator> MakeSkipGenerator();

std::string ChunkTemplate();
std::string NerTemplate();
std::string PosTemplate();

}  // namespace sagitta
