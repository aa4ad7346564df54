// The registry's row for the method that is made of others.
#include "sagitta/methods.h"

#include <string>
#include <utility>
#include <vector>

#include "optim/combined/auto.h"
#include "optim/registry_entry.h"

namespace sagitta {
namespace {

// The option of a method that is in the registry already.
MethodOption OptionOf(const std::vector<MethodEntry>& entries, const std::string& method,
                      const std::string& name) {
  for (const MethodEntry& entry : entries) {
    if (entry.info.name != method) continue;
    for (const MethodOption& option : entry.info.options) {
      if (option.name == name) return option;
    }
  }
  return {};
}

}  // namespace

void AddCombinedMethods(std::vector<MethodEntry>& entries) {
  std::vector<MethodOption> options;
  for (const char* name : {"initial-lipschitz", "memory", "batch", "ahead"}) {
    options.push_back(OptionOf(entries, kStochasticOfAuto, name));
  }
  options.push_back(OptionOf(entries, "owlqn", "history"));
  MethodEntry row =
      MethodRow({kAutoMethod, "combined",
                 std::string(kStochasticOfAuto) +
                     "; with an L1 term its first passes, then owlqn from their weights and with "
                     "the diagonal of the Hessian: see docs/sparse.md",
                 "Sagitta", std::move(options), true},
                []<class Real>(ExampleSum<Real>& sum, const Options& given) {
                  return std::unique_ptr<Optimizer<Real>>(std::make_unique<Auto<Real>>(sum, given));
                });
  entries.insert(entries.begin(), std::move(row));
}

}  // namespace sagitta
