// Writes the records of a comparison as JSON.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "compare/comparison_json.h"
#include "dict/dictionary.h"
#include "sagitta/methods.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

Json SizeJson(const CorpusSize& size) {
  return {{"sequences", size.sequences},
          {"tokens", size.tokens},
          {"longest", size.longest},
          {"labels", size.labels},
          {"node_attributes", size.node_attributes},
          {"edge_attributes", size.edge_attributes},
          {"node_items", size.node_items},
          {"edge_items", size.edge_items}};
}

Json MemoryJson(const std::vector<MemoryUse>& table) {
  Json json = Json::array();
  for (const MemoryUse& use : table) {
    json.push_back({{"form", use.form},
                    {"values", use.values},
                    {"bytes", use.bytes},
                    {"fraction", use.fraction}});
  }
  return json;
}

Json CertificateJson(const Certificate& certificate) {
  return {{"objective", certificate.objective},
          {"gradient_inf", certificate.gradient_inf},
          {"gradient_l2", certificate.gradient_l2},
          {"bound", certificate.bound}};
}

Json OptimumJson(const Optimum& optimum) {
  Json json = {{"objective", optimum.Objective()}};
  if (optimum.given) {
    json["given"] = *optimum.given;
    return json;
  }
  if (optimum.runs.size() == 2) json["relative_difference"] = optimum.RelativeDifference();
  json["agrees"] = optimum.Agrees();
  json["runs"] = Json::array();
  for (const ReferenceRun& run : optimum.runs) {
    Json entry = {{"method", run.method}};
    entry.update(CertificateJson(run.certificate));
    entry.update({{"passes", run.passes},
                  {"seconds", run.seconds},
                  {"wall_seconds", run.wall_seconds},
                  {"stop_reason", StopText(run.stop_reason)}});
    json["runs"].push_back(std::move(entry));
  }
  return json;
}

Json HeaderJson(const CompareHeader& header) {
  Json json = {{"record", "header"},
               {"format", kFormat},
               {"version", header.version},
               {"train", header.files.train},
               {"test", header.files.test},
               {"template", header.files.template_file},
               {"settings", header.settings},
               {"passes", header.passes},
               {"lambda", header.lambda},
               {"target", header.target},
               {"train_hash", header.train_hash},
               {"test_hash", header.test_hash},
               {"corpus", SizeJson(header.corpus)}};
  if (header.test_corpus) json["test_corpus"] = SizeJson(*header.test_corpus);
  json["weights"] = header.weights;
  json["memory"] = {{"published", MemoryJson(header.memory_published)},
                    {"merged", MemoryJson(header.memory_merged)}};
  json["objective_at_zero"] = header.objective_at_zero;
  if (header.optimum.Known()) json["optimum"] = OptimumJson(header.optimum);
  return json;
}

Json CurveJson(const Curve& curve, double optimum) {
  std::vector<double> gap = curve.objective;
  for (double& value : gap) value -= optimum;
  Json json = {{"pass", curve.pass},
               {"seconds", curve.seconds},
               {"evaluations", curve.evaluations},
               {"objective", curve.objective},
               {"gap", gap},
               {"step", curve.step},
               {"gradient_inf", curve.gradient_inf}};
  if (!curve.duality_gap.empty()) json["duality_gap"] = curve.duality_gap;
  if (!curve.test_error.empty()) json["test_error"] = curve.test_error;
  if (!curve.test_f1.empty()) json["test_f1"] = curve.test_f1;
  return json;
}

Json DistributionJson(const Distribution& distribution) {
  return {{"smallest", distribution.smallest},
          {"largest", distribution.largest},
          {"mean", distribution.mean},
          {"edges", distribution.histogram.edges},
          {"counts", distribution.histogram.counts}};
}

Json SamplingJson(const SamplingSummary& sampling) {
  Json json = {{"examples", sampling.examples}, {"iterations", sampling.iterations}};
  json["visits"] = {{"unseen", sampling.unseen}};
  json["visits"].update(DistributionJson(sampling.visits));
  if (sampling.lipschitz) {
    json["lipschitz"] = DistributionJson(*sampling.lipschitz);
    json["lipschitz"]["visits"] = sampling.lipschitz_visits;
  }
  return json;
}

