// Sparse confusion counts, and the part of them that fits on a page.
#include "report/confusion.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sagitta {

Confusion::Confusion(const std::vector<std::string>& labels) : labels_(labels) {
  for (std::size_t k = 0; k < labels.size(); ++k) index_.emplace(labels[k], k);
}

void Confusion::Add(std::string_view actual, std::size_t predicted) {
  const auto known = index_.find(actual);
  const std::size_t row = known == index_.end() ? labels_.size() : known->second;
  ++counts_[row * (labels_.size() + 1) + predicted];
}

/// The `most` labels with the most errors, among those that occur, in the order of the model.
std::vector<std::size_t> Confusion::Shown(std::size_t most) const {
  const std::size_t width = labels_.size() + 1;
  std::vector<std::uint64_t> errors(width);
  std::vector<char> occurs(width);
  for (const auto& [pair, count] : counts_) {
    const std::size_t actual = pair / width;
    const std::size_t predicted = pair % width;
    occurs[actual] = occurs[predicted] = 1;
    if (actual == predicted) continue;
    errors[actual] += count;
    errors[predicted] += count;
  }
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < width; ++k) {
    if (occurs[k] != 0) shown.push_back(k);
  }
  std::stable_sort(shown.begin(), shown.end(),
                   [&](std::size_t a, std::size_t b) { return errors[a] > errors[b]; });
  shown.resize(std::min(shown.size(), most));
  std::sort(shown.begin(), shown.end());
  return shown;
}

nlohmann::ordered_json Confusion::ToJson(std::size_t most) const {
  using Json = nlohmann::ordered_json;
  const std::size_t width = labels_.size() + 1;
  const std::vector<std::size_t> shown = Shown(most);
  std::vector<std::size_t> place(width, shown.size());
  Json names = Json::array();
  for (std::size_t k = 0; k < shown.size(); ++k) {
    place[shown[k]] = k;
    names.push_back(shown[k] < labels_.size() ? labels_[shown[k]] : "(unknown to the model)");
  }
  std::vector<std::vector<std::uint64_t>> counts(shown.size(),
                                                 std::vector<std::uint64_t>(shown.size()));
  std::uint64_t lost = 0;
  for (const auto& [pair, count] : counts_) {
    const std::size_t row = place[pair / width];
    const std::size_t column = place[pair % width];
    if (row < shown.size() && column < shown.size()) {
      counts[row][column] = count;
    } else if (pair / width != pair % width) {
      lost += count;
    }
  }
  const std::size_t occurring = Shown(width).size();
  return {{"labels", names},
          {"left_out", occurring - shown.size()},
          {"errors_left_out", lost},
          {"counts", counts}};
}

}  // namespace sagitta
