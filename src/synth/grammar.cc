// Compiling the rules and deriving sentences from them.
#include "synth/grammar.h"

#include <algorithm>
#include <charconv>

#include "synth/lexicon.h"

namespace sagitta {
namespace {

// After this many tokens every left side uses its first rule, which soon ends the sentence.
constexpr std::size_t kLongSentence = 60;

}  // namespace

/// The state of one derivation: the layers that are currently open.
struct Grammar::Derivation {
  SynthRandom& random;
  std::vector<SynthToken>& sentence;
  SynthToken next;  // what is known about the next token
};

const Grammar& Grammar::Get() {
  static const Grammar grammar;
  return grammar;
}

Grammar::Grammar() {
  const std::vector<GrammarRule> rules = GrammarRules();
  for (const GrammarRule& rule : rules) LeftSideNumber(rule.left);
  for (const GrammarRule& rule : rules) {
    Production production{rule.weight, {}};
    for (std::string_view text = rule.right; !text.empty();) {
      const std::size_t end = std::min(text.find(' '), text.size());
      production.symbols.push_back(Compile(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    LeftSide& left = left_sides_[LeftSideNumber(rule.left)];
    left.total_weight += rule.weight;
    left.productions.push_back(std::move(production));
  }
}

std::uint32_t Grammar::LeftSideNumber(std::string_view name) {
  const auto found = std::find_if(left_sides_.begin(), left_sides_.end(),
                                  [&](const LeftSide& left) { return left.name == name; });
  const auto number = static_cast<std::uint32_t>(found - left_sides_.begin());
  if (found == left_sides_.end()) left_sides_.push_back({name, 0, {}});
  return number;
}

Grammar::Symbol Grammar::Compile(std::string_view text) {
  using Kind = Symbol::Kind;
  Symbol symbol;
  if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
    std::from_chars(text.data() + mark + 1, text.data() + text.size(), symbol.percent);
    text = text.substr(0, mark);
  }
  if (text == "]") {
    symbol.kind = Kind::kCloseChunk;
  } else if (text == ">") {
    symbol.kind = Kind::kCloseEntity;
  } else if (text[0] == '[' || text[0] == '<') {
    symbol.kind = text[0] == '[' ? Kind::kOpenChunk : Kind::kOpenEntity;
    symbol.type = text.substr(1);
  } else if (const auto terminal = Lexicon::Get().Find(text)) {
    symbol.kind = Kind::kTerminal;
    symbol.number = *terminal;
  } else {
    symbol.number = LeftSideNumber(text);
  }
  return symbol;
}

void Grammar::Derive(SynthRandom& random, std::vector<SynthToken>& sentence) const {
  sentence.clear();
  Derivation derivation{random, sentence, {}};
  Expand(0, derivation);
}

const Grammar::Production& Grammar::Choose(const LeftSide& left, Derivation& derivation) const {
  if (derivation.sentence.size() > kLongSentence) return left.productions.front();
  std::uint32_t draw = derivation.random.Below(left.total_weight);
  for (const Production& production : left.productions) {
    if (draw < production.weight) return production;
    draw -= production.weight;
  }
  return left.productions.front();
}

void Grammar::Expand(std::uint32_t left, Derivation& derivation) const {
  using Kind = Symbol::Kind;
  SynthToken& next = derivation.next;
  for (const Symbol& symbol : Choose(left_sides_[left], derivation).symbols) {
    if (symbol.percent < 100 && !derivation.random.Percent(symbol.percent)) {
      continue;
    }
    switch (symbol.kind) {
      case Kind::kTerminal:
        Emit(symbol.number, derivation);
        break;
      case Kind::kRule:
        Expand(symbol.number, derivation);
        break;
      case Kind::kOpenChunk:
        next.chunk = symbol.type;
        next.chunk_begins = true;
        break;
      case Kind::kCloseChunk:
        next.chunk = {};
        break;
      case Kind::kOpenEntity:
        next.entity = symbol.type;
        next.entity_begins = true;
        break;
      case Kind::kCloseEntity:
        next.entity = {};
        break;
    }
  }
}

void Grammar::Emit(std::uint32_t terminal, Derivation& derivation) {
  SynthToken& next = derivation.next;
  next.terminal = terminal;
  derivation.sentence.push_back(next);
  next.chunk_begins = false;
  next.entity_begins = false;
}

}  // namespace sagitta
