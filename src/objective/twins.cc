#include "objective/twins.h"

#include <bit>

namespace sagitta {
namespace {

struct Signature {
  std::uint64_t sum = 0;      // of the hashes of all occurrences
  std::uint64_t squares = 0;  // of their squares, as good as independent of the sum

  bool operator==(const Signature&) const = default;
};

std::uint64_t HashOccurrence(std::uint64_t token, std::uint32_t value_bits) {
  std::uint64_t z = token * 0x9e3779b97f4a7c15u + value_bits;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

Twins FindTwins(const SparseRows& rows, std::uint32_t attributes) {
  std::vector<Signature> signature(attributes);
  Twins twins;
  twins.count.assign(attributes, 0);
  for (std::size_t t = 0; t < rows.rows(); ++t) {
    const std::uint64_t plain = HashOccurrence(t + 1, std::bit_cast<std::uint32_t>(1.0f));
    for (std::uint64_t k = rows.begin[t]; k < rows.begin[t + 1]; ++k) {
      const std::uint64_t hash =
          rows.value.empty() ? plain
                             : HashOccurrence(t + 1, std::bit_cast<std::uint32_t>(rows.value[k]));
      Signature& s = signature[rows.attribute[k]];
      s.sum += hash;
      s.squares += hash * hash;
      ++twins.count[rows.attribute[k]];
    }
  }
  // An open-addressed table from signature to the first attribute that has it.
  const std::size_t slots = std::bit_ceil(std::size_t{2} * attributes + 1);
  std::vector<std::uint32_t> table(slots, 0);  // attribute + 1
  twins.first.resize(attributes);
  for (std::uint32_t a = 0; a < attributes; ++a) {
    std::size_t at = signature[a].sum & (slots - 1);
    while (table[at] != 0 && (signature[table[at] - 1] != signature[a] ||
                              twins.count[table[at] - 1] != twins.count[a])) {
      at = (at + 1) & (slots - 1);
    }
    if (table[at] == 0) table[at] = a + 1;
    twins.first[a] = table[at] - 1;
  }
  return twins;
}

}  // namespace sagitta
