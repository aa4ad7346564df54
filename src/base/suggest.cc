// Suggestions: the edit distance and the choice of the nearest name.
#include "sagitta/suggest.h"

#include <algorithm>

namespace sagitta {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  // d[i][j] for the first i characters of a and j of b (optimal string alignment).
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> d((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return d[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(a.size(), b.size());
}

std::string Suggestion(std::string_view typed, const std::vector<std::string>& names) {
  const std::string_view core = typed.substr(std::min(typed.find_first_not_of('-'), typed.size()));
  // A part of a name is near it whatever its length: --objective for --trace-objective.
  const auto distance = [&](const std::string& name) {
    const bool part = core.size() >= 3 && name.find(core) != std::string::npos;
    return part ? std::size_t{1} : EditDistance(typed, name);
  };
  const auto nearest = std::min_element(
      names.begin(), names.end(),
      [&](const std::string& a, const std::string& b) { return distance(a) < distance(b); });
  const std::size_t limit = std::max<std::size_t>(2, typed.size() / 3);
  if (nearest == names.end() || distance(*nearest) > limit) return "";
  return ", did you mean '" + *nearest + "'?";
}

}  // namespace sagitta
