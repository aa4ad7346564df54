// Progress: the layout of the header, the table and the summary.
#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "cli/catalog.h"
#include "cli/format.h"

namespace sagitta::cli {
namespace {

std::string Count(std::uint64_t value) { return std::to_string(value); }

std::string Join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " ") + part;
  return text;
}

/// "skip-searches on, history 6"
std::string OptionsText(const std::map<std::string, std::string>& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    text += (text.empty() ? "" : ", ") + name + " " + value;
  }
  return text;
}

/// "0.1, chosen from 1, 10, 0.1, 0.01 on a sample"
std::string StepText(const TrainStart& start) {
  std::string text = start.settings.method_options.at("eta") + ", chosen from";
  for (const StepTrial& trial : start.step_trials) {
    text += (&trial == &start.step_trials.front() ? " " : ", ") + Print("%g", trial.eta);
  }
  return text + " on a sample";
}

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::Line(const std::string& name, const std::string& value) {
  std::fprintf(stderr, "%-16s %s\n", name.c_str(), value.c_str());
}

void Progress::Header(const TrainStart& start, const RunLog::Files& files) {
  const TrainSettings& settings = start.settings;
  const CorpusSize& size = start.corpus;
  has_dev_ = !files.dev.empty();
  EndRow();
  if (!start.cross_validation.path.empty())
    PathTable(start.cross_validation.path, *settings.lambda);
  Line("train", Join(files.train));
  if (!files.template_file.empty()) Line("template", files.template_file);
  if (has_dev_) Line("dev", files.dev);
  if (!files.from.empty()) Line("from", files.from);
  Line("sequences", Count(size.sequences));
  Line("tokens", Count(size.tokens) + ", longest sequence " + Count(size.longest));
  Line("labels", Count(size.labels));
  if (size.graphs) {
    std::string types;
    for (const std::string& type : size.edge_types) {
      types += (types.empty() ? "" : ", ") + (type.empty() ? "unnamed" : type);
    }
    Line("graphs", Count(size.edges) + " edges" + (types.empty() ? "" : " of type " + types) +
                       (size.given > 0 ? ", " + Count(size.given) + " labels given" : ""));
    Line("inference", start.inference);
  }
  if (!start.constraints.empty()) {
    const std::vector<std::uint8_t>& pair = start.constraints.pair;
    Line("label pairs",
         Count(static_cast<std::uint64_t>(std::count(pair.begin(), pair.end(), std::uint8_t{0}))) +
             " of " + Count(pair.size()) + " forbidden by constraints");
  }
  Line("attributes", Count(size.node_attributes) + " on tokens (" + Count(size.node_items) +
                         " occurrences), " + Count(size.edge_attributes) + " on edges (" +
                         Count(size.edge_items) + ")");
  Line("weights", Count(start.weights) + " in " + Count(start.rows) + " rows");
  if (start.from) Line("matched", start.from->Text());
  if (start.large_values.attributes > 0 && settings.scale_values != ScaleValues::kOff) {
    Line("scaled", start.large_values.Text());
    Line("", "the penalty, objective and certificate are those of the scaled weights");
  }
  Settings(WithBothUnits(start), start.from.has_value());
  if (!settings.method_options.empty())
    Line("method options", OptionsText(settings.method_options));
  if (!start.step_trials.empty()) Line("step size", StepText(start));
  Line("target", start.target);
  Line("gradient memory", Print("%.1f MB", static_cast<double>(start.memory_bytes) / 1e6));
  Line("prepared in", Duration(start.prepare_seconds));
  has_gap_ = FindMethod(settings.method).family == "dual";
  Columns();
}

// One line for each group of options.
void Progress::Settings(const TrainSettings& settings, bool continues) {
  constexpr std::size_t kMostWidth = 78;
  std::string group, text;
  bool shown = false;  // a line of the group is already printed
  const auto group_name = [&]() -> std::string {
    if (shown || group.empty()) return "";
    return static_cast<char>(std::tolower(group[0])) + group.substr(1);
  };
  const auto end_group = [&] {
    if (!text.empty()) Line(group_name(), text);
    text.clear();
    shown = false;
  };
  const bool checkpoints = !settings.checkpoint.file.empty() || !settings.checkpoint.resume.empty();
  for (const TrainOption& option : TrainOptions()) {
    if (option.group == "Checkpoints" && !checkpoints) continue;
    if (option.group == "Continuing" && !continues) continue;
    if (option.group != group) end_group();
    group = option.group;
    std::string value = option.get(settings);
    if (value.empty()) continue;
    if (option.type == OptionType::kNumber) value = Print("%.6g", std::stod(value));
    const std::string entry = option.name + " " + value;
    if (text.size() + entry.size() > kMostWidth) {
      Line(group_name(), text + ",");
      text.clear();
      shown = true;
    }
    text += (text.empty() ? "" : ", ") + entry;
  }
  end_group();
}

