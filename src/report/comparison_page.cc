// From results.jsonl to the page of a comparison: records without what the page does not show.
#include <nlohmann/json.hpp>

#include "report/page.h"
#include "report/records.h"
#include "sagitta/error.h"
#include "sagitta/report.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDrawn[] = {"pass", "seconds", "gap"};
constexpr const char* kDrawnIfThere[] = {"test_error", "test_f1"};

/// The record of a run for the page. Only the best and second best step size are drawn.
Json ShownRun(Json& run) {
  Json curve = Json::object();
  const std::string mark = run.at("mark");
  if (mark == "best" || mark == "second") {
    for (const char* name : kDrawn) curve[name] = std::move(run.at("curve").at(name));
    for (const char* name : kDrawnIfThere) {
      if (run["curve"].contains(name)) curve[name] = std::move(run["curve"][name]);
    }
    run["curve"] = std::move(curve);
  } else {
    run.erase("curve");
  }
  for (const char* name : {"record", "options", "summary", "certificate"}) run.erase(name);
  ShortenNumbers(run);
  return std::move(run);
}

void CheckHeader(const Json& header, const std::string& path) {
  if (header.at("format") != 1) {
    throw Error(ErrorKind::kData, Location{path, 1, 0},
                "found format " + header.at("format").dump() + ", wanted 1");
  }
}

}  // namespace

std::string ComparisonPage(const std::string& directory) {
  const std::string path = directory + "/results.jsonl";
  Json page = {{"kind", "compare"},
               {"header", nullptr},
               {"runs", Json::array()},
               {"skipped", Json::array()},
               {"complete", false}};
  ForEachRecord(path, [&](const std::string& name, Json& record) {
    if (name == "header") {
      CheckHeader(record, path);
      page["header"] = std::move(record);
    } else if (name == "run") {
      page["runs"].push_back(ShownRun(record));
    } else if (name == "skipped") {
      page["skipped"].push_back(std::move(record));
    } else if (name == "end") {
      page["complete"] = true;
    }
  });
  if (!page["header"].is_object()) {
    throw Error(ErrorKind::kData, Location{path, 0, 0}, "wanted a record `header`, found none");
  }
  std::string names;
  for (const Json& file : page["header"].value("train", Json::array())) {
    if (file.is_string()) {
      names.append(names.empty() ? "" : ", ").append(FileName(file.get_ref<const std::string&>()));
    }
  }
  return MakePage("Methods compared on " + names, page);
}

}  // namespace sagitta
