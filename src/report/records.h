// Records: files of one JSON object a line, told apart by their field `record`.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sagitta {

/// Calls `take` with each record of a file, its name and the object. Throws Error(kData) with file
/// and line when a line is no such object, and when `take` finds something of another type than it
/// expected (nlohmann's exceptions).
void ForEachRecord(
    const std::string& path,
    const std::function<void(const std::string& name, nlohmann::ordered_json& record)>& take);

}  // namespace sagitta
