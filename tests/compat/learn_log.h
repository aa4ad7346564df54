// The training log of crfsuite learn, parsed as python-crfsuite does: written from what its parser
// accepts, not from what we print.
//
// Numbers are plain and not negative: digits, a point, digits. An iteration begins with
// "***** Iteration #K *****" or Epoch and ends with an empty line.
#pragma once

#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace sagitta::compat_testing {

struct LearnLog {
  struct Iteration {
    int number = 0;
    std::map<std::string, double> values;  // "Loss", "Feature norm", ...
    std::map<std::string, std::string> labels;
  };

  long features = -1;
  bool storing = false;
  double training_seconds = -1;
  std::vector<Iteration> iterations;
  std::vector<std::string> odd;  // lines of an iteration that the parser would not understand

  double Last(const std::string& name) const { return iterations.back().values.at(name); }
};

inline LearnLog ParseLearnLog(const std::string& text) {
  static const std::regex head(R"(\*{5} (?:Iteration|Epoch) #(\d+) \*{5})");
  static const std::regex real(
      R"((Loss|Feature norm|Feature L2-norm|Error norm|Line search step|Learning rate \(eta\)|)"
      R"(Seconds required for this iteration): (\d+\.\d+))");
  static const std::regex whole(
      R"((Active features|Line search trials|Total number of feature updates): (\d+))");
  static const std::regex accuracy(R"((Item|Instance) accuracy: (\d+) / ([1-9]\d*) \(\d\.\d{4}\))");
  static const std::regex average(
      R"(Macro-average precision, recall, F1: \((\d\.\d+), (\d\.\d+), (\d\.\d+)\))");
  static const std::regex label(
      R"(\s{4}(.+): \((?:\d+, \d+, \d+\) \(\d\.\d+, \d\.\d+, \d\.\d+|0, 0, 0\) )"
      R"(\(\*{6}, \*{6}, \*{6})\))");
  LearnLog log;
  LearnLog::Iteration* open = nullptr;
  std::istringstream lines(text);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, head)) {
      log.iterations.push_back({std::stoi(match[1]), {}, {}});
      open = &log.iterations.back();
    } else if (line.starts_with("Number of features: ")) {
      log.features = std::stol(line.substr(20));
    } else if (line.starts_with("Total seconds required for training: ")) {
      log.training_seconds = std::stod(line.substr(37));
    } else if (line == "Storing the model") {
      log.storing = true;
    } else if (open == nullptr) {
      continue;
    } else if (line.empty()) {
      open = nullptr;
    } else if (std::regex_match(line, match, real) || std::regex_match(line, match, whole)) {
      open->values[match[1]] = std::stod(match[2]);
    } else if (std::regex_match(line, match, accuracy)) {
      open->values[match[1]] = std::stod(match[2]) / std::stod(match[3]);
    } else if (std::regex_match(line, match, average)) {
      open->values["F1"] = std::stod(match[3]);
    } else if (std::regex_match(line, match, label)) {
      open->labels[match[1]] = line;
    } else if (!line.starts_with("Performance by label")) {
      log.odd.push_back(line);
    }
  }
  return log;
}

}  // namespace sagitta::compat_testing
