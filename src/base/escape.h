// Writes CRFsuite's attribute text: `label TAB attribute[:value] TAB ...`.
#pragma once

#include <string>
#include <string_view>

namespace sagitta {

/// Appends a label, the first field of a line, escaped: `\` as `\\`, `:` as `\:`.
/// Throws Error(kData) for labels that the format cannot express: those that are empty, start with
/// `@`, or contain a TAB or a line break.
void AppendLabel(std::string& out, std::string_view label);

/// Appends a TAB and an attribute, followed by its value (in the shortest form that reads back
/// exactly) if that is not 1. Throws Error(kData) if the name contains a TAB or a line break, or if
/// the value is not finite.
void AppendAttribute(std::string& out, std::string_view name, double value = 1.0);

}  // namespace sagitta
