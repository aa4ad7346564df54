// Ctrl-C while the GIL is released.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>
#include <thread>
#include <utility>

namespace sagitta::python {

/// Runs Python's signal handlers, as the interpreter does between two instructions, and keeps what
/// they raise. Python runs handlers on its main thread only, so calls on another thread than the
/// one that made this object do nothing.
class InterruptCheck {
 public:
  /// True as soon as a handler has raised an exception. Takes the GIL every 20 ms at most.
  bool Raised() {
    const auto now = std::chrono::steady_clock::now();
    if (error_ || std::this_thread::get_id() != thread_ || now - last_ < kPause) {
      return error_.has_value();
    }
    last_ = now;
    const nanobind::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) error_.emplace();  // python_error takes what was raised
    return error_.has_value();
  }

  /// Keeps a KeyboardInterrupt that came while Python code was running; throws other errors on.
  void Take(nanobind::python_error& error) {
    if (!error.matches(PyExc_KeyboardInterrupt)) throw;
    error_.emplace(std::move(error));
  }

  /// What was raised, to be thrown on or handed to Python.
  std::optional<nanobind::python_error>& error() { return error_; }

 private:
  static constexpr std::chrono::milliseconds kPause{20};

  std::thread::id thread_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point last_;
  std::optional<nanobind::python_error> error_;
};

}  // namespace sagitta::python
