// The folder next to the source tree with real data and templates, which may be missing.
#pragma once

#include <filesystem>

namespace sagitta {

/// The tree is found from the working directory, not from __FILE__, which ccache makes relative.
inline std::filesystem::path SharedFolder() {
  std::filesystem::path tree = std::filesystem::current_path();
  while (tree.has_relative_path() && !std::filesystem::exists(tree / "packages.txt"))
    tree = tree.parent_path();
  return tree.parent_path() / "shared";
}

}  // namespace sagitta
