// The objective of other tools' models: what sagitta train --passes 0 computes must equal what
// those tools printed when they wrote the models.
#include <cmath>

#include "compat/golden.h"

namespace sagitta::compat_testing {
namespace {

constexpr double kSequences = 12;  // of train.tsv and train.attr; we take the mean over them

class ObjectiveTest : public GoldenTest {
 protected:
  /// Of the weights of a model, as a sum over the sequences.
  double Ours(const std::string& model, const std::string& options, const char* precision) const {
    const std::string text = Outcome("sagitta train --passes 0 --from $G/" + model + " " + options +
                                     " --precision " + precision + " -m out")
                                 .err;
    return kSequences * std::stod(text.substr(text.rfind("\nobjective") + 10));
  }

  /// `decimals` are those that the tool printed.
  void ExpectSame(const std::string& printed, const std::string& model, const std::string& options,
                  int decimals) const {
    const double half = 0.5001 * std::pow(10.0, -decimals);
    EXPECT_NEAR(Ours(model, options, "double"), std::stod(printed), half) << model;
    EXPECT_NEAR(Ours(model, options, "float"), std::stod(printed), half + 1e-6) << model;
  }

  std::string LastAfter(const std::string& name, const std::string& log) const {
    const std::string text = Golden(log);
    return text.substr(text.rfind(name) + name.size());
  }
};

TEST_F(ObjectiveTest, OfCrfsuite) {
  ExpectSame(LastAfter("Loss: ", "crfsuite/learn.log"), "crfsuite/model",
             "--c1 0.5 --c2 0.02 --transitions observed $G/train.attr", 6);
}

// ||w||^2 / (2 C) with C = 4; crf_learn -f is --min-count.
TEST_F(ObjectiveTest, OfCrfpp) {
  ExpectSame(LastAfter("obj=", "crfpp/learn.log"), "crfpp/model.txt",
             "--c2 0.125 --features all --min-count 3 -t $G/crfpp/template $G/train.tsv", 5);
}

// rho2 / 2 ||w||^2 with rho2 = 0.1.
TEST_F(ObjectiveTest, OfWapiti) {
  ExpectSame(LastAfter("obj=", "wapiti/train.log"), "wapiti/model",
             "--c1 0.15 --c2 0.05 --features all -t $G/wapiti/pattern $G/train.tsv", 2);
}

}  // namespace
}  // namespace sagitta::compat_testing
