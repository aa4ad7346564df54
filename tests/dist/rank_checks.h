// What is expected of a communicator, checked on every rank, whatever body it has.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "dict/dictionary.h"
#include "dist/agreed_names.h"
#include "dist/collectives.h"
#include "sagitta/error.h"

namespace sagitta::internal {

inline void Require(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error("does not hold: " + what);
}

/// Messages of all lengths, empty ones among them, go where they should.
inline void CheckMessages(Communicator& ranks) {
  const std::uint32_t size = ranks.size(), rank = ranks.rank();
  const auto text = [](std::uint32_t from, std::uint32_t to, int round) {
    const std::size_t length = (from * 7 + to * 3) % 5 * (round == 2 ? 100000 : 1);
    return std::vector<char>(length, static_cast<char>('a' + (from + 2 * to) % 26));
  };
  for (int round = 0; round < 3; ++round) {
    std::vector<std::vector<char>> to;
    for (std::uint32_t r = 0; r < size; ++r) to.push_back(text(rank, r, round));
    const auto from = ExchangeOf(ranks, to);
    const auto all = AllGatherOf(ranks, text(rank, 0, round));
    Require(from.size() == size && all.size() == size, "a message from every rank");
    for (std::uint32_t r = 0; r < size; ++r) {
      Require(from[r] == text(r, rank, round), "Exchange");
      Require(all[r] == text(r, 0, round), "AllGather");
    }
    Require(ranks.Highest(rank * rank) == std::uint64_t{size - 1} * (size - 1), "Highest");
  }
}

inline void CheckSums(Communicator& ranks) {
  for (const std::uint64_t count : {0, 1, 5, 1000}) {
    std::vector<std::uint64_t> mine(count), expected(count);
    for (std::uint64_t k = 0; k < count; ++k) {
      for (std::uint64_t r = 0; r < ranks.size(); ++r) {
        const std::uint64_t number = (r % 2 == 0 ? 1 : -1) * (r + 1) * (k + 1) * 0x9e3779b97f4a7c15;
        if (r == ranks.rank()) mine[k] = number;
        expected[k] += number;
      }
    }
    Require(JoinParts(ranks, SumParts(ranks, mine)) == expected, "SumParts");
  }
}

/// Parts of one text get the ids of a single dictionary.
inline void CheckNames(Communicator& ranks) {
  constexpr std::uint32_t kWords = 600;
  Dictionary whole, mine;
  const RankPart part = PartOf(kWords, ranks.rank(), ranks.size());
  for (std::uint32_t k = 0; k < kWords; ++k) {
    const std::string word = "w" + std::to_string(k * k % 331);
    whole.Intern(word);
    if (k >= part.begin && k < part.end) mine.Intern(word);
  }
  if (ranks.rank() % 3 == 2) mine = Dictionary();  // a rank may have read nothing new
  const AgreedNames names = AgreeOnNames(ranks, mine.View());
  // Without the words of some ranks: number the others again.
  Dictionary expected;
  for (std::uint32_t k = 0; k < kWords; ++k) {
    bool read = false;
    for (std::uint32_t r = 0; r < ranks.size(); ++r) {
      const RankPart of = PartOf(kWords, r, ranks.size());
      read = read || (r % 3 != 2 && k >= of.begin && k < of.end);
    }
    if (read) expected.Intern("w" + std::to_string(k * k % 331));
  }
  Require(names.total == expected.size(), "the number of names");
  for (std::uint32_t id = 0; id < mine.size(); ++id) {
    Require(names.ids[id] == expected.Find(mine.Name(id)), "the id of a name");
  }
  for (std::size_t k = 0; k < names.first.size(); ++k) {
    Require(names.ids[names.first[k]] == names.first_id + k, "the ids of new names");
  }
}

inline void CheckAll(Communicator& ranks) {
  CheckMessages(ranks);
  CheckSums(ranks);
  CheckNames(ranks);
}

}  // namespace sagitta::internal
