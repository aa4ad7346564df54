// Parses lines into records, and collects the passes of a training log into columns.
#include "report/records.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/file.h"
#include "report/page.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFields[] = {"pass",         "seconds",   "objective", "objective_estimate",
                                   "gradient_inf", "dev_score", "step",      "lambda",
                                   "duality_gap"};

/// One column for each field that occurs in some pass; null where a pass does not have it.
Json Columns(const std::vector<Json>& passes) {
  const std::size_t every = (passes.size() + kShownPasses - 1) / kShownPasses;
  Json columns = Json::object();
  for (const char* field : kFields) {
    Json column = Json::array();
    bool known = false;
    for (std::size_t k = 0; k < passes.size(); ++k) {
      if ((passes.size() - 1 - k) % every != 0) continue;
      const auto value = passes[k].find(field);
      const bool here = value != passes[k].end() && value->is_number();
      known = known || here;
      column.push_back(here ? *value : Json());
    }
    if (known) columns[field] = std::move(column);
  }
  return columns;
}

}  // namespace

void ForEachRecord(
    const std::string& path,
    const std::function<void(const std::string& type, nlohmann::ordered_json& record)>& take) {
  const std::string text = ReadWholeFile(path);
  std::uint64_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    ++line;
    const auto first = text.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = text.begin() + static_cast<std::ptrdiff_t>(end);
    begin = end + 1;
    if (first == last) continue;
    try {
      nlohmann::ordered_json record = nlohmann::ordered_json::parse(first, last);
      take(record.at("record").get<std::string>(), record);
    } catch (const nlohmann::json::exception& problem) {
      throw Error(ErrorKind::kData, Location{path, line, 0},
                  std::string("not a record that Sagitta writes: ") + problem.what());
    }
  }
}

Json RunJson(const std::string& path) {
  std::vector<Json> passes;
  Json run = {{"file", path}};
  Json points = Json::array();
  ForEachRecord(path, [&](const std::string& type, Json& record) {
    if (type == "start") {
      run["start"] = std::move(record);
    } else if (type == "pass") {
      const double pass = record.at("pass").get<double>();
      while (!passes.empty() && passes.back().at("pass").get<double>() >= pass) passes.pop_back();
      passes.push_back(std::move(record));
    } else if (type == "lambda") {
      points.push_back(std::move(record));
    } else if (type == "end") {
      run["end"] = std::move(record);
    }
  });
  if (passes.empty()) {
    throw Error(ErrorKind::kData, Location{path, 0, 0},
                "the file has no record of a pass; expected a log written by train --log");
  }
  run["curve"] = Columns(passes);
  run["path"] = std::move(points);
  ShortenNumbers(run);
  return run;
}

}  // namespace sagitta
