// Command: one subcommand, and OptionList, in which it declares what can be typed after its name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/values.h"

namespace sagitta::cli {

/// The interface with which commands declare options; it hides the parser. Referenced objects must
/// outlive parsing.
class OptionList {
 public:
  virtual ~OptionList() = default;

  /// An option with a value. `names` as in "-m,--model"; `set` gets the long name, and may throw
  /// Error(kUsage).
  virtual void Value(const std::string& names, const std::string& placeholder,
                     const std::string& help, OptionSetter set) = 0;
  /// An option whose value is used as it is.
  void Text(const std::string& names, const std::string& placeholder, const std::string& help,
            std::string& target);
  /// An option that can be given several times; every value is kept.
  virtual void Each(const std::string& names, const std::string& placeholder,
                    const std::string& help, std::vector<std::string>& target) = 0;
  /// An option without a value; `set` is called when it is given.
  virtual void Flag(const std::string& names, const std::string& help,
                    std::function<void()> set) = 0;
  void Flag(const std::string& names, const std::string& help, bool& target) {
    Flag(names, help, [&target] { target = true; });
  }

  /// Arguments without dashes: at most `most` of them.
  virtual void Arguments(const std::string& name, const std::string& help, std::size_t most,
                         std::vector<std::string>& target) = 0;

  /// Subsequently declared options are listed under this heading in the help.
  virtual void Heading(const std::string& heading) = 0;
  /// Text for the help after the options.
  virtual void Footer(const std::string& text) = 0;
};

class Command {
 public:
  virtual ~Command() = default;
  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;
  /// How it is called, e.g. "tag -m MODEL [FILE]".
  virtual std::string usage() const = 0;
  virtual void Declare(OptionList& options) = 0;
  /// The long names of the options that --help shows; then --help-all shows all. Empty: --help
  /// shows all.
  virtual std::vector<std::string> essential() const { return {}; }
  /// Called after parsing. Throws Error on failure.
  virtual void Run() = 0;
};

std::unique_ptr<Command> MakeTrainCommand();
std::unique_ptr<Command> MakeCompareCommand();
std::unique_ptr<Command> MakeTagCommand();
std::unique_ptr<Command> MakeEvalCommand();
std::unique_ptr<Command> MakeReportCommand();
std::unique_ptr<Command> MakeDumpCommand();
std::unique_ptr<Command> MakeConvertCommand();
std::unique_ptr<Command> MakeExpandCommand();
std::unique_ptr<Command> MakePackCommand();
std::unique_ptr<Command> MakePresetsCommand();
std::unique_ptr<Command> MakeMethodsCommand();
std::unique_ptr<Command> MakeOptionsCommand();
std::unique_ptr<Command> MakeMemoryCommand();
std::unique_ptr<Command> MakeSynthCommand();

/// The only value in `arguments`, or `otherwise` if there is none.
std::string OneArgument(const std::vector<std::string>& arguments, const std::string& otherwise);

/// Throws Error(kUsage) if a required option was not given.
void RequireOption(const std::string& value, const std::string& option);

}  // namespace sagitta::cli
