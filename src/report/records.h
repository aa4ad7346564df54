// Records: files with one JSON object per line, whose field `record` names its type. Training logs
// and the results of comparisons are such files.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sagitta {

/// Calls `take` with the type and the object of each record in a file. Throws Error(kData) with the
/// file and line if a line is not such an object, or if `take` throws one of nlohmann's exceptions
/// because a field is missing or has an unexpected type.
void ForEachRecord(
    const std::string& path,
    const std::function<void(const std::string& type, nlohmann::ordered_json& record)>& take);

/// The maximum number of points per curve. A longer curve is thinned out evenly; its last point is
/// kept.
inline constexpr std::size_t kShownPasses = 1500;

/// The log of a training run (`sagitta train --log`) as curves:
///   {"file", "start": the record or absent, "curve": {pass: [...], seconds: [...], ...},
///    "path": [...], "end": the record or absent}
/// Passes that a resumed run repeated are dropped. Throws Error like ForEachRecord, and if the file
/// contains no pass.
nlohmann::ordered_json RunJson(const std::string& path);

}  // namespace sagitta
