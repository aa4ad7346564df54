// Confusion: which label was taken for which.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sagitta {

/// Counts pairs of true and predicted labels; memory grows with the pairs met, not with all of
/// them.
class Confusion {
 public:
  /// `labels` must outlive it.
  explicit Confusion(const std::vector<std::string>& labels);

  /// A true label that the model does not know is counted under one name for all of them.
  void Add(std::string_view actual, std::size_t predicted);

  /// {labels, left_out, errors_left_out, counts}: of the `most` labels with the most errors, in the
  /// order of the model; rows are true, columns predicted labels.
  nlohmann::ordered_json ToJson(std::size_t most) const;

 private:
  std::vector<std::size_t> Shown(std::size_t most) const;

  const std::vector<std::string>& labels_;
  std::unordered_map<std::string_view, std::size_t> index_;
  std::unordered_map<std::uint64_t, std::uint64_t> counts_;  // true * (labels + 1) + predicted
};

}  // namespace sagitta
