// The pages to test, made by the program itself, and the one browser that all tests share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "browser/web_driver.h"

namespace sagitta::browser_testing {

class ReportTest : public testing::Test {
 protected:
  /// Makes the pages and starts the browser, once for all tests in the program.
  static void SetUpTestSuite();
  void SetUp() override;
  void TearDown() override;

  WebDriver& browser() { return *shared_->browser; }
  /// Opens a page from folder() at 1600 x 1000 pixels with light colours.
  void Open(const std::string& name);
  nlohmann::json Run(const std::string& script) { return browser().Run(script); }
  /// Waits up to ten seconds until a JavaScript condition is true.
  void Await(const std::string& condition);

  /// The names of the hidden curves of a figure, without those of second best step sizes.
  nlohmann::json Hidden(const std::string& figure);
  /// The texts of the cells in one column of a table.
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
