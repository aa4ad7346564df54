// The tasks chunk, ner and pos: sentences of the grammar, with the columns that each task shows.
#include <algorithm>
#include <array>
#include <vector>

#include "synth/generator.h"
#include "synth/grammar.h"
#include "synth/lexicon.h"
#include "synth/table.h"

namespace sagitta {
namespace {

/// Tags that are easily confused; the part-of-speech columns contain such mistakes.
std::string_view Confuse(std::string_view tag, SynthRandom& random) {
  constexpr std::array<std::array<std::string_view, 2>, 16> kPairs = {{{"NN", "JJ"},
                                                                       {"NN", "VB"},
                                                                       {"NN", "NNP"},
                                                                       {"NN", "VBG"},
                                                                       {"NNS", "VBZ"},
                                                                       {"VBD", "VBN"},
                                                                       {"VBP", "VB"},
                                                                       {"VBP", "NN"},
                                                                       {"JJ", "VBN"},
                                                                       {"JJ", "RB"},
                                                                       {"JJ", "NNP"},
                                                                       {"IN", "RB"},
                                                                       {"IN", "RP"},
                                                                       {"DT", "WDT"},
                                                                       {"NNP", "NNPS"},
                                                                       {"RBR", "JJR"}}};
  const auto& pair = kPairs[random.Below(kPairs.size())];
  if (pair[0] == tag) return pair[1];
  if (pair[1] == tag) return pair[0];
  return tag;
}

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

/// "Bo-2ly" becomes "Aa-0a": letters and digits by kind, runs shortened to one.
void AppendShape(std::string_view word, std::string& out) {
  for (const char c : word) {
    const char kind = IsUpper(c) ? 'A' : IsLower(c) ? 'a' : IsDigit(c) ? '0' : c;
    if (out.empty() || out.back() != kind) out += kind;
  }
}

void AppendSuffix(std::string_view word, std::size_t length, std::string& out) {
  out += word.substr(word.size() - std::min(word.size(), length));
}

void AppendLabel(std::string_view type, bool begins, std::string& out) {
  if (type.empty()) {
    out += 'O';
  } else {
    out += begins ? "B-" : "I-";
    out += type;
  }
}

/// A task: which columns it shows, and its template.
class TextGenerator : public SynthGenerator {
 public:
  TextGenerator(std::uint32_t columns, std::vector<SynthPattern> patterns, bool attributes)
      : patterns_(std::move(patterns)), attributes_(attributes), table_(columns) {}

  void Append(SynthRandom& random, std::string& out) final {
    Grammar::Get().Derive(random, sentence_);
    table_.Clear();
    for (std::size_t t = 0; t < sentence_.size(); ++t) {
      table_.AddRow();
      std::string& word = table_.Cell(t, 0);
      Lexicon::Get().AppendWord(sentence_[t].terminal, random, word);
      if (t == 0 && IsLower(word[0])) {
        word[0] = static_cast<char>(word[0] - 'a' + 'A');
      }
      FillRow(t, sentence_[t], random);
    }
    if (attributes_) {
      table_.AppendAttributes(patterns_, out);
    } else {
      table_.AppendColumns(out);
    }
  }

 protected:
  /// Writes the columns after the word.
  virtual void FillRow(std::size_t t, const SynthToken& token, SynthRandom& random) = 0;

  SynthTable& table() { return table_; }

  /// Writes the tag, in a few percent of the tokens one that it is easily confused with.
  void FillTag(std::size_t t, std::uint32_t column, const SynthToken& token, SynthRandom& random) {
    const std::string_view tag = Lexicon::Get().Tag(token.terminal);
    table_.Cell(t, column) += random.Percent(kMistakePercent) ? Confuse(tag, random) : tag;
  }

 private:
  static constexpr std::uint32_t kMistakePercent = 35;

  std::vector<SynthPattern> patterns_;
  bool attributes_;
  SynthTable table_;
  std::vector<SynthToken> sentence_;
};

std::vector<SynthPattern> ChunkPatterns() {
  return {{"U00", {{-2, 0}}},
          {"U01", {{-1, 0}}},
          {"U02", {{0, 0}}},
          {"U03", {{1, 0}}},
          {"U04", {{2, 0}}},
          {"U05", {{-1, 0}, {0, 0}}},
          {"U06", {{0, 0}, {1, 0}}},
          {"U10", {{-2, 1}}},
          {"U11", {{-1, 1}}},
          {"U12", {{0, 1}}},
          {"U13", {{1, 1}}},
          {"U14", {{2, 1}}},
          {"U15", {{-2, 1}, {-1, 1}}},
          {"U16", {{-1, 1}, {0, 1}}},
          {"U17", {{0, 1}, {1, 1}}},
          {"U18", {{1, 1}, {2, 1}}},
          {"U20", {{-2, 1}, {-1, 1}, {0, 1}}},
          {"U21", {{-1, 1}, {0, 1}, {1, 1}}},
          {"U22", {{0, 1}, {1, 1}, {2, 1}}}};
}

/// word, part of speech (with mistakes), chunk
class ChunkGenerator final : public TextGenerator {
 public:
  explicit ChunkGenerator(bool attributes) : TextGenerator(3, ChunkPatterns(), attributes) {}

