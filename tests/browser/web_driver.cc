// Sends commands as JSON over HTTP to a chromedriver started on a free port.
#include "browser/web_driver.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

#include "browser/http.h"

namespace sagitta::browser_testing {
namespace {

using Json = nlohmann::json;

/// The key under which the protocol returns the id of an element.
constexpr char kElement[] = "element-6066-11e4-a52e-4f735466cecf";

/// Starts chromedriver in its own process group, with its output in a pipe.
pid_t StartDriver(int& output) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const pid_t process = fork();
  if (process == 0) {
    setpgid(0, 0);
    dup2(ends[1], 1);
    dup2(open("/dev/null", O_WRONLY), 2);
    execlp("chromedriver", "chromedriver", "--port=0", static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  output = ends[0];
  return process;
}

/// From "ChromeDriver was started successfully on port 12345."
int ReadPort(int output) {
  std::string text;
  char c = 0;
  const std::string sign = "successfully on port ";
  while (read(output, &c, 1) == 1) {
    text += c;
    const std::size_t found = text.find(sign);
    if (found != std::string::npos && c == '.') return std::stoi(text.substr(found + sign.size()));
  }
  throw std::runtime_error("chromedriver did not start: " + text);
}

Json Capabilities() {
  Json arguments = {"--headless",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--host-resolver-rules=MAP * ~NOTFOUND",
                    "--proxy-server=127.0.0.1:1",
                    "--disable-background-networking"};
  if (geteuid() == 0) arguments.push_back("--no-sandbox");
  const Json always = {{"browserName", "chrome"},
                       {"goog:loggingPrefs", {{"browser", "ALL"}}},
                       {"goog:chromeOptions", {{"args", arguments}}}};
  return {{"capabilities", {{"alwaysMatch", always}}}};
}

Json Key(const char* type, const std::string& value) { return {{"type", type}, {"value", value}}; }
Json Button(const char* type) { return {{"type", type}, {"button", 0}}; }

}  // namespace

bool HaveBrowser() {
  return std::system("command -v chromium >/dev/null && command -v chromedriver >/dev/null") == 0;
}

WebDriver::WebDriver() {
  process_ = StartDriver(output_);
  try {
    port_ = ReadPort(output_);
    const Json answer =
        Json::parse(Request(port_, "POST", "/session", Capabilities().dump())).at("value");
    if (!answer.contains("sessionId")) throw std::runtime_error(answer.dump());
    session_ = answer.at("sessionId");
  } catch (...) {
    Stop();
    throw;
  }
}

WebDriver::~WebDriver() { Stop(); }

/// Closing the session ends the browser; chromedriver is stopped afterwards.
void WebDriver::Stop() {
  try {
    if (!session_.empty()) Command("DELETE", "", Json::object());
  } catch (const std::exception&) {
    // It is killed below in any case.
  }
  kill(-process_, SIGTERM);
  waitpid(process_, nullptr, 0);
  close(output_);
}

Json WebDriver::Command(const std::string& method, const std::string& path, const Json& body) {
  const Json answer =
      Json::parse(Request(port_, method, "/session/" + session_ + path, body.dump()));
  const Json& value = answer.at("value");
  if (value.is_object() && value.contains("error")) {
    throw std::runtime_error(path + ": " + value.at("message").get<std::string>());
  }
  return value;
}

void WebDriver::Open(const std::string& address) { Command("POST", "/url", {{"url", address}}); }

Json WebDriver::Run(const std::string& script) {
  return Command("POST", "/execute/sync", {{"script", script}, {"args", Json::array()}});
}

Json WebDriver::Find(const std::string& selector) {
  return Command("POST", "/element", {{"using", "css selector"}, {"value", selector}});
}

void WebDriver::Click(const std::string& selector) {
  Command("POST", "/element/" + Find(selector).at(kElement).get<std::string>() + "/click",
          Json::object());
}

void WebDriver::Act(const Json& sources) {
  Command("POST", "/actions", {{"actions", sources}});
  Command("DELETE", "/actions", Json::object());
}

void WebDriver::Point(const std::string& selector) {
  const Json move = {
      {"type", "pointerMove"}, {"duration", 0}, {"origin", Find(selector)}, {"x", 0}, {"y", 0}};
  Command("POST", "/actions",
          {{"actions", {{{"type", "pointer"}, {"id", "mouse"}, {"actions", {move}}}}}});
}

/// Sends two clicks marked as a double-click, so that the result does not depend on timing.
void WebDriver::DoubleClick(const std::string& selector) {
  Point(selector);
  const Json place = Command("POST", "/execute/sync",
                             {{"script",
                               "const r = arguments[0].getBoundingClientRect();"
                               "return [r.x + r.width / 2, r.y + r.height / 2]"},
                              {"args", Json::array({Find(selector)})}});
  for (const int count : {1, 2}) {
    for (const char* type : {"mousePressed", "mouseReleased"}) {
      Command("POST", "/goog/cdp/execute",
              {{"cmd", "Input.dispatchMouseEvent"},
               {"params",
                {{"type", type},
                 {"x", place[0]},
                 {"y", place[1]},
                 {"button", "left"},
                 {"clickCount", count}}}});
    }
  }
}

void WebDriver::ShiftClick(const std::string& selector) {
  const std::string shift = "\xee\x80\x88";  // U+E008
  const Json move = {
      {"type", "pointerMove"}, {"duration", 0}, {"origin", Find(selector)}, {"x", 0}, {"y", 0}};
  const Json pause = {{"type", "pause"}, {"duration", 0}};
  Act({{{"type", "key"},
        {"id", "keyboard"},
        {"actions", {Key("keyDown", shift), pause, pause, Key("keyUp", shift)}}},
       {{"type", "pointer"},
        {"id", "mouse"},
        {"actions", {move, Button("pointerDown"), Button("pointerUp"), pause}}}});
}

void WebDriver::Type(const std::string& selector, const std::string& keys) {
  const Json element = Find(selector);
  Command("POST", "/execute/sync",
          {{"script", "arguments[0].focus()"}, {"args", Json::array({element})}});
  // UTF-8: a character starts at a byte that is not a continuation byte.
  Json actions = Json::array();
  for (std::size_t begin = 0; begin < keys.size();) {
    std::size_t end = begin + 1;
    while (end < keys.size() && (static_cast<unsigned char>(keys[end]) & 0xc0) == 0x80) ++end;
    actions.push_back(Key("keyDown", keys.substr(begin, end - begin)));
    actions.push_back(Key("keyUp", keys.substr(begin, end - begin)));
    begin = end;
  }
  Act({{{"type", "key"}, {"id", "keyboard"}, {"actions", actions}}});
}

void WebDriver::Resize(int width, int height) {
  Command("POST", "/goog/cdp/execute",
          {{"cmd", "Emulation.setDeviceMetricsOverride"},
           {"params",
            {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}}}});
}

void WebDriver::Emulate(const std::string& scheme, const std::string& medium) {
  const Json feature = {{"name", "prefers-color-scheme"}, {"value", scheme}};
  Command("POST", "/goog/cdp/execute",
          {{"cmd", "Emulation.setEmulatedMedia"},
           {"params", {{"media", medium}, {"features", Json::array({feature})}}}});
}

Json WebDriver::Complaints() {
  Json complaints = Json::array();
  for (const Json& entry : Command("POST", "/se/log", {{"type", "browser"}})) {
    const std::string level = entry.at("level");
    if (level == "SEVERE" || level == "WARNING") complaints.push_back(entry);
  }
  return complaints;
}

}  // namespace sagitta::browser_testing
