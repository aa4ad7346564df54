// SAGITTA_EMBED(name, file): embeds a file with the assembler, which needs no generated source
// file, and defines Embedded_name(), its bytes. Use it outside of namespaces.
#pragma once

#include <cstddef>
#include <string_view>

// Defines sagitta_NAME_begin and sagitta_NAME_end around the bytes of a file.
#define SAGITTA_EMBED(name, file)                          \
  __asm__(                                                 \
      ".pushsection .rodata\n"                             \
      ".global sagitta_" #name                             \
      "_begin\n"                                           \
      ".global sagitta_" #name                             \
      "_end\n"                                             \
      "sagitta_" #name                                     \
      "_begin:\n"                                          \
      ".incbin \"" file                                    \
      "\"\n"                                               \
      "sagitta_" #name                                     \
      "_end:\n"                                            \
      ".popsection\n");                                    \
  extern "C" {                                             \
  extern const char sagitta_##name##_begin[];              \
  extern const char sagitta_##name##_end[];                \
  }                                                        \
  static std::string_view Embedded_##name() {              \
    const char* const begin = sagitta_##name##_begin;      \
    const char* const end = sagitta_##name##_end;          \
    return {begin, static_cast<std::size_t>(end - begin)}; \
  }
