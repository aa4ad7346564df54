// A minimal HTTP client for a chromedriver on this machine.
#pragma once

#include <string>

namespace sagitta::browser_testing {

/// Sends a request to 127.0.0.1 and returns the body of the response. Throws std::runtime_error.
std::string Request(int port, const std::string& method, const std::string& path,
                    const std::string& body);

}  // namespace sagitta::browser_testing
