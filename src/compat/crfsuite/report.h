// The report on predicted against reference labels, as `tag -t` and holdout evaluation print it.
#pragma once

#include <string>
#include <vector>

#include "sagitta/evaluate.h"

namespace sagitta::compat {

/// Labels in the given order, which is that of their ids; averages are taken over all of them.
std::string ReportText(const Evaluation& evaluation, const std::vector<std::string>& labels);

}  // namespace sagitta::compat
