// The figures of a report as images.
#pragma once

#include <string>
#include <vector>

namespace sagitta::cli {

/// Renders every figure of a report page with headless Chromium and writes it to PREFIX + its name
/// + ".png". Returns the file names. Throws Error(kSystem), for example if there is no Chromium.
std::vector<std::string> WritePictures(const std::string& page, const std::string& prefix);

}  // namespace sagitta::cli
