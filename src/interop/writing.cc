// Messages about what a format cannot hold.
#include "interop/writing.h"

#include "sagitta/error.h"

namespace sagitta::internal {

void Refuse(std::string_view tool, const std::string& what) {
  throw Error(ErrorKind::kData, "a " + std::string(tool) + " model cannot hold " + what);
}

void RefuseConstraints(std::string_view tool, const ModelData& model) {
  if (model.graph()) Refuse(tool, "graphs, only chains, and this model was trained on graphs");
  if (!model.constraints.empty()) Refuse(tool, "constraints on labels, and this model has them");
}

void RefuseBytes(std::string_view tool, const DictionaryView& names, std::string_view bytes,
                 const std::string& description) {
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    const std::string_view name = names.Name(id);
    if (name.find_first_of(bytes) == std::string_view::npos) continue;
    Refuse(tool, "a name with " + description + ": '" + std::string(name) + "'");
  }
}

}  // namespace sagitta::internal