 private:
  void FillRow(std::size_t t, const SynthToken& token, SynthRandom& random) override {
    FillTag(t, 1, token, random);
    AppendLabel(token.chunk, token.chunk_begins, table().Cell(t, 2));
  }
};

std::vector<SynthPattern> NerPatterns() {
  return {{"U00", {{-2, 0}}},
          {"U01", {{-1, 0}}},
          {"U02", {{0, 0}}},
          {"U03", {{1, 0}}},
          {"U04", {{2, 0}}},
          {"U05", {{-1, 0}, {0, 0}}},
          {"U06", {{0, 0}, {1, 0}}},
          {"U10", {{-1, 1}}},
          {"U11", {{0, 1}}},
          {"U12", {{1, 1}}},
          {"U13", {{-1, 1}, {0, 1}}},
          {"U14", {{0, 1}, {1, 1}}},
          {"U20", {{0, 2}}},
          {"U30", {{-1, 3}}},
          {"U31", {{0, 3}}},
          {"U32", {{1, 3}}},
          {"U33", {{-1, 3}, {0, 3}, {1, 3}}},
          {"U34", {{-1, 0}, {0, 3}}}};
}

/// word, part of speech (with mistakes), last three letters, shape, entity
class NerGenerator final : public TextGenerator {
 public:
  explicit NerGenerator(bool attributes) : TextGenerator(5, NerPatterns(), attributes) {}

 private:
  void FillRow(std::size_t t, const SynthToken& token, SynthRandom& random) override {
    FillTag(t, 1, token, random);
    AppendSuffix(table().Cell(t, 0), 3, table().Cell(t, 2));
    AppendShape(table().Cell(t, 0), table().Cell(t, 3));
    AppendLabel(token.entity, token.entity_begins, table().Cell(t, 4));
  }
};

std::vector<SynthPattern> PosPatterns() {
  return {{"U00", {{-2, 0}}},        {"U01", {{-1, 0}}},         {"U02", {{0, 0}}},
          {"U03", {{1, 0}}},         {"U04", {{2, 0}}},          {"U05", {{-1, 0}, {0, 0}}},
          {"U06", {{0, 0}, {1, 0}}}, {"U10", {{-1, 1}}},         {"U11", {{0, 1}}},
          {"U12", {{1, 1}}},         {"U13", {{-1, 1}, {0, 1}}}, {"U14", {{0, 1}, {1, 1}}},
          {"U20", {{-1, 2}}},        {"U21", {{0, 2}}},          {"U22", {{1, 2}}},
          {"U30", {{-1, 3}}},        {"U31", {{0, 3}}},          {"U32", {{1, 3}}}};
}

/// word, last two letters, last three letters, shape, part of speech
class PosGenerator final : public TextGenerator {
 public:
  explicit PosGenerator(bool attributes) : TextGenerator(5, PosPatterns(), attributes) {}

 private:
  void FillRow(std::size_t t, const SynthToken& token, SynthRandom&) override {
    AppendSuffix(table().Cell(t, 0), 2, table().Cell(t, 1));
    AppendSuffix(table().Cell(t, 0), 3, table().Cell(t, 2));
    AppendShape(table().Cell(t, 0), table().Cell(t, 3));
    table().Cell(t, 4) += Lexicon::Get().Tag(token.terminal);
  }
};

}  // namespace

std::unique_ptr<SynthGenerator> MakeChunkGenerator(bool attributes) {
  return std::make_unique<ChunkGenerator>(attributes);
}
std::unique_ptr<SynthGenerator> MakeNerGenerator(bool attributes) {
  return std::make_unique<NerGenerator>(attributes);
}
std::unique_ptr<SynthGenerator> MakePosGenerator(bool attributes) {
  return std::make_unique<PosGenerator>(attributes);
}

std::string ChunkTemplate() { return TemplateText(ChunkPatterns()); }
std::string NerTemplate() { return TemplateText(NerPatterns()); }
std::string PosTemplate() { return TemplateText(PosPatterns()); }

}  // namespace sagitta
