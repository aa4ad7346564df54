// AttributeReader reads a sequence in three steps.
//
//   1. Its lines are copied unchanged into the sequence's text.
//   2. The bytes that have a meaning (TAB, line end, colon, backslash) are found, many at a time.
//   3. A walk over the TABs and line ends splits the text into fields. Names are views of the text;
//      only those with escapes are copied.
//
// No string is created for a field, and a number is parsed only where there is a colon.
#include "text/attribute_reader.h"

#include <bit>
#include <cstring>
#include <limits>

#include "text/ascii.h"
#include "text/fast_bytes.h"

namespace sagitta::internal {

// A field of a line, as it is in the text. A name with escapes is copied piece by piece, each
// piece from one backslash to the next.
struct AttributeReader::Field {
  const char* begin;
  const char* end;
  const char* colon = nullptr;  // the unescaped colon before the value, if any
  const char* piece = nullptr;  // the piece of the name still to be copied; null: no escapes
  char* copy = nullptr;         // where the copy starts, when there is one

  const char* NameEnd() const { return colon != nullptr ? colon : end; }
  std::string_view RawValue() const { return {colon + 1, end}; }
  bool HasValue() const { return colon != nullptr && colon + 1 < end; }
};

bool AttributeReader::Next(Sequence& out) {
  SequenceParts& sequence = SequenceAccess::Of(out);
  do {
    sequence.Clear();
    if (!ReadBlock(sequence)) return false;
    ParseBlock(sequence);
  } while (sequence.labels.empty());  // only declarations
  return true;
}

// Copies the lines up to the next empty one into sequence.text, each with a line end.
bool AttributeReader::ReadBlock(SequenceParts& sequence) {
  std::string_view line;
  while (lines_.Next(line)) {
    if (line.empty()) {
      if (!sequence.text.empty()) return true;
      continue;
    }
    if (sequence.text.empty()) sequence.first_line = lines_.number();
    sequence.text.append(line);
    sequence.text.push_back('\n');
  }
  return !sequence.text.empty();
}

// Copies what comes before the backslash; the escaped byte then starts the next piece.
inline void AttributeReader::Unescape(const char* backslash, Field& field) {
  if (field.piece == nullptr) {
    field.piece = field.begin;
    field.copy = unescaped_;
  }
  unescaped_ = QuickCopy(unescaped_, {field.piece, backslash});
  field.piece = backslash + 1;
}

// The name of a finished field: a view of the line, or of a copy when there were escapes.
inline std::string_view AttributeReader::Name(const Field& field) {
  if (field.piece == nullptr) return {field.begin, field.NameEnd()};
  unescaped_ = QuickCopy(unescaped_, {field.piece, field.NameEnd()});
  return {field.copy, unescaped_};
}

void AttributeReader::FinishField(const Field& field, SequenceParts& sequence) {
  if (expected_ != Expected::kAttribute) {
    FinishOtherField(field, sequence);
  } else if (field.begin != field.end) {  // not just several TABs in a row
    sequence.node_items.push_back({Name(field), field.HasValue() ? Number(field) : 1.0});
  }
}

// Any field, byte by byte.
void AttributeReader::ParseField(const char* begin, const char* end, SequenceParts& sequence) {
  Field field{begin, end};
  for (const char* at = begin; at < end; ++at) {
    if (*at == '\\') {
      if (at[1] != ':' && at[1] != '\\') continue;  // a literal backslash
      if (field.colon == nullptr) Unescape(at, field);
      ++at;  // skip the escaped byte
    } else if (*at == ':') {
      if (field.colon != nullptr) {
        throw Error(
            ErrorKind::kData, At(at),
            "found a second ':' in a field, expected name or name:value (in a name write '\\:')");
      }
      field.colon = at;
    }
  }
  FinishField(field, sequence);
}

// Nearly all fields are attributes without a value and have at most one escape. They are taken from
// the masks without looking at their bytes. `at` is where the field begins in the text.
inline void AttributeReader::TakeField(const char* begin, const char* end, std::size_t at,
                                       SequenceParts& sequence) {
  const auto size = static_cast<std::size_t>(end - begin);
  if (expected_ != Expected::kAttribute || size >= 64) return ParseField(begin, end, sequence);
  const std::uint64_t marks = specials_.Marks(at, size);
  if (marks == 0) {
    if (size > 0) sequence.node_items.push_back({{begin, size}, 1.0});
    return;
  }
  const char* mark = begin + std::countr_zero(marks);
  const std::uint64_t two = std::uint64_t{3} << (mark - begin);
  if (marks != two || *mark != '\\') return ParseField(begin, end, sequence);
  char* copy = unescaped_;
  unescaped_ = QuickCopy(QuickCopy(copy, {begin, mark}), {mark + 1, end});
  sequence.node_items.push_back({{copy, unescaped_}, 1.0});
}

void AttributeReader::ParseBlock(SequenceParts& sequence) {
  // Names with escapes are copied without them, after the lines. Together the copies are no longer
  // than the lines, so the text can have its final place in memory before the first view is made.
  // The gap between the two keeps QuickCopy from reading what it writes.
  std::string& text = sequence.text;
  const std::size_t size = text.size();
  const bool escapes = std::memchr(text.data(), '\\', size) != nullptr;
  text.resize(size + kCopyPadding + (escapes ? size : 0) + kScanPadding + kCopyPadding);
  unescaped_ = text.data() + size + kCopyPadding;
  line_ = text.data();
  line_number_ = sequence.first_line;
  expected_ = Expected::kLabel;
  graph_.Clear();

  specials_.Find(text.data(), size);
  const char* begin = text.data();
  for (std::size_t k = 0; k < specials_.size(); ++k) {
    for (std::uint64_t rest = specials_.Separators(k); rest != 0; rest &= rest - 1) {
      const char* end = text.data() + 64 * k + std::countr_zero(rest);
      TakeField(begin, end, static_cast<std::size_t>(begin - text.data()), sequence);
      if (*end == '\n') FinishLine(end, sequence);
      begin = end + 1;
    }
  }
  graph_.EndSequence(sequence);
  text.resize(static_cast<std::size_t>(unescaped_ - text.data()));
}

// A field of a line that makes the sequence a graph, after the first.
void AttributeReader::FinishGraphField(const Field& field, SequenceParts& sequence) {
  const std::string_view name = Name(field);
  if (graph_.Take(name, At(field.begin), sequence) || field.begin == field.end) return;
  sequence.edge_items.push_back({name, field.HasValue() ? Number(field) : 1.0});
}

// The first field of a line, or one after a declaration.
void AttributeReader::FinishOtherField(const Field& field, SequenceParts& sequence) {
  if (expected_ == Expected::kNothing) {
    if (field.begin == field.end) return;
    throw Error(ErrorKind::kData, At(field.begin),
                "found a field after a declaration, expected the declaration alone on its line");
  }
  if (expected_ == Expected::kGraph) return FinishGraphField(field, sequence);
  const std::string_view name = Name(field);
  if (name.starts_with('@')) {
    const std::string_view type = field.HasValue() ? field.RawValue() : std::string_view();
    if (graph_.Begin(name, type, At(field.begin), sequence)) {
      expected_ = Expected::kGraph;
      return;
    }
    sequence.weight = WeightOf(field, name);
    expected_ = Expected::kNothing;
    return;
  }
  if (labelled_ && name.empty()) {
    throw Error(
        ErrorKind::kData, At(field.begin),
        "found an empty label, expected the token's label (columns need --preset or --template)");
  }
  sequence.labels.push_back(name);
  expected_ = Expected::kAttribute;
}

void AttributeReader::FinishLine(const char* end, SequenceParts& sequence) {
  if (expected_ == Expected::kAttribute) {  // the line is a token
    if (sequence.node_items.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw Error(ErrorKind::kData, At(line_),
                  "found more than 2^32 - 1 attributes in one sequence");
    }
    sequence.node_begin.push_back(static_cast<std::uint32_t>(sequence.node_items.size()));
    sequence.lines.emplace_back(line_, static_cast<std::size_t>(end - line_));
  } else if (expected_ == Expected::kGraph) {
    graph_.EndLine(At(end), sequence);
  }
  line_ = end + 1;
  ++line_number_;
  expected_ = Expected::kLabel;
}

double AttributeReader::WeightOf(const Field& field, std::string_view name) const {
  if (name != "@weight") {
    throw Error(ErrorKind::kData, At(field.begin),
                "found the declaration '" + std::string(name) +
                    "', expected @weight, @edge, @labels, @given, @graph or a label that does not "
                    "start with '@'");
  }
  if (!field.HasValue()) {
    throw Error(ErrorKind::kData, At(field.begin),
                "found @weight without a number, expected @weight:W");
  }
  const double weight = Number(field);
  if (weight < 0 || weight > kMostWeight) {
    throw Error(
        ErrorKind::kData, At(field.colon + 1),
        "found the weight " + std::string(field.RawValue()) + ", expected a number from 0 to 1e9");
  }
  return weight;
}

double AttributeReader::Number(const Field& field) const {
  if (const std::optional<double> number = ParseNumber(field.RawValue())) return *number;
  throw Error(ErrorKind::kData, At(field.colon + 1),
              "found '" + std::string(field.RawValue()) + "' after ':', expected a finite number");
}

Location AttributeReader::At(const char* place) const {
  return {lines_.name(), line_number_, static_cast<std::uint64_t>(place - line_) + 1};
}

}  // namespace sagitta::internal
