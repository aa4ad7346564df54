// Reading a CQDB by walking its tables, so that what is found is what CRFsuite finds; and writing
// one, byte for byte as CRFsuite does.
#include "interop/cqdb.h"

#include <array>
#include <numeric>
#include <utility>

namespace sagitta::internal {
namespace {

// Records lie in a different order than the slots that lead to them. Prefetching this many of them
// lets the memory accesses overlap.
constexpr std::uint32_t kRecordsAhead = 12;

class CqdbReader {
 public:
  CqdbReader(const ByteView& chunk, std::uint32_t count)
      : chunk_(chunk), names_(count), records_(count, 0) {}

  std::vector<std::string_view> Read() {
    if (chunk_.U32(12) != kCqdbByteOrder) chunk_.Bad("a dictionary has the wrong byte order");
    std::uint64_t slots = 0;
    for (std::uint32_t table = 0; table < kCqdbTables; ++table) {
      const std::uint32_t entry = kCqdbHeader + 8 * table;
      const std::uint32_t size = chunk_.U32(entry + 4);
      slots += size;
      // Tables that overlap could make this loop longer than the file.
      if (slots > chunk_.size() / 8) chunk_.Bad("a dictionary's tables overlap");
      if (size > 0) ReadTable(table, chunk_.U32(entry), size);
    }
    if (found_ != names_.size()) {
      chunk_.Bad("a dictionary has " + std::to_string(found_) + " strings, expected " +
                 std::to_string(names_.size()));
    }
    CheckBackward();
    return std::move(names_);
  }

 private:
  /// Walks around the table once, starting at an empty slot. A string is found by its search if no
  /// empty slot lies between its start and its place, that is, if its distance from the start is at
  /// most the number of used slots directly before it.
  void ReadTable(std::uint32_t table, std::uint32_t at, std::uint32_t slots) {
    const ByteView entries = chunk_.Part(at, std::uint64_t{8} * slots);
    std::uint32_t empty = 0;
    while (empty < slots && entries.U32(std::uint64_t{8} * empty + 4) != 0) ++empty;
    if (empty == slots) chunk_.Bad("a hash table has no empty slot");
    const auto place_of = [&](std::uint32_t k) {
      return static_cast<std::uint32_t>((std::uint64_t{empty} + k) % slots);
    };
    std::uint32_t run = 0;
    for (std::uint32_t k = 1; k < slots; ++k) {
      const std::uint32_t place = place_of(k);
      chunk_.Prefetch(entries.U32(std::uint64_t{8} * place_of(k + kRecordsAhead) + 4));
      const std::uint32_t hash = entries.U32(std::uint64_t{8} * place);
      const std::uint32_t record = entries.U32(std::uint64_t{8} * place + 4);
      if (record == 0) {
        run = 0;
        continue;
      }
      ReadRecord(record, hash);
      const std::uint32_t start = CqdbStart(hash, slots);
      const std::uint32_t distance = place >= start ? place - start : place + (slots - start);
      if (CqdbTable(hash) != table || distance > run) {
        chunk_.Bad("a hash table has a string in a place where a search does not find it");
      }
      ++run;
    }
  }

  void ReadRecord(std::uint32_t at, std::uint32_t hash) {
    const std::uint32_t id = chunk_.U32(at);
    const std::uint32_t size = chunk_.U32(std::uint64_t{at} + 4);
    if (id >= names_.size()) chunk_.Bad("a dictionary has an id out of range");
    if (records_[id] != 0) chunk_.Bad("an id occurs twice in a dictionary");
    // Strings that share bytes could take far more time than the file has bytes.
    text_ += size;
    if (text_ > chunk_.size()) chunk_.Bad("a dictionary's strings overlap");
    const std::string_view text = chunk_.Text(std::uint64_t{at} + 8, size);
    if (text.find('\0') + 1 != text.size()) {  // also when there is none, or no byte at all
      chunk_.Bad("a string in a dictionary does not end where its length says");
    }
    if (Lookup3(text) != hash) chunk_.Bad("a string in a dictionary has a wrong hash");
    names_[id] = text.substr(0, text.size() - 1);
    records_[id] = at;
    ++found_;
  }

  void CheckBackward() const {
    const std::uint32_t at = chunk_.U32(20);
    if (at == 0) return;
    if (chunk_.U32(16) != names_.size()) chunk_.Bad("a dictionary's backward array is wrong");
    const ByteView entries = chunk_.Part(at, 4 * std::uint64_t{names_.size()});
    for (std::size_t id = 0; id < names_.size(); ++id) {
      if (entries.U32(4 * id) != records_[id]) chunk_.Bad("a dictionary's backward array is wrong");
    }
  }

  ByteView chunk_;
  std::vector<std::string_view> names_;
  std::vector<std::uint32_t> records_;  // where each string's record is; 0: not found yet
  std::size_t found_ = 0;
  std::uint64_t text_ = 0;  // bytes of all strings so far
};

struct Slot {
  std::uint32_t hash = 0;
  std::uint32_t record = 0;
};

/// Which slots of a table are free. Each slot has a link: a free one to itself, a used one towards
/// the next free one. Links become shorter when they are followed, so that the time is about linear
/// also if all strings start at the same slot.
class FreeSlots {
 public:
  explicit FreeSlots(std::uint32_t slots) : link_(slots) {
    std::iota(link_.begin(), link_.end(), 0u);
  }

  /// The first free slot from `at` on, which is used from now on. REQUIRES: there is one.
  std::uint32_t Take(std::uint32_t at) {
    while (link_[at] != at) at = link_[at] = link_[link_[at]];
    link_[at] = at + 1 < link_.size() ? at + 1 : 0;
    return at;
  }

 private:
  std::vector<std::uint32_t> link_;
};

/// Twice as many slots as strings, each in the place where a search finds it.
std::vector<Slot> MakeTable(const std::vector<Slot>& strings) {
  std::vector<Slot> table(2 * strings.size());
  const auto slots = static_cast<std::uint32_t>(table.size());
  FreeSlots free(slots);
  for (const Slot& string : strings) table[free.Take(CqdbStart(string.hash, slots))] = string;
  return table;
}

}  // namespace

std::vector<std::string_view> ReadCqdb(const ByteView& file, std::uint64_t at,
                                       std::uint32_t count) {
  if (file.Text(at, 4) != kCqdbMagic) file.Bad("found no dictionary where the header says");
  const ByteView chunk = file.Part(at, file.U32(at + 4));
  // Each string has a record of at least nine bytes.
  if (count > chunk.size() / 9) file.Bad("a dictionary has fewer strings than the header says");
  return CqdbReader(chunk, count).Read();
}

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