Json ReachedJson(const RunRecord& run, double optimum) {
  Json json = Json::array();
  for (const double gap : kReportedGaps) {
    Json entry = {{"relative_gap", gap}};
    if (const auto k = run.Reaches(gap, optimum)) {
      entry["pass"] = run.curve.pass[*k];
      entry["seconds"] = run.curve.seconds[*k];
    }
    json.push_back(std::move(entry));
  }
  return json;
}

Json BestTestJson(const Curve& curve, std::size_t k) {
  Json json = {
      {"error", curve.test_error[k]}, {"pass", curve.pass[k]}, {"seconds", curve.seconds[k]}};
  if (!curve.test_f1.empty()) json["f1"] = curve.test_f1[k];
  return json;
}

// The family and the summary of the method, from the registry.
void AddMethod(const std::string& name, Json& json) {
  const auto same = [&](const MethodInfo& method) { return method.name == name; };
  const auto found = std::find_if(Methods().begin(), Methods().end(), same);
  json["family"] = found != Methods().end() ? found->family : "";
  json["summary"] = found != Methods().end() ? found->summary : "";
}

Json RunJson(const RunRecord& run, double optimum) {
  Json json = {{"record", "run"}, {"name", run.name}, {"method", run.method}};
  AddMethod(run.method, json);
  json["options"] = run.options;
  if (run.eta) json["eta"] = *run.eta;
  json.update({{"mark", MarkNames()[static_cast<std::size_t>(run.mark)]},
               {"diverged", run.Diverged()},
               {"stop_reason", StopText(run.stop_reason)},
               {"jobs", run.jobs},
               {"memory_bytes", run.memory_bytes},
               {"prepare_seconds", run.prepare_seconds},
               {"wall_seconds", run.wall_seconds},
               {"curve", CurveJson(run.curve, optimum)},
               {"final_gap", run.FinalObjective() - optimum},
               {"best_gap", run.BestObjective() - optimum},
               {"reached", ReachedJson(run, optimum)}});
  if (const auto k = run.BestTest()) json["best_test"] = BestTestJson(run.curve, *k);
  if (run.certificate) json["certificate"] = CertificateJson(*run.certificate);
  if (run.sampling) json["sampling"] = SamplingJson(*run.sampling);
  return json;
}

Json EndJson(const Comparison& comparison) {
  double seconds = 0;
  for (const ReferenceRun& run : comparison.header.optimum.runs) seconds += run.wall_seconds;
  for (const RunRecord& run : comparison.runs) seconds += run.wall_seconds;
  return {{"record", "end"},
          {"runs", comparison.runs.size()},
          {"skipped", comparison.skipped.size()},
          {"seconds", seconds}};
}

// File names are arbitrary bytes, but JSON requires UTF-8.
void AddLine(const Json& json, std::string& text) {
  std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string sum = LineChecksum(line);
  line.pop_back();  // the brace
  text += line + sum + "\n";
}

}  // namespace

std::string LineChecksum(std::string_view line) {
  char text[sizeof ",'checksum':'0123456789abcdef'}"];
  std::snprintf(text, sizeof text, R"(,"checksum":"%016llx"})",
                static_cast<unsigned long long>(HashString(line)));
  return text;
}

std::string ToJsonLines(const Comparison& comparison) {
  const Optimum& optimum = comparison.header.optimum;
  std::string text;
  AddLine(HeaderJson(comparison.header), text);
  for (const RunRecord& run : comparison.runs) AddLine(RunJson(run, optimum.Objective()), text);
  for (const SkippedMethod& skipped : comparison.skipped) {
    AddLine({{"record", "skipped"},
             {"name", skipped.name},
             {"method", skipped.method},
             {"reason", skipped.reason}},
            text);
  }
  if (comparison.complete) AddLine(EndJson(comparison), text);
  return text;
}

}  // namespace sagitta
