// WriteUaiFiles: one sequence after the other, one file each.
#include "cli/uai_files.h"

#include <cstdio>

#include "cli/file_uses.h"
#include "cli/json_text.h"
#include "cli/output.h"
#include "sagitta/error.h"
#include "sagitta/tagging.h"

namespace sagitta::cli {
namespace {

constexpr std::string_view kEnding = ".uai";

void CheckName(const std::string& out, bool all) {
  if (out == "-" && all) {
    throw Error(ErrorKind::kUsage, "--sequence all writes a file for each sequence, not to -");
  }
  if (out != "-" && !out.ends_with(kEnding)) {
    throw Error(ErrorKind::kUsage, "OUT: found '" + out +
                                       "', expected a name with the extension .uai, because --data "
                                       "writes the UAI format");
  }
}

/// Its edges, those between neighbours if it is a chain.
std::size_t EdgeCount(const Sequence& sequence) {
  return sequence.is_graph() ? sequence.edges().size() : sequence.size() - 1;
}

}  // namespace

void WriteUaiFiles(const Model& model, const std::string& data, std::uint64_t which,
                   const std::string& out) {
  CheckName(out, which == 0);
  ReadOptions options = ReadOptionsFor(model, data, {});
  options.labelled = false;
  SequenceReader reader(data, options);
  Tagger tagger(model);
  const std::string name = data == "-" ? "<stdin>" : data;
  const std::string stem = out.substr(0, out.size() - (out == "-" ? 0 : kEnding.size()));
  std::uint64_t number = 0;
  for (Sequence sequence; number < which || which == 0;) {
    if (!reader.Next(sequence)) break;
    if (++number < which) continue;
    const std::string path =
        which == 0 ? stem + "-" + std::to_string(number) + std::string(kEnding) : out;
    FileUses uses;
    uses.Reads("--data", data);
    uses.Writes("OUT", path);
    uses.Check();
    std::string text;
    double subtracted = 0;
    try {
      subtracted = tagger.AppendUai(sequence, text);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kData) throw;
      const std::uint64_t line =
          error.where().line > 0 ? error.where().line : sequence.first_line();
      throw Error(error.kind(), {name, line, error.where().column}, error.what());
    }
    Output output(path);
    output.Write(text);
    output.Finish();
    std::fprintf(stderr,
                 "%s: sequence %llu of %s, %zu nodes, %zu edges; add %s to log Z and scores\n",
                 path.c_str(), static_cast<unsigned long long>(number), name.c_str(),
                 sequence.size(), EdgeCount(sequence), ShortestNumber(subtracted).c_str());
  }
  if (number >= which && number > 0) return;
  throw Error(ErrorKind::kData, {name, 0, 0},
              "found " + std::to_string(number) + " sequences, expected at least " +
                  std::to_string(which == 0 ? 1 : which));
}

}  // namespace sagitta::cli
