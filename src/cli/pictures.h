// The figures of a report as pictures.
#pragma once

#include <string>
#include <vector>

namespace sagitta::cli {

/// Draws every figure of a page of sagitta/report.h with headless Chromium and writes PREFIX + its
/// name + ".png". Gives the files' names. Throws Error(kSystem), for example when there is no
/// Chromium.
std::vector<std::string> WritePictures(const std::string& page, const std::string& prefix);

}  // namespace sagitta::cli
