// The log of a training (`sagitta train --log`) as curves.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sagitta {

/// Points of a curve at most; a longer one is thinned out evenly, its last point stays.
inline constexpr std::size_t kShownPasses = 1500;

/// {"file", "start": the record or absent, "curve": {pass: [...], seconds: [...], ...}, "path":
/// [...],
///  "end": the record or absent}. What a training that was resumed had repeated is dropped. Throws
/// Error as ForEachRecord does, and when the file holds no pass at all.
nlohmann::ordered_json RunJson(const std::string& path);

}  // namespace sagitta
