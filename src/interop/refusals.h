// What writers of foreign formats refuse: a format that cannot hold something says so by its name.
#pragma once

#include <string>
#include <string_view>

#include "model/model_data.h"

namespace sagitta::internal {

/// Throws Error(kData): "a CRFsuite model cannot hold X".
[[noreturn]] void Refuse(std::string_view tool, const std::string& what);

/// Refuses a model that has constraints.
void RefuseConstraints(std::string_view tool, const ModelData& model);

/// Refuses the first name that holds one of `bytes`; `description` says what those are.
void RefuseBytes(std::string_view tool, const DictionaryView& names, std::string_view bytes,
                 const std::string& description);

}  // namespace sagitta::internal
