// Tags a file of attributes or columns with a model, in several threads, and prints the labels in
// the order of the input.
//
// Usage: tag_file MODEL_FILE INPUT_FILE
#include <sagitta/sagitta.h>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

// Sequences from a file, to be taken by any thread. A SequenceReader itself belongs to one thread.
class Input {
 public:
  Input(const std::string& path, const sagitta::ReadOptions& options) : reader_(path, options) {}

  // False at the end; otherwise fills the sequence and says which one it is.
  bool Next(sagitta::Sequence& sequence, std::size_t& index) {
    const std::lock_guard lock(mutex_);
    index = count_;
    if (!reader_.Next(sequence)) return false;
    ++count_;
    return true;
  }

 private:
  std::mutex mutex_;
  sagitta::SequenceReader reader_;
  std::size_t count_ = 0;
};

// Where the threads leave the labels of each sequence.
class Output {
 public:
  void Set(std::size_t index, std::string text) {
    const std::lock_guard lock(mutex_);
    if (texts_.size() <= index) texts_.resize(index + 1);
    texts_[index] = std::move(text);
  }
  void Print() const {
    for (const std::string& text : texts_) std::printf("%s\n", text.c_str());
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> texts_;
};

// One thread: its own tagger and sequence, whose memory is reused, and the model that all share.
void TagSome(const sagitta::Model& model, Input& input, Output& output) {
  sagitta::Tagger tagger(model);
  sagitta::Sequence sequence;
  for (std::size_t index; input.Next(sequence, index);) {
    std::string text;
    for (const std::string_view label : tagger.TagView(sequence)) text.append(label) += '\n';
    output.Set(index, std::move(text));
  }
}

void TagAll(const std::string& model_path, const std::string& input_path) {
  const auto model = sagitta::Model::Load(model_path);
  sagitta::ReadOptions options = model.read_options();  // the format and the template
  options.labelled = false;                             // labels may be missing
  Input input(input_path, options);
  Output output;
  std::vector<std::thread> threads;
  std::vector<std::exception_ptr> errors(4);
  for (std::exception_ptr& error : errors) {
    threads.emplace_back([&] {
      try {
        TagSome(model, input, output);
      } catch (...) {
        error = std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  output.Print();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s MODEL_FILE INPUT_FILE\n", argv[0]);
    return 2;
  }
  try {
    TagAll(argv[1], argv[2]);
  } catch (const sagitta::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.kind() == sagitta::ErrorKind::kUsage ? 2 : 1;
  }
}
