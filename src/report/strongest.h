// The weights of a model that a page can show: transitions and the strongest attributes of each
// label.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "sagitta/model.h"

namespace sagitta {

/// The maximum number of labels in the table of transitions. If a model has more, those with the
/// largest weights are shown.
inline constexpr std::size_t kShownTransitionLabels = 48;
/// The maximum number of attributes on a page, over all labels.
inline constexpr std::size_t kShownAttributes = 20000;

/// {"labels": [...], "left_out": N, "weights": [[w or null, ...], ...]}: the weight of a transition
/// from the label of the row to that of the column; null if the model has no such weight. Reads the
/// model twice.
nlohmann::ordered_json TransitionsJson(const Model& model);

/// {"labels": [{"label", "for": [[attribute, weight, from], ...], "against": [...]}, ...],
///  "shown", "all"}
/// For each label the `count` largest positive weights and the `count` smallest negative ones;
/// fewer if there are very many labels. `from` is present for edge attributes only.
nlohmann::ordered_json AttributesJson(const Model& model, std::uint32_t count);

}  // namespace sagitta
