// Collectives of numbers, on top of a Communicator.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "dist/communicator.h"

namespace sagitta::internal {

/// The part [begin, end) of `total` things that belongs to a rank: parts differ by at most one.
struct RankPart {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
inline RankPart PartOf(std::uint64_t total, std::uint32_t rank, std::uint32_t size) {
  const std::uint64_t each = total / size, more = total % size;
  const auto before = [&](std::uint64_t r) { return r * each + (r < more ? r : more); };
  return {before(rank), before(std::uint64_t{rank} + 1)};
}

template <class T>
std::vector<T> FromBytes(const Bytes& bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

/// result[r] is what rank r gave.
template <class T>
std::vector<std::vector<T>> AllGatherOf(Communicator& ranks, const std::vector<T>& mine) {
  std::vector<std::vector<T>> all;
  for (const Bytes& bytes : ranks.AllGather(std::as_bytes(std::span(mine)))) {
    all.push_back(FromBytes<T>(bytes));
  }
  return all;
}

/// to[r] goes to rank r, result[r] came from rank r.
template <class T>
std::vector<std::vector<T>> ExchangeOf(Communicator& ranks, const std::vector<std::vector<T>>& to) {
  std::vector<ByteSpan> spans;
  for (const std::vector<T>& part : to) spans.push_back(std::as_bytes(std::span(part)));
  std::vector<std::vector<T>> from;
  for (const Bytes& bytes : ranks.Exchange(spans)) from.push_back(FromBytes<T>(bytes));
  return from;
}

/// The sums over all ranks of numbers in fixed point, modulo 2^64, of which every rank gives as
/// many. Such sums do not depend on their order, and so not on the number of ranks. Returns those
/// of this rank's part, see PartOf.
std::vector<std::uint64_t> SumParts(Communicator& ranks, std::span<const std::uint64_t> mine);

/// The parts of all ranks one after the other.
template <class T>
std::vector<T> JoinParts(Communicator& ranks, const std::vector<T>& mine) {
  std::vector<T> whole;
  for (const Bytes& bytes : ranks.AllGather(std::as_bytes(std::span(mine)))) {
    const std::vector<T> part = FromBytes<T>(bytes);
    whole.insert(whole.end(), part.begin(), part.end());
  }
  return whole;
}

}  // namespace sagitta::internal
