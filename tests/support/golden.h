// The files in tests/golden, which were produced by running other tools; see the README there.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace sagitta {

inline std::string GoldenPath(const std::string& name) {
  return std::filesystem::path(__FILE__).parent_path().parent_path() / "golden" / name;
}

inline std::string GoldenText(const std::string& name) {
  std::ifstream in(GoldenPath(name), std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + GoldenPath(name));
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace sagitta
