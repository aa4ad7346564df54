// Writes the files that the fuzzers start from to FOLDER/FUZZER/NAME, from tests/golden and from
// small models.
//
// Usage: make_seeds FOLDER
#include <cstdio>
#include <filesystem>

#include "base/temp_file.h"
#include "interop/formats.h"
#include "interop/models.h"
#include "support/golden.h"
#include "text/pack_bytes.h"
#include "text/read_corpus.h"

namespace sagitta::internal {
namespace {

namespace fs = std::filesystem;

class SeedFolder {
 public:
  explicit SeedFolder(fs::path folder) : folder_(std::move(folder)) {}

  std::string Path(const std::string& fuzzer, const std::string& name) const {
    fs::create_directories(folder_ / fuzzer);
    return folder_ / fuzzer / name;
  }
  void Put(const std::string& fuzzer, const std::string& name, const std::string& bytes) const {
    WriteBytes(Path(fuzzer, name), bytes);
  }

 private:
  fs::path folder_;
};

void WriteModels(const SeedFolder& seeds) {
  seeds.Put("lcrf", "golden", GoldenText("crfsuite/model"));
  seeds.Put("wapiti", "golden", GoldenText("wapiti/model"));
  seeds.Put("wapiti", "observations", GoldenText("wapiti/raw.model"));
  seeds.Put("wapiti", "expand", GoldenText("wapiti/expand.model"));
  seeds.Put("crfpp", "text", GoldenText("crfpp/model.txt"));
  seeds.Put("crfpp", "binary", GoldenText("crfpp/model"));
  SaveModel(*MakeModel({}, {"a", "b"}, {}, true), seeds.Path("lcrf", "small"),
            ModelFormat::kCrfsuite);
  SaveModel(*MakeModel(TemplateOptions(TemplateLanguage::kWapiti, "u%x[0,0]\n*%m[0,0,\"a*$\"]\n"),
                       {"ua", "*"}, {"*"}, true),
            seeds.Path("wapiti", "small"), ModelFormat::kWapiti);
  SaveModel(*MakeModel(TemplateOptions(TemplateLanguage::kCrfpp, "U%x[0,0]\nB%x[0,0]\n"), {"Ua"},
                       {"Ba"}, true),
            seeds.Path("crfpp", "small"), ModelFormat::kCrfpp);
  SmallModel small;
  for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
    const auto model = small.Build(precision);
    model->Save(seeds.Path("model_file", precision == Precision::kFloat ? "float" : "double"));
  }
  for (const char* name : {"crfsuite/model", "wapiti/raw.model"}) {
    const auto model = LoadModel(GoldenPath(name));
    model->Save(seeds.Path("model_file", name[0] == 'c' ? "attributes" : "observations"));
  }
}

void WriteTexts(const SeedFolder& seeds) {
  for (const char* how : {"\x02", "\x04"}) {  // attributes with and without labels
    seeds.Put("attributes", how[0] == 2 ? "train" : "test", how + GoldenText("train.attr"));
  }
  seeds.Put(
      "attributes", "graph",
      "\x02"
      "A\tx\nB\ty:2\nC\n@edge:right\t1\t2\ta\tb:0.5\n@edge\t3\t1\n@labels\t1\tA\tB\n@given\t3\n\n"
      "A\n@graph\n");
  seeds.Put("attributes", "observations", "\x03" + GoldenText("wapiti/raw.train"));
  const std::string nul(1, '\0');
  const std::string text = nul + GoldenText("train.tsv");
  seeds.Put("columns", "crfpp", "\x04" + GoldenText("crfpp/template") + text);
  seeds.Put("columns", "wapiti", "\x05" + GoldenText("wapiti/pattern") + text);
  seeds.Put("columns", "unlabelled", "\x02" + GoldenText("wapiti/pattern") + text);
  seeds.Put("columns", "expand",
            "\x02" + GoldenText("wapiti/expand.pattern") + nul + GoldenText("wapiti/expand.tsv"));
  seeds.Put("columns", "grid",
            "\x24U%x[0,0]\nE:right %from[0,0]/%to[-1,1]\nE:skip a\n" + nul +
                "0 0 A\n0 1 B\n1 1 A\n\n3 -1 A\n");
  seeds.Put("columns", "tree",
            "\x5cU%x[0,0]\nB%x[0,1]\nE:tree %from[0,1]/%to[1,0]\n" + nul +
                "1\ta\ta\tN\tN\t_\t0\troot\t_\t_\n2\tb\tb\tV\t_\t_\t1\tdep\t_\t_\n\n");
  seeds.Put("columns", "conllu",
            "\x0cU%x[0,0]/%x[-1,1]\nB%x[0,2]\n" + nul +
                "# text = a b\n1\ta\ta\tNOUN\tN\tX=1\t0\troot\t_\t_\n"
                "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\tb\tVERB\t_\t_\t1\tdep\t_\t_\n\n");
}

void WriteJsonLines(const SeedFolder& seeds) {
  seeds.Put(
      "json_lines", "dicts",
      "\x01"
      R"({"tokens": [{"w": "Madrid", "n": -6.5e-1, "t": true, "next": {"w": "\u00e9\ud83d\ude00"}},)"
      R"( ["a=b", "c"]], "labels": ["B-LOC", null], "weight": 2, "edges": [null, {"e": "x"}]})"
      "\n\n{\"tokens\": []}\n");
  seeds.Put("json_lines", "columns",
            "\x03"
            R"({"labels": ["N", 7], "tokens": [["a", "b"], ["c", "d\n"]], "other": {"k": [1, {}]}})"
            "\n");
}

void WritePacks(const SeedFolder& seeds) {
  const auto put = [&](const std::string& name, const std::string& text,
                       const ReadOptions& options) {
    const TempFile file(text);
    seeds.Put("pack", name, PackBytes(*ReadCorpus({file.path()}, options, nullptr, 1 << 20)));
  };
  put("chains", "A\tx\ty:2\nB\tx\n\n@weight:0.5\nB\ty\n\n", {});
  ReadOptions options;
  options.symmetric = {"right"};
  put("graphs",
      "A\tx\nB\ty:2\nC\n@edge:right\t1\t2\ta\tb:0.5\n@edge\t3\t1\n@labels\t1\tA\tB\n@given\t3\n\n"
      "A\n@graph\n\n",
      options);
  options = TemplateOptions(TemplateLanguage::kWapiti, "u%x[0,0]\nb%x[0,1]\n");
  put("columns", "a b A\nc d B\n\n", options);
}

/// A change of one field for each training that the fuzzer of checkpoints knows.
void WriteChanges(const SeedFolder& seeds) {
  for (char training = 0; training < 40; ++training) {
    std::string change(1, training);
    change.append(13, '\1');
    seeds.Put("checkpoint", std::to_string(int{training}), change);
  }
}

}  // namespace
}  // namespace sagitta::internal

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_seeds FOLDER\n");
    return 2;
  }
  const sagitta::internal::SeedFolder seeds{argv[1]};
  sagitta::internal::WriteModels(seeds);
  sagitta::internal::WriteTexts(seeds);
  sagitta::internal::WriteJsonLines(seeds);
  sagitta::internal::WritePacks(seeds);
  sagitta::internal::WriteChanges(seeds);
  return 0;
}
