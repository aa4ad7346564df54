// Makes small corpora, a comparison of six methods, two models, graphs, and a model with hostile
// names.
#include "browser/report_fixture.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace sagitta::browser_testing {
namespace {

constexpr char kMakePages[] = R"sh(
set -e
sagitta() { "$program" "$@"; }
sagitta synth chunk --sequences 60 --seed 1 > train.txt
sagitta synth chunk --sequences 30 --seed 2 > test.txt
sagitta synth chunk --template > template
mkdir compare
sagitta compare -q --methods sag-nus-star,sag,lbfgs,sg,adagrad,oeg --passes 25 --template template \
  --test test.txt train.txt --out compare > /dev/null
for method in sag-nus-star lbfgs; do
  sagitta train -q --template template --method $method --dev test.txt --log $method.jsonl \
    --passes 12 train.txt -m $method.model
done
sagitta report sag-nus-star.model lbfgs.model --log sag-nus-star.jsonl --log lbfgs.jsonl \
  --test test.txt --out models.html
for task in grid tree skip; do
  sagitta synth $task -n 8 > $task.txt
  sagitta train -q --passes 3 $task.txt -m $task.model 2> warnings
  sagitta report $task.model --test $task.txt --out $task.html
done
evil='</script><script>window.evil=1</script>'
image='<img src=x onerror=window.evil=1>'
printf "$evil\tw=$image\t$evil\nB\tw=b\n\nB\tw=$image\n\n" > '<b>"&evil.txt'
sagitta train -q --log evil.jsonl '<b>"&evil.txt' -m '<b>"&evil.model'
sagitta report '<b>"&evil.model' --log evil.jsonl --test '<b>"&evil.txt' --out evil.html
)sh";

}  // namespace

std::unique_ptr<ReportTest::Shared> ReportTest::shared_;

ReportTest::Shared::Shared() {
  folder = (std::filesystem::temp_directory_path() / "sagitta-browser-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  setenv("program", SAGITTA_PROGRAM, 1);
  setenv("script", kMakePages, 1);
  if (std::system(("cd '" + folder + "' && bash -c \"$script\"").c_str()) != 0) {
    throw std::runtime_error("the pages could not be made");
  }
  browser = std::make_unique<WebDriver>();
}

ReportTest::Shared::~Shared() { std::filesystem::remove_all(folder); }

void ReportTest::SetUpTestSuite() {
  if (!shared_ && HaveBrowser()) shared_ = std::make_unique<Shared>();
}

void ReportTest::SetUp() {
  if (!HaveBrowser()) GTEST_SKIP() << "there are no Chromium and chromedriver";
}

// After every test: no message on the console and no network request.
void ReportTest::TearDown() {
  if (!shared_) return;
  EXPECT_EQ(browser().Complaints().dump(), "[]");
  EXPECT_EQ(
      Run("return performance.getEntriesByType('resource').map((entry) => entry.name)").dump(),
      "[]");
}

void ReportTest::Open(const std::string& name) {
  browser().Resize(1600, 1000);
  browser().Emulate("light");
  browser().Open("file://" + folder() + "/" + name);
}

void ReportTest::Await(const std::string& condition) {
  for (int attempt = 0; attempt < 200; ++attempt) {
    if (Run("return " + condition) == true) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  ADD_FAILURE() << "never became true: " << condition;
}

nlohmann::json ReportTest::Hidden(const std::string& figure) {
  return Run("const chart = Chart.getChart(document.querySelector('#figure-" + figure +
             " canvas'));"
             "return chart.data.datasets.filter((set, k) => !chart.isDatasetVisible(k) && "
             "!set.series.second).map((set) => set.series.name).sort()");
}

nlohmann::json ReportTest::Column(const std::string& table, int column) {
  return Run("return [...document.querySelectorAll('#" + table +
             " tbody tr')].map((row) => "
             "row.cells[" +
             std::to_string(column) + "].textContent)");
}

}  // namespace sagitta::browser_testing
