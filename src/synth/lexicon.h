// The lexicon of the text corpora: which words a terminal of the grammar can become.
//
// A terminal is a part-of-speech tag, possibly with a narrower class of words: "NN", "NN:role".
// Words come from a short list (function words, cue words) or are built from an invented stem and
// an ending. A stem has a home class but sometimes occurs in another one, so that one word can have
// several tags. Stems are computed from their numbers: a vocabulary of any size without a table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "synth/random.h"

namespace sagitta {

/// How open-class words of a terminal are built.
enum class WordForm {
  kNone,  // only the list
  kNoun,
  kNouns,
  kVerb,
  kVerbs,
  kPast,
  kParticiple,
  kGerund,
  kAdjective,
  kComparative,
  kSuperlative,
  kAdverb,
  kForeign,
  kFirstName,
  kSurname,
  kPlace,
  kNation,
  kNations,
  kAcronym,
  kInitial,
  kNumber,
  kYear,
};

struct Terminal {
  std::string_view tag;
  std::vector<std::string_view> words;  // a word listed twice is twice as likely
  std::uint32_t list_percent = 100;     // how often the list is used rather than the form
  WordForm form = WordForm::kNone;
};

/// Built once and read-only afterwards.
class Lexicon {
 public:
  static const Lexicon& Get();

  /// The number of the terminal with this name, or nothing.
  std::optional<std::uint32_t> Find(std::string_view name) const;
  std::string_view Tag(std::uint32_t terminal) const { return terminals_[terminal].tag; }
  /// All part-of-speech tags, each once.
  std::vector<std::string_view> Tags() const;

  void AppendWord(std::uint32_t terminal, SynthRandom& random, std::string& out) const;

 private:
  Lexicon();

  std::vector<std::string_view> names_;
  std::vector<Terminal> terminals_;
};

/// Appends an open-class word.
void AppendForm(WordForm form, SynthRandom& random, std::string& out);

/// Appends stem number `index`: two or three syllables of lower-case letters, e.g. "belan",
/// "strivotar". Different numbers give different stems. REQUIRES: index < kStems.
void AppendStem(std::uint32_t index, std::string& out);

inline constexpr std::uint32_t kStems = 1u << 23;

/// A fixed number of a stem that decides one of its properties (class, irregular forms, ...).
/// Different `trait`s are independent.
std::uint32_t StemTrait(std::uint32_t index, std::uint32_t trait);

}  // namespace sagitta
