// The public report functions: from the records of a comparison, or from training logs and models,
// to the JSON that a page shows, and from there to the page.
#include "sagitta/report.h"

#include <nlohmann/json.hpp>

#include "report/page.h"
#include "report/records.h"
#include "report/strongest.h"
#include "report/test_run.h"
#include "sagitta/error.h"
#include "sagitta/version.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

// ---- Comparisons ----

constexpr const char* kDrawn[] = {"pass", "seconds", "gap"};
constexpr const char* kDrawnIfThere[] = {"test_error", "test_f1"};

/// The record of a run, reduced to what the page shows. Only the curves of the best and the second
/// best step size are drawn.
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
                "found format " + header.at("format").dump() + ", expected 1");
  }
}

// ---- Models ----

Json ModelJson(const std::string& path, const ReportSettings& settings) {
  const Model model = Model::Load(path);
  const Certificate& certificate = model.certificate();
  Json json = {{"file", path},
               {"settings", model.settings()},
               {"label_count", model.labels().size()},
               {"node_attributes", model.node_attribute_count()},
               {"edge_attributes", model.edge_attribute_count()},
               {"weights", model.weight_count()},
               {"certificate",
                {{"objective", certificate.objective},
                 {"gradient_inf", certificate.gradient_inf},
                 {"bound", certificate.bound}}},
               {"transitions", TransitionsJson(model)},
               {"attributes", AttributesJson(model, settings.attributes)}};
  if (!settings.test.empty())
    json["test"] = TestJson(model, settings.test, settings.examples, settings.token_attribute);
  ShortenNumbers(json);
  return json;
}

}  // namespace

std::string ComparisonPage(const std::string& directory) {
  const std::string path = directory + "/results.jsonl";
  Json page = {{"kind", "compare"},
               {"header", nullptr},
               {"runs", Json::array()},
               {"skipped", Json::array()},
               {"complete", false}};
  ForEachRecord(path, [&](const std::string& type, Json& record) {
    if (type == "header") {
      CheckHeader(record, path);
      page["header"] = std::move(record);
    } else if (type == "run") {
      page["runs"].push_back(ShownRun(record));
    } else if (type == "skipped") {
      page["skipped"].push_back(std::move(record));
    } else if (type == "end") {
      page["complete"] = true;
    }
  });
  if (!page["header"].is_object()) {
    throw Error(ErrorKind::kData, Location{path, 0, 0}, "the file has no header record");
  }
  std::string names;
  for (const Json& file : page["header"].value("train", Json::array())) {
    if (file.is_string()) {
      names.append(names.empty() ? "" : ", ").append(FileName(file.get_ref<const std::string&>()));
    }
  }
  return MakePage("Methods compared on " + names, page);
}

std::string ModelPage(const ReportSettings& settings) {
  if (settings.models.empty() && settings.logs.empty()) {
    throw Error(ErrorKind::kUsage, "nothing to report on: give a model or a training log");
  }
  // Standard input can be read only once, but every model tags the test data.
  if (settings.test == "-" && settings.models.size() > 1) {
    throw Error(ErrorKind::kUsage,
                "cannot test several models on standard input: give the test data as a file");
  }
  Json page = {{"kind", "models"},
               {"version", SAGITTA_VERSION},
               {"runs", Json::array()},
               {"models", Json::array()}};
  for (const std::string& path : settings.logs) page["runs"].push_back(RunJson(path));
  for (const std::string& path : settings.models) {
    page["models"].push_back(ModelJson(path, settings));
  }
  std::string names;
  for (const std::string& path : settings.models.empty() ? settings.logs : settings.models) {
    names.append(names.empty() ? "" : ", ").append(FileName(path));
  }
  return MakePage("Report on " + names, page);
}

}  // namespace sagitta
