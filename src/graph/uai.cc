// Writing UAI files.
#include "graph/uai.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sagitta/error.h"

namespace sagitta {
namespace {

// The shortest digits that give the same number back.
void AppendNumber(double value, std::string& text) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
  text.append(digits, end);
}

// A factor's number of entries and its entries; returns what was subtracted.
double AppendFactor(const std::vector<double>& scores, std::string& text) {
  const double max = *std::max_element(scores.begin(), scores.end());
  if (max == -INFINITY) {
    throw Error(ErrorKind::kData, "no label is allowed at some node, or no pair on some edge");
  }
  text += "\n" + std::to_string(scores.size()) + "\n";
  for (const double score : scores) {
    text += ' ';
    AppendNumber(std::exp(score - max), text);
  }
  text += '\n';
  return max;
}

}  // namespace

double AppendUai(const GraphShape& shape, const GraphScoresOf<double>& scores, std::string& text) {
  const auto label = [&shape](std::uint32_t v, std::size_t k) {
    return shape.HasLabelSets() ? shape.LabelSet(v)[k] : k;
  };
  text += "MARKOV\n" + std::to_string(shape.nodes) + "\n";
  for (std::uint32_t v = 0; v < shape.nodes; ++v) {
    text += (v > 0 ? " " : "") + std::to_string(shape.LabelCount(v));
  }
  text += "\n" + std::to_string(shape.nodes + shape.edges.size()) + "\n";
  for (std::uint32_t v = 0; v < shape.nodes; ++v) text += "1 " + std::to_string(v) + "\n";
  for (const Edge& edge : shape.edges) {
    text += "2 " + std::to_string(edge.from) + " " + std::to_string(edge.to) + "\n";
  }
  double subtracted = 0;
  std::vector<double> factor;
  for (std::uint32_t v = 0; v < shape.nodes; ++v) {
    factor.clear();
    for (std::size_t k = 0; k < shape.LabelCount(v); ++k) {
      factor.push_back(scores.node[v * scores.stride + label(v, k)]);
    }
    subtracted += AppendFactor(factor, text);
  }
  for (std::size_t e = 0; e < shape.edges.size(); ++e) {
    const Edge& edge = shape.edges[e];
    const double* table = scores.Table(shape, e);
    factor.clear();
    for (std::size_t i = 0; i < shape.LabelCount(edge.from); ++i) {
      for (std::size_t j = 0; j < shape.LabelCount(edge.to); ++j) {
        factor.push_back(table[label(edge.from, i) * shape.labels + label(edge.to, j)]);
      }
    }
    subtracted += AppendFactor(factor, text);
  }
  return subtracted;
}

}  // namespace sagitta
