// Open-class words: a stem, the ending its habits and the form ask for, and names.
#include <array>

#include "synth/lexicon.h"
#include "synth/stems.h"

namespace sagitta {
namespace {

enum class Home { kNoun, kVerb, kAdjective };

// Traits of a stem (see StemTrait), one number for each habit.
enum Trait : std::uint32_t { kHomeTrait, kEndingTrait, kIrregularTrait, kPlaceTrait };

constexpr std::uint32_t kFirstOctave = 3;
constexpr std::uint32_t kLastOctave = 17;
constexpr std::uint32_t kStrayPercent = 12;  // accepted away from home

Home HomeOf(std::uint32_t stem) {
  constexpr std::array<Home, 8> kHomes = {Home::kNoun, Home::kNoun, Home::kNoun, Home::kNoun,
                                          Home::kVerb, Home::kVerb, Home::kVerb, Home::kAdjective};
  return kHomes[StemTrait(stem, kHomeTrait) % kHomes.size()];
}

/// A stem by Zipf's law, mostly one at home in `home`.
std::uint32_t DrawStem(Home home, SynthRandom& random) {
  std::uint32_t stem = random.Zipf(kFirstOctave, kLastOctave);
  while (HomeOf(stem) != home && !random.Percent(kStrayPercent))
    stem = random.Zipf(kFirstOctave, kLastOctave);
  return stem;
}

/// The ending that a stem takes whenever it is of this class; shared endings are what makes unknown
/// words guessable, but not certain.
std::string_view Ending(std::uint32_t stem, Home home) {
  constexpr std::array<std::string_view, 12> kNounEndings = {
      "", "", "", "", "", "", "er", "ness", "tion", "ment", "ity", "ing"};
  constexpr std::array<std::string_view, 10> kAdjectiveEndings = {"",    "",    "",     "y",  "al",
                                                                  "ous", "ive", "able", "ed", "ic"};
  constexpr std::array<std::string_view, 8> kVerbEndings = {"", "", "", "", "", "", "ate", "ise"};
  const std::uint32_t trait = StemTrait(stem, kEndingTrait);
  if (home == Home::kNoun) return kNounEndings[trait % kNounEndings.size()];
  if (home == Home::kAdjective) return kAdjectiveEndings[trait % kAdjectiveEndings.size()];
  return kVerbEndings[trait % kVerbEndings.size()];
}

/// Adds an inflection the way spelling wants it: plans but cities, classes, making, nobly.
void AppendInflection(std::string_view inflection, std::string& out) {
  if (inflection.empty()) return;
  const char last = out.back();
  const bool plural = inflection == "s";
  if (last == 'y') out.back() = 'i';
  if (last == 'e' && !plural) out.pop_back();
  if (out.back() == 'l' && inflection == "ly" && last == 'e') out.pop_back();
  if (plural && (last == 's' || last == 'y')) out += 'e';
  out += inflection;
}

void AppendWithEnding(Home home, SynthRandom& random, std::string_view inflection,
                      std::string& out) {
  const std::uint32_t stem = DrawStem(home, random);
  AppendStem(stem, out);
  out += Ending(stem, home);
  AppendInflection(inflection, out);
}

/// Regular verbs do not tell the past from the participle; irregular ones do.
void AppendPast(bool participle, SynthRandom& random, std::string& out) {
  const std::uint32_t stem = DrawStem(Home::kVerb, random);
  AppendStem(stem, out);
  const bool irregular = StemTrait(stem, kIrregularTrait) % 5 == 0;
  out += irregular ? (participle ? "en" : "t") : "ed";
}

/// A capitalised stem that is a name; names have a numbering of their own above common words.
void AppendName(std::uint32_t name, std::string& out) {
  constexpr std::uint32_t kFirstNameStem = 1u << 17;
  const std::size_t begin = out.size();
  AppendStem(kFirstNameStem + name, out);
  out[begin] = static_cast<char>(out[begin] - 'a' + 'A');
}

// Ranges of names. Surnames and places overlap: people are called after places and the other way
// round.
constexpr std::uint32_t kFirstNames = 0;
constexpr std::uint32_t kSurnames = 1u << 12;
constexpr std::uint32_t kPlaces = 1u << 20;
constexpr std::uint32_t kSharedPercent = 40;

void AppendSurname(SynthRandom& random, std::string& out) {
  const bool shared = random.Percent(kSharedPercent);
  AppendName(shared ? kPlaces + random.Zipf(3, 10) : kSurnames + random.Zipf(3, 16), out);
}

void AppendPlace(SynthRandom& random, std::string_view nation_ending, std::string& out) {
  constexpr std::array<std::string_view, 8> kEndings = {"",   "",     "",    "",
                                                        "ia", "burg", "ton", "ville"};
  if (random.Percent(kSharedPercent)) {
    AppendName(kSurnames + random.Zipf(3, 10), out);
    out += nation_ending;
    return;
  }
  const std::uint32_t place = random.Zipf(3, 13);
  AppendName(kPlaces + place, out);
  out += nation_ending.empty() ? kEndings[StemTrait(place, kPlaceTrait) % kEndings.size()]
                               : nation_ending;
}

void AppendAcronym(SynthRandom& random, std::string& out) {
  std::uint64_t code = MixBits(random.Zipf(2, 11));
  for (std::uint64_t length = 3 + code % 2; length > 0; --length) {
    code /= 32;
    out += static_cast<char>('A' + code % 26);
  }
}

void AppendNumber(SynthRandom& random, std::string& out) {
  out += std::to_string(1 + random.Zipf(1, 12));
  if (random.Percent(25)) out += "." + std::to_string(random.Below(100));
  if (random.Percent(10)) out += ",000";
}

}  // namespace

void AppendForm(WordForm form, SynthRandom& random, std::string& out) {
  switch (form) {
    case WordForm::kNone:
      return;
    case WordForm::kNoun:
      return AppendWithEnding(Home::kNoun, random, "", out);
    case WordForm::kNouns:
      return AppendWithEnding(Home::kNoun, random, "s", out);
    case WordForm::kVerb:
      return AppendWithEnding(Home::kVerb, random, "", out);
    case WordForm::kVerbs:
      return AppendWithEnding(Home::kVerb, random, "s", out);
    case WordForm::kPast:
      return AppendPast(false, random, out);
    case WordForm::kParticiple:
      return AppendPast(true, random, out);
    case WordForm::kGerund:
      return AppendWithEnding(Home::kVerb, random, "ing", out);
    case WordForm::kAdjective:
      return AppendWithEnding(Home::kAdjective, random, "", out);
    case WordForm::kComparative:
      return AppendWithEnding(Home::kAdjective, random, "er", out);
    case WordForm::kSuperlative:
      return AppendWithEnding(Home::kAdjective, random, "est", out);
    case WordForm::kAdverb:
      return AppendWithEnding(Home::kAdjective, random, "ly", out);
    case WordForm::kForeign:
      return AppendWithEnding(Home::kNoun, random, "us", out);
    case WordForm::kFirstName:
      return AppendName(kFirstNames + random.Zipf(2, 9), out);
    case WordForm::kSurname:
      return AppendSurname(random, out);
    case WordForm::kPlace:
      return AppendPlace(random, "", out);
    case WordForm::kNation:
      return AppendPlace(random, "ian", out);
    case WordForm::kNations:
      return AppendPlace(random, "ians", out);
    case WordForm::kAcronym:
      return AppendAcronym(random, out);
    case WordForm::kInitial:
      out += static_cast<char>('A' + random.Below(26));
      out += '.';
      return;
    case WordForm::kNumber:
      return AppendNumber(random, out);
    case WordForm::kYear:
      out += std::to_string(1900 + random.Below(130));
      return;
  }
}

}  // namespace sagitta
