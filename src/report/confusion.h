// Confusion: how often each true label was predicted as each label.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sagitta {

/// Counts pairs of true and predicted labels. Memory grows with the number of distinct pairs that
/// occur, not with labels^2.
class Confusion {
 public:
  /// `labels` must outlive this object.
  explicit Confusion(const std::vector<std::string>& labels);

  /// All true labels that the model does not know are counted together, under one name.
  void Add(std::string_view actual, std::size_t predicted);

  /// {labels, left_out, errors_left_out, counts} for the `most` labels with the most errors, in the
  /// order of the model. Rows are true labels, columns predicted ones.
  nlohmann::ordered_json ToJson(std::size_t most) const;

 private:
  std::vector<std::size_t> Shown(std::size_t most) const;

  const std::vector<std::string>& labels_;
  std::unordered_map<std::string_view, std::size_t> index_;
  std::unordered_map<std::uint64_t, std::uint64_t> counts_;  // true * (labels + 1) + predicted
};

}  // namespace sagitta
