// The table of terminals.
#include "synth/lexicon.h"

#include <algorithm>

namespace sagitta {
namespace {

struct Row {
  std::string_view name;  // TAG or TAG:class
  std::uint32_t list_percent;
  WordForm form;
  std::string_view words;
};

using enum WordForm;

constexpr Row kTerminals[] = {
    {"CC", 100, kNone, "and and and and but or or nor yet plus"},
    {"CC:and", 100, kNone, "and &"},
    {"CD", 45, kNumber, "one two three four five ten million billion"},
    {"CD:year", 0, kYear, ""},
    {"DT", 100, kNone,
     "the the the the the the a a a an this that some no any each every all both"},
    {"DT:plural", 100, kNone, "the the the the these those some no any all both"},
    {"EX", 100, kNone, "there"},
    {"FW", 0, kForeign, ""},
    {"IN", 100, kNone,
     "of of of of in in in for for on on with at by from as up over about after before like than "
     "off"},
    {"IN:of", 100, kNone, "of"},
    {"IN:because", 100, kNone, "because out instead"},
    {"IN:than", 100, kNone, "than"},
    {"IN:place", 100, kNone, "in in in in at from near to through outside"},
    {"IN:that", 100, kNone, "that that that if whether"},
    {"IN:sub", 100, kNone, "because if while after before as although since until so"},
    {"JJ", 18, kAdjective, "new last other early first more such like that only long several"},
    {"JJ:time", 100, kNone, "last last next this early"},
    {"JJ:nation", 0, kNation, ""},
    {"JJ:such", 100, kNone, "such same"},
    {"JJR", 40, kComparative, "more less better lower higher"},
    {"JJS", 40, kSuperlative, "most least best largest"},
    {"LS", 100, kNone, "1 2 3 4 a b c i ii"},
    {"MD", 100, kNone, "will will would would can could may might should must 'll"},
    {"NN", 6, kNoun, "one lot more work plan number set report second"},
    {"NN:role", 70, kNoun, "chairman president minister captain analyst spokesman coach author"},
    {"NN:time", 100, kNone, "week week month year year quarter night morning"},
    {"NN:percent", 100, kNone, "%"},
    {"NNS", 4, kNouns, "others plans works reports people sales"},
    {"NNS:measure", 100, kNone, "years months days miles points dollars"},
    {"NNP", 0, kSurname, ""},
    {"NNP:day", 100, kNone,
     "Monday Tuesday Wednesday Thursday Friday Saturday Sunday March April May June August"},
    {"NNP:title", 100, kNone, "Mr. Mr. Mr. Ms. Mrs. Dr. President Judge Captain"},
    {"NNP:first", 0, kFirstName, ""},
    {"NNP:initial", 0, kInitial, ""},
    {"NNP:last", 0, kSurname, ""},
    {"NNP:place", 0, kPlace, ""},
    {"NNP:acronym", 0, kAcronym, ""},
    {"NNP:direction", 100, kNone, "North South East West New Upper Lake Port"},
    {"NNP:landmark", 100, kNone, "River Valley County Island Bay Heights Park Hills"},
    {"NNP:company", 100, kNone, "Corp. Inc. Co. Ltd. Group Bank Industries Holdings Motors Press"},
    {"NNP:body", 100, kNone, "University Council Ministry Committee Court Department Institute"},
    {"NNP:club", 100, kNone, "United City Rovers Park Lions Stars"},
    {"NNP:event", 100, kNone, "Cup Open Prize Games War Treaty Act Festival"},
    {"NNPS", 40, kSurname, "Industries Securities Games Airlines Resources Lions"},
    {"NNPS:nation", 0, kNations, ""},
    {"PDT", 100, kNone, "all both half such quite"},
    {"POS", 100, kNone, "'s 's 's '"},
    {"PRP", 100, kNone, "it it he he she they they we I you him her them us itself"},
    {"PRP:subject", 100, kNone, "it it it he he he she they we I you"},
    {"PRP$", 100, kNone, "its its his his her their their our my your"},
    {"RB", 50, kAdverb,
     "n't not also still now then more only early even just so as about there up back ahead"},
    {"RB:rather", 100, kNone, "rather"},
    {"RB:well", 100, kNone, "well soon long far"},
    {"RB:as", 100, kNone, "as"},
    {"RB:even", 100, kNone, "even just only so"},
    {"RBR", 80, kComparative, "more less earlier later further"},
    {"RBS", 100, kNone, "most least best"},
    {"RP", 100, kNone, "up up out out off down over on in back about"},
    {"SYM", 100, kNone, "= * + / x"},
    {"TO", 100, kNone, "to"},
    {"UH", 100, kNone, "well yes no oh so"},
    {"VB", 14, kVerb, "have make take work plan report buy sell like"},
    {"VB:be", 100, kNone, "be"},
    {"VBD", 14, kPast, "said made took had rose fell set put"},
    {"VBD:be", 100, kNone, "was was were"},
    {"VBD:have", 100, kNone, "had"},
    {"VBD:say", 85, kPast, "said said said added told wrote"},
    {"VBG", 10, kGerund, "being making having working"},
    {"VBN", 14, kParticiple, "been made taken had set put"},
    {"VBN:been", 100, kNone, "been"},
    {"VBP", 16, kVerb, "have do say work plan"},
    {"VBP:be", 100, kNone, "are are 're am"},
    {"VBP:have", 100, kNone, "have 've"},
    {"VBZ", 14, kVerbs, "has does says works plans"},
    {"VBZ:be", 100, kNone, "is is is 's"},
    {"VBZ:have", 100, kNone, "has 's"},
    {"VBZ:say", 85, kVerbs, "says says adds"},
    {"WDT", 100, kNone, "that that which which what"},
    {"WP", 100, kNone, "who who what"},
    {"WP$", 100, kNone, "whose"},
    {"WRB", 100, kNone, "when when where how why"},
    {".", 100, kNone, ". . . . . . . . . . ? !"},
    {",", 100, kNone, ","},
    {":", 100, kNone, ": ; -- -- ..."},
    {"``", 100, kNone, "``"},
    {"''", 100, kNone, "''"},
    {"(", 100, kNone, "("},
    {")", 100, kNone, ")"},
    {"$", 100, kNone, "$ $ $ C$"},
    {"#", 100, kNone, "#"},
};

std::vector<std::string_view> SplitWords(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// The tag of ":" is ":" itself; that of anything else is what comes before the colon.
std::string_view TagOf(std::string_view name) { return name.substr(0, name.find(':', 1)); }

}  // namespace

Lexicon::Lexicon() {
  for (const Row& row : kTerminals) {
    names_.push_back(row.name);
    terminals_.push_back({TagOf(row.name), SplitWords(row.words), row.list_percent, row.form});
  }
}

const Lexicon& Lexicon::Get() {
  static const Lexicon lexicon;
  return lexicon;
}

std::optional<std::uint32_t> Lexicon::Find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - names_.begin());
}

std::vector<std::string_view> Lexicon::Tags() const {
  std::vector<std::string_view> tags;
  for (const Terminal& terminal : terminals_) {
    if (std::find(tags.begin(), tags.end(), terminal.tag) == tags.end())
      tags.push_back(terminal.tag);
  }
  return tags;
}

void Lexicon::AppendWord(std::uint32_t terminal, SynthRandom& random, std::string& out) const {
  const Terminal& source = terminals_[terminal];
  if (random.Percent(source.list_percent)) {
    out += source.words[random.Below(source.words.size())];
  } else {
    AppendForm(source.form, random, out);
  }
}

}  // namespace sagitta
