// Bob Jenkins's hash function lookup3 (May 2006, public domain), which CRFsuite's files use.
#pragma once

#include <cstdint>
#include <string_view>

namespace sagitta::internal {

/// His hashlittle() with initial value 0.
std::uint32_t Lookup3(std::string_view key);

}  // namespace sagitta::internal
