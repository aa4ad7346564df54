// Browser: headless Chromium as a child process, controlled by the DevTools protocol over a pipe.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/file_uses.h"

namespace sagitta::cli {

/// The path of Chromium, found in PATH. Throws Error(kSystem), with a hint what to install, if
/// there is none.
std::string FindChromium();

/// One window with one page. Its temporary profile and all its processes are removed at the end,
/// also if a signal ends this process. Every failure, and exceeding the overall time limit, is an
/// Error(kSystem). Not thread-safe.
class Browser {
 public:
  explicit Browser(std::chrono::seconds limit);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  /// Opens a local file and waits until its scripts have run.
  void Open(const std::string& path);

  /// The value of a JavaScript expression.
  nlohmann::ordered_json Evaluate(const std::string& expression);

  /// A part of the page, given in CSS pixels, as a PNG of twice the resolution.
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
  pid_t cleaner_ = -1;  // removes the profile when life_ is closed
  int life_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string received_;  // the beginning of the next message
  std::uint64_t calls_ = 0;
  std::string session_;  // empty for the browser itself
};

/// Renders every figure of a report page with headless Chromium and writes it to PREFIX + its name
/// + ".png". Returns the file names. Throws Error(kSystem), for example if there is no Chromium,
/// and Error(kUsage) if one of the names is among `uses`.
std::vector<std::string> WritePictures(const std::string& page, const std::string& prefix,
                                       FileUses uses);

}  // namespace sagitta::cli
