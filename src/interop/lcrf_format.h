// The constants of CRFsuite's model file; see lcrf.h.
#pragma once

#include <cstdint>

namespace sagitta::internal {

inline constexpr char kLcrfType[] = "FOMC";
inline constexpr std::uint32_t kLcrfVersion = 100;
inline constexpr std::uint32_t kLcrfHeader = 48;
inline constexpr std::uint32_t kLcrfChunkHeader = 12;
inline constexpr std::uint32_t kLcrfFeature = 20;
inline constexpr std::uint32_t kLcrfExtraLabels = 2;  // left over from marks of begin and end
inline constexpr std::uint32_t kLcrfState = 0;
inline constexpr std::uint32_t kLcrfTransition = 1;

}  // namespace sagitta::internal
