// Reading a CQDB by walking its tables: what is found there is what CRFsuite finds.
#include <utility>

#include "interop/cqdb.h"
#include "interop/cqdb_format.h"

namespace sagitta::internal {
namespace {

// Records lie in another order than the slots that lead to them: their waits for memory overlap.
constexpr std::uint32_t kRecordsAhead = 12;

class CqdbReader {
 public:
  CqdbReader(const ByteView& chunk, std::uint32_t count)
      : chunk_(chunk), names_(count), records_(count, 0) {}

  std::vector<std::string_view> Read() {
    if (chunk_.U32(12) != kCqdbByteOrder) chunk_.Bad("a dictionary has another byte order");
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
      chunk_.Bad("a dictionary has " + std::to_string(found_) + " strings, wanted " +
                 std::to_string(names_.size()));
    }
    CheckBackward();
    return std::move(names_);
  }

 private:
  /// Goes round the table once from an empty slot on. A string is found by its search if no empty
  /// slot lies between its start and its place, that is, if its distance from the start is at most
  /// the number of used slots just before it.
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
        chunk_.Bad("a hash table has a string where no search finds it");
      }
      ++run;
    }
  }

  void ReadRecord(std::uint32_t at, std::uint32_t hash) {
    const std::uint32_t id = chunk_.U32(at);
    const std::uint32_t size = chunk_.U32(std::uint64_t{at} + 4);
    if (id >= names_.size()) chunk_.Bad("a dictionary has an id out of range");
    if (records_[id] != 0) chunk_.Bad("a dictionary has an id twice");
    const std::string_view text = chunk_.Text(std::uint64_t{at} + 8, size);
    if (text.find('\0') + 1 != text.size()) {  // also when there is none, or no byte at all
      chunk_.Bad("a string in a dictionary does not end where its length says");
    }
    if (Lookup3(text) != hash) chunk_.Bad("a string in a dictionary has another hash");
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
};

}  // namespace

std::vector<std::string_view> ReadCqdb(const ByteView& file, std::uint64_t at,
                                       std::uint32_t count) {
  if (file.Text(at, 4) != kCqdbMagic) file.Bad("found no dictionary where the header says");
  const ByteView chunk = file.Part(at, file.U32(at + 4));
  // Each string has a record of at least nine bytes.
  if (count > chunk.size() / 9) file.Bad("a dictionary has fewer strings than the header says");
  return CqdbReader(chunk, count).Read();
}

}  // namespace sagitta::internal
