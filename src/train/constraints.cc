// Constraints: of BIO and IOBES labels, as observed, and checked against the training data.
#include "train/constraints.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "eval/spans.h"
#include "sagitta/error.h"
#include "train/bad_sequences.h"
#include "train/constraint_rules.h"

namespace sagitta {
namespace {

/// The role of a label in spans, in terms of IOBES; BIO has no E and S.
struct SpanRole {
  std::string_view type;
  bool begins = false;     // B
  bool continues = false;  // I, and E or L: inside a span that started before
  bool goes_on = false;    // B, and I: the span may continue after it
};

SpanRole RoleOf(std::string_view label, bool with_ends) {
  const SpanLabel parsed = SpanLabel::Parse(label);
  const bool b = parsed.tag == "B", i = parsed.tag == "I";
  const bool end = with_ends && (parsed.tag == "E" || parsed.tag == "L");
  return {parsed.type, b, i || end, b || i};
}

/// `must_end`: an open span must be closed by an end label (IOBES); otherwise it may just end
/// (BIO).
Constraints SpanConstraints(const std::vector<std::string>& labels, bool must_end) {
  std::vector<SpanRole> roles;
  for (const std::string& label : labels) roles.push_back(RoleOf(label, must_end));
  if (std::none_of(roles.begin(), roles.end(), std::mem_fn(&SpanRole::begins))) {
    throw Error(ErrorKind::kUsage,
                std::string("constraints ") + (must_end ? "iobes" : "bio") +
                    ": no label begins with B-, expected labels like B-X and I-X");
  }
  Constraints result;
  for (const SpanRole& role : roles) {
    result.first.push_back(!role.continues);
    result.last.push_back(!(must_end && role.goes_on));
  }
  for (const SpanRole& from : roles) {
    for (const SpanRole& to : roles) {
      const bool same_span = from.goes_on && from.type == to.type;
      result.pair.push_back(to.continues ? same_span : !(must_end && from.goes_on));
    }
  }
  return result;
}

std::vector<std::uint8_t> Both(std::vector<std::uint8_t> one,
                               const std::vector<std::uint8_t>& other) {
  std::transform(one.begin(), one.end(), other.begin(), one.begin(),
                 [](std::uint8_t x, std::uint8_t y) -> std::uint8_t { return x & y; });
  return one;
}

/// Allows what a model that is kept allows, see TrainingConstraints.
void AllowKept(const internal::ModelData& model, const internal::CorpusData& train,
               Constraints& constraints) {
  const std::size_t labels = train.dataset.labels;
  std::vector<std::uint8_t> occurs(labels, 0);
  for (const LabelId label : train.dataset.label) occurs[label] = 1;
  const Constraints& own = model.constraints;
  const std::size_t count = model.labels.size();
  std::vector<std::uint32_t> id(count);
  for (std::uint32_t k = 0; k < count; ++k) id[k] = train.names->labels.Find(model.labels.Name(k));
  for (std::size_t a = 0; a < count; ++a) {
    const bool missing = occurs[id[a]] == 0;
    if (own.empty() ? missing : own.first[a] != 0) constraints.first[id[a]] = 1;
    if (own.empty() ? missing : own.last[a] != 0) constraints.last[id[a]] = 1;
    for (std::size_t b = 0; b < count; ++b) {
      const bool allowed =
          own.empty() ? missing || occurs[id[b]] == 0 : own.pair[a * count + b] != 0;
      if (allowed) constraints.pair[id[a] * labels + id[b]] = 1;
    }
  }
}

}  // namespace

std::string ConstraintSettings::Name() const {
  switch (kind) {
    case ConstraintKind::kBio:
      return "bio";
    case ConstraintKind::kIobes:
      return "iobes";
    case ConstraintKind::kObserved:
      return "observed";
    case ConstraintKind::kRules:
      return rules_name.empty() ? "rules" : rules_name;
    case ConstraintKind::kNone:
      break;
  }
  return "none";
}

ConstraintSettings ReadConstraintSettings(const std::string& name) {
  if (name == "bio") return {ConstraintKind::kBio, {}, {}};
  if (name == "iobes") return {ConstraintKind::kIobes, {}, {}};
  if (name == "observed") return {ConstraintKind::kObserved, {}, {}};
  return {ConstraintKind::kRules, ReadWholeFile(name), name};
}

Constraints MakeConstraints(const ConstraintSettings& settings,
                            const std::vector<std::string>& labels) {
  switch (settings.kind) {
    case ConstraintKind::kBio:
      return SpanConstraints(labels, false);
    case ConstraintKind::kIobes:
      return SpanConstraints(labels, true);
    case ConstraintKind::kRules:
      return ReadConstraintRules(settings.rules, settings.rules_name, labels);
    case ConstraintKind::kObserved:
      throw Error(ErrorKind::kUsage, "constraints: observed is only available in training");
    case ConstraintKind::kNone:
      break;
  }
  return {};
}

Constraints Intersect(const Constraints& one, const Constraints& other) {
  if (one.empty() || other.empty()) return one.empty() ? other : one;
  return {Both(one.first, other.first), Both(one.last, other.last), Both(one.pair, other.pair)};
}

Constraints ObservedConstraints(const Dataset& data) {
  const std::size_t labels = data.labels;
  Constraints seen;
  seen.first.assign(labels, 0);
  seen.last.assign(labels, 0);
  seen.pair.assign(labels * labels, 0);
  for (ExampleId i = 0; i < data.examples(); ++i) {
    const std::uint64_t begin = data.token_begin[i], end = data.token_begin[i + 1];
    seen.first[data.label[begin]] = 1;
    seen.last[data.label[end - 1]] = 1;
    for (std::uint64_t t = begin + 1; t < end; ++t) {
      seen.pair[data.label[t - 1] * labels + data.label[t]] = 1;
    }
  }
  return seen;
}

Constraints TrainingConstraints(const ConstraintSettings& settings,
                                const internal::CorpusData& train,
                                const internal::ModelData* kept) {
  if (settings.kind == ConstraintKind::kNone) return {};
  if (settings.kind == ConstraintKind::kObserved) {
    Constraints observed = ObservedConstraints(train.dataset);
    if (kept != nullptr) AllowKept(*kept, train, observed);
    return observed;
  }
  std::vector<std::string> labels;
  for (std::uint32_t k = 0; k < train.dataset.labels; ++k) {
    labels.emplace_back(train.names->labels.Name(k));
  }
  const Constraints constraints = MakeConstraints(settings, labels);
  RefuseBadSequences(constraints, train);
  return constraints;
}

}  // namespace sagitta
