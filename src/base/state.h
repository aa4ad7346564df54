// State: what a running computation consists of, written out or read back.
//
// Every part lists what it holds once, in a function Transfer(State&), which serves both
// directions: so what is written and what is read cannot come apart. Values go through as they lie
// in memory; states are for the same build on the same machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace sagitta {

class State {
 public:
  virtual ~State() = default;

  /// True: Transfer overwrites what it is given. False: it only looks.
  virtual bool loading() const = 0;

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void Value(T& value) { Bytes(&value, sizeof value); }

  /// An array whose length both sides know; a difference is an error.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void Array(std::span<T> values) {
    CheckCount(values.size());
    Bytes(values.data(), values.size_bytes());
  }
  template <class T>
  void Array(std::vector<T>& values) {
    Array(std::span<T>(values));
  }

  /// An array that gets the length it had.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void Sequence(std::vector<T>& values) {
    std::uint64_t count = values.size();
    Value(count);
    if (loading()) {
      CheckLeft(count, sizeof(T));
      values.resize(count);
    }
    Bytes(values.data(), count * sizeof(T));
  }

 protected:
  virtual void Bytes(void* data, std::size_t size) = 0;
  /// Throws Error(kData) when loading and so many elements cannot be there.
  virtual void CheckLeft(std::uint64_t count, std::size_t size) const = 0;

 private:
  void CheckCount(std::uint64_t count);
};

/// Collects a state in memory.
class StateWriter final : public State {
 public:
  bool loading() const override { return false; }
  const std::string& bytes() const { return bytes_; }

 private:
  void Bytes(void* data, std::size_t size) override;
  void CheckLeft(std::uint64_t, std::size_t) const override {}

  std::string bytes_;
};

/// Reads a state back. The bytes must outlive the reader. Everything but Finish throws Error(kData)
/// when the state ends too early or an array has another length.
class StateReader final : public State {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}
  bool loading() const override { return true; }
  /// Throws Error(kData) when something is left.
  void Finish() const;

 private:
  void Bytes(void* data, std::size_t size) override;
  void CheckLeft(std::uint64_t count, std::size_t size) const override;

  std::string_view bytes_;
};

}  // namespace sagitta
