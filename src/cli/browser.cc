// Browser: talks to Chromium through a pair of pipes (--remote-debugging-pipe). Messages are JSON,
// each terminated by a zero byte; requests go to descriptor 3 of the child, answers come from
// descriptor 4. No network port is opened.
#include "cli/browser.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

#include "cli/base64.h"
#include "cli/output.h"
#include "sagitta/error.h"

namespace sagitta::cli {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void Fail(const std::string& what) {
  throw Error(ErrorKind::kSystem, "pictures: " + what);
}

/// A file:// URL with all special characters escaped.
std::string FileAddress(const std::string& path) {
  std::string address = "file://";
  for (const char c : std::filesystem::absolute(path).string()) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::strchr("/-_.~", c) != nullptr;
    char escaped[4];
    std::snprintf(escaped, sizeof escaped, "%%%02X", static_cast<unsigned char>(c));
    address += plain ? std::string(1, c) : escaped;
  }
  return address;
}

/// In the child: the pipes become descriptors 3 and 4; its output is discarded.
[[noreturn]] void Become(const std::vector<std::string>& arguments, int commands, int answers) {
  setpgid(0, 0);
  signal(SIGPIPE, SIG_DFL);
  // Duplicate above 4 first, so that neither pipe overwrites the other.
  const int in = fcntl(commands, F_DUPFD, 10);
  const int out = fcntl(answers, F_DUPFD, 10);
  const int silence = open("/dev/null", O_RDWR);
  dup2(in, 3);
  dup2(out, 4);
  for (const int standard : {0, 1, 2}) dup2(silence, standard);
  close_range(5, ~0U, 0);
  std::vector<char*> words;
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(words[0], words.data());
  _exit(127);
}

/// In another child: waits until nobody holds the other end of the pipe `life`, because this
/// process closed it or ended in whatever way; then ends Chromium and removes its profile. A child
/// of Chromium may still be writing.
[[noreturn]] void CleanUpAfter(int life, pid_t chromium, const char* profile) {
  setpgid(0, 0);  // Ctrl-C is not meant for this process
  dup2(life, STDIN_FILENO);
  close_range(STDOUT_FILENO, ~0U, 0);
  char byte;
  while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR) {
  }
  kill(-chromium, SIGKILL);
  kill(chromium, SIGKILL);
  for (int attempt = 0; attempt < 20; ++attempt) {
    const pid_t remover = fork();
    if (remover == 0) {
      execl("/bin/rm", "rm", "-rf", "--", profile, static_cast<char*>(nullptr));
      _exit(127);
    }
    int status = 0;
    if (remover > 0 && waitpid(remover, &status, 0) == remover && status == 0) break;
    usleep(50000);
  }
  _exit(0);
}

void WaitFor(pid_t process) {
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

std::string FindChromium() {
  const char* const variable = std::getenv("PATH");
  const std::string path = variable == nullptr ? "" : variable;
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      const std::string program = path.substr(begin, end - begin) + "/" + name;
      if (access(program.c_str(), X_OK) == 0) return program;
      begin = end + 1;
    }
  }
  throw Error(ErrorKind::kSystem,
              "--png requires Chromium, which was not found in PATH (Debian: apt-get install "
              "chromium); the report itself does not require it");
}

Browser::Browser(std::chrono::seconds limit) : deadline_(std::chrono::steady_clock::now() + limit) {
  const std::string program = FindChromium();
  std::string profile = (std::filesystem::temp_directory_path() / "sagitta-XXXXXX").string();
  if (mkdtemp(profile.data()) == nullptr) Fail(profile + ": " + std::strerror(errno));
  profile_ = profile;
  try {
    Start(program);
    OpenPage();
  } catch (...) {
    Stop();
    throw;
  }
}

Browser::~Browser() { Stop(); }

void Browser::Start(const std::string& program) {
  std::vector<std::string> arguments = {program,
                                        "--headless",
                                        "--remote-debugging-pipe",
                                        "--user-data-dir=" + profile_,
                                        "--no-first-run",
                                        "--no-default-browser-check",
                                        "--disable-gpu",
                                        "--disable-dev-shm-usage",
                                        "--disable-extensions",
                                        "--disable-background-networking",
                                        "--force-color-profile=srgb",
                                        "--hide-scrollbars",
                                        "about:blank"};
  // The sandbox of Chromium does not work for root. The page is our own and cannot load anything.
  if (geteuid() == 0) arguments.insert(arguments.begin() + 1, "--no-sandbox");
  int commands[2];
  int answers[2];
  if (pipe2(commands, O_CLOEXEC) != 0) Fail(std::strerror(errno));
  to_ = commands[1];
  if (pipe2(answers, O_CLOEXEC) != 0) {
    close(commands[0]);
    Fail(std::strerror(errno));
  }
  from_ = answers[0];
  process_ = fork();
  if (process_ == 0) Become(arguments, commands[0], answers[1]);
  const int error = errno;
  close(commands[0]);
  close(answers[1]);
  if (process_ < 0) Fail(std::string("cannot start Chromium: ") + std::strerror(error));
  int life[2];
  if (pipe2(life, O_CLOEXEC) != 0) Fail(std::strerror(errno));
  life_ = life[1];
  cleaner_ = fork();
  if (cleaner_ == 0) CleanUpAfter(life[0], process_, profile_.c_str());
  close(life[0]);
}

