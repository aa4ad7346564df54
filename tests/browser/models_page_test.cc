// The page of `sagitta report` in a browser, and properties of all pages: width, hostile names,
// images.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "browser/report_fixture.h"

namespace sagitta::browser_testing {
namespace {

using Json = nlohmann::json;

using ModelsPage = ReportTest;

TEST_F(ModelsPage, EveryFigureHasItsData) {
  Open("models.html");
  EXPECT_EQ(Run("return [...document.querySelectorAll('figure')].map((one) => one.dataset.figure)"),
            Json({"objective-passes", "objective-seconds", "gradient-passes", "gradient-seconds",
                  "dev-passes", "dev-seconds", "confusion", "confidence", "transitions"}));
  EXPECT_EQ(Run("return [...document.querySelectorAll('canvas')].filter((one) => "
                "!Chart.getChart(one).data.datasets.every((set) => set.data.length > 1)).length"),
            0);
  const Json labels =
      Run("return [...document.querySelectorAll('#figure-transitions tbody tr')].length");
  EXPECT_GT(labels, 5);
  EXPECT_EQ(Run("return document.querySelectorAll('#figure-transitions td').length"),
            labels.get<int>() * labels.get<int>());
  EXPECT_GT(Run("return document.querySelectorAll('.sentence .token').length"), 10);
}

TEST_F(ModelsPage, ScoresAreThoseOfEval) {
  Open("models.html");
  ASSERT_EQ(std::system(("'" SAGITTA_PROGRAM "' eval --json -m '" + folder() + "/lbfgs.model' '" +
                         folder() + "/test.txt' > '" + folder() + "/eval.json'")
                            .c_str()),
            0);
  std::ifstream in(folder() + "/eval.json");
  const Json eval = Json::parse(in);
  Run("const choice = document.getElementById('model-choice'); choice.value = 1;"
      "choice.dispatchEvent(new Event('change'))");
  const Json test =
      Run("return JSON.parse(document.getElementById('data').textContent).models[1].test");
  EXPECT_EQ(Column("labels", 0).size(), test.at("labels").size());
  const std::string text = Run("return document.getElementById('model').textContent");
  EXPECT_NE(text.find("Model lbfgs.model"), std::string::npos);
  for (const Json& row : test.at("labels")) {
    EXPECT_EQ(row.at("correct"), eval.at("labels").at(row.at("name")).at("correct"));
  }
}

TEST_F(ModelsPage, SearchFindsAttributes) {
  Open("models.html");
  const std::string rows = "return document.querySelectorAll('#attributes tbody tr').length";
  const std::string name = Run("return document.querySelectorAll('.card code')[3].textContent");
  browser().Type("#attribute-search", name);
  const Json found = Column("attributes", 0);
  ASSERT_GT(found.size(), 0u);
  for (const std::string attribute : found) {
    EXPECT_TRUE(Run("return " + Json(attribute).dump() + ".toLowerCase().includes(" +
                    Json(name).dump() + ".toLowerCase())"))
        << attribute;
  }
  browser().Type("#attribute-search", "nothing is called like this");
  EXPECT_EQ(Run(rows), 0);
  EXPECT_EQ(Run("return document.querySelector('#attribute-result p').textContent"), "0 found.");
}

TEST_F(ModelsPage, KindsOfSentencesCanBeChosen) {
  Open("models.html");
  Run("const choice = document.getElementById('example-kind'); choice.value = 'mistakes';"
      "choice.dispatchEvent(new Event('change'))");
  EXPECT_EQ(Run("return [...document.querySelectorAll('.sentence')].filter((one) => "
                "!one.querySelector('.wrong')).length"),
            0);
}

// Every node and edge of an example is drawn, and no node lies on another.
TEST_F(ModelsPage, GraphsAreDrawn) {
  for (const char* page : {"grid.html", "tree.html", "skip.html"}) {
    SCOPED_TRACE(page);
    Open(page);
    const std::string example =
        "const all = "
        "JSON.parse(document.getElementById('data').textContent).models[0].test.examples;"
        "const one = all.filter((e) => e.kind === "
        "document.getElementById('example-kind').value)[0];"
        "const svg = document.querySelector('.sentence svg.graph');";
    EXPECT_EQ(Run(example + "return [one.tokens.length, one.edges.length]"),
              Run(example + "return [svg.querySelectorAll('g.node').length, "
                            "svg.querySelectorAll('path.edge').length]"));
    EXPECT_EQ(Run(example + "const places = [...svg.querySelectorAll('rect')].map((r) => "
                            "r.getAttribute('x') + ',' + r.getAttribute('y'));"
                            "return places.length - new Set(places).size"),
              0);
    EXPECT_EQ(Run("return document.documentElement.scrollWidth <= innerWidth"), true);
  }
  Open("grid.html");
  EXPECT_EQ(Run("return [...document.querySelectorAll('figure')].map((f) => f.dataset.figure)"
                ".filter((name) => name.startsWith('transitions'))"),
            Json({"transitions-down", "transitions-right"}));
}

TEST_F(ModelsPage, NamesCannotLeaveTheirPlace) {
  Open("evil.html");
  EXPECT_EQ(Run("return typeof window.evil"), "undefined");
  EXPECT_EQ(Run("return document.querySelectorAll('img, b, main script').length"), 0);
  EXPECT_EQ(Run("return document.querySelector('h1').textContent"), "Report on <b>\"&evil.model");
  const Json labels = Column("labels", 0);
  EXPECT_NE(std::find(labels.begin(), labels.end(), "</script><script>window.evil=1</script>"),
            labels.end());
}

TEST_F(ModelsPage, NothingIsWiderThanTheWindow) {
  for (const char* page : {"compare/report.html", "models.html", "evil.html"}) {
    Open(page);
    for (const int width : {400, 1600}) {
      browser().Resize(width, 900);
      // Figures are resized shortly after the window.
      Await("document.documentElement.scrollWidth <= " + std::to_string(width));
      EXPECT_EQ(Run("return [...document.querySelectorAll('canvas')].filter((one) => { const r = "
                    "one.getBoundingClientRect(); return r.right > innerWidth || r.width < 200 || "
                    "r.height < 200; }).length"),
                0)
          << page << " " << width;
    }
  }
}

TEST_F(ModelsPage, PrintsLightAndWithoutButtons) {
  Open("models.html");
  browser().Emulate("dark", "print");
  Await("document.documentElement.dataset.theme === 'dark'");
  Run("window.dispatchEvent(new Event('beforeprint'))");
  EXPECT_EQ(Run("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
  EXPECT_EQ(Run("return getComputedStyle(document.getElementById('theme')).display"), "none");
  Run("window.dispatchEvent(new Event('afterprint'))");
  EXPECT_EQ(Run("return document.documentElement.dataset.theme"), "dark");
}

TEST_F(ModelsPage, PicturesAreWritten) {
  const std::string command = "cd '" + folder() +
                              "' && '" SAGITTA_PROGRAM
                              "' report lbfgs.model --log lbfgs.jsonl --out picture.html --png";
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const char* figure : {"objective-passes", "gradient-seconds", "dev-passes", "transitions"}) {
    std::ifstream in(folder() + "/picture-" + figure + ".png", std::ios::binary);
    std::string head(24, '\0');
    ASSERT_TRUE(in.read(head.data(), 24)) << figure;
    EXPECT_EQ(head.substr(0, 8), "\x89PNG\r\n\x1a\n");
    const int width =
        (static_cast<unsigned char>(head[18]) << 8) | static_cast<unsigned char>(head[19]);
    EXPECT_GE(width, 1000) << figure;
    EXPECT_GT(std::filesystem::file_size(folder() + "/picture-" + figure + ".png"), 8000u);
  }
}

}  // namespace
}  // namespace sagitta::browser_testing
