// UsableCores: the affinity mask, and cpu.max of the control group and its parents.
#include "base/thread_count.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

namespace sagitta {
namespace {

std::uint32_t AffinityCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // Fails on machines with more cores than the set has room for.
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return static_cast<std::uint32_t>(CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// "QUOTA PERIOD" in microseconds, or "max PERIOD"; anything else is no limit.
double CpuMax(const std::string& directory) {
  std::ifstream file(directory + "/cpu.max");
  double quota = 0, period = 0;
  return file >> quota >> period && quota > 0 && period > 0 ? quota / period : HUGE_VAL;
}

/// The least limit of the group and of all groups that it is in, in cores.
double ControlGroupCores() {
  std::ifstream file("/proc/self/cgroup");
  std::string path;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("0::/")) path = line.substr(3);  // version 2
  }
  double least = HUGE_VAL;
  for (;;) {
    least = std::min(least, CpuMax("/sys/fs/cgroup" + path));
    if (path.empty()) return least;
    path.erase(path.rfind('/'));
  }
}

}  // namespace

std::uint32_t UsableCores() {
  const double limit = std::ceil(ControlGroupCores());
  const double cores = std::min<double>(AffinityCores(), limit);
  return static_cast<std::uint32_t>(std::clamp<double>(cores, 1, kMostThreads));
}

std::uint32_t ResolveThreads(std::uint32_t setting) {
  return setting == 0 ? UsableCores() : std::min(setting, kMostThreads);
}

}  // namespace sagitta
