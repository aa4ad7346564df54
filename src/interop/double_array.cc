// Walking a double array: the units are sorted by their parents, then the tree is walked.
#include "interop/double_array.h"

#include <string>
#include <vector>

namespace sagitta::internal {
namespace {

constexpr std::uint64_t kUnit = 8;
constexpr std::uint32_t kBytes = 256;

class TrieWalk {
 public:
  using Visit = std::function<void(std::string_view, std::uint32_t)>;

  TrieWalk(const ByteView& array, std::uint64_t most, const Visit& visit)
      : array_(array), units_(array.size() / kUnit), most_(most), visit_(visit) {
    if (array.size() % kUnit != 0 || units_ == 0) array.Bad("the double array has a wrong size");
    SortByCheck();
  }

  /// Depth first, with an explicit stack, because a hostile trie may be as deep as it has units.
  void Walk() {
    Enter(Base(0));
    while (!open_.empty()) {
      if (open_.back().next == open_.back().end) {
        open_.pop_back();
        if (!open_.empty()) name_.pop_back();
        continue;
      }
      const std::uint32_t unit = sorted_[open_.back().next++];
      const std::uint32_t base = open_.back().base;
      if (unit == base) {
        EndName(unit);
      } else if (unit > base && unit - base <= kBytes) {
        name_ += static_cast<char>(unit - base - 1);
        Enter(Base(unit));
      } else {
        array_.Bad("the double array has a unit that does not belong to any node");
      }
    }
  }

 private:
  /// A node whose children are being visited: sorted_[next .. end).
  struct Node {
    std::uint32_t base;
    std::uint32_t next;
    std::uint32_t end;
  };

  std::int32_t Base(std::uint64_t unit) const { return array_.Value<std::int32_t>(unit * kUnit); }
  std::uint32_t Check(std::uint64_t unit) const { return array_.U32(unit * kUnit + 4); }

  /// Units by their check, so that the children of a node lie together. A check of 0 marks a unit
  /// that is not used.
  void SortByCheck() {
    begin_.resize(units_ + 1, 0);
    for (std::uint64_t unit = 1; unit < units_; ++unit) {
      const std::uint32_t check = Check(unit);
      if (check >= units_) array_.Bad("the double array leads outside itself");
      if (check != 0) ++begin_[check + 1];
    }
    for (std::uint64_t k = 1; k <= units_; ++k) begin_[k] += begin_[k - 1];
    sorted_.resize(begin_.back());
    std::vector<std::uint32_t> place(begin_.begin(), begin_.end() - 1);
    for (std::uint64_t unit = 1; unit < units_; ++unit) {
      if (const std::uint32_t check = Check(unit); check != 0) {
        sorted_[place[check]++] = static_cast<std::uint32_t>(unit);
      }
    }
    entered_.resize(units_, false);
  }

  void Enter(std::int32_t base) {
    if (base <= 0 || static_cast<std::uint64_t>(base) >= units_) {
      array_.Bad("the double array leads outside itself");
    }
    const auto b = static_cast<std::uint32_t>(base);
    if (entered_[b]) array_.Bad("the double array is not a tree");
    entered_[b] = true;
    open_.push_back({b, begin_[b], begin_[b + std::size_t{1}]});
  }

  void EndName(std::uint32_t unit) {
    const std::int32_t base = Base(unit);
    if (base >= 0) array_.Bad("the double array has a name without a value");
    bytes_ += name_.size();
    if (bytes_ > most_) array_.Bad("the double array holds implausibly many names");
    visit_(name_, static_cast<std::uint32_t>(-(base + 1)));
  }

  ByteView array_;
  std::uint64_t units_;
  std::uint64_t most_;
  const Visit& visit_;
  std::vector<std::uint32_t> begin_;   // [units + 1]: first unit in sorted_ for each check
  std::vector<std::uint32_t> sorted_;  // units by check
  std::vector<bool> entered_;          // by base
  std::vector<Node> open_;
  std::string name_;
  std::uint64_t bytes_ = 0;  // of all names so far
};

}  // namespace

void ForEachName(const ByteView& array, std::uint64_t most, const TrieWalk::Visit& visit) {
  TrieWalk(array, most, visit).Walk();
}

}  // namespace sagitta::internal
