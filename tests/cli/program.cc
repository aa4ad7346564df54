// The driver of program.h, on bash and system calls.
#include "cli/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace sagitta::cli_testing {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

ProgramTest::ProgramTest() {
  std::string folder = (fs::temp_directory_path() / "sagitta-cli-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = folder;
}

ProgramTest::~ProgramTest() { fs::remove_all(folder_); }

Outcome ProgramTest::Run(const std::string& command, const std::string& input) const {
  Write(".in", input);
  Write(".sh", "cd '" + folder_ + "' || exit 99\nset -o pipefail\nPATH='" +
                   fs::path(SAGITTA_PROGRAM).parent_path().string() +
                   "':$PATH\nsagitta() { '" SAGITTA_PROGRAM "' \"$@\"; }\n" + command + "\n");
  const std::string line = "bash '" + Path(".sh") + "' >'" + Path(".out") + "' 2>'" + Path(".err") +
                           "' <'" + Path(".in") + "'";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), Read(".out"), Read(".err")};
}

std::string ProgramTest::Output(const std::string& command, const std::string& input) const {
  const Outcome outcome = Run(command, input);
  EXPECT_EQ(outcome.status, 0) << command << "\n" << outcome.err;
  return outcome.out;
}

void ProgramTest::ExpectFailure(const std::string& command, int status, const std::string& message,
                                const std::string& input) const {
  const Outcome outcome = Run(command, input);
  EXPECT_EQ(outcome.status, status) << command << "\n" << outcome.err;
  EXPECT_NE(outcome.err.find(message), std::string::npos) << command << "\n" << outcome.err;
  EXPECT_EQ(outcome.out, "") << command;
}

void ProgramTest::Write(const std::string& name, const std::string& text) const {
  std::ofstream out(Path(name), std::ios::binary);
  out << text;
}

std::string ProgramTest::Read(const std::string& name) const { return ReadFile(Path(name)); }

bool ProgramTest::Exists(const std::string& name) const { return fs::exists(Path(name)); }

std::vector<std::string> ProgramTest::Files() const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name != ".in" && name != ".sh" && name != ".out" && name != ".err") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void ProgramTest::MakeModel(const std::string& options) const {
  Output(
      "sagitta synth chunk -n 300 -o train.txt && sagitta synth chunk -n 60 --seed 2 -o test.txt"
      " && sagitta synth chunk --template -o template"
      " && sagitta train -q --passes 15 -t template train.txt -m model " +
      options);
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Child::Child(const std::vector<std::string>& arguments, const std::string& error_file) {
  std::vector<char*> argv;
  std::string program = SAGITTA_PROGRAM;
  argv.push_back(program.data());
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  process_ = fork();
  if (process_ != 0) return;
  const int error = open(error_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(error, STDERR_FILENO);
  execv(argv[0], argv.data());
  _exit(99);
}

Child::~Child() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void Child::Signal(int number) const { kill(process_, number); }

int Child::Wait() {
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

bool WaitForText(const std::string& path, const std::string& text) {
  for (int i = 0; i < 30000; ++i) {
    if (ReadFile(path).find(text) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

}  // namespace sagitta::cli_testing
