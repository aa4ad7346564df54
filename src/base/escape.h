// Writing CRFsuite's attribute text: `label TAB attribute[:value] TAB ...`.
#pragma once

#include <string>
#include <string_view>

namespace sagitta {

/// Appends a label, the first field of a line, escaped: `\` as `\\`, `:` as `\:`.
/// Throws Error(kData) for what the format cannot express: a label that is empty or starts with
/// `@`, or that holds a TAB or a line end.
void AppendLabel(std::string& out, std::string_view label);

/// Appends a TAB and an attribute, with its value (in the shortest form that reads back exactly)
/// when that is not 1. Throws Error(kData) when the name holds a TAB or a line end, or the value is
/// not finite.
void AppendAttribute(std::string& out, std::string_view name, double value = 1.0);

}  // namespace sagitta
