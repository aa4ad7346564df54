// sagitta pack: writes a corpus in the form that it has in memory.
#include <cstdio>
#include <string>

#include "cli/command.h"
#include "cli/file_uses.h"
#include "cli/input_options.h"
#include "cli/output_name.h"
#include "cli/values.h"
#include "sagitta/corpus.h"
#include "sagitta/error.h"
#include "sagitta/output_file.h"

namespace sagitta::cli {
namespace {

class PackCommand final : public Command {
 public:
  std::string name() const override { return "pack"; }
  std::string summary() const override { return "Write a corpus in a form that needs no parsing"; }
  std::string usage() const override { return "pack [OPTIONS] FILE... -o PACK"; }

  void Declare(OptionList& options) override {
    options.Arguments("FILE...", "labelled text, plain or gzip; - is standard input", SIZE_MAX,
                      files_);
    options.Text("-o,--output", "PACK", "where to write the packed corpus (required)", output_);
    input_.Declare(options, template_);
    input_.DeclareForce(options);
    DeclareThreads(options, threads_);
    options.Flag("-q,--quiet", "print nothing", quiet_);
    options.Footer(
        "All commands take a packed corpus in place of text, by the name of its file. It contains "
        "the\n"
        "template and how the text was read, so that no such options are needed with it. The file "
        "is\n"
        "mapped into memory; training on it gives the same model as training on the text. The "
        "text\n"
        "itself is not kept: tag --keep-input needs text. \"sagitta expand PACK\" prints the "
        "attributes.");
  }

  void Run() override {
    if (files_.empty()) throw Error(ErrorKind::kUsage, "no FILE to pack; - is standard input");
    RequireOption(output_, "-o PACK");
    FileUses uses;
    uses.Reads("FILE", files_);
    uses.Reads("--template", template_);
    uses.Writes("--output", output_);
    uses.Check();
    CheckOutputName("--output", output_, {}, "packed corpora are binary");
    CheckWritable(output_);
    ReadOptions read = input_.Resolve(template_, files_);
    read.threads = threads_;
    const Corpus corpus = Corpus::Read(files_, read);
    input_.CheckData(corpus);
    corpus.Pack(output_);
    if (!quiet_ && output_ != "-") Report(corpus.Size());
  }

 private:
  static void Report(const CorpusSize& size) {
    std::fprintf(
        stderr, "sagitta: packed %llu sequences, %llu tokens, %llu labels, %llu attributes\n",
        static_cast<unsigned long long>(size.sequences),
        static_cast<unsigned long long>(size.tokens), static_cast<unsigned long long>(size.labels),
        static_cast<unsigned long long>(size.node_attributes + size.edge_attributes));
  }

  std::vector<std::string> files_;
  std::string template_;
  InputOptions input_;
  std::uint32_t threads_ = 0;
  bool quiet_ = false;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> MakePackCommand() { return std::make_unique<PackCommand>(); }

}  // namespace sagitta::cli
