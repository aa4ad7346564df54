// Agreed names. Every string has an owner, a rank that follows from its hash:
//
//   1. each rank sends its strings to their owners;
//   2. the owner says for each whether the rank is the first one that has it;
//   3. a rank numbers the strings that it is first with, in their local order, behind those of the
//      ranks before it, and tells the owners;
//   4. the owners tell the other ranks.
#include "dist/agreed_names.h"

#include <string>
#include <utility>

#include "dist/collectives.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;  // [ranks]

/// What a rank sends to the owners, by owner; local[r] are the local ids of what goes to rank r.
struct Letters {
  Lists local;
  Lists sizes;
  std::vector<std::vector<char>> text;
};

Letters Sort(const DictionaryView& mine, std::uint32_t ranks) {
  Letters letters{Lists(ranks), Lists(ranks), std::vector<std::vector<char>>(ranks)};
  for (std::uint32_t id = 0; id < mine.size(); ++id) {
    const std::string_view name = mine.Name(id);
    // The lower half of the hash is where a name lies in a table of the owner.
    const std::uint32_t owner = HashTag(HashString(name)) % ranks;
    letters.local[owner].push_back(id);
    letters.sizes[owner].push_back(static_cast<std::uint32_t>(name.size()));
    letters.text[owner].insert(letters.text[owner].end(), name.begin(), name.end());
  }
  return letters;
}

/// The strings that this rank owns.
struct Owned {
  Dictionary names;
  Lists received;                    // [ranks]: numbers in `names` of what the rank sent
  std::vector<std::uint32_t> first;  // [names]: the first rank that has it
};

Owned Receive(Communicator& ranks, const Letters& letters) {
  Owned owned;
  owned.received.resize(ranks.size());
  const Lists sizes = ExchangeOf(ranks, letters.sizes);
  const std::vector<std::vector<char>> texts = ExchangeOf(ranks, letters.text);
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    std::string_view rest(texts[r].data(), texts[r].size());
    for (const std::uint32_t size : sizes[r]) {
      const std::uint32_t id = owned.names.Intern(rest.substr(0, size));
      rest.remove_prefix(size);
      if (id == owned.first.size()) owned.first.push_back(r);
      owned.received[r].push_back(id);
    }
  }
  return owned;
}

/// For each string that a rank sent here: 1 if it is the first one that has it.
Lists WhoIsFirst(const Owned& owned) {
  Lists answers(owned.received.size());
  for (std::uint32_t r = 0; r < answers.size(); ++r) {
    for (const std::uint32_t id : owned.received[r]) answers[r].push_back(owned.first[id] == r);
  }
  return answers;
}

/// Numbers the strings that this rank is first with.
void NumberFirst(Communicator& ranks, const std::vector<bool>& is_first, AgreedNames& names) {
  for (std::uint32_t id = 0; id < is_first.size(); ++id) {
    if (is_first[id]) names.first.push_back(id);
  }
  const auto counts = AllGatherOf<std::uint64_t>(ranks, {names.first.size()});
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    if (r < ranks.rank()) names.first_id += counts[r][0];
    names.total += counts[r][0];
  }
  if (names.total >= kNoId) {
    throw Error(ErrorKind::kData, "more than 4,294,967,294 different strings");
  }
  for (std::size_t k = 0; k < names.first.size(); ++k) {
    names.ids[names.first[k]] = names.first_id + k;
  }
}

}  // namespace

AgreedNames AgreeOnNames(Communicator& ranks, const DictionaryView& mine) {
  const Letters letters = Sort(mine, ranks.size());
  const Owned owned = Receive(ranks, letters);
  const Lists first = ExchangeOf(ranks, WhoIsFirst(owned));
  std::vector<bool> is_first(mine.size());
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    for (std::size_t k = 0; k < first[r].size(); ++k) {
      is_first[letters.local[r][k]] = first[r][k] != 0;
    }
  }
  AgreedNames names;
  names.ids.resize(mine.size());
  NumberFirst(ranks, is_first, names);

  // To the owners, and from them to the others.
  std::vector<std::vector<std::uint64_t>> told(ranks.size());
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    for (const std::uint32_t id : letters.local[r]) told[r].push_back(names.ids[id]);
  }
  const auto heard = ExchangeOf(ranks, told);
  std::vector<std::uint64_t> agreed(owned.names.size());
  std::vector<std::vector<std::uint64_t>> answers(ranks.size());
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    for (std::size_t k = 0; k < owned.received[r].size(); ++k) {
      const std::uint32_t id = owned.received[r][k];
      if (owned.first[id] == r) agreed[id] = heard[r][k];
      answers[r].push_back(agreed[id]);
    }
  }
  const auto ids = ExchangeOf(ranks, answers);
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    for (std::size_t k = 0; k < ids[r].size(); ++k) names.ids[letters.local[r][k]] = ids[r][k];
  }
  return names;
}

}  // namespace sagitta::internal
