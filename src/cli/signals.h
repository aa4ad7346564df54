// Signals and descriptors of a program: what is set up before anything else.
#pragma once

namespace sagitta::cli {

/// Opens those of the descriptors 0 to 2 that are closed on /dev/null. Otherwise the first files
/// that are opened would get their numbers, and messages would go into them. Reading standard input
/// and writing standard output fail all the same.
void OpenStandardDescriptors();

/// A closed pipe and a file that is too large become errors of write(). SIGINT, SIGTERM and SIGHUP
/// remove the temporary files of unfinished outputs before they end the program.
void InstallSignalHandlers();

/// Ends the program at once, without its temporary files. For signal handlers.
[[noreturn]] void ExitNow(int status) noexcept;

}  // namespace sagitta::cli
