// The random number generator. Repeatable results depend on its stream, so it must never change.
#include "base/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <vector>

namespace sagitta {
namespace {

// Published values of splitmix64 for seed 1234567.
TEST(RngTest, SplitMix64IsTheStandardOne) {
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected :
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
        16408922859458223821u}) {
    EXPECT_EQ(SplitMix64(state), expected);
  }
}

// Published values of xoshiro256++ from the state 1, 2, 3, 4.
TEST(RngTest, Xoshiro256PlusPlusIsTheStandardOne) {
  Rng rng(0);
  rng.set_state({1, 2, 3, 4});
  const std::vector<std::uint64_t> published = {41943041u,
                                                58720359u,
                                                3588806011781223u,
                                                3591011842654386u,
                                                9228616714210784205u,
                                                9973669472204895162u,
                                                14011001112246962877u,
                                                12406186145184390807u,
                                                15849039046786891736u,
                                                10450023813501588000u};
  for (const std::uint64_t expected : published) EXPECT_EQ(rng.Next(), expected);
}

TEST(RngTest, SeedsGiveDifferentStreams) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) first.insert(Rng(seed).Next());
  EXPECT_EQ(first.size(), 1000u);
  EXPECT_EQ(Rng(7).Next(), Rng(7).Next());
}

TEST(RngTest, StateContinuesTheStream) {
  Rng rng(3);
  for (int k = 0; k < 100; ++k) rng.Next();
  Rng other(99);
  other.set_state(rng.state());
  for (int k = 0; k < 100; ++k) EXPECT_EQ(other.Next(), rng.Next());
}

TEST(RngTest, UniformFillsTheUnitInterval) {
  Rng rng(11);
  std::array<int, 20> bins{};
  double sum = 0;
  for (int k = 0; k < 200000; ++k) {
    const double x = rng.Uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    ++bins[static_cast<std::size_t>(x * 20)];
    sum += x;
  }
  EXPECT_NEAR(sum / 200000, 0.5, 0.005);
  for (const int count : bins) EXPECT_NEAR(count, 10000, 500);
}

}  // namespace
}  // namespace sagitta
