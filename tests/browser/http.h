// As much of HTTP as chromedriver on this machine needs.
#pragma once

#include <string>

namespace sagitta::browser_testing {

/// Sends a request to 127.0.0.1 and gives the body of the answer. Throws std::runtime_error.
std::string Request(int port, const std::string& method, const std::string& path,
                    const std::string& body);

}  // namespace sagitta::browser_testing
