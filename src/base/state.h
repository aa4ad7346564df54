// State: what a running computation consists of, as named fields that are written or read back.
//
// Every part lists what it holds once, in a function Transfer(State&) that serves both directions,
// so that writing and reading cannot differ. A field has a name, a type and a number of elements;
// reading checks all three. Parts within parts give names such as "optimizer.weights.beta".
//
// Only numbers are fields. The members of a struct are fields of their own, or columns where there
// is an array of structs: no padding and no layout of a struct gets into a file. See
// docs/checkpoint_file.md for the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sagitta {

/// No count gets this large; doubles hold all below it.
inline constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 53;

/// One member of the structs in an array. The name is the field's.
template <class T, class Member>
struct Column {
  const char* name;
  Member T::*member;
};
template <class T, class Member>
Column(const char*, Member T::*) -> Column<T, Member>;

class State {
 public:
  virtual ~State() = default;

  /// True: Transfer overwrites what it is given. False: it only reads it.
  virtual bool loading() const = 0;

  /// A part with a function Transfer, which may have further arguments; its fields are named
  /// NAME.FIELD.
  template <class P, class... Arguments>
  void Part(std::string_view name, P& part, const Arguments&... arguments) {
    const std::size_t outer = Enter(name);
    part.Transfer(*this, arguments...);
    path_.resize(outer);
  }

  /// Throws Error(kData) when loading and a field that was just read is not `good`. A checksum can
  /// be made to match, so whatever is used as an index, or ends a loop, is checked.
  void Require(bool good, std::string_view name) const {
    if (!good && loading()) RefuseValue(name);
  }

  template <class T>
  void Value(std::string_view name, T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = value ? 1 : 0;
      Elements(name, "u1", &byte, 1, sizeof byte);
      Require(byte <= 1, name);
      value = byte != 0;
    } else {
      Elements(name, TypeOf<T>(), &value, 1, sizeof(T));
      RequireNumbers(name, std::span<const T>(&value, 1));
    }
  }

  /// A value that may be absent.
  template <class T>
  void Optional(std::string_view name, std::optional<T>& value) {
    std::vector<T> values;
    if (value) values.push_back(*value);
    Sequence(name, values);
    Require(values.size() <= 1, name);
    if (loading()) value = values.empty() ? std::nullopt : std::optional<T>(values.front());
  }

  /// An array whose length both sides know; a difference is an error.
  template <class T>
  void Array(std::string_view name, std::span<T> values) {
    Elements(name, TypeOf<T>(), values.data(), values.size(), sizeof(T));
    RequireNumbers(name, std::span<const T>(values));
  }
  template <class T>
  void Array(std::string_view name, std::vector<T>& values) {
    Array(name, std::span<T>(values));
  }
  /// The same for structs: each column is an array NAME.COLUMN.
  template <class T, class... Members>
  void Array(std::string_view name, std::vector<T>& rows, Column<T, Members>... columns) {
    const std::size_t outer = Enter(name);
    (OneColumn(rows, columns), ...);
    path_.resize(outer);
  }

  /// An array that gets the length it had when it was written.
  template <class T>
  void Sequence(std::string_view name, std::vector<T>& values) {
    const std::uint64_t count = Begin(name, TypeOf<T>(), values.size());
    if (loading()) values.resize(count);
    Bytes(values.data(), count * sizeof(T));
    RequireNumbers(name, std::span<const T>(values));
  }
  void Text(std::string_view name, std::string& text) {
    const std::uint64_t count = Begin(name, "c1", text.size());
    if (loading()) text.resize(count);
    Bytes(text.data(), count);
  }
  /// The same as Sequence for structs: each column is an array NAME.COLUMN.
  template <class T, class... Members>
  void Sequence(std::string_view name, std::vector<T>& rows, Column<T, Members>... columns) {
    const std::size_t outer = Enter(name);
    std::uint64_t count = rows.size();
    Value("size", count);
    if (loading()) {
      CheckLeft(count);
      rows.resize(count);
    }
    (OneColumn(rows, columns), ...);
    path_.resize(outer);
  }

 protected:
  /// Writes or reads what stands before the elements of a field. Returns their number: `count` when
  /// writing; when reading what the file says, of which there are enough bytes. Throws Error(kData)
  /// when loading and the field has another name or type.
  virtual std::uint64_t Begin(std::string_view name, std::string_view type,
                              std::uint64_t count) = 0;
  virtual void Bytes(void* data, std::size_t size) = 0;
  /// Throws Error(kData) when loading and fewer than `count` bytes are left.
  virtual void CheckLeft(std::uint64_t count) const = 0;

  /// The name with those of the parts that it is in.
  std::string FullName(std::string_view name) const { return path_ + std::string(name); }

 private:
  /// "f4": a kind (f, i or u; c for text) and the size in bytes.
  template <class T>
  static constexpr const char* TypeOf() {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>,
                  "a field is a number: give the members of a struct one by one or as columns");
    static_assert(sizeof(T) <= 8);
    if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? "f4" : "f8";
    constexpr bool kSigned = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1) return kSigned ? "i1" : "u1";
    if constexpr (sizeof(T) == 2) return kSigned ? "i2" : "u2";
    if constexpr (sizeof(T) == 4) return kSigned ? "i4" : "u4";
    return kSigned ? "i8" : "u8";
  }

  template <class T, class Member>
  void OneColumn(std::vector<T>& rows, Column<T, Member> column) {
    using Stored = std::conditional_t<std::is_same_v<Member, bool>, std::uint8_t, Member>;
    std::vector<Stored> values;
    values.reserve(rows.size());
    for (const T& row : rows) values.push_back(static_cast<Stored>(row.*column.member));
    Array(column.name, values);
    if (!loading()) return;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if constexpr (std::is_same_v<Member, bool>) Require(values[k] <= 1, column.name);
      rows[k].*column.member = static_cast<Member>(values[k]);
    }
  }

  /// No training writes a number that is none: it would have diverged before.
  template <class T>
  void RequireNumbers(std::string_view name, std::span<const T> values) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (!loading()) return;
      for (const T value : values) {
        if (value != value) RefuseValue(name);
      }
    }
  }
  [[noreturn]] void RefuseValue(std::string_view name) const;

  /// Opens a part. Returns the length of the path to go back to.
  std::size_t Enter(std::string_view name);
  void Elements(std::string_view name, std::string_view type, void* data, std::size_t count,
                std::size_t size);

  std::string path_;  // of the part at hand: empty or ending in "."
};

/// Collects a state in memory.
class StateWriter final : public State {
 public:
  bool loading() const override { return false; }
  const std::string& bytes() const { return bytes_; }

 private:
  std::uint64_t Begin(std::string_view name, std::string_view type, std::uint64_t count) override;
  void Bytes(void* data, std::size_t size) override;
  void CheckLeft(std::uint64_t) const override {}

  std::string bytes_;
};

/// Reads a state back. The bytes must outlive the reader. Everything but Finish throws Error(kData)
/// that names the field when the state ends too early or has another field there.
class StateReader final : public State {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}
  bool loading() const override { return true; }
  /// Throws Error(kData) when something is left.
  void Finish() const;
  /// What was not read yet.
  std::string_view rest() const { return bytes_; }

 private:
  std::uint64_t Begin(std::string_view name, std::string_view type, std::uint64_t count) override;
  void Bytes(void* data, std::size_t size) override;
  void CheckLeft(std::uint64_t count) const override;

  std::string_view bytes_;
};

}  // namespace sagitta