void Progress::Columns() {
  std::fprintf(stderr, "\n%8s %14s %11s %11s %9s %9s %9s\n", "pass", "objective",
               has_gap_ ? "gap" : "gradient", "step", "dev", "time", "left");
}

void Progress::EndRow() {
  if (row_open_) std::fputc('\n', stderr);
  row_open_ = false;
}

void Progress::Row(const PassRecord& record) {
  // Exact numbers, if they are known, replace estimates.
  const std::string dev = record.dev_score ? Print("%.4f", *record.dev_score) : "-";
  // Classic stochastic methods have no estimate; some dual methods have one only after some passes.
  const double closeness = has_gap_ ? record.duality_gap.value_or(INFINITY)
                                    : record.exact_gradient_inf.value_or(record.gradient_inf);
  const std::string close = std::isfinite(closeness) ? Print("%.3e", closeness) : "-";
  const std::string row =
      Print("%8.2f %14.8g %11s %11.3e %9s %9s %9s", record.pass,
            record.objective.value_or(record.objective_estimate), close.c_str(), record.step,
            dev.c_str(), Duration(record.seconds).c_str(), Duration(record.seconds_left).c_str());
  if (terminal_) {
    // Return to the first column and clear the line, because rows may become shorter.
    std::fprintf(stderr, "\r%s\033[K", row.c_str());
    std::fflush(stderr);
    row_open_ = true;
  } else {
    std::fprintf(stderr, "%s\n", row.c_str());
  }
  if (record.note.empty()) return;
  EndRow();
  std::fprintf(stderr, "%8s %s\n", "", record.note.c_str());
}

void Progress::Point(const PathPoint& point) {
  EndRow();
  std::fprintf(stderr, "lambda %.6g: %.2f passes%s\n", point.lambda, point.passes,
               point.dev_score ? Print(", dev %.4f", *point.dev_score).c_str() : "");
}

void Progress::FoldStart(const Fold& fold) {
  EndRow();
  std::fprintf(stderr, "fold %u of %u: training on %llu sequences, scoring %llu\n",
               unsigned{fold.number}, unsigned{fold.folds},
               static_cast<unsigned long long>(fold.trained),
               static_cast<unsigned long long>(fold.scored));
}

void Progress::FoldRow(const PassRecord& record) {
  if (terminal_) Row(record);
}

void Progress::PathTable(const std::vector<PathPoint>& path, double kept) {
  std::fprintf(stderr, "\n%12s %11s %9s %14s %11s %9s %9s %9s %9s\n", "lambda", "c2", "passes",
               "objective", "gradient", "dev", "error", "nonzero", "time");
  for (const PathPoint& point : path) {
    const std::string dev = point.dev_score ? Print("%.4f", *point.dev_score) : "-";
    const std::string error = point.standard_error ? Print("%.4f", *point.standard_error) : "-";
    std::fprintf(stderr, "%12.6g %11.4g %9.2f %14.8g %11.3e %9s %9s %9llu %9s%s\n", point.lambda,
                 point.c2, point.passes, point.objective_estimate, point.gradient_inf, dev.c_str(),
                 error.c_str(), static_cast<unsigned long long>(point.active_weights),
                 Duration(point.seconds).c_str(), point.lambda == kept ? "  kept" : "");
  }
  std::fputc('\n', stderr);
}

void Progress::Summary(const TrainSummary& summary) {
  EndRow();
  if (summary.path.empty()) {
    std::fputc('\n', stderr);
  } else {
    PathTable(summary.path, summary.lambda);
  }
  const std::string choice = summary.ChoiceText(), cost = summary.CostText();
  if (!choice.empty()) Line("lambda", Print("%.6g: ", summary.lambda) + choice);
  if (!cost.empty()) Line("cost", cost);
  const Certificate& certificate = summary.certificate;
  Line("stopped", std::string(StopText(summary.stop_reason)));
  Line("converged", summary.converged ? "yes" : "no");
  Line("work", Print("%.2f passes, %llu evaluations, %s", summary.last.pass,
                     static_cast<unsigned long long>(summary.last.evaluations),
                     Duration(summary.last.seconds).c_str()));
  if (summary.best_dev_score) {
    Line("best dev", Print("%.4f at pass %.2f", *summary.best_dev_score, summary.best_dev_pass));
  }
  const std::string of =
      summary.objective_name.empty() ? "" : " (of " + summary.objective_name + ")";
  if (std::isnan(certificate.bound)) {
    Line("objective", Print("%.10g", certificate.objective) + of + ", without a certificate");
  } else {
    Line("objective",
         Print("%.10g, at most %.3e above the optimum", certificate.objective, certificate.bound) +
             of);
  }
  Line("gradient", Print("%.3e (largest entry), %.3e (L2 norm)", certificate.gradient_inf,
                         certificate.gradient_l2));
  Line("total time", Duration(summary.total_seconds));
}

void Progress::Saved(const std::string& path, std::uint64_t weights) {
  Line("model", path + ", " + Count(weights) + " nonzero weights");
}

}  // namespace sagitta::cli
