// Taggers with other tools' options on input that is long enough to be shared by threads: what they
// print for a text many times over is what they print for it once, as often.
#include "compat/golden.h"

namespace sagitta::compat_testing {
namespace {

class TaggerThreads : public GoldenTest {
 protected:
  /// `print` labels standard input. It is given the golden file `data`, about 1.2 MB of it.
  void ExpectTheSameManyTimesOver(const std::string& data, const std::string& print) const {
    const std::string text = Golden(data);
    const std::size_t times = 1200000 / text.size();
    Write("many", Repeated(text, times));
    const std::string once = Printed(print + " $G/" + data);
    ASSERT_FALSE(once.empty());
    EXPECT_TRUE(Printed(print + " many") == Repeated(once, times)) << print;
  }

 private:
  static std::string Repeated(const std::string& text, std::size_t times) {
    std::string many;
    for (std::size_t k = 0; k < times; ++k) many += text;
    return many;
  }
};

TEST_F(TaggerThreads, OfCrfsuite) {
  ExpectTheSameManyTimesOver("test.attr", "sagitta-crfsuite tag -p -l -m $G/crfsuite/model");
}

TEST_F(TaggerThreads, OfCrfpp) {
  ExpectTheSameManyTimesOver("test.tsv", "sagitta-crf_test -v1 -m $G/crfpp/model");
}

TEST_F(TaggerThreads, OfWapiti) {
  ExpectTheSameManyTimesOver("test.tsv", "sagitta-wapiti label -s -m $G/wapiti/model");
  ExpectTheSameManyTimesOver("test.tsv", "sagitta-wapiti label -p -m $G/wapiti/model");
}

}  // namespace
}  // namespace sagitta::compat_testing
