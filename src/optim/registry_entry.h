// MethodEntry: one row of the registry. Each family of methods adds its rows in its own methods.cc.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "objective/example_sum.h"
#include "optim/optimizer.h"
#include "optim/options.h"
#include "sagitta/methods.h"

namespace sagitta {

template <class Real>
using MethodMaker =
    std::function<std::unique_ptr<Optimizer<Real>>(ExampleSum<Real>&, const Options&)>;

struct MethodEntry {
  MethodInfo info;
  MethodMaker<float> in_float;
  MethodMaker<double> in_double;
  TableShape shape = TableShape::kMixed;  // of the tables that the method works on
};

/// A row with one maker for both precisions: `make` is called with the sum, whose type tells which.
template <class Make>
MethodEntry MethodRow(MethodInfo info, Make make, TableShape shape = TableShape::kMixed) {
  return {std::move(info), make, make, shape};
}

void AddVarianceReducedMethods(std::vector<MethodEntry>& entries);
void AddStochasticMethods(std::vector<MethodEntry>& entries);
void AddBatchMethods(std::vector<MethodEntry>& entries);
void AddDualMethods(std::vector<MethodEntry>& entries);
/// After all others: their options are its options.
void AddCombinedMethods(std::vector<MethodEntry>& entries);

}  // namespace sagitta
