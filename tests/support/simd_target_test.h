// A fixture that runs each of its tests on every SIMD target of the machine.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "kernels/targets.h"

namespace sagitta {

/// Forces the SIMD target given by the test parameter, and restores the best one afterwards.
class SimdTargetTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_TRUE(ForceSimdTarget(GetParam())); }
  void TearDown() override { ForceSimdTarget(SimdTargetNames().front()); }

  std::mt19937_64 rng_{20150509};
};

inline auto AllSimdTargets() {
  const std::vector<const char*> names = SimdTargetNames();
  return testing::ValuesIn(std::vector<std::string>(names.begin(), names.end()));
}

inline std::string SimdTargetLabel(const testing::TestParamInfo<std::string>& target) {
  return target.param;
}

}  // namespace sagitta
