// Damaged and malicious models of every format: an error that names the file, or a model that can
// be used.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "interop/models.h"
#include "support/golden.h"

namespace sagitta::internal {
namespace {

struct Case {
  const char* name;
  const char* file;
  bool text;
};

class HostileTest : public testing::TestWithParam<Case> {
 protected:
  /// Whether it was accepted. A model that is accepted must pass the checks of our own format.
  static bool Try(const std::string& bytes) {
    std::shared_ptr<const ModelData> model;
    try {
      model = LoadBytes(bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
      EXPECT_TRUE(error.where().file.starts_with("model")) << error.what();
      return false;
    }
    Check(*model);
    return true;
  }

  /// What the rest of the program relies on.
  static void Check(const ModelData& model) {
    const std::uint32_t labels = model.labels.size();
    ASSERT_GE(labels, 1u);
    ASSERT_EQ(model.node.rows(), model.node_names.size());
    ASSERT_EQ(model.edge.rows(), model.edge_names.size() + std::size_t{1});
    for (const DictionaryView* names : {&model.labels, &model.node_names, &model.edge_names}) {
      for (std::uint32_t id = 0; id < names->size(); ++id) {
        ASSERT_EQ(names->Find(names->Name(id)), id);
      }
    }
    CheckRows(model.node, labels);
    CheckRows(model.edge, labels * labels);
  }

  template <class Slot>
  static void CheckRows(const ModelRows<Slot>& rows, std::uint32_t width) {
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      for (std::uint64_t k = rows.begin[row]; k < rows.begin[row + 1]; ++k) {
        ASSERT_LT(rows.slot[k], width);
        ASSERT_TRUE(k == rows.begin[row] || rows.slot[k - 1] < rows.slot[k]);
        ASSERT_TRUE(std::isfinite(rows.Weight(k)));
      }
    }
  }

  const std::string bytes_ = GoldenText(GetParam().file);
};

TEST_P(HostileTest, EveryFlippedByte) {
  ASSERT_TRUE(Try(bytes_));
  for (std::size_t k = 0; k < bytes_.size(); ++k) {
    for (const int mask : {0x01, 0x10, 0x80, 0xff}) {
      std::string altered = bytes_;
      altered[k] = static_cast<char>(altered[k] ^ mask);
      Try(altered);
      ASSERT_FALSE(HasFatalFailure()) << "byte " << k;
    }
  }
}

/// Truncation is always noticed, except within the last weight of a text.
TEST_P(HostileTest, EveryTruncation) {
  const std::size_t sure = bytes_.size() - (GetParam().text ? 24 : 0);
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    const bool taken = Try(bytes_.substr(0, size));
    ASSERT_FALSE(taken && size < sure) << size << " bytes";
  }
}

TEST_P(HostileTest, RandomDamage) {
  std::mt19937_64 rng(11);
  int taken = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string altered = bytes_;
    for (std::uint64_t n = 1 + rng() % 3; n > 0; --n) {
      const std::size_t at = rng() % altered.size();
      switch (rng() % 4) {
        case 0: {  // a number of any size
          const std::uint64_t value = rng() >> (rng() % 64);
          altered.replace(at, 4, std::string(reinterpret_cast<const char*>(&value), 4));
          break;
        }
        case 1:  // what text is made of
          altered.replace(at, 1, 1, "0123456789:,#=/ \n-ub*UB"[rng() % 23]);
          break;
        case 2:  // something twice
          altered.insert(at, altered.substr(rng() % altered.size(), rng() % 40));
          break;
        default:  // something missing
          altered.erase(at, rng() % 40);
      }
      if (altered.empty()) altered = bytes_;
    }
    taken += Try(altered) ? 1 : 0;
    ASSERT_FALSE(HasFatalFailure()) << "round " << round;
  }
  EXPECT_LT(taken, 3900);
}

INSTANTIATE_TEST_SUITE_P(Formats, HostileTest,
                         testing::Values(Case{"Lcrf", "crfsuite/model", false},
                                         Case{"Wapiti", "wapiti/model", true},
                                         Case{"WapitiObservations", "wapiti/raw.model", true},
                                         Case{"CrfppText", "crfpp/model.txt", true},
                                         Case{"CrfppBinary", "crfpp/model", false}),
                         [](const testing::TestParamInfo<Case>& kind) {
                           return std::string(kind.param.name);
                         });

TEST(Formats, AreRecognised) {
  EXPECT_EQ(RecogniseModel(GoldenPath("crfsuite/model")), ModelFormat::kCrfsuite);
  EXPECT_EQ(RecogniseModel(GoldenPath("wapiti/model")), ModelFormat::kWapiti);
  EXPECT_EQ(RecogniseModel(GoldenPath("crfpp/model")), ModelFormat::kCrfpp);
  EXPECT_EQ(RecogniseModel(GoldenPath("crfpp/model.txt")), ModelFormat::kCrfpp);
  const TemporaryFile file("model");
  SmallModel().Build(Precision::kFloat)->Save(file.path());
  EXPECT_EQ(RecogniseModel(file.path()), ModelFormat::kSagitta);
  EXPECT_THROW(RecogniseModel(GoldenPath("train.attr")), Error);
  EXPECT_EQ(Complaint(""), "model: not a model of Sagitta, CRFsuite, Wapiti or CRF++");
}

}  // namespace
}  // namespace sagitta::internal
