// The registry: one row per method.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "objective/example_sum.h"
#include "optim/optimizer.h"
#include "optim/options.h"
#include "sagitta/methods.h"

namespace sagitta {

/// Fills in defaults and refuses what the method does not know, by name, with Error(kUsage).
std::map<std::string, std::string> CompleteOptions(const std::string& method,
                                                   const std::map<std::string, std::string>& given);

/// The shape of tables that the method needs: the evaluator must be made with it.
TableShape TableShapeOf(const std::string& method, const Options& options);

/// Makes a method. The sum must outlive it. Throws Error(kUsage) for an unknown name, a bad
/// option, or an L1 term that the method cannot have.
template <class Real>
std::unique_ptr<Optimizer<Real>> MakeOptimizer(const std::string& method, ExampleSum<Real>& sum,
                                               const Options& options);

}  // namespace sagitta
