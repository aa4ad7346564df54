// Scaled values: the map, the certificate and every method solve the documented problem, that of
// the values divided by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/certify.h"
#include "support/chain_problem.h"
#include "train/certificate.h"
#include "train/large_values.h"

namespace sagitta {
namespace {

constexpr double kLambda = 0.05;
constexpr double kLimit = 10;
const LayoutSettings kAllFeatures{FeatureSet::kAll, FeatureSet::kAll};

/// The value that attribute a of a block is multiplied with: powers of two, so that single
/// precision has both values exactly. Attributes 0 and 1 are twins and stay so.
float Factor(std::uint32_t a) {
  if (a < 2) return 2048;
  return a == 4 ? 1024.0f : 1.0f;
}

void Multiply(SparseRows& rows, bool edges) {
  for (std::size_t k = 0; k < rows.attribute.size(); ++k) {
    const std::uint32_t a = rows.attribute[k];
    rows.value[k] *= edges ? (a == 1 ? 512.0f : 1.0f) : Factor(a);
  }
}

/// A data set with values of at most 2, where every multiplied attribute has a largest absolute
/// value of 1, once repeated ones are added up; and the same with large values.
struct Pair {
  Pair() : divided(SmallDataset({.labels = 4, .values = true, .edges = true})), given(divided) {
    Normalise(divided.node, {4});
    Normalise(divided.edge, {1});
    given = divided;
    Multiply(given.node, false);
    Multiply(given.edge, true);
  }

  // One value of 1, and the others at most 1 in size, with either sign and zero among them.
  static void Normalise(SparseRows& rows, const std::vector<std::uint32_t>& attributes) {
    for (const std::uint32_t a : attributes) {
      bool first = true;
      for (std::size_t t = 0; t < rows.rows(); ++t) {
        int on_row = 0;
        for (std::uint64_t k = rows.begin[t]; k < rows.begin[t + 1]; ++k) {
          if (rows.attribute[k] != a) continue;
          rows.value[k] = on_row++ > 0 ? 0.0f : first ? -1.0f : std::fmod(rows.value[k], 1.0f);
          first = false;
        }
      }
    }
  }

