// Graphs as Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include "sagitta/sequence.h"

namespace sagitta::python {

/// The edges of a graph or a chain: a list of (from, to, type, {attribute: value}). Needs the GIL.
nanobind::list EdgesOf(const Sequence& sequence);

}  // namespace sagitta::python
