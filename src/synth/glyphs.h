// The letters of the `ocr` task: a small bitmap font.
#pragma once

#include <cstdint>

namespace sagitta {

inline constexpr int kGlyphRows = 9;
inline constexpr int kGlyphColumns = 5;

/// Whether the font lights this cell of a letter 'a' to 'z'; cells outside the glyph are dark.
bool GlyphLit(char letter, int row, int column);

}  // namespace sagitta
