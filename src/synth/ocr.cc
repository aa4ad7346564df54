// The task ocr: words letter by letter, each a noisy image of 16 by 8 pixels.
//
// A word is a random walk from letter to letter, so that the neighbours of a letter help to
// recognise it. All letters of a word share a hand: size, slant and thickness. Then each letter is
// moved a little and some of its pixels are flipped.
#include <array>
#include <bitset>
#include <string_view>

#include "synth/generator.h"

namespace sagitta {
namespace {

// The font: two rows for ascenders, five of x-height, two for descenders.
constexpr std::array<std::string_view, 26> kFont = {
    "..... ..... .###. ....# .#### #...# .#### ..... .....",  // a
    "#.... #.... ####. #...# #...# #...# ####. ..... .....",  // b
    "..... ..... .###. #...# #.... #...# .###. ..... .....",  // c
    "....# ....# .#### #...# #...# #...# .#### ..... .....",  // d
    "..... ..... .###. #...# ##### #.... .###. ..... .....",  // e
    "..##. .#... ####. .#... .#... .#... .#... ..... .....",  // f
    "..... ..... .#### #...# #...# #...# .#### ....# .###.",  // g
    "#.... #.... ####. #...# #...# #...# #...# ..... .....",  // h
    "..#.. ..... .##.. ..#.. ..#.. ..#.. .###. ..... .....",  // i
    "...#. ..... ..##. ...#. ...#. ...#. ...#. #..#. .##..",  // j
    "#.... #..#. #.#.. ##... ##... #.#.. #..#. ..... .....",  // k
    ".##.. ..#.. ..#.. ..#.. ..#.. ..#.. .###. ..... .....",  // l
    "..... ..... ##.#. #.#.# #.#.# #.#.# #.#.# ..... .....",  // m
    "..... ..... ####. #...# #...# #...# #...# ..... .....",  // n
    "..... ..... .###. #...# #...# #...# .###. ..... .....",  // o
    "..... ..... ####. #...# #...# #...# ####. #.... #....",  // p
    "..... ..... .#### #...# #...# #...# .#### ....# ....#",  // q
    "..... ..... #.##. ##..# #.... #.... #.... ..... .....",  // r
    "..... ..... .#### #.... .###. ....# ####. ..... .....",  // s
    ".#... .#... ####. .#... .#... .#..# ..##. ..... .....",  // t
    "..... ..... #...# #...# #...# #...# .#### ..... .....",  // u
    "..... ..... #...# #...# #...# .#.#. ..#.. ..... .....",  // v
    "..... ..... #.#.# #.#.# #.#.# #.#.# .#.#. ..... .....",  // w
    "..... ..... #...# .#.#. ..#.. .#.#. #...# ..... .....",  // x
    "..... ..... #...# #...# #...# #...# .#### ....# .###.",  // y
    "..... ..... ##### ...#. ..#.. .#... ##### ..... .....",  // z
};

constexpr int kRows = 16;
constexpr int kColumns = 8;
constexpr int kShortest = 6;
constexpr int kLongest = 9;
constexpr std::uint32_t kFlipPercent = 4;

using Image = std::bitset<kRows * kColumns>;

// Which letters follow 'a', 'b', ...; a letter listed twice is twice as likely.
constexpr std::array<std::string_view, 26> kSuccessors = {"nnnrrttlsdmcbgpvkxyziw",
                                                          "eelroaaiuby",
                                                          "aooehhktilru",
                                                          "eeeioaury",
                                                          "rrrsnntdlaemcxvpqwy",
                                                          "ioeaflru",
                                                          "eehaoirlnu",
                                                          "eeeeaioutr",
                                                          "nnnstcolderamgvfzk",
                                                          "uoae",
                                                          "eeinsa",
                                                          "eelliaaydou",
                                                          "eeaaoipbmu",
                                                          "gdtteesacoiky",
                                                          "nnnrrufmtplswvdk",
                                                          "rreeaolipthu",
                                                          "uuuu",
                                                          "eeaoitsdynmku",
                                                          "ttteeshiopauck",
                                                          "hhheioarstuyw",
                                                          "rrnstlpmcdegbi",
                                                          "eeeiao",
                                                          "aeiohns",
                                                          "ptaiec",
                                                          "oeslatims",
                                                          "eeaiozy"};
constexpr std::string_view kFirst = "aabbccddeffgghhiijkllmmnnooppqrrssttuuvwwxyz";

/// What the letters of one word have in common.
struct Hand {
  int height;  // of the nine glyph rows, in pixels
  int width;   // of the five glyph columns
  int slant;   // pixels that the top leans to the right, times 8
  bool thick;  // a lit cell also lights its right neighbour
};

Hand DrawHand(SynthRandom& random) {
  return {random.Between(12, 15), random.Between(6, 7), random.Between(-4, 8), random.Percent(40)};
}

bool Lit(char letter, const Hand& hand, int row, int column) {
  const int x = column - hand.slant * (kRows / 2 - row) / 64;
  if (row < 0 || x < 0) return false;
  return GlyphLit(letter, row * kGlyphRows / hand.height, x * kGlyphColumns / hand.width);
}

Image DrawLetter(char letter, const Hand& hand, SynthRandom& random) {
  const int top = random.Between(0, kRows - hand.height) / 2;
  const int left = random.Between(0, kColumns - hand.width);
  Image image;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      bool lit = Lit(letter, hand, row - top, column - left) ||
                 (hand.thick && Lit(letter, hand, row - top, column - left - 1));
      if (random.Percent(kFlipPercent)) lit = !lit;
      image[static_cast<std::size_t>(row * kColumns + column)] = lit;
    }
  }
  return image;
}

class OcrGenerator final : public SynthGenerator {
 public:
  OcrGenerator() {
    for (int row = 0; row < kRows; ++row) {
      for (int column = 0; column < kColumns; ++column) {
        names_[static_cast<std::size_t>(row * kColumns + column)] =
            "\tp" + std::to_string(row) + "_" + std::to_string(column);
      }
    }
  }

  void Append(SynthRandom& random, std::string& out) override {
    const Hand hand = DrawHand(random);
    std::string_view choices = kFirst;
    for (int left = random.Between(kShortest, kLongest); left > 0; --left) {
      const char letter = choices[random.Below(choices.size())];
      choices = kSuccessors[static_cast<std::size_t>(letter - 'a')];
      const Image image = DrawLetter(letter, hand, random);
      out += letter;
      for (std::size_t pixel = 0; pixel < names_.size(); ++pixel) {
        if (image[pixel]) out += names_[pixel];
      }
      out += '\n';
    }
    out += '\n';
  }

 private:
  std::array<std::string, kRows * kColumns> names_;
};

}  // namespace

bool GlyphLit(char letter, int row, int column) {
  if (row < 0 || row >= kGlyphRows || column < 0 || column >= kGlyphColumns) return false;
  const auto cell = static_cast<std::size_t>(row * (kGlyphColumns + 1) + column);
  return kFont[static_cast<std::size_t>(letter - 'a')][cell] == '#';
}

std::unique_ptr<SynthGenerator> MakeOcrGenerator() { return std::make_unique<OcrGenerator>(); }

}  // namespace sagitta
