// DataColumn: an array that is owned, like a std::vector, or lies in a mapped file.
//
// The large arrays of a corpus are columns, so that a corpus in a packed file is used where it
// lies. Reading costs the same either way. The first change copies what is mapped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace sagitta {

/// Copies of a mapped column share the mapping. The members that are not const are those of
/// std::vector, and make the column an owned one. Thread safety is that of std::vector, except that
/// mapped columns must not be accessed through non-const members by several threads.
template <class T>
class DataColumn {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;

  DataColumn() = default;
  DataColumn(std::initializer_list<T> values) : own_(values) { Refresh(); }
  // Implicit: a vector becomes a column without a copy.
  DataColumn(std::vector<T> values) : own_(std::move(values)) { Refresh(); }  // NOLINT
  /// A view of `values`, which live as long as `keeper`, not null, does.
  DataColumn(std::span<const T> values, std::shared_ptr<const void> keeper)
      : keeper_(std::move(keeper)), data_(values.data()), size_(values.size()) {}

  ~DataColumn() = default;
  DataColumn(const DataColumn& other) : own_(other.own_), keeper_(other.keeper_) { View(other); }
  DataColumn(DataColumn&& other) noexcept { Swap(other); }
  DataColumn& operator=(const DataColumn& other) {
    if (this != &other) *this = DataColumn(other);
    return *this;
  }
  DataColumn& operator=(DataColumn&& other) noexcept {
    DataColumn old;
    old.Swap(*this);
    Swap(other);
    return *this;
  }

  bool mapped() const { return keeper_ != nullptr; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t k) const { return data_[k]; }
  const T& front() const { return data_[0]; }
  const T& back() const { return data_[size_ - 1]; }
  const T* data() const { return data_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  T& operator[](std::size_t k) { return Own()[k]; }
  T& front() { return Own().front(); }
  T& back() { return Own().back(); }
  T* data() { return Own().data(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }

  void push_back(const T& value) {
    Own().push_back(value);
    Refresh();
  }
  void pop_back() {
    Own().pop_back();
    Refresh();
  }
  void resize(std::size_t size, const T& value = T()) {
    Own().resize(size, value);
    Refresh();
  }
  void assign(std::size_t size, const T& value) { *this = std::vector<T>(size, value); }
  void reserve(std::size_t size) {
    Own().reserve(size);
    Refresh();
  }
  void clear() { *this = DataColumn(); }
  /// REQUIRES: the values are not those of this column.
  template <class Iterator>
  void append(Iterator first, Iterator last) {
    Own().insert(own_.end(), first, last);
    Refresh();
  }

  friend bool operator==(const DataColumn& a, const DataColumn& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::vector<T>& Own() {
    if (keeper_) [[unlikely]] {
      own_.assign(data_, data_ + size_);
      keeper_.reset();
      Refresh();
    }
    return own_;
  }
  void Refresh() {
    data_ = own_.data();
    size_ = own_.size();
  }
  void View(const DataColumn& other) {
    if (!keeper_) return Refresh();
    data_ = other.data_;
    size_ = other.size_;
  }
  void Swap(DataColumn& other) noexcept {
    own_.swap(other.own_);
    keeper_.swap(other.keeper_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  std::vector<T> own_;
  std::shared_ptr<const void> keeper_;  // null: owned
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace sagitta
