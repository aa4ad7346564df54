// CommandLine: the only file that uses CLI11.
//
// The parser collects unknown arguments instead of rejecting them, so that the message can suggest
// the most similar option. Commands are run by main, not by callbacks inside the parser.
#include "cli/command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "cli/format.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"
#include "sagitta/version.h"

namespace sagitta::cli {
namespace {

/// Names with dashes, as they are typed.
std::vector<std::string> OptionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

[[noreturn]] void RefuseLeftover(const CLI::App& app, const std::string& leftover) {
  if (!leftover.starts_with('-')) {
    throw Error(ErrorKind::kUsage, "unexpected argument '" + leftover + "'");
  }
  const std::string name = leftover.substr(0, leftover.find('='));
  throw Error(ErrorKind::kUsage,
              "unknown option '" + name + "'" + Suggestion(name, OptionNames(app)));
}

/// OptionList on a CLI11 subcommand.
class ParserOptions final : public OptionList {
 public:
  explicit ParserOptions(CLI::App& app) : app_(app) {}

  void Value(const std::string& names, const std::string& placeholder, const std::string& help,
             OptionSetter set) override {
    const std::string option = names.substr(names.rfind(',') + 1);
    const auto take = [option, set = std::move(set)](const CLI::results_t& results) {
      set(option, results.back());
      return true;
    };
    app_.add_option(names, take, help)
        ->type_name(placeholder)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->group(heading_);
  }

  void Each(const std::string& names, const std::string& placeholder, const std::string& help,
            std::vector<std::string>& target) override {
    app_.add_option(names, target, help)
        ->type_name(placeholder)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(heading_);
  }

  void Flag(const std::string& names, const std::string& help, std::function<void()> set) override {
    app_.add_flag_callback(names, std::move(set), help)->group(heading_);
  }

  void Arguments(const std::string& name, const std::string& help, std::size_t most,
                 std::vector<std::string>& target) override {
    const auto take = [&app = app_, most, &target](const CLI::results_t& results) {
      if (results.size() > most) {
        // The value of an unknown option looks like an argument.
        const std::vector<std::string> left = app.remaining();
        RefuseLeftover(app, left.empty() ? results[most] : left[0]);
      }
      target = results;
      return true;
    };
    app_.add_option(name, take, help)->type_name("")->expected(0, 1 << 20)->allow_extra_args();
  }

  void Heading(const std::string& heading) override { heading_ = heading; }
  void Footer(const std::string& text) override { app_.footer(text); }

 private:
  CLI::App& app_;
  std::string heading_ = "Options";
};

/// The first sentence or clause of an option's help, and its default value.
std::string InShort(const std::string& help) {
  const std::size_t end = std::min({help.find("; "), help.find(". "), help.find(": '")});
  if (end == std::string::npos) return help;
  const std::size_t value = help.rfind(" (default ");
  return help.substr(0, end) + (value == std::string::npos ? "" : help.substr(value));
}

/// Help in the layout of HelpEntry, with the usage text of the command.
class HelpFormatter final : public CLI::Formatter {
 public:
  /// `essential`: the options of short help, in this order; none if help is never short.
  explicit HelpFormatter(std::string usage, std::vector<std::string> essential = {})
      : usage_(std::move(usage)), essential_(std::move(essential)) {
    label("Positionals", "Arguments");
  }

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode mode) const override {
    const bool all = essential_.empty() || mode == CLI::AppFormatMode::All;
    return make_description(app) + "Usage: sagitta " + usage_ + "\n" + make_positionals(app) +
           (all ? Groups(app) : Essentials(app)) + make_subcommands(app, mode) + "\n" +
           make_footer(app);
  }
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string value = option->get_type_size() == 0 ? "" : " " + option->get_type_name();
    return HelpEntry(is_positional ? option->get_name(true) : option->get_name(false, true) + value,
                     option->get_description());
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return HelpEntry(command->get_name(), command->get_description());
  }

 private:
  /// The options, by group.
  std::string Groups(const CLI::App* app) const {
    std::string text;
    for (const std::string& group : app->get_groups()) {
      const auto inside = [&group](const CLI::Option* option) {
        return option->get_group() == group && option->nonpositional();
      };
      const std::vector<const CLI::Option*> members = app->get_options(inside);
      if (!members.empty()) text += make_group(group, false, members);
    }
    return text;
  }

  std::string Essentials(const CLI::App* app) const {
    std::string text = "\nThe most useful options:\n";
    const auto add = [&](const CLI::Option* option) {
      const std::string value = option->get_type_size() == 0 ? "" : " " + option->get_type_name();
      text += HelpEntry(option->get_name(false, true) + value, InShort(option->get_description()));
    };
    for (const std::string& name : essential_) add(app->get_option(name));
    add(app->get_help_ptr());
    add(app->get_help_all_ptr());
    return text;
  }

