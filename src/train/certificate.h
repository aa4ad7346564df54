// Certify: how good weights are, by one exact full gradient in double precision.
#pragma once

#include <span>

#include "data/dataset.h"
#include "model/layout.h"
#include "sagitta/model.h"

namespace sagitta {

/// f is lambda-strongly convex, hence f(w) - f* <= ||grad f(w)||^2 / (2 lambda). `weights` is the
/// flat vector of `layout`. Cost: about two passes.
Certificate Certify(const Dataset& data, const Layout& layout, std::span<const double> weights,
                    double lambda, double lambda1 = 0);

}  // namespace sagitta
