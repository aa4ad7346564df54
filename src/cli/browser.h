// Browser: headless Chromium as a child process, spoken to in the DevTools protocol over a pipe.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace sagitta::cli {

/// Path of the Chromium to use, found in PATH. Throws Error(kSystem) that says what to install when
/// there is none.
std::string FindChromium();

/// One window with one page. Its profile is a temporary folder that goes with it, and so do all of
/// its processes. Every failure, and taking longer than the time limit altogether, is an
/// Error(kSystem). Not thread safe.
class Browser {
 public:
  explicit Browser(std::chrono::seconds limit);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  /// Opens a local file and waits until its scripts have run.
  void Open(const std::string& path);

  /// The value of an expression of JavaScript.
  nlohmann::ordered_json Evaluate(const std::string& expression);

  /// A part of the page, in its own pixels, as the bytes of a PNG with twice as many.
  std::string Picture(double x, double y, double width, double height);

 private:
  void Start(const std::string& program);
  void OpenPage();
  nlohmann::ordered_json Call(const std::string& method, nlohmann::ordered_json parameters);
  std::string ReadMessage();
  void Stop();

  std::chrono::steady_clock::time_point deadline_;
  std::string profile_;
  pid_t process_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string received_;  // the beginning of the next message
  std::uint64_t calls_ = 0;
  std::string session_;  // empty: the browser itself
};

}  // namespace sagitta::cli
