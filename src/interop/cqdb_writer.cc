// Writing a CQDB, byte for byte as CRFsuite does.
#include <array>

#include "interop/cqdb.h"
#include "interop/cqdb_format.h"
#include "interop/little_endian.h"

namespace sagitta::internal {
namespace {

struct Slot {
  std::uint32_t hash = 0;
  std::uint32_t record = 0;
};

/// Twice as many slots as strings, which stand where a search looks for them.
std::vector<Slot> MakeTable(const std::vector<Slot>& strings) {
  std::vector<Slot> table(2 * strings.size());
  const auto slots = static_cast<std::uint32_t>(table.size());
  for (const Slot& string : strings) {
    std::uint32_t at = CqdbStart(string.hash, slots);
    while (table[at].record != 0) at = at + 1 < slots ? at + 1 : 0;
    table[at] = string;
  }
  return table;
}

}  // namespace

std::uint64_t CqdbSize(const DictionaryView& names) {
  constexpr std::uint64_t kRecord = 9, kSlots = 16, kBackward = 4;
  return kCqdbRecords + names.bytes().size() +
         std::uint64_t{names.size()} * (kRecord + kSlots + kBackward);
}

void WriteCqdb(const DictionaryView& names, std::string& out) {
  const std::size_t start = out.size();
  const std::uint32_t count = names.size();
  const auto here = [&] { return static_cast<std::uint32_t>(out.size() - start); };
  out.resize(start + kCqdbRecords);

  std::array<std::vector<Slot>, kCqdbTables> strings;
  std::vector<std::uint32_t> backward;
  backward.reserve(count);
  for (std::uint32_t id = 0; id < count; ++id) {
    const std::string text = std::string(names.Name(id)) + '\0';
    const std::uint32_t hash = Lookup3(text);
    strings[CqdbTable(hash)].push_back({hash, here()});
    backward.push_back(here());
    AppendU32(out, {id, static_cast<std::uint32_t>(text.size())});
    out += text;
  }
  for (std::uint32_t k = 0; k < kCqdbTables; ++k) {
    if (strings[k].empty()) continue;
    const std::vector<Slot> table = MakeTable(strings[k]);
    PutU32(out, start + kCqdbHeader + 8 * k, {here(), static_cast<std::uint32_t>(table.size())});
    for (const Slot& slot : table) AppendU32(out, {slot.hash, slot.record});
  }
  const std::uint32_t backward_at = count > 0 ? here() : 0;
  for (const std::uint32_t record : backward) AppendU32(out, {record});
  out.replace(start, 4, kCqdbMagic);
  PutU32(out, start + 4, {here(), 0, kCqdbByteOrder, count, backward_at});
}

}  // namespace sagitta::internal
