// The weights of a model that a page can show: transitions and the strongest attributes of each
// label.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "sagitta/model.h"

namespace sagitta {

/// Labels of a model in a table of transitions at most; with more, those with the largest weights.
inline constexpr std::size_t kShownTransitionLabels = 48;
/// Attributes in a page at most, over all labels.
inline constexpr std::size_t kShownAttributes = 20000;

/// {"labels": [...], "left_out": N, "weights": [[w or null, ...], ...]}: from row to column; null:
/// there is no such weight. Reads the model twice.
nlohmann::ordered_json TransitionsJson(const Model& model);

/// {"labels": [{"label", "for": [[attribute, weight, from], ...], "against": [...]}, ...],
///  "shown", "all"}: of each label the `count` largest weights above zero and as many of the
///  smallest
/// ones below it; `from` is there for attributes of edges. With very many labels fewer than
/// `count`.
nlohmann::ordered_json AttributesJson(const Model& model, std::uint32_t count);

}  // namespace sagitta
