// Interrupt: what Ctrl-C means during training.
#pragma once

namespace sagitta::cli {

/// While one exists, the first SIGINT requests an early but orderly end and says so on standard
/// error; the second one exits the program at once with status 130. At most one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool requested() const;
};

}  // namespace sagitta::cli
