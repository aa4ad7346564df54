// results.jsonl: there and back, and files that are not what they should be.
#include "compare/comparison_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "compare/example_comparison.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using Json = nlohmann::json;

std::vector<Json> Records(const std::string& text) {
  std::vector<Json> records;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    records.push_back(Json::parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return records;
}

TEST(ComparisonJson, ComesBackTheSame) {
  const std::string text = ToJsonLines(ExampleComparison());
  const Comparison back = FromJsonLines(text, "results.jsonl");
  EXPECT_EQ(ToJsonLines(back), text);
  EXPECT_TRUE(back.complete);
  ASSERT_EQ(back.runs.size(), 4u);
  EXPECT_EQ(back.runs[2].eta, 1.0);
  EXPECT_EQ(back.runs[2].mark, RunMark::kBest);
  EXPECT_TRUE(back.runs[3].Diverged());
  EXPECT_EQ(back.header.optimum.runs[1].certificate.objective, 2 + 1e-10);
  EXPECT_TRUE(std::isnan(back.runs[0].sampling->lipschitz_visits[0]));
}

TEST(ComparisonJson, SaysWhatFollows) {
  const std::vector<Json> records = Records(ToJsonLines(ExampleComparison()));
  ASSERT_EQ(records.size(), 7u);
  EXPECT_EQ(records[0].at("optimum").at("objective"), 2.0);
  EXPECT_EQ(records[0].at("optimum").at("agrees"), true);
  EXPECT_NEAR(records[0].at("optimum").at("relative_difference"), 5e-11, 1e-15);
  const Json& sag = records[1];
  EXPECT_EQ(sag.at("family"), "variance-reduced");
  EXPECT_EQ(sag.at("curve").at("gap").at(0), 0.5);
  EXPECT_EQ(sag.at("curve").at("gradient_inf").at(0), nullptr);
  EXPECT_EQ(sag.at("reached"), Json::parse(R"([{"relative_gap": 0.01, "pass": 2.0, "seconds": 1.0},
      {"relative_gap": 0.0001, "pass": 3.0, "seconds": 1.5}, {"relative_gap": 1e-06}])"));
  EXPECT_EQ(sag.at("best_test"),
            Json::parse(R"({"error": 0.11, "pass": 1.0, "seconds": 0.5, "f1": 0.75})"));
  EXPECT_FALSE(sag.contains("eta"));
  const Json& diverged = records[4];
  EXPECT_EQ(diverged.at("mark"), "diverged");
  EXPECT_EQ(diverged.at("diverged"), true);
  EXPECT_EQ(diverged.at("final_gap"), nullptr);
  EXPECT_EQ(diverged.at("best_gap"), 6.0);
  EXPECT_FALSE(diverged.contains("certificate"));
  EXPECT_EQ(records[5].at("reason"), "it has no L1 form");
  Json end = records[6];
  EXPECT_EQ(end.erase("checksum"), 1u);
  EXPECT_EQ(end, Json::parse(R"({"record": "end", "runs": 4, "skipped": 1, "seconds": 20.0})"));
}

TEST(ComparisonJson, HasNoEndBeforeTheEnd) {
  Comparison comparison = ExampleComparison();
  comparison.complete = false;
  comparison.runs.clear();
  comparison.skipped.clear();
  comparison.header.optimum.runs.clear();
  const std::string text = ToJsonLines(comparison);
  EXPECT_EQ(Records(text).size(), 1u);
  EXPECT_FALSE(Records(text)[0].contains("optimum"));
  EXPECT_FALSE(FromJsonLines(text, "f").complete);
}

std::string Message(const std::string& text) {
  try {
    FromJsonLines(text, "results.jsonl");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    return error.what();
  }
  return "";
}

TEST(ComparisonJson, RefusesByLine) {
  const std::string text = ToJsonLines(ExampleComparison());
  const std::string header = text.substr(0, text.find('\n') + 1);
  const auto expect = [](const std::string& file, const std::string& message) {
    EXPECT_NE(Message(file).find(message), std::string::npos) << Message(file);
  };
  expect("", "empty file");
  expect("hello\n", "results.jsonl:1: ");
  expect("{}\n", "results.jsonl:1: ");
  expect(text.substr(header.size()), "found no header");
  expect(header + "{\"record\": \"what\"}\n", "results.jsonl:2: found a record 'what'");
  expect(header + "[1]\n", "results.jsonl:2: ");
  std::string other = text;
  other.replace(other.find("\"format\":1"), 10, "\"format\":2");
  expect(other, "found format 2, expected 1");
  other = text;
  other.replace(other.find("\"step\":[0.125,"), 14, "\"step\":[");
  expect(other, "results.jsonl:2: found arrays of different lengths");
  other = text;
  other.replace(other.find("the gradient is below"), 21, "the gradient is under");
  expect(other, "found the stop_reason 'the gradient is under the tolerance'");
}

/// Every value of a JSON document, by its path.
void CollectPaths(const Json& json, const Json::json_pointer& at,
                  std::vector<Json::json_pointer>& paths) {
  if (!json.is_structured()) return paths.push_back(at);
  for (const auto& [name, value] : json.items()) {
    CollectPaths(value, json.is_array() ? at / std::stoul(name) : at / name, paths);
  }
}

// Also values that nothing else depends on, such as a bound or a score.
TEST(ComparisonJson, RefusesEveryEdit) {
  const std::string text = ToJsonLines(ExampleComparison());
  std::size_t begin = 0;
  for (const Json& record : Records(text)) {
    const std::size_t end = text.find('\n', begin);
    std::vector<Json::json_pointer> paths;
    CollectPaths(record, Json::json_pointer(), paths);
    for (const Json::json_pointer& path : paths) {
      for (const Json& value : {Json(-1), Json(0.5), Json(nullptr), Json("x"), Json(true)}) {
        if (record[path] == value) continue;
        Json edited = record;
        edited[path] = value;
        const std::string all = text.substr(0, begin) + edited.dump() + text.substr(end);
        EXPECT_NE(Message(all), "") << path.to_string() << " " << value;
      }
    }
    begin = end + 1;
  }
}

// Whatever happens to the bytes: an Error or a comparison, never anything else.
TEST(ComparisonJson, SurvivesDamage) {
  const std::string text = ToJsonLines(ExampleComparison());
  std::mt19937_64 rng(7);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = text;
    for (std::size_t k = 1 + rng() % 3; k > 0; --k) {
      const std::size_t at = rng() % damaged.size();
      if (rng() % 2 == 0) {
        damaged[at] = "0[]{},:\"n-e\n"[rng() % 12];
      } else {
        damaged.erase(at, 1 + rng() % 40);
      }
    }
    try {
      ToJsonLines(FromJsonLines(damaged, "f"));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
    }
  }
}

}  // namespace
}  // namespace sagitta
