// Settings as they are typed and shown.
#pragma once

#include <string>

#include "cli/values.h"
#include "sagitta/train.h"

namespace sagitta::cli {

inline std::string Name(FeatureSet set) { return set == FeatureSet::kAll ? "all" : "observed"; }
inline std::string Name(Precision precision) {
  return precision == Precision::kFloat ? "float" : "double";
}

inline OptionSetter ToFeatureSet(FeatureSet& target) {
  return ToChoice<FeatureSet>(target,
                              {{"observed", FeatureSet::kObserved}, {"all", FeatureSet::kAll}});
}

/// How to read the files of a command that was given this template, which is read now; empty: none.
inline ReadOptions ReadOptionsFor(const std::string& template_file) {
  ReadOptions read;
  if (template_file.empty()) return read;
  read.template_text = ReadTemplateFile(template_file);
  read.template_name = template_file;
  read.format = Format::kColumns;
  return read;
}

}  // namespace sagitta::cli