void Browser::OpenPage() {
  const Json target = Call("Target.createTarget", {{"url", "about:blank"}});
  const Json attached =
      Call("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}});
  session_ = attached.at("sessionId");
  Call("Emulation.setDeviceMetricsOverride",
       {{"width", 1160}, {"height", 900}, {"deviceScaleFactor", 2}, {"mobile", false}});
}

void Browser::Open(const std::string& path) {
  Call("Page.navigate", {{"url", FileAddress(path)}});
  while (!Evaluate("location.protocol === 'file:' && document.readyState === 'complete'")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Json Browser::Evaluate(const std::string& expression) {
  const Json answer =
      Call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails")) Fail("the page failed: " + answer.dump());
  return answer.at("result").value("value", Json());
}

std::string Browser::Picture(double x, double y, double width, double height) {
  const Json answer =
      Call("Page.captureScreenshot",
           {{"format", "png"},
            {"captureBeyondViewport", true},
            {"clip", {{"x", x}, {"y", y}, {"width", width}, {"height", height}, {"scale", 1}}}});
  return FromBase64(answer.at("data").get<std::string>());
}

Json Browser::Call(const std::string& method, Json parameters) {
  Json message = {{"id", ++calls_}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) message["sessionId"] = session_;
  const std::string text = message.dump() + '\0';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = write(to_, text.data() + sent, text.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("Chromium ended unexpectedly");
    sent += static_cast<std::size_t>(count);
  }
  for (;;) {
    Json answer = Json::parse(ReadMessage(), nullptr, false);
    if (answer.is_discarded() || answer.value("id", std::uint64_t{0}) != calls_)
      continue;  // an event
    if (answer.contains("error")) Fail(method + ": " + answer["error"].dump());
    return answer.value("result", Json::object());
  }
}

std::string Browser::ReadMessage() {
  for (;;) {
    if (const std::size_t end = received_.find('\0'); end != std::string::npos) {
      std::string message = received_.substr(0, end);
      received_.erase(0, end + 1);
      return message;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline_ - std::chrono::steady_clock::now());
    pollfd wait = {from_, POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready == 0) Fail("Chromium took too long");
    if (ready < 0) {
      if (errno == EINTR) continue;
      Fail(std::strerror(errno));
    }
    char buffer[65536];
    const ssize_t count = read(from_, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) Fail("Chromium ended unexpectedly");
    received_.append(buffer, static_cast<std::size_t>(count));
  }
}

void Browser::Stop() {
  for (const int descriptor : {to_, from_, life_}) {
    if (descriptor >= 0) close(descriptor);
  }
  if (cleaner_ > 0) {
    WaitFor(cleaner_);
  } else {
    if (process_ > 0) kill(process_, SIGKILL);
    std::error_code ignored;
    std::filesystem::remove_all(profile_, ignored);
  }
  if (process_ > 0) WaitFor(process_);
  to_ = from_ = life_ = process_ = cleaner_ = -1;
}

// The page itself lists its figures (main.js, sagittaPictures).
std::vector<std::string> WritePictures(const std::string& page, const std::string& prefix,
                                       FileUses uses) {
  Browser browser(std::chrono::seconds(180));
  browser.Open(page);
  std::vector<std::string> files;
  const nlohmann::ordered_json names = browser.Evaluate("sagittaPictures()");
  for (const std::string name : names) uses.Writes("--png", prefix + name + ".png");
  uses.Check();
  for (const std::string name : names) {
    const nlohmann::ordered_json place =
        browser.Evaluate("(() => { const r = document.getElementById('figure-" + name +
                         "').getBoundingClientRect();"
                         " return [r.x + scrollX, r.y + scrollY, r.width, r.height]; })()");
    Output output(prefix + name + ".png");
    output.Write(browser.Picture(place[0], place[1], place[2], place[3]));
    output.Finish();
    files.push_back(prefix + name + ".png");
  }
  return files;
}

}  // namespace sagitta::cli
