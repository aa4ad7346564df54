// Open-class words: an invented stem with the ending that its traits and the form require, and
// names.
#include <array>

#include "synth/lexicon.h"

namespace sagitta {
namespace {

// Stems are numbers in mixed radix: onset, vowel, onset, vowel, [onset, vowel,] coda.
constexpr std::array<std::string_view, 24> kOnsets = {"b", "br", "c",  "d", "dr", "f", "g", "gl",
                                                      "h", "j",  "k",  "l", "m",  "n", "p", "pl",
                                                      "r", "s",  "st", "t", "tr", "v", "w", "z"};
constexpr std::array<char, 5> kVowels = {'a', 'e', 'i', 'o', 'u'};
constexpr std::array<std::string_view, 8> kCodas = {"", "n", "r", "l", "m", "k", "d", "th"};

constexpr std::uint64_t kSyllables = kOnsets.size() * kVowels.size();
constexpr std::uint64_t kShort = kSyllables * kSyllables * kCodas.size();
constexpr std::uint64_t kLong = kShort * kSyllables;
static_assert(kStems <= kShort + kLong);

// Stems with neighbouring numbers should not look alike. So the numbers are spread by a factor that
// is coprime to the sizes, whose only prime factors are 2, 3 and 5.
constexpr std::uint64_t kSpread = 7919;

std::uint64_t AppendSyllable(std::uint64_t code, std::string& out) {
  out += kOnsets[code % kOnsets.size()];
  code /= kOnsets.size();
  out += kVowels[code % kVowels.size()];
  return code / kVowels.size();
}

enum class Home { kNoun, kVerb, kAdjective };

// Traits of a stem (see StemTrait), one number each.
enum Trait : std::uint32_t { kHomeTrait, kEndingTrait, kIrregularTrait, kPlaceTrait };

constexpr std::uint32_t kFirstOctave = 3;
constexpr std::uint32_t kLastOctave = 17;
constexpr std::uint32_t kStrayPercent = 12;  // chance that a stem of another class is accepted

Home HomeOf(std::uint32_t stem) {
  constexpr std::array<Home, 8> kHomes = {Home::kNoun, Home::kNoun, Home::kNoun, Home::kNoun,
                                          Home::kVerb, Home::kVerb, Home::kVerb, Home::kAdjective};
  return kHomes[StemTrait(stem, kHomeTrait) % kHomes.size()];
}

/// A stem drawn by Zipf's law, mostly one whose home class is `home`.
std::uint32_t DrawStem(Home home, SynthRandom& random) {
  std::uint32_t stem = random.Zipf(kFirstOctave, kLastOctave);
  while (HomeOf(stem) != home && !random.Percent(kStrayPercent))
    stem = random.Zipf(kFirstOctave, kLastOctave);
  return stem;
}

/// The ending that a stem always has in this class. Shared endings make it possible to guess the
/// class of an unknown word, but not with certainty.
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

/// Adds an inflection with the usual changes of spelling: plans but cities, classes, making, nobly.
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

/// The past and the participle of regular verbs are the same; those of irregular ones differ.
void AppendPast(bool participle, SynthRandom& random, std::string& out) {
  const std::uint32_t stem = DrawStem(Home::kVerb, random);
  AppendStem(stem, out);
  const bool irregular = StemTrait(stem, kIrregularTrait) % 5 == 0;
  out += irregular ? (participle ? "en" : "t") : "ed";
}

/// A name is a capitalised stem whose number is above those of common words.
void AppendName(std::uint32_t name, std::string& out) {
  constexpr std::uint32_t kFirstNameStem = 1u << 17;
  const std::size_t begin = out.size();
  AppendStem(kFirstNameStem + name, out);
  out[begin] = static_cast<char>(out[begin] - 'a' + 'A');
}

// Ranges of names. Surnames and places overlap: people are named after places and places after
// people.
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

void AppendStem(std::uint32_t index, std::string& out) {
  const bool is_short = index < kShort;
  std::uint64_t code = is_short ? index * kSpread % kShort : (index - kShort) * kSpread % kLong;
  code = AppendSyllable(code, out);
  code = AppendSyllable(code, out);
  if (!is_short) code = AppendSyllable(code, out);
  out += kCodas[code];
}

std::uint32_t StemTrait(std::uint32_t index, std::uint32_t trait) {
  return static_cast<std::uint32_t>(MixBits((std::uint64_t{trait} << 32) + index) >> 40);
}

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
