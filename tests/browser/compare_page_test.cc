// The page of `sagitta compare` in a browser, used as a reader would use it.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <vector>

#include "browser/report_fixture.h"

namespace sagitta::browser_testing {
namespace {

using Json = nlohmann::json;

class ComparePage : public ReportTest {
 protected:
  void SetUp() override {
    ReportTest::SetUp();
    if (!IsSkipped()) Open("compare/report.html");
  }
  /// The best runs of results.jsonl by name.
  std::map<std::string, Json> BestRuns() const {
    std::map<std::string, Json> runs;
    std::ifstream in(folder() + "/compare/results.jsonl");
    for (std::string line; std::getline(in, line);) {
      const Json record = Json::parse(line);
      if (record.value("mark", "") == "best") runs[record.at("name")] = record;
    }
    return runs;
  }
  static std::string Item(const std::string& name) {
    return ".legend .item[data-name='" + name + "']";
  }
};

TEST_F(ComparePage, EveryFigureHasItsData) {
  const std::map<std::string, Json> runs = BestRuns();
  ASSERT_EQ(runs.size(), 6u);
  EXPECT_EQ(Run("return [...document.querySelectorAll('figure')].map((one) => one.dataset.figure)"),
            Json({"gap-passes", "gap-seconds", "test-passes", "test-seconds", "steps", "visits",
                  "lipschitz"}));
  for (const char* figure : {"gap-passes", "test-seconds"}) {
    const bool gap = figure[0] == 'g';
    const Json sets =
        Run("return Chart.getChart(document.querySelector('#figure-" + std::string(figure) +
            " canvas')).data.datasets.filter((set) => !set.series.second)"
            ".map((set) => [set.series.name, set.data[set.data.length - 1]])");
    ASSERT_EQ(sets.size(), runs.size());
    for (const Json& set : sets) {
      const Json& curve = runs.at(set[0]).at("curve");
      const double wanted = gap ? curve.at("gap").back().get<double>()
                                : 100 * curve.at("test_error").back().get<double>();
      EXPECT_NEAR(set[1].at("y").get<double>(), wanted, 1e-5 * std::abs(wanted)) << set[0];
      EXPECT_NEAR(set[1].at("x").get<double>(),
                  curve.at(gap ? "pass" : "seconds").back().get<double>(), 1e-4);
    }
  }
  EXPECT_EQ(Run("return Chart.getChart(document.querySelector('#figure-visits canvas'))"
                ".data.datasets[0].data.reduce((a, b) => a + b)"),
            runs.at("sag-nus-star").at("sampling").at("examples").get<int>() -
                runs.at("sag-nus-star").at("sampling").at("visits").at("unseen").get<int>());
}

TEST_F(ComparePage, TopSaysWhoWins) {
  std::string first;
  double least = INFINITY;
  for (const double gap : {1e-4, 1e-2}) {
    std::set<std::string> reaching;
    for (const auto& [name, run] : BestRuns()) {
      for (const Json& one : run.at("reached")) {
        if (one.at("relative_gap") != gap || !one.contains("pass")) continue;
        reaching.insert(name);
        if (one.at("pass") < least) {
          least = one.at("pass");
          first = name;
        }
      }
    }
    if (reaching.size() > 1) break;
    least = INFINITY;
  }
  const std::string verdict = Run("return document.querySelector('.verdict').textContent");
  EXPECT_TRUE(verdict.starts_with(first + " wins") || first.empty()) << verdict;
  EXPECT_NE(verdict.find("lowest test error"), std::string::npos) << verdict;
}

TEST_F(ComparePage, LegendTogglesAndIsolates) {
  browser().Click(Item("sag"));
  EXPECT_EQ(Hidden("gap-passes"), Json({"sag"}));
  EXPECT_EQ(Hidden("test-seconds"), Json({"sag"}));
  EXPECT_EQ(Run("return document.querySelector(\"" + Item("sag") + "\").ariaPressed"), "false");
  browser().Click(Item("sag"));
  EXPECT_EQ(Hidden("gap-passes"), Json::array());
  const Json others = {"adagrad", "lbfgs", "oeg", "sag", "sg"};
  browser().DoubleClick(Item("sag-nus-star"));
  EXPECT_EQ(Hidden("gap-seconds"), others);
  browser().DoubleClick(Item("sag-nus-star"));
  EXPECT_EQ(Hidden("gap-seconds"), Json::array());
  browser().ShiftClick(Item("sag-nus-star"));
  EXPECT_EQ(Hidden("gap-seconds"), others);
  browser().Click("[data-show=all]");
  EXPECT_EQ(Hidden("gap-seconds"), Json::array());
}

TEST_F(ComparePage, LegendWorksByKeyboard) {
  browser().Type(Item("sag"), kEnter);
  EXPECT_EQ(Hidden("gap-passes"), Json({"sag"}));
  browser().Type(Item("sag"), kEscape);
  EXPECT_EQ(Hidden("gap-passes"), Json::array());
  browser().Type(Item("sag"), kArrowDown);
  EXPECT_EQ(Run("return document.activeElement.dataset.name"), "lbfgs");
  browser().Type(Item("lbfgs"), "i");
  EXPECT_EQ(Hidden("gap-passes").size(), 5u);
}

TEST_F(ComparePage, TableSortsBothWaysAndKeepsUnknownLast) {
  const auto sorted = [&](const std::string& direction) {
    EXPECT_EQ(
        Run("return document.querySelectorAll('#summary thead tr:last-child th')[2].ariaSort"),
        direction);
    std::vector<double> values;
    bool ended = false;
    for (const std::string cell : Column("summary", 2)) {
      if (cell == "\xe2\x80\x93") {
        ended = true;
      } else {
        EXPECT_FALSE(ended) << "a number after one that is not known";
        values.push_back(std::stod(cell));
      }
    }
    return values;
  };
  const std::string head = "#summary thead tr:last-child th:nth-child(3) button";
  browser().Click(head);
  const std::vector<double> up = sorted("ascending");
  ASSERT_GT(up.size(), 1u);
  EXPECT_TRUE(std::is_sorted(up.begin(), up.end()));
  browser().Type(head, kEnter);
  const std::vector<double> down = sorted("descending");
  EXPECT_TRUE(std::is_sorted(down.rbegin(), down.rend()));
  EXPECT_EQ(up.size(), down.size());
}

TEST_F(ComparePage, RowsAndCurvesAreLinked) {
  browser().Point("#summary tr[data-name=lbfgs] td");
  EXPECT_EQ(Run("const chart = Chart.getChart(document.querySelector('#figure-gap-passes canvas'));"
                "return chart.data.datasets.filter((set) => set.borderWidth > 3)"
                ".map((set) => set.series.name)"),
            Json({"lbfgs"}));
  browser().Point("h1");
  // The reverse, by keyboard: the curve that is read out highlights its row, and is announced.
  browser().Type("#figure-gap-passes canvas", kArrowRight);
  EXPECT_EQ(Run("return document.querySelector('#summary tr.lit').dataset.name"),
            Run("return document.querySelector('#figure-gap-passes canvas') && "
                "Chart.getChart(document.querySelector('#figure-gap-passes canvas'))"
                ".data.datasets[0].series.name"));
  const std::string said = Run("return document.getElementById('live').textContent");
  EXPECT_TRUE(said.starts_with("sag-nus-star, pass 2")) << said;
  browser().Type("#figure-gap-passes canvas", kArrowLeft);
  EXPECT_NE(Run("return document.getElementById('live').textContent"), said);
}

TEST_F(ComparePage, SwitchesChangeTheAxes) {
  const std::string x =
      "Chart.getChart(document.querySelector('#figure-gap-seconds canvas')).scales.x";
  EXPECT_EQ(Run("return " + x + ".type"), "logarithmic");
  browser().Click("#figure-gap-seconds header button");
  EXPECT_EQ(Run("return " + x + ".type"), "linear");
  EXPECT_EQ(Run("return " + x + ".min"), 0);
  browser().Click("#second");
  EXPECT_EQ(Run("const chart = Chart.getChart(document.querySelector('#figure-gap-passes canvas'));"
                "return chart.data.datasets.filter((set, k) => set.series.second && "
                "chart.isDatasetVisible(k)).length"),
            0);
}

TEST_F(ComparePage, TicksOfALogarithmAreWholePowers) {
  const Json labels =
      Run("return Chart.getChart(document.querySelector('#figure-gap-passes canvas'))"
          ".scales.y.ticks.map((tick) => tick.label)");
  ASSERT_GT(labels.size(), 2u);
  for (const std::string label : labels) EXPECT_TRUE(label.starts_with("10")) << label;
}

TEST_F(ComparePage, DarkFollowsTheSystemAndTheSwitch) {
  const std::string background = "return getComputedStyle(document.body).backgroundColor";
  EXPECT_EQ(Run(background), "rgb(255, 255, 255)");
  browser().Emulate("dark");
  Await("document.documentElement.dataset.theme === 'dark'");
  EXPECT_NE(Run(background), "rgb(255, 255, 255)");
  browser().Click("#theme");
  EXPECT_EQ(Run("return document.documentElement.dataset.theme"), "light");
  EXPECT_EQ(Run(background), "rgb(255, 255, 255)");
}

TEST_F(ComparePage, EveryFigureHasWordsAndNumbers) {
  EXPECT_EQ(
      Run("return [...document.querySelectorAll('canvas')].filter((one) => "
          "one.getAttribute('role') !== 'img' || one.getAttribute('aria-label').length < 40 || "
          "one.tabIndex !== 0).length"),
      0);
  browser().Click("#figure-gap-passes summary");
  EXPECT_GE(Run("return document.querySelectorAll('#figure-gap-passes details tbody tr').length"),
            6);
  // No two methods have the same colour and shape.
  EXPECT_EQ(Run("return new Set([...document.querySelectorAll('.legend .swatch')].map((one) => "
                "one.innerHTML)).size"),
            6);
}

}  // namespace
}  // namespace sagitta::browser_testing
