// Rules: constraints as text, one rule per line.
//
//   allow FROM TO      TO may follow FROM
//   forbid FROM TO     TO may not follow FROM
//   # ...              a comment; empty lines are ignored too
//
// Initially everything is allowed. If several rules apply to a pair, the last one counts. FROM and
// TO are labels, in which * matches any characters, also none. START as FROM and END as TO are the
// ends of a sequence; * does not match them. A backslash takes the next character literally, for
// labels that contain spaces or *, or are named START.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sagitta/constraints.h"

namespace sagitta {

/// REQUIRES: labels is not empty. Throws Error(kData) with `name`, line and column for a line that
/// is not a rule, and for an unknown label.
Constraints ReadConstraintRules(std::string_view text, const std::string& name,
                                const std::vector<std::string>& labels);

}  // namespace sagitta
