// The files that are mapped into memory, for a handler of SIGBUS, which tells where but not what.
#pragma once

#include <cstddef>
#include <string>

namespace sagitta {

/// Lists a mapping. Returns what UnlistMapping takes; the name is kept until then. Thread-safe.
int ListMapping(const void* begin, std::size_t size, const std::string& path);
void UnlistMapping(int slot);

}  // namespace sagitta
