// ObservationReader: a line is split into observations; those of edges start at the second token.
#include "text/observation_reader.h"

#include <cstdint>
#include <limits>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

bool IsObservation(char first) { return first == 'u' || first == 'b' || first == '*'; }

}  // namespace

bool ObservationReader::Next(Sequence& out) {
  SequenceParts& sequence = SequenceAccess::Of(out);
  sequence.Clear();
  observations_.clear();
  begin_.assign(1, 0);
  labels_.clear();
  const auto take = [this](std::string_view line, const std::vector<TextRange>& fields,
                           std::size_t offset) { AddLine(line, fields, offset); };
  if (!blocks_.Next(sequence, take)) return false;
  if (observations_.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorKind::kData, {blocks_.lines().name(), sequence.first_line},
                "the sequence that starts here has more than 2^32 - 1 observations");
  }
  sequence.edge_begin.push_back(0);
  for (std::size_t t = 0; t < labels_.size(); ++t) AddToken(t, sequence);
  return true;
}

void ObservationReader::AddLine(std::string_view line, const std::vector<TextRange>& fields,
                                std::size_t offset) {
  if (first_ && !IsObservation(line[fields.back().begin])) labelled_ = true;
  first_ = false;
  const std::size_t count = fields.size() - (labelled_ ? 1 : 0);
  for (std::size_t k = 0; k < count; ++k) {
    const TextRange& field = fields[k];
    if (!IsObservation(line[field.begin])) {
      throw Error(ErrorKind::kData,
                  {blocks_.lines().name(), blocks_.lines().number(), field.begin + 1},
                  "found '" + std::string(line.substr(field.begin, field.size)) +
                      "', expected an observation that begins with u, b or *");
    }
    observations_.push_back({offset + field.begin, field.size});
  }
  begin_.push_back(observations_.size());
  labels_.push_back(labelled_ ? TextRange{offset + fields.back().begin, fields.back().size}
                              : TextRange{});
}

void ObservationReader::AddToken(std::size_t t, SequenceParts& sequence) const {
  for (std::size_t k = begin_[t]; k < begin_[t + 1]; ++k) {
    const std::string_view name = View(sequence, observations_[k]);
    if (name.front() != 'b') sequence.node_items.push_back({name});
    if (name.front() != 'u' && t > 0) sequence.edge_items.push_back({name});
  }
  sequence.node_begin.push_back(static_cast<std::uint32_t>(sequence.node_items.size()));
  sequence.edge_begin.push_back(static_cast<std::uint32_t>(sequence.edge_items.size()));
  sequence.labels.push_back(View(sequence, labels_[t]));
  sequence.lines.push_back(View(sequence, blocks_.token_lines()[t]));
}

}  // namespace sagitta::internal
