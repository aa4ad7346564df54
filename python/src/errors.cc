// Errors of the library as Python exceptions: wrong calls and bad data are sagitta.Error, a
// ValueError; failures of the operating system are OSError.
#include <cerrno>
#include <cstring>
#include <exception>
#include <string_view>

#include "module.h"
#include "options.h"
#include "sagitta/error.h"
#include "sagitta/train.h"

namespace sagitta::python {
namespace {

namespace nb = nanobind;

/// Raises an exception of a class of sagitta/_errors.py.
void Raise(const char* name, const Error& error) {
  const nb::object type = nb::module_::import_("sagitta._errors").attr(name);
  PyErr_SetString(type.ptr(), WithKeywords(error.what()).c_str());
}

void RaiseSystemError(const Error& error) {
  const std::string_view message = error.what();
  const bool missing = message.ends_with(std::strerror(ENOENT));
  PyErr_SetString(missing ? PyExc_FileNotFoundError : PyExc_OSError, error.what());
}

}  // namespace

void BindErrors(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Diverged& error) {
      Raise("Diverged", error);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kSystem) {
        RaiseSystemError(error);
      } else {
        Raise("Error", error);
      }
    }
  });
}

}  // namespace sagitta::python