  Dataset divided, given;
};

/// The flat vector of the large values as one of the divided ones: w times the factor.
DenseVector Scaled(const DenseVector& w, const Layout& layout) {
  DenseVector v = w;
  for (std::uint32_t r = 0; r < layout.node.rows(); ++r) {
    for (std::uint64_t k = layout.node.begin[r]; k < layout.node.begin[r + 1]; ++k) {
      v[k] *= Factor(r);
    }
  }
  for (std::uint64_t k = layout.edge.begin[2]; k < layout.edge.begin[3]; ++k) {
    v[layout.edge_offset() + k] *= 512;
  }
  return v;
}

class ScaleValues : public testing::TestWithParam<bool> {
 protected:
  Pair data_;
  MapSettings settings_{.merge_twins = GetParam(), .value_limit = kLimit};
  ChainProblem<double> large_{data_.given, kAllFeatures, settings_};
  ChainProblem<double> small_{data_.divided, kAllFeatures, settings_};
};

TEST_P(ScaleValues, IsTheProblemOfDividedValues) {
  for (const char* method :
       {"sag-nus-secant", "sag-nus-star", "sag", "saga-nus", "svrg", "lbfgs", "sdca", "oeg"}) {
    SCOPED_TRACE(method);
    const auto large = large_.Make(method, kLambda);
    const auto small = small_.Make(method, kLambda);
    Rng rng(1), other(1);
    for (int pass = 0; pass < 20; ++pass) {
      const StepReport report = large->Advance(rng);
      ASSERT_EQ(report.evaluations, small->Advance(other).evaluations);
    }
    // Division by a power of two is exact: not a bit differs.
    EXPECT_EQ(Scaled(large_.Flat(*large), large_.layout), small_.Flat(*small));
  }
}

TEST_P(ScaleValues, StartsFromWeightsInTheUnitsOfTheData) {
  DenseVector flat(large_.layout.weights());
  for (std::size_t j = 0; j < flat.size(); ++j) flat[j] = std::sin(static_cast<double>(j));
  PlainWeights<double> w(large_.map.space()), v(small_.map.space());
  large_.map.FromFlat(flat, w);
  small_.map.FromFlat(Scaled(flat, large_.layout), v);
  EXPECT_TRUE(std::equal(w.values().begin(), w.values().end(), v.values().begin()));
  DenseVector back(flat.size()), divided_back(flat.size());
  large_.map.ToFlat(w, back);
  small_.map.ToFlat(v, divided_back);
  EXPECT_EQ(Scaled(back, large_.layout), divided_back);
}

TEST_P(ScaleValues, CertificateIsThatOfTheScaledProblem) {
  const auto method = large_.Make("sag-nus-star", kLambda);
  Rng rng(1);
  for (int pass = 0; pass < 10; ++pass) method->Advance(rng);
  const DenseVector w = large_.Flat(*method);
  const DenseVector v = Scaled(w, large_.layout);
  for (const double lambda1 : {0.0, 0.01}) {
    const Certificate own = Certify(large_.data, large_.layout, w, kLambda, lambda1, kLimit);
    const Certificate other =
        Certify(small_.data, small_.layout, v, kLambda, lambda1, kNoValueLimit);
    EXPECT_EQ(own.objective, other.objective);
    EXPECT_EQ(own.gradient_inf, other.gradient_inf);
    EXPECT_EQ(own.gradient_l2, other.gradient_l2);
    EXPECT_EQ(own.bound, other.bound);
  }
  EXPECT_NEAR(Certify(large_.data, large_.layout, w, kLambda, 0, kLimit).objective,
              small_.naive.Objective(v, kLambda), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Twins, ScaleValues, testing::Bool(),
                         [](const auto& test) { return test.param ? "Merged" : "Apart"; });

AttributeCounts CountsOf(const std::vector<std::vector<float>>& rows) {
  SparseRows all;
  for (const std::vector<float>& row : rows) {
    all.attribute.resize(all.attribute.size() + row.size(), 0);
    all.value.append(row.begin(), row.end());
    all.begin.push_back(all.attribute.size());
  }
  AttributeCounts counts(2);
  counts.Add(all, 0);
  return counts;
}

TEST(LargestValue, IsThatOfARow) {
  EXPECT_EQ(CountsOf({{3}, {-7}, {5}}).Largest(0), 7);
  EXPECT_EQ(CountsOf({{0}, {-0.0f}}).Largest(0), 0);
  EXPECT_EQ(CountsOf({}).Largest(0), 0);
  EXPECT_EQ(CountsOf({{3}}).Largest(1), 0) << "does not occur";
  EXPECT_EQ(CountsOf({{6, 6}, {1}}).Largest(0), 12) << "repeated attributes add up";
  EXPECT_EQ(CountsOf({{50, -49}, {1}, {2}}).Largest(0), 2) << "also to less";
  EXPECT_EQ(CountsOf({{3e38f, 3e38f}}).Largest(0), 2 * static_cast<double>(3e38f));
}

TEST(LargestValue, ValuesAtTheLimitAreNotScaled) {
  Dataset data = SmallDataset({.values = true});
  for (float& value : data.node.value) value = std::abs(value) < 1 ? value : 5.0f;
  const ChainProblem<float> limited(data, kAllFeatures, {.value_limit = kLimit});
  const ChainProblem<float> plain(data, kAllFeatures);
  for (std::size_t r = 0; r < plain.layout.node.rows(); ++r) {
    EXPECT_EQ(limited.map.Origins(kNodeBlock)[r].factor, plain.map.Origins(kNodeBlock)[r].factor);
    EXPECT_EQ(plain.map.Origins(kNodeBlock)[r].factor, plain.map.Origins(kNodeBlock)[r].inverse);
  }
}

TEST(LargeValues, TextNamesTheLargestAndCountsTheRest) {
  sagitta::LargeValues values;
  values.attributes = 1;
  values.largest = {{"year", 2030}};
  EXPECT_EQ(values.Text(), "1 attribute with large values: year, at most 2030");
  values.attributes = 7;
  values.largest.push_back({"size", 12.5});
  EXPECT_EQ(values.Text(),
            "7 attributes with large values: year, at most 2030; size, at most 12.5; and 5 more");
}

}  // namespace
}  // namespace sagitta
