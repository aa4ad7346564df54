// Looking methods up by name.
#include "optim/registry.h"

#include <algorithm>

#include "optim/loop/ahead.h"
#include "optim/parts/memory_form.h"
#include "optim/registry_entry.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"

namespace sagitta {
namespace {

// What threads are not used for. The steps of the others are shared by threads, or are full
// gradients, which are.
std::string OneCoreRemark(const MethodInfo& info) {
  if (info.family == "batch") return "";
  const auto ahead = std::find_if(info.options.begin(), info.options.end(),
                                  [](const MethodOption& o) { return o.name == kAheadOption; });
  if (ahead == info.options.end()) return "; its steps use one core";
  return ahead->default_value == "1" ? "; its steps use one core unless --ahead is set" : "";
}

const std::vector<MethodEntry>& Entries() {
  static const std::vector<MethodEntry> entries = [] {
    std::vector<MethodEntry> all;
    AddVarianceReducedMethods(all);
    AddStochasticMethods(all);
    AddBatchMethods(all);
    AddDualMethods(all);
    AddCombinedMethods(all);
    for (MethodEntry& entry : all) entry.info.summary += OneCoreRemark(entry.info);
    return all;
  }();
  return entries;
}

const MethodEntry& Find(const std::string& method) {
  for (const MethodEntry& entry : Entries()) {
    if (entry.info.name == method) return entry;
  }
  std::vector<std::string> names;
  std::string list;
  for (const MethodEntry& entry : Entries()) {
    names.push_back(entry.info.name);
    list += (list.empty() ? "" : ", ") + entry.info.name;
  }
  const std::string suggestion = Suggestion(method, names);
  throw Error(ErrorKind::kUsage,
              "unknown method '" + method + "'" +
                  (suggestion.empty() ? ", expected one of " + list : suggestion));
}

const MethodEntry& FindFor(const std::string& method, const Options& options) {
  const MethodEntry& found = Find(method);
  if (!(options.lambda1() > 0) || found.info.lambda1) return found;
  std::string able;
  for (const MethodEntry& entry : Entries()) {
    if (entry.info.lambda1) able += (able.empty() ? "" : ", ") + entry.info.name;
  }
  throw Error(ErrorKind::kUsage,
              "method " + method + " has no L1 form; these methods have one: " + able);
}

}  // namespace

const std::vector<MethodInfo>& Methods() {
  static const std::vector<MethodInfo> methods = [] {
    std::vector<MethodInfo> infos;
    for (const MethodEntry& entry : Entries()) infos.push_back(entry.info);
    return infos;
  }();
  return methods;
}

std::map<std::string, std::string> CompleteOptions(
    const std::string& method, const std::map<std::string, std::string>& given) {
  const MethodInfo& info = Find(method).info;
  std::map<std::string, std::string> complete;
  for (const MethodOption& option : info.options) complete[option.name] = option.default_value;
  for (const auto& [name, value] : given) {
    if (!complete.contains(name)) {
      throw Error(ErrorKind::kUsage, "method " + method + " has no option '" + name + "'");
    }
    complete[name] = value;
  }
  return complete;
}

TableShape TableShapeOf(const std::string& method, const Options& options) {
  if (options.Has(kMemoryOption)) return ShapeFor(MemoryFormOf(options));
  return Find(method).shape;
}

template <>
std::unique_ptr<Optimizer<float>> MakeOptimizer(const std::string& method, ExampleSum<float>& sum,
                                                const Options& options) {
  return FindFor(method, options).in_float(sum, options);
}

template <>
std::unique_ptr<Optimizer<double>> MakeOptimizer(const std::string& method, ExampleSum<double>& sum,
                                                 const Options& options) {
  return FindFor(method, options).in_double(sum, options);
}

}  // namespace sagitta
