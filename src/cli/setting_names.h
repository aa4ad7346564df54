// Settings as they are typed and shown.
#pragma once

#include <string>

#include "sagitta/train.h"

namespace sagitta::cli {

inline std::string Name(FeatureSet set) { return set == FeatureSet::kAll ? "all" : "observed"; }
inline std::string Name(Precision precision) {
  return precision == Precision::kFloat ? "float" : "double";
}

}  // namespace sagitta::cli
