// MapSettings: what training may or may not do to rows and line searches.
#pragma once

namespace sagitta {

struct MapSettings {
  bool merge_twins = true;
  bool gram = true;
};

}  // namespace sagitta
