// The page of training runs and their models.
#include <nlohmann/json.hpp>

#include "report/page.h"
#include "report/run_records.h"
#include "report/strongest.h"
#include "report/test_run.h"
#include "sagitta/error.h"
#include "sagitta/report.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

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
  if (!settings.test.empty()) json["test"] = TestJson(model, settings.test, settings.examples);
  ShortenNumbers(json);
  return json;
}

}  // namespace

std::string ModelPage(const ReportSettings& settings) {
  if (settings.models.empty() && settings.logs.empty()) {
    throw Error(ErrorKind::kUsage, "nothing to report on: wanted a model or the log of a training");
  }
  // Standard input can be read once only, and every model wants to see the test text.
  if (settings.test == "-" && settings.models.size() > 1) {
    throw Error(ErrorKind::kUsage, "several models cannot be tested on standard input");
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