  std::string usage_;
  std::vector<std::string> essential_;
};

/// What a parser knows about a command.
CommandDescription DescribeParser(const CLI::App& app, const std::string& usage) {
  CommandDescription command;
  command.name = app.get_name();
  command.summary = app.get_description();
  command.usage = usage;
  command.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      command.arguments.push_back({option->get_name(true), option->get_description()});
      continue;
    }
    OptionDescription& described = command.options.emplace_back();
    for (const std::string& name : option->get_snames()) described.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) described.names.push_back("--" + name);
    if (option->get_type_size() != 0) described.value = option->get_type_name();
    described.help = option->get_description();
    described.heading = option->get_group();
  }
  return command;
}

constexpr char kUsage[] = "COMMAND [OPTIONS] ...";

}  // namespace

struct CommandLine::Impl {
  CLI::App app{"Fast training and tagging with conditional random fields.", "sagitta"};
  std::vector<std::unique_ptr<Command>> commands;
  std::vector<CLI::App*> parsers;  // one for each command
};

CommandLine::CommandLine() : impl_(std::make_unique<Impl>()) {
  CLI::App& app = impl_->app;
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("-V,--version", "sagitta " SAGITTA_VERSION, "Print the version");
  app.allow_extras();
  app.require_subcommand(0, 1);  // at most one command
  app.formatter(std::make_shared<HelpFormatter>(kUsage));
  app.footer(
      "\"sagitta help COMMAND\" explains a command, \"sagitta help METHOD\" a training method."
      "\nExit status: 0 success, 1 bad input or failure, 2 wrong usage.");
}

CommandLine::~CommandLine() = default;

void CommandLine::Add(std::unique_ptr<Command> command) {
  CLI::App* parser = impl_->app.add_subcommand(command->name(), command->summary());
  parser->formatter(std::make_shared<HelpFormatter>(command->usage(), command->essential()));
  if (!command->essential().empty()) {
    parser->set_help_all_flag("--help-all", "Print the help with all options");
  }
  parser->group("Commands");
  parser->footer("");
  ParserOptions options(*parser);
  command->Declare(options);
  impl_->commands.push_back(std::move(command));
  impl_->parsers.push_back(parser);
}

Command* CommandLine::Parse(int argc, const char* const* argv, std::string& answer) {
  CLI::App& app = impl_->app;
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    answer = Help(Chosen());
    return nullptr;
  } catch (const CLI::CallForAllHelp&) {
    answer = Help(Chosen(), true);
    return nullptr;
  } catch (const CLI::CallForVersion& version) {
    answer = std::string(version.what()) + "\n";
    return nullptr;
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::kUsage, error.what());
  }
  if (const std::vector<std::string> left = app.remaining(); !left.empty()) {
    if (left[0].starts_with('-')) RefuseLeftover(app, left[0]);
    throw Error(ErrorKind::kUsage,
                "unknown command '" + left[0] + "'" + Suggestion(left[0], CommandNames()));
  }
  for (std::size_t i = 0; i < impl_->parsers.size(); ++i) {
    const CLI::App& parser = *impl_->parsers[i];
    if (!parser.parsed()) continue;
    if (const auto left = parser.remaining(); !left.empty()) RefuseLeftover(parser, left[0]);
    return impl_->commands[i].get();
  }
  throw Error(ErrorKind::kUsage, "a command is missing, such as train, tag or eval");
}

std::string CommandLine::Chosen() const {
  for (std::size_t i = 0; i < impl_->parsers.size(); ++i) {
    if (impl_->parsers[i]->parsed()) return impl_->commands[i]->name();
  }
  return "";
}

std::string CommandLine::Help(const std::string& command, bool all) const {
  const auto mode = all ? CLI::AppFormatMode::All : CLI::AppFormatMode::Normal;
  for (std::size_t i = 0; i < impl_->commands.size(); ++i) {
    if (impl_->commands[i]->name() == command) return impl_->parsers[i]->help("", mode);
  }
  const CLI::App& app = impl_->app;
  return app.get_formatter()->make_help(&app, "", CLI::AppFormatMode::Normal);
}

std::vector<std::string> CommandLine::CommandNames() const {
  std::vector<std::string> names;
  for (const auto& command : impl_->commands) names.push_back(command->name());
  return names;
}

ProgramDescription CommandLine::Describe() const {
  ProgramDescription description;
  description.program = DescribeParser(impl_->app, kUsage);
  for (std::size_t i = 0; i < impl_->commands.size(); ++i) {
    description.commands.push_back(DescribeParser(*impl_->parsers[i], impl_->commands[i]->usage()));
  }
  return description;
}

}  // namespace sagitta::cli
