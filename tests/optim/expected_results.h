// What every method of the registry is expected to come to: one row each, for the conformance
// suite.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace sagitta {

struct ExpectedResult {
  std::string method;
  int passes;       // calls of Advance
  double gap;       // then (f - f*) / f* is at most this, on small chains in double precision
  std::string why;  // of a gap that is not as good as zero
  std::map<std::string, std::string> options = {};
  bool leaves_start = false;  // the first steps forget the weights that it was started with

  friend void PrintTo(const ExpectedResult& row, std::ostream* out) { *out << row.method; }
};

/// Methods that converge linearly get as close as rounding lets them; the gap of the others follows
/// from their rates, with a factor of a few to spare.
inline const std::vector<ExpectedResult>& ExpectedResults() {
  static const std::vector<ExpectedResult> results = {
      {"auto", 400, 1e-12, ""},
      {"sag-nus-secant", 400, 1e-12, ""},
      {"sag-nus-star", 400, 1e-12, ""},
      {"sag-nus", 400, 1e-12, ""},
      {"sag", 600, 1e-12, ""},
      {"saga-nus-secant", 600, 1e-12, ""},
      {"saga-nus-star", 600, 1e-12, ""},
      {"saga-nus", 600, 1e-12, ""},
      {"saga", 900, 1e-12, ""},
      {"saga-any", 4000, 1e-8, "the step of Proposition 1(a) is that of a proof: tiny"},
      {"saga-two-sample", 4000, 1e-8, "the step of Proposition 1(b) is that of a proof: tiny"},
      {"svrg", 600, 1e-12, ""},
      {"emgd", 1500, 1e-12, ""},
      {"sg",
       400,
       0.02,
       "a constant step ends in a ball around the optimum, as large as the step",
       {{"eta", "0.01"}}},
      {"sg-nus", 400, 0.02, "as sg", {{"eta", "0.01"}}},
      {"pegasos",
       1000,
       0.05,
       "O(log(t)/(lambda t)), from steps of 1/lambda at first",
       {{"eta", "1"}},
       true},
      {"asg",
       1000,
       5e-3,
       "O(1/t) for the average, and the bias of a constant step",
       {{"eta", "0.01"}}},
      {"adagrad", 1000, 1e-2, "O(1/sqrt t): steps eta/sqrt(sum g^2)", {{"eta", "0.1"}}, true},
      {"smd",
       400,
       0.05,
       "adapted steps, but of gradients with noise that does not end",
       {{"eta", "0.01"}}},
      {"lbfgs", 200, 1e-12, ""},
      {"owlqn", 200, 1e-12, ""},
      {"hybrid", 300, 1e-12, "", {}, true},
      {"sdca", 1200, 1e-12, ""},
      {"oeg", 1200, 1e-12, ""},
  };
  return results;
}

}  // namespace sagitta
