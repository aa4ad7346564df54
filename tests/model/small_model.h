// A small model with everything in it, for tests of files, models and taggers.
#pragma once

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "model/model_data.h"

namespace sagitta::internal {

/// Labels A B C; node attributes n0 .. n5 of which n3 has only zero weights; edge attributes e0 .. e2 of
/// which e1 has only zero weights.
struct SmallModel {
  Dictionaries names;
  Layout layout;
  std::vector<double> weights;
  ReadOptions options;
  std::map<std::string, std::string> settings{{"method", "sag"}, {"lambda", "0.5"}, {"", ""}};
  Certificate certificate{1.5, 0.25, 0.5, 0.125};

  SmallModel() {
    for (const char* name : {"A", "B", "C"}) names.labels.Intern(name);
    for (const char* name : {"n0", "n1", "n2", "n3", "n4", "n5"}) names.node.Intern(name);
    for (const char* name : {"e0", "e1", "e2"}) names.edge.Intern(name);
    layout.labels = 3;
    layout.node = {3, {0, 3, 4, 4, 6, 8, 9}, {0, 1, 2, 1, 0, 2, 0, 1, 2}};
    layout.edge = {9, {0, 9, 10, 12, 14}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 4, 0, 1, 2, 7}};
    weights = {0.5, -1, 2, 0.75, 0, 0, 0, -3, 1.25,                                 // node
               1, 0, -1, 0.5, 0, 0.25, -0.5, 2, 0, 1.5, 0, 0, -0.125, 0.0625};  // edge
    options.template_text = "U00:%x[0,0]\nB\n";
    options.template_name = "small.template";
  }

  std::shared_ptr<const ModelData> Build(Precision precision) const {
    return ModelData::Build(names, layout, weights, precision, options, settings, certificate);
  }
};

inline std::string ReadBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void WriteBytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace sagitta::internal
