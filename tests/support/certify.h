// The certificate of weights, for tests.
#pragma once

#include <span>

#include "train/certificate.h"

namespace sagitta {

inline Certificate Certify(const Dataset& data, const Layout& layout,
                           std::span<const double> weights, double lambda, double lambda1,
                           double value_limit) {
  return ExactObjective(data, layout, value_limit).Certify(weights, lambda, lambda1);
}

}  // namespace sagitta
