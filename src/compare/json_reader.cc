// Records from JSON. Whoever edits results.jsonl gets an Error, never a crash: the library's own
// checks of types, ours of lengths, and at last a checksum.
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "compare/comparison_json.h"
#include "sagitta/error.h"
#include "train/stopping.h"

namespace sagitta {
namespace {

using Json = nlohmann::ordered_json;

// A field of a record that does not make sense; the caller knows the line.
struct Refused {
  std::string why;
};

void Require(bool good, const std::string& why) {
  if (!good) throw Refused{why};
}

// null stands for what is not a finite number. true and false would be converted silently.
double Number(const Json& json, double otherwise = std::numeric_limits<double>::infinity()) {
  if (json.is_null()) return otherwise;
  Require(json.is_number(), "found " + json.dump() + ", expected a number");
  return json.get<double>();
}

std::vector<double> Numbers(const Json& json,
                            double otherwise = std::numeric_limits<double>::infinity()) {
  Require(json.is_array(), "found no array where one was expected");
  std::vector<double> values;
  for (const Json& value : json) values.push_back(Number(value, otherwise));
  return values;
}

std::vector<double> NumbersIfThere(const Json& json, const char* name) {
  return json.contains(name) ? Numbers(json.at(name)) : std::vector<double>();
}

CorpusSize SizeFrom(const Json& json) {
  CorpusSize size;
  json.at("sequences").get_to(size.sequences);
  json.at("tokens").get_to(size.tokens);
  json.at("longest").get_to(size.longest);
  json.at("labels").get_to(size.labels);
  json.at("node_attributes").get_to(size.node_attributes);
  json.at("edge_attributes").get_to(size.edge_attributes);
  json.at("node_items").get_to(size.node_items);
  json.at("edge_items").get_to(size.edge_items);
  return size;
}

std::vector<MemoryUse> MemoryFrom(const Json& json) {
  std::vector<MemoryUse> table;
  for (const Json& entry : json) {
    table.push_back(
        {entry.at("form"), entry.at("values"), entry.at("bytes"), Number(entry.at("fraction"))});
  }
  return table;
}

Certificate CertificateFrom(const Json& json) {
  return {Number(json.at("objective")), Number(json.at("gradient_inf")),
          Number(json.at("gradient_l2")), Number(json.at("bound"))};
}

StopReason StopReasonFrom(const std::string& text) {
  const auto reason = FindStopReason(text);
  Require(reason.has_value(), "found the stop_reason '" + text + "'");
  return *reason;
}

Optimum OptimumFrom(const Json& json) {
  Optimum optimum;
  if (json.contains("given")) {
    optimum.given = json.at("given").get<double>();
    Require(*optimum.given > 0, "found a given optimum that is not above 0");
    return optimum;
  }
  for (const Json& run : json.at("runs")) {
    optimum.runs.push_back({run.at("method"), CertificateFrom(run), run.at("passes"),
                            run.at("seconds"), run.at("wall_seconds"),
                            StopReasonFrom(run.at("stop_reason"))});
  }
  Require(optimum.runs.size() == 1 || optimum.runs.size() == 2,
          "found an optimum from " + std::to_string(optimum.runs.size()) + " runs");
  return optimum;
}

CompareHeader HeaderFrom(const Json& json) {
  Require(json.at("format") == kFormat,
          "found format " + json.at("format").dump() + ", expected " + std::to_string(kFormat));
  CompareHeader header;
  json.at("version").get_to(header.version);
  json.at("train").get_to(header.files.train);
  json.at("test").get_to(header.files.test);
  json.at("template").get_to(header.files.template_file);
  json.at("settings").get_to(header.settings);
  header.passes = Number(json.at("passes"));
  header.lambda = Number(json.at("lambda"));
  Require(header.passes > 0 && header.lambda > 0, "found passes or lambda that are not above 0");
  json.at("target").get_to(header.target);
  json.at("train_hash").get_to(header.train_hash);
  json.at("test_hash").get_to(header.test_hash);
  header.corpus = SizeFrom(json.at("corpus"));
  if (json.contains("test_corpus")) header.test_corpus = SizeFrom(json.at("test_corpus"));
  json.at("weights").get_to(header.weights);
  header.memory_published = MemoryFrom(json.at("memory").at("published"));
  header.memory_merged = MemoryFrom(json.at("memory").at("merged"));
  header.objective_at_zero = Number(json.at("objective_at_zero"));
  if (json.contains("optimum")) header.optimum = OptimumFrom(json.at("optimum"));
  return header;
}

Curve CurveFrom(const Json& json) {
  Curve curve;
  curve.pass = Numbers(json.at("pass"));
  curve.seconds = Numbers(json.at("seconds"));
  json.at("evaluations").get_to(curve.evaluations);
  curve.objective = Numbers(json.at("objective"));
  curve.step = Numbers(json.at("step"));
  curve.gradient_inf = Numbers(json.at("gradient_inf"));
  curve.duality_gap = NumbersIfThere(json, "duality_gap");
  curve.test_error = NumbersIfThere(json, "test_error");
  curve.test_f1 = NumbersIfThere(json, "test_f1");
  const std::size_t length = curve.pass.size();
  Require(length > 0, "found a curve without a pass");
  const auto ascends = [](const auto& values) {
    return values.front() >= 0 && std::is_sorted(values.begin(), values.end());
  };
  Require(curve.evaluations.size() == length, "found arrays of different lengths in a curve");
  for (const auto* values : {&curve.seconds, &curve.objective, &curve.step, &curve.gradient_inf}) {
    Require(values->size() == length, "found arrays of different lengths in a curve");
  }
  for (const auto* values : {&curve.duality_gap, &curve.test_error, &curve.test_f1}) {
    Require(values->empty() || values->size() == length,
            "found arrays of different lengths in a curve");
  }
  Require(ascends(curve.pass) && ascends(curve.seconds) && ascends(curve.evaluations),
          "found a curve that goes back");
  return curve;
}

Distribution DistributionFrom(const Json& json) {
  Distribution distribution;
  distribution.smallest = Number(json.at("smallest"));
  distribution.largest = Number(json.at("largest"));
  distribution.mean = Number(json.at("mean"));
  distribution.histogram.edges = Numbers(json.at("edges"));
  json.at("counts").get_to(distribution.histogram.counts);
  return distribution;
}

SamplingSummary SamplingFrom(const Json& json) {
  SamplingSummary sampling;
  json.at("examples").get_to(sampling.examples);
  json.at("iterations").get_to(sampling.iterations);
  json.at("visits").at("unseen").get_to(sampling.unseen);
  sampling.visits = DistributionFrom(json.at("visits"));
  if (!json.contains("lipschitz")) return sampling;
  sampling.lipschitz = DistributionFrom(json.at("lipschitz"));
  sampling.lipschitz_visits =
      Numbers(json.at("lipschitz").at("visits"), std::numeric_limits<double>::quiet_NaN());
  return sampling;
}

RunMark MarkFrom(const std::string& text) {
  const auto found = std::find(MarkNames().begin(), MarkNames().end(), text);
  Require(found != MarkNames().end(), "found the mark '" + text + "'");
  return static_cast<RunMark>(found - MarkNames().begin());
}

RunRecord RunFrom(const Json& json) {
  RunRecord run;
  json.at("name").get_to(run.name);
  json.at("method").get_to(run.method);
  json.at("options").get_to(run.options);
  if (json.contains("eta")) {
    run.eta = json.at("eta").get<double>();
    Require(*run.eta > 0, "found an eta that is not above 0");
  }
  run.mark = MarkFrom(json.at("mark"));
  run.stop_reason = StopReasonFrom(json.at("stop_reason"));
  json.at("jobs").get_to(run.jobs);
  json.at("memory_bytes").get_to(run.memory_bytes);
  run.prepare_seconds = Number(json.at("prepare_seconds"));
  run.wall_seconds = Number(json.at("wall_seconds"));
  run.curve = CurveFrom(json.at("curve"));
  if (json.contains("certificate")) run.certificate = CertificateFrom(json.at("certificate"));
  if (json.contains("sampling")) run.sampling = SamplingFrom(json.at("sampling"));
  return run;
}

void ReadRecord(const Json& json, Comparison& comparison) {
  const std::string kind = json.at("record");
  if (kind == "run") {
    Require(comparison.header.optimum.Known(), "found a run before there is an optimum");
    comparison.runs.push_back(RunFrom(json));
  } else if (kind == "skipped") {
    comparison.skipped.push_back({json.at("name"), json.at("method"), json.at("reason")});
  } else if (kind == "end") {
    comparison.complete = true;
  } else {
    throw Refused{"found a record '" + kind + "'"};
  }
}

// Whether the line ends with the checksum of what comes before.
bool IsAsWritten(std::string_view line) {
  const std::size_t end = LineChecksum("").size();
  if (line.size() < end) return false;
  const std::string body = std::string(line.substr(0, line.size() - end)) + "}";
  return line.ends_with(LineChecksum(body));
}

// Much of a record follows from the rest of it. Whoever edits one of them, or writes a number where
// another kind of number belongs, makes a record that would not be written from what was read.
// Members that a file of an older version lacks are no difference, nor is what it says of methods.
bool Agrees(const Json& read, const Json& written) {
  for (const auto& [name, value] : read.items()) {
    if (name == "family" || name == "summary" || name == "checksum") continue;
    if (!written.contains(name) || written.at(name) != value) return false;
  }
  return true;
}

// The number of the first line that disagrees; 0: none.
std::uint64_t FirstDisagreement(const std::vector<Json>& read, const Comparison& comparison) {
  const std::string text = ToJsonLines(comparison);
  std::string_view rest = text;
  for (std::size_t k = 0; k < read.size(); ++k) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const Json written = Json::parse(rest.substr(0, end), nullptr, false);
    if (!written.is_object() || !Agrees(read[k], written)) return k + 1;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return 0;
}

}  // namespace

Comparison FromJsonLines(std::string_view text, const std::string& file) {
  Comparison comparison;
  std::vector<Json> read;
  std::uint64_t line = 0;
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::kData, {file, line, 0}, why + "; not as sagitta compare writes it");
  };
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view record = text.substr(0, end);
    try {
      const Json json = Json::parse(record);
      if (line == 1) {
        Require(json.at("record") == "header", "found no header");
        comparison.header = HeaderFrom(json);
      } else {
        ReadRecord(json, comparison);
      }
      Require(IsAsWritten(record), "found a record with a wrong checksum, or without one");
      read.push_back(json);
    } catch (const Json::exception& error) {
      refuse(error.what());
    } catch (const Refused& refused) {
      refuse(refused.why);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (line == 0) refuse("found an empty file");
  line = FirstDisagreement(read, comparison);
  if (line > 0) refuse("found values that do not agree with each other");
  return comparison;
}

}  // namespace sagitta
