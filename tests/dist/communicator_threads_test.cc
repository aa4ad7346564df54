// Ranks that are threads, and a single one: what they say arrives, and errors of one are errors of
// all.
#include <gtest/gtest.h>

#include <atomic>
#include <new>

#include "dist/rank_checks.h"
#include "dist/thread_ranks.h"

namespace sagitta::internal {
namespace {

TEST(ThreadRanks, SayWhatTheyShould) {
  SingleRank single;
  single.Run([&] { CheckAll(single); });
  for (const std::uint32_t size : {1, 2, 3, 4, 7}) RunThreadRanks(size, CheckAll);
}

TEST(ThreadRanks, CountWhatTheySay) {
  RunThreadRanks(3, [](Communicator& ranks) {
    AllGatherOf(ranks, std::vector<char>(10));
    ExchangeOf(ranks, std::vector<std::vector<char>>{{'a'}, {'b', 'c'}, {}});
    const std::uint64_t own = ranks.rank() == 0 ? 1 : ranks.rank() == 1 ? 2 : 0;
    EXPECT_EQ(ranks.traffic().calls, 2u);
    EXPECT_EQ(ranks.traffic().bytes, 20 + 3 - own);
  });
}

/// The error of the ranks, which must be the same on all of them.
std::string ErrorOf(std::uint32_t size, const std::function<void(Communicator&)>& work) {
  std::atomic<std::uint32_t> ended = 0;
  std::string message;
  try {
    RunThreadRanks(size, [&](Communicator& ranks) {
      struct AtEnd {
        std::atomic<std::uint32_t>& count;
        ~AtEnd() { ++count; }
      } at_end{ended};
      work(ranks);
    });
  } catch (const Error& error) {
    message = std::to_string(static_cast<int>(error.kind())) + " " + error.what();
  }
  EXPECT_EQ(ended, size);
  return message;
}

TEST(ThreadRanks, FailTogether) {
  for (const std::uint32_t size : {1, 2, 3, 7}) {
    for (std::uint32_t failing = 0; failing < size; ++failing) {
      for (const int when : {0, 1, 2}) {
        // In the middle of the work of others, who wait for different calls, and at the end.
        EXPECT_EQ(ErrorOf(size,
                          [&](Communicator& ranks) {
                            for (int step = 0; step < 3; ++step) {
                              if (ranks.rank() == failing && step == when) {
                                throw Error(ErrorKind::kData, {"file", 3, 0}, "wrong");
                              }
                              if (step < 2) CheckMessages(ranks);
                            }
                          }),
                  "1 file:3: wrong");
      }
    }
  }
  EXPECT_EQ(ErrorOf(4,
                    [](Communicator& ranks) {
                      if (ranks.rank() > 1) {
                        throw Error(ErrorKind::kUsage, "rank " + std::to_string(ranks.rank()));
                      }
                      CheckSums(ranks);
                    }),
            "0 rank 2");
  EXPECT_EQ(ErrorOf(2, [](Communicator&) { throw std::bad_alloc(); }), "2 out of memory");
}

TEST(RankParts, CoverEverythingOnce) {
  for (const std::uint32_t size : {1, 3, 7}) {
    for (const std::uint64_t total : {0, 1, 6, 7, 100}) {
      std::uint64_t end = 0;
      for (std::uint32_t r = 0; r < size; ++r) {
        const RankPart part = PartOf(total, r, size);
        EXPECT_EQ(part.begin, end);
        EXPECT_LE(part.end - part.begin, total / size + 1);
        end = part.end;
      }
      EXPECT_EQ(end, total);
    }
  }
}

}  // namespace
}  // namespace sagitta::internal
