// DataColumn: columns that are owned and columns that view memory of somebody else.
#include "base/data_column.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace sagitta {
namespace {

using Values = std::vector<int>;

/// A column that views `values`.
DataColumn<int> Viewed(const std::shared_ptr<const Values>& values) {
  return {std::span<const int>(*values), values};
}

Values Of(const DataColumn<int>& column) { return {column.begin(), column.end()}; }

TEST(DataColumn, TheFirstChangeCopiesWhatIsViewed) {
  const auto values = std::make_shared<const Values>(Values{1, 2, 3});
  DataColumn<int> column = Viewed(values);
  EXPECT_TRUE(column.mapped());
  EXPECT_EQ(std::as_const(column).data(), values->data());
  const DataColumn<int> copy = column;
  column[1] = 7;
  column.push_back(4);
  EXPECT_FALSE(column.mapped());
  EXPECT_EQ(Of(column), (Values{1, 7, 3, 4}));
  EXPECT_EQ(copy.data(), values->data());
  EXPECT_EQ(*values, (Values{1, 2, 3}));
}

TEST(DataColumn, KeepsWhatItViewsAlive) {
  auto values = std::make_shared<const Values>(Values{5, 6});
  const std::weak_ptr<const Values> alive = values;
  DataColumn<int> moved;
  {
    DataColumn<int> column = Viewed(values);
    values.reset();
    moved = std::move(column);
  }
  EXPECT_EQ(Of(moved), (Values{5, 6}));
  moved.clear();
  EXPECT_TRUE(moved.empty());
  EXPECT_TRUE(alive.expired());
}

TEST(DataColumn, CopiesOfAnOwnedColumnAreApart) {
  DataColumn<int> column(Values{1, 2});
  DataColumn<int> copy = column;
  copy.append(column.data(), column.data() + column.size());
  column.pop_back();
  EXPECT_EQ(Of(column), (Values{1}));
  EXPECT_EQ(Of(copy), (Values{1, 2, 1, 2}));
  EXPECT_FALSE(column == copy);
}

}  // namespace
}  // namespace sagitta
