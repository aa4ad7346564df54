// Constraints: which labels may begin and end a sequence, and which may follow which.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#pragma GCC visibility push(default)

namespace sagitta {

/// Used in training, where the partition function sums over what is allowed, and in decoding.
/// Ids are those of a model's labels. Empty vectors: everything is allowed.
struct Constraints {
  std::vector<std::uint8_t> first;  // [K]: 1 where a sequence may begin with the label, else 0
  std::vector<std::uint8_t> last;   // [K]: 1 where it may end with it
  std::vector<std::uint8_t> pair;   // [K][K]: 1 where label `to` may follow label `from`

  bool empty() const { return pair.empty(); }
};

/// Where constraints come from.
enum class ConstraintKind {
  kNone,
  /// I-X follows B-X or I-X only, and begins no sequence. Labels that are not B-X or I-X are free.
  kBio,
  /// Spans of one token are S-X (or U-X); longer ones begin with B-X, continue with I-X and end
  /// with E-X (or L-X): I-X and E-X follow B-X or I-X only, and after B-X or I-X comes I-X or E-X
  /// only. Other labels are outside.
  kIobes,
  kObserved,  // what the training corpus has: first labels, last labels and pairs
  kRules,     // what a text says, rule by rule; see docs/decoding.md
};

/// Which constraints are requested, before the labels are known.
struct ConstraintSettings {
  ConstraintKind kind = ConstraintKind::kNone;
  std::string rules;       // for kRules
  std::string rules_name;  // the file they come from, for messages

  /// none, bio, iobes, observed or rules_name.
  std::string Name() const;
};

/// From what a user typed: bio, iobes or observed; anything else is the name of a file with
/// rules, plain or gzip ("./bio" is a file too). Throws Error when it cannot be read.
ConstraintSettings ReadConstraintSettings(const std::string& name);

/// The constraints for these labels. Throws Error(kUsage) for kObserved, which only training can
/// know, and for kBio and kIobes when no label begins with B-; Error(kData), with line and column,
/// for rules that cannot be read or name other labels.
Constraints MakeConstraints(const ConstraintSettings& settings,
                            const std::vector<std::string>& labels);

/// Allows what both allow. REQUIRES: both are empty or for the same labels.
Constraints Intersect(const Constraints& one, const Constraints& other);

}  // namespace sagitta

#pragma GCC visibility pop
