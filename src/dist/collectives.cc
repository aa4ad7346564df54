// Sums of numbers in fixed point.
#include "dist/collectives.h"

namespace sagitta::internal {

std::vector<std::uint64_t> SumParts(Communicator& ranks, std::span<const std::uint64_t> mine) {
  std::vector<ByteSpan> to;
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    const RankPart part = PartOf(mine.size(), r, ranks.size());
    to.push_back(std::as_bytes(mine.subspan(part.begin, part.end - part.begin)));
  }
  const RankPart own = PartOf(mine.size(), ranks.rank(), ranks.size());
  std::vector<std::uint64_t> sums(own.end - own.begin, 0);
  for (const Bytes& bytes : ranks.Exchange(to)) {
    const std::vector<std::uint64_t> part = FromBytes<std::uint64_t>(bytes);
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += part[k];
  }
  return sums;
}

}  // namespace sagitta::internal
