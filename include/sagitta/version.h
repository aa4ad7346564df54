// The version: of these headers, when a program is compiled, and of the library it runs with.
//
// These three numbers are the only place where the version is written down for the build: CMake
// reads them from here.
#pragma once

#include <string_view>

#define SAGITTA_VERSION_MAJOR 0
#define SAGITTA_VERSION_MINOR 2
#define SAGITTA_VERSION_PATCH 0

#define SAGITTA_QUOTE_(number) #number
#define SAGITTA_QUOTE(number) SAGITTA_QUOTE_(number)
/// The three with dots between them, as a string literal: "0.2.0".
#define SAGITTA_VERSION                \
  SAGITTA_QUOTE(SAGITTA_VERSION_MAJOR) \
  "." SAGITTA_QUOTE(SAGITTA_VERSION_MINOR) "." SAGITTA_QUOTE(SAGITTA_VERSION_PATCH)

#pragma GCC visibility push(default)

namespace sagitta {

inline constexpr int kVersionMajor = SAGITTA_VERSION_MAJOR;
inline constexpr int kVersionMinor = SAGITTA_VERSION_MINOR;
inline constexpr int kVersionPatch = SAGITTA_VERSION_PATCH;

/// The version of the library that the program runs with, in the form of SAGITTA_VERSION. With a
/// shared library the patch number may differ from that of the headers. Before 1.0 another minor
/// version is another interface and has another soname.
std::string_view Version();

}  // namespace sagitta

#pragma GCC visibility pop
