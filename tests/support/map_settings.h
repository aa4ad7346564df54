// MapSettings: what training may or may not do to rows and line searches.
#pragma once

#include "objective/weight_map.h"

namespace sagitta {

struct MapSettings {
  bool merge_twins = true;
  bool gram = true;
  double value_limit = kNoValueLimit;
};

}  // namespace sagitta
