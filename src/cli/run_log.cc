// RunLog: converts records to JSON and writes them as lines.
#include "cli/run_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sagitta/error.h"
#include "sagitta/train_options.h"
#include "sagitta/version.h"

namespace sagitta::cli {
namespace {

using Json = nlohmann::ordered_json;

Json CorpusJson(const CorpusSize& size) {
  Json json = {{"sequences", size.sequences},
               {"tokens", size.tokens},
               {"longest", size.longest},
               {"labels", size.labels},
               {"node_attributes", size.node_attributes},
               {"edge_attributes", size.edge_attributes},
               {"node_items", size.node_items},
               {"edge_items", size.edge_items}};
  if (!size.graphs) return json;
  json["edges"] = size.edges;
  json["edge_types"] = size.edge_types;
  json["given"] = size.given;
  return json;
}

/// The value of an option as JSON; `text` is not empty.
Json ValueJson(const TrainOption& option, const std::string& text) {
  if (option.type == OptionType::kSwitch) return text == "on";
  const bool number = option.type == OptionType::kNumber || option.type == OptionType::kCount;
  return number ? Json::parse(text) : Json(text);
}

/// Every option that is set and that the result depends on, and the options of the method.
Json SettingsJson(const TrainSettings& settings) {
  Json json = {{"method_options", settings.method_options}};
  for (const TrainOption& option : TrainOptions()) {
    const std::string text = option.get(settings);
    if (option.affects_result && !text.empty()) json[option.Keyword()] = ValueJson(option, text);
  }
  return json;
}

/// Unknown values are omitted instead of null.
void AddIfKnown(Json& json, const char* name, const std::optional<double>& value) {
  if (value) json[name] = *value;
}

/// The fields that passes and the summary have in common.
Json PassJson(const PassRecord& record) {
  Json json = {{"pass", record.pass},
               {"seconds", record.seconds},
               {"evaluations", record.evaluations},
               {"objective_estimate", record.objective_estimate},
               {"gradient_inf", record.gradient_inf},
               {"step", record.step},
               {"lambda", record.lambda}};
  AddIfKnown(json, "objective", record.objective);
  AddIfKnown(json, "exact_gradient_inf", record.exact_gradient_inf);
  AddIfKnown(json, "duality_gap", record.duality_gap);
  AddIfKnown(json, "dev_score", record.dev_score);
  AddIfKnown(json, "weight_norm", record.weight_norm);
  if (record.active_weights) json["active_weights"] = *record.active_weights;
  if (!record.note.empty()) json["note"] = record.note;
  return json;
}

Json PointJson(const PathPoint& point) {
  Json json = {{"lambda", point.lambda},
               {"c2", point.c2},
               {"passes", point.passes},
               {"seconds", point.seconds},
               {"objective_estimate", point.objective_estimate},
               {"gradient_inf", point.gradient_inf},
               {"converged", point.converged},
               {"active_weights", point.active_weights}};
  AddIfKnown(json, "dev_score", point.dev_score);
  AddIfKnown(json, "standard_error", point.standard_error);
  return json;
}

Json PathJson(const std::vector<PathPoint>& path) {
  Json json = Json::array();
  for (const PathPoint& point : path) json.push_back(PointJson(point));
  return json;
}

Json CrossValidationJson(const CrossValidation& cv) {
  Json json = {{"folds", cv.folds},
               {"path", PathJson(cv.path)},
               {"passes", cv.passes},
               {"seconds", cv.seconds}};
  if (cv.kept_fold > 0) json["kept_fold"] = cv.kept_fold;
  return json;
}

Json FromCountsJson(const FromCounts& counts) {
  return {{"matched", counts.matched},
          {"kept", counts.kept},
          {"added", counts.added},
          {"dropped", counts.dropped}};
}

/// Null if training starts at zero.
Json FromModelJson(const std::optional<FromModel>& from) {
  if (!from) return nullptr;
  return {{"labels", FromCountsJson(from->labels)},
          {"attributes", FromCountsJson(from->attributes)},
          {"weights", FromCountsJson(from->weights)},
          {"untrained", from->untrained}};
}

/// File names and labels are arbitrary bytes; JSON requires UTF-8.
std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

TrainSettings WithBothUnits(const TrainStart& start) {
  TrainSettings settings = start.settings;
  const double n = static_cast<double>(start.corpus.sequences);
  settings.c2 = settings.lambda.value_or(0) * n / 2;
  settings.c1 = settings.lambda1 * n;
  return settings;
}

RunLog::RunLog(const std::string& path, bool append) : path_(path), append_(append) {
  if (path.empty()) return;
  const int how = O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC);
  descriptor_ = path == "-" ? dup(STDOUT_FILENO) : open(path.c_str(), how, 0666);
  if (descriptor_ < 0) {
    throw Error(ErrorKind::kSystem, path + ": cannot write: " + std::strerror(errno));
  }
}

RunLog::~RunLog() {
  if (descriptor_ >= 0) close(descriptor_);
}

// Keeps everything up to the last pass of the checkpoint. A file that contains anything but records
// is not changed; the last record may be incomplete.
void RunLog::CutBack(std::uint64_t evaluations) {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return;
  std::ifstream in(path_, std::ios::binary);
  off_t end = 0, keep = 0;
  for (std::string line; std::getline(in, line);) {
    if (in.eof() && end > 0) {
      end += static_cast<off_t>(line.size());
      break;
    }
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("record")) return;
    end += static_cast<off_t>(line.size()) + 1;
    if (json["record"] == "pass" && json.value("evaluations", UINT64_MAX) <= evaluations) {
      keep = end;
    }
  }
  if (keep < end && ftruncate(descriptor_, keep) != 0) error_ = errno;
}

