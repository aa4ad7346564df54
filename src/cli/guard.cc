// Guard: errors become messages and exit statuses.
#include "cli/guard.h"

#include <cstdio>
#include <cstdlib>
#include <new>

#include "cli/output.h"
#include "cli/signals.h"
#include "sagitta/error.h"
#include "sagitta/simd.h"

namespace sagitta::cli {
namespace {

int Fail(const std::string& program, const Error& error, const std::function<std::string()>& hint) {
  // A message that starts with a location in a file is printed as it is, so that editors can jump
  // to it.
  const bool placed = !error.where().file.empty();
  std::fprintf(stderr, "%s%s\n", placed ? "" : (program + ": ").c_str(), error.what());
  if (error.kind() != ErrorKind::kUsage) return 1;
  const std::string line = hint();
  if (!line.empty()) std::fprintf(stderr, "(%s)\n", line.c_str());
  return 2;
}

}  // namespace

int RunGuarded(const std::string& program, const std::function<void()>& work,
               const std::function<std::string()>& hint) {
  OpenStandardDescriptors();
  InstallSignalHandlers();
  try {
    work();
    return 0;
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const Error& error) {
    return Fail(program, error, hint);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: out of memory\n", program.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
  }
  return 1;
}

void ApplySimdTarget() {
  const char* target = std::getenv("SAGITTA_TARGET");
  if (target == nullptr || *target == '\0' || ForceSimdTarget(target)) return;
  std::string names;
  for (const std::string& name : SimdTargets()) names += (names.empty() ? "" : ", ") + name;
  throw Error(ErrorKind::kUsage,
              "SAGITTA_TARGET: found '" + std::string(target) + "', expected one of " + names);
}

}  // namespace sagitta::cli
