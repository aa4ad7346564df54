// Rules: constraints as a text says them, one rule a line.
//
//   allow FROM TO      TO may follow FROM
//   forbid FROM TO     TO may not follow FROM
//   # ...              a comment; empty lines say nothing either
//
// At first everything is allowed; of two rules about the same pair the later one holds. FROM and TO
// are labels, in which * stands for any characters, none included. The word START as FROM and END
// as TO stand for the beginning and the end of a sequence; * does not mean them. A backslash takes
// the next character as it is, so that labels with blanks, with *, or named START can be written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sagitta/constraints.h"

namespace sagitta {

/// REQUIRES: labels is not empty. Throws Error(kData) with `name`, line and column for a line that
/// is no rule, and for one that names a label that there is not.
Constraints ReadConstraintRules(std::string_view text, const std::string& name,
                                const std::vector<std::string>& labels);

}  // namespace sagitta
