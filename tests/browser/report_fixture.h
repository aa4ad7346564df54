// Pages to test, made by the program itself, and the one browser that all tests share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "browser/web_driver.h"

namespace sagitta::browser_testing {

class ReportTest : public testing::Test {
 protected:
  /// Makes the pages and starts the browser, once for all tests of the program.
  static void SetUpTestSuite();
  void SetUp() override;
  void TearDown() override;

  WebDriver& browser() { return *shared_->browser; }
  /// Opens a page of the folder of pages, 1600 x 1000, light.
  void Open(const std::string& name);
  nlohmann::json Run(const std::string& script) { return browser().Run(script); }
  /// Waits up to ten seconds for a condition that the page brings about by and by.
  void Await(const std::string& condition);

  /// Names of the curves that are hidden in a figure, second best step sizes aside.
  nlohmann::json Hidden(const std::string& figure);
  /// Text of the cells of one column of a table, row after row.
  nlohmann::json Column(const std::string& table, int column);
  std::string folder() const { return shared_->folder; }

 private:
  struct Shared {
    Shared();
    ~Shared();
    std::string folder;
    std::unique_ptr<WebDriver> browser;
  };
  static std::unique_ptr<Shared> shared_;
};

}  // namespace sagitta::browser_testing
