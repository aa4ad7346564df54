// Comparison with the golden files of the other tools. tests/golden/README.md tells how they were
// made.
#pragma once

#include <regex>
#include <string>

#include "cli/program.h"

namespace sagitta::compat_testing {

/// In the commands $G is the folder of the golden files.
class GoldenTest : public cli_testing::ProgramTest {
 protected:
  /// What a command prints on standard output.
  std::string Printed(const std::string& command) const {
    return Output("G='" SAGITTA_SOURCE_DIR "/tests/golden'\n" + command);
  }
  cli_testing::Outcome Outcome(const std::string& command) const {
    return Run("G='" SAGITTA_SOURCE_DIR "/tests/golden'\n" + command);
  }
  std::string Golden(const std::string& name) const { return Printed("cat \"$G/" + name + "\""); }

  void ExpectRefused(const std::string& command, const std::string& message) const {
    ExpectFailure("G='" SAGITTA_SOURCE_DIR "/tests/golden'\n" + command, 2, message);
  }
};

/// The text with every number replaced by 0, so that only its shape is left.
inline std::string Shape(const std::string& text) {
  static const std::regex number("[0-9]+(\\.[0-9]+)?");
  return std::regex_replace(text, number, "0");
}

inline std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

inline bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace sagitta::compat_testing
