// A small probabilistic grammar that generates sentences with three layers of labels: parts of
// speech, chunks and named entities. The text corpora differ only in the layers that they show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "synth/random.h"

namespace sagitta {

/// A token of a derived sentence, before it gets a word. Views live as long as the program.
struct SynthToken {
  std::uint32_t terminal = 0;  // of the Lexicon
  std::string_view chunk;      // phrase type, e.g. "NP"; empty: outside
  std::string_view entity;     // entity type, e.g. "PER"; empty: outside
  bool chunk_begins = false;
  bool entity_begins = false;
};

/// The rules, compiled once and read-only afterwards.
class Grammar {
 public:
  static const Grammar& Get();

  /// Derives one sentence, which replaces the contents of `sentence`. Never empty.
  void Derive(SynthRandom& random, std::vector<SynthToken>& sentence) const;

 private:
  struct Symbol {
    enum class Kind { kTerminal, kRule, kOpenChunk, kCloseChunk, kOpenEntity, kCloseEntity };
    Kind kind = Kind::kRule;
    std::uint32_t number = 0;     // of the terminal, or of the left side
    std::string_view type;        // of the chunk or entity
    std::uint32_t percent = 100;  // chance of an optional symbol
  };
  struct Production {
    std::uint32_t weight;
    std::vector<Symbol> symbols;
  };
  struct LeftSide {
    std::string_view name;
    std::uint32_t total_weight = 0;
    std::vector<Production> productions;
  };
  struct Derivation;

  Grammar();
  std::uint32_t LeftSideNumber(std::string_view name);
  Symbol Compile(std::string_view text);
  const Production& Choose(const LeftSide& left, Derivation& derivation) const;
  void Expand(std::uint32_t left, Derivation& derivation) const;
  static void Emit(std::uint32_t terminal, Derivation& derivation);

  std::vector<LeftSide> left_sides_;
};

/// One rule as text; see grammar_rules.cc.
struct GrammarRule {
  std::string_view left;
  std::uint32_t weight;
  std::string_view right;
};
std::vector<GrammarRule> GrammarRules();

}  // namespace sagitta
