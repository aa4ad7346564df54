// Pass after pass into columns.
#include "report/run_records.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "report/page.h"
#include "report/records.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFields[] = {"pass",         "seconds",   "objective", "objective_estimate",
                                   "gradient_inf", "dev_score", "step",      "lambda",
                                   "duality_gap"};

/// A column for every field that some pass has; null where a pass lacks it.
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

Json RunJson(const std::string& path) {
  std::vector<Json> passes;
  Json run = {{"file", path}};
  Json points = Json::array();
  ForEachRecord(path, [&](const std::string& name, Json& record) {
    if (name == "start") {
      run["start"] = std::move(record);
    } else if (name == "pass") {
      const double pass = record.at("pass").get<double>();
      while (!passes.empty() && passes.back().at("pass").get<double>() >= pass) passes.pop_back();
      passes.push_back(std::move(record));
    } else if (name == "lambda") {
      points.push_back(std::move(record));
    } else if (name == "end") {
      run["end"] = std::move(record);
    }
  });
  if (passes.empty()) {
    throw Error(ErrorKind::kData, Location{path, 0, 0},
                "found no record of a pass, wanted a file that train --log wrote");
  }
  run["curve"] = Columns(passes);
  run["path"] = std::move(points);
  ShortenNumbers(run);
  return run;
}

}  // namespace sagitta
