// AlignedBuffer: zeroed, aligned, with room for a vector past the end; too large a size is refused.
#include "base/aligned_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "sagitta/error.h"

namespace sagitta {
namespace {

template <class T>
void ExpectZeroed(const AlignedBuffer<T>& buffer, std::size_t size) {
  ASSERT_EQ(buffer.size(), size);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
  // The elements, and the 64 bytes after them.
  const std::size_t readable = size + 64 / sizeof(T);
  EXPECT_EQ(std::count(buffer.data(), buffer.data() + readable, T{0}),
            static_cast<std::ptrdiff_t>(readable));
}

TEST(AlignedBufferTest, IsZeroedAndAligned) {
  for (const std::size_t size : {0, 1, 15, 16, 17, 1000, 100000}) {
    ExpectZeroed(AlignedBuffer<float>(size), size);
    ExpectZeroed(AlignedBuffer<double>(size), size);
  }
}

TEST(AlignedBufferTest, LargeOnesStartOnAHugePage) {
  const std::size_t size = (std::size_t{3} << 20) / sizeof(float);
  const AlignedBuffer<float> buffer(size);
  ExpectZeroed(buffer, size);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % (2u << 20), 0u);
}

TEST(AlignedBufferTest, DefaultIsEmpty) {
  const AlignedBuffer<double> buffer;
  EXPECT_EQ(buffer.size(), 0u);
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_TRUE(buffer.span().empty());
}

TEST(AlignedBufferTest, MovesWithoutCopying) {
  AlignedBuffer<double> buffer(10);
  buffer[3] = 5;
  const double* const data = buffer.data();
  const AlignedBuffer<double> moved = std::move(buffer);
  EXPECT_EQ(moved.data(), data);
  EXPECT_EQ(moved[3], 5);
  EXPECT_EQ(moved.span().size(), 10u);
}

TEST(AlignedBufferTest, TooLargeIsASystemError) {
  for (const std::size_t size : {std::size_t{1} << 44, std::numeric_limits<std::size_t>::max(),
                                 std::numeric_limits<std::size_t>::max() / 8}) {
    try {
      AlignedBuffer<double> buffer(size);
      FAIL() << "got " << size << " doubles";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kSystem);
    }
  }
}

}  // namespace
}  // namespace sagitta