void RunLog::Start(const TrainStart& start, const Files& files) {
  if (descriptor_ < 0) return;
  if (append_ && path_ != "-") CutBack(start.resumed_evaluations);
  Json trials = Json::array();
  for (const StepTrial& trial : start.step_trials) {
    trials.push_back({{"eta", trial.eta}, {"objective", trial.objective}});
  }
  Json large = Json::array();
  for (const LargeAttribute& attribute : start.large_values.largest) {
    large.push_back({{"attribute", attribute.name}, {"largest", attribute.largest}});
  }
  Json json = {{"record", "start"},
               {"version", SAGITTA_VERSION},
               {"train", files.train},
               {"dev", files.dev},
               {"template", files.template_file},
               {"model", files.model},
               {"from", files.from},
               {"from_model", FromModelJson(start.from)},
               {"settings", SettingsJson(WithBothUnits(start))},
               {"eta_trials", trials},
               {"corpus", CorpusJson(start.corpus)},
               {"weights", start.weights},
               {"rows", start.rows},
               {"large_attributes", start.large_values.attributes},
               {"large_values", large},
               {"memory_bytes", start.memory_bytes},
               {"target", start.target},
               {"prepare_seconds", start.prepare_seconds}};
  if (!start.inference.empty()) json["inference"] = start.inference;
  WriteLine(Dump(json));
}

void RunLog::Pass(const PassRecord& record) {
  if (descriptor_ < 0) return;
  Json json = {{"record", "pass"}};
  json.update(PassJson(record));
  WriteLine(Dump(json));
}

void RunLog::Point(const PathPoint& point) {
  if (descriptor_ < 0) return;
  Json json = {{"record", "lambda"}};
  json.update(PointJson(point));
  WriteLine(Dump(json));
}

void RunLog::FoldStart(const Fold& fold) {
  if (descriptor_ < 0) return;
  WriteLine(Dump({{"record", "fold"},
                  {"fold", fold.number},
                  {"folds", fold.folds},
                  {"trained", fold.trained},
                  {"scored", fold.scored}}));
}

void RunLog::FoldPoint(const Fold& fold, const PathPoint& point) {
  if (descriptor_ < 0) return;
  Json json = {{"record", "fold_lambda"}, {"fold", fold.number}};
  json.update(PointJson(point));
  WriteLine(Dump(json));
}

void RunLog::End(const TrainSummary& summary) {
  if (descriptor_ < 0) return;
  Json json = {{"record", "end"}, {"stop_reason", StopText(summary.stop_reason)}};
  json.update(PassJson(summary.last));
  json["certificate"] = {{"objective", summary.certificate.objective},
                         {"gradient_inf", summary.certificate.gradient_inf},
                         {"gradient_l2", summary.certificate.gradient_l2},
                         {"bound", summary.certificate.bound}};
  if (!summary.objective_name.empty()) json["objective_of"] = summary.objective_name;
  json["converged"] = summary.converged;
  json["lambda"] = summary.lambda;
  if (!summary.path.empty()) json["path"] = PathJson(summary.path);
  if (summary.cross_validation.folds > 0) {
    json["cross_validation"] = CrossValidationJson(summary.cross_validation);
  }
  if (const std::string choice = summary.ChoiceText(); !choice.empty()) json["choice"] = choice;
  AddIfKnown(json, "best_dev_score", summary.best_dev_score);
  if (summary.best_dev_score) json["best_dev_pass"] = summary.best_dev_pass;
  json["total_seconds"] = summary.total_seconds;
  WriteLine(Dump(json));
}

void RunLog::Finish() const {
  if (error_ == 0 || error_ == EPIPE) return;  // a reader that has closed the pipe is not a failure
  throw Error(ErrorKind::kSystem, path_ + ": cannot write: " + std::strerror(error_));
}

void RunLog::WriteLine(std::string line) {
  if (error_ != 0) return;
  line += '\n';
  const ssize_t written = write(descriptor_, line.data(), line.size());
  if (written < 0) {
    error_ = errno;
  } else if (static_cast<std::size_t>(written) < line.size()) {
    error_ = ENOSPC;
  }
}

}  // namespace sagitta::cli
