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

/// Also within the last line of a text: without its end the last weight may be another one.
TEST_P(HostileTest, EveryTruncation) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    ASSERT_FALSE(Try(bytes_.substr(0, size))) << size << " bytes";
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

INSTANTIATE_TEST_SUITE_P(
    Formats, HostileTest,
    testing::Values(Case{"Lcrf", "crfsuite/model"}, Case{"Wapiti", "wapiti/model"},
                    Case{"WapitiObservations", "wapiti/raw.model"},
                    Case{"CrfppText", "crfpp/model.txt"}, Case{"CrfppBinary", "crfpp/model"}),
    [](const testing::TestParamInfo<Case>& kind) { return std::string(kind.param.name); });

// The time that comparing names with lines of the template takes is limited, not only their number.
TEST(HostileTemplate, LongLinesAreRefused) {
  std::string lines;
  for (int k = 0; k < 300; ++k) {
    lines += "B" + std::string(3000, 'x') + std::to_string(k) + "\n";
    lines += "B" + std::string(3000, 'x') + std::to_string(k) + "%x[0,0]y\n";
  }
  const std::string text = "version: 100\ncost-factor: 1\nmaxid: 4\nxsize: 1\n\nA\nB\n\n" + lines +
                           "\n0 B" + std::string(3000, 'x') + "0\n\n1\n1\n1\n1\n";
  EXPECT_EQ(Complaint(text), "model: the template has too many or too long bigram lines");
}

// "\r" could be half of a line end.
TEST(HostileModel, TheLastLineEndIsWhole) {
  std::string text = GoldenText("crfpp/model.txt");
  text.insert(text.size() - 1, "\r");
  EXPECT_EQ(Complaint(text), "");
  text.pop_back();
  EXPECT_NE(Complaint(text), "");
}

TEST(HostileModel, NumbersThatAreTooSmallAreZero) {
  const std::string text = GoldenText("crfpp/model.txt");
  const std::string start = text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  for (const char* const number : {"1e-400", "-1e-400", "0.0000001e-9999", "0x1p-9999"}) {
    EXPECT_EQ(Complaint(start + number + "\n"), "") << number;
  }
  for (const char* const number : {"1e400", "-1e400", "1000e9999", "0x1p9999", "1e-400x"}) {
    EXPECT_NE(Complaint(start + number + "\n"), "") << number;
  }
}

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
