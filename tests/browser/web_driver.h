// WebDriver: Chromium controlled by chromedriver (https://www.w3.org/TR/webdriver2/).
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>

namespace sagitta::browser_testing {

/// Whether Chromium and chromedriver are installed.
bool HaveBrowser();

/// One headless browser without network access. Throws std::runtime_error on failure.
class WebDriver {
 public:
  WebDriver();
  ~WebDriver();
  WebDriver(const WebDriver&) = delete;
  WebDriver& operator=(const WebDriver&) = delete;

  void Open(const std::string& address);

  /// Runs the body of a JavaScript function and returns its result.
  nlohmann::json Run(const std::string& script);

  /// User actions, on the first element that matches a CSS selector.
  void Click(const std::string& selector);
  void DoubleClick(const std::string& selector);
  void ShiftClick(const std::string& selector);
  void Point(const std::string& selector);
  /// Gives the element the focus, as the Tab key would, and types. Special keys are characters from
  /// WebDriver's private range; see below.
  void Type(const std::string& selector, const std::string& keys);

  /// Sets the size of the viewport in CSS pixels.
  void Resize(int width, int height);
  /// Sets the preferred colour scheme, "light" or "dark", and the medium, "screen" or "print".
  void Emulate(const std::string& scheme, const std::string& medium = "screen");

  /// Console messages since the last call that are warnings or errors.
  nlohmann::json Complaints();

 private:
  nlohmann::json Command(const std::string& method, const std::string& path,
                         const nlohmann::json& body);
  nlohmann::json Find(const std::string& selector);
  void Act(const nlohmann::json& sources);
  void Stop();

  pid_t process_ = -1;
  int output_ = -1;
  int port_ = 0;
  std::string session_;
};

inline constexpr char kEnter[] = "\xee\x80\x87";       // U+E007
inline constexpr char kEscape[] = "\xee\x80\x8c";      // U+E00C
inline constexpr char kArrowLeft[] = "\xee\x80\x92";   // U+E012
inline constexpr char kArrowUp[] = "\xee\x80\x93";     // U+E013
inline constexpr char kArrowRight[] = "\xee\x80\x94";  // U+E014
inline constexpr char kArrowDown[] = "\xee\x80\x95";   // U+E015

}  // namespace sagitta::browser_testing
