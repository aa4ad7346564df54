// Tags a file of attributes or columns with a model, with all cores, and prints the labels in the
// order of the input. With "-" as INPUT_FILE it answers standard input, sequence by sequence.
//
// Usage: tag_file MODEL_FILE INPUT_FILE [THREADS]
#include <sagitta/sagitta.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

// What to print for one sequence. Several threads do this at the same time, each with a tagger of
// its own.
void PrintAnswer(const sagitta::Sequence& sequence, sagitta::Tagger& tagger, std::string& text) {
  (void)sequence;  // its lines, attributes and labels, if you need them
  for (const std::string_view label : tagger.labels()) text.append(label) += '\n';
  text += '\n';
}

void Tag(const std::string& model_path, const std::string& input_path, std::uint32_t threads) {
  const auto model = sagitta::Model::Load(model_path);
  sagitta::TagSettings settings;
  settings.threads = threads;  // 0: all cores
  // Receives the answers in the order of the input.
  const auto write = [](std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  };
  sagitta::TagFile(model, input_path, write, settings, [] { return PrintAnswer; });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s MODEL_FILE INPUT_FILE [THREADS]\n", argv[0]);
    return 2;
  }
  try {
    Tag(argv[1], argv[2], argc == 4 ? static_cast<std::uint32_t>(std::atoi(argv[3])) : 0);
  } catch (const sagitta::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.kind() == sagitta::ErrorKind::kUsage ? 2 : 1;
  }
}
