# Joins test files into one, run as a script: cmake -DOUTPUT=... -DSOURCES="a.cc|b.cc" -P join_tests.cmake
#
# Test files choose the names of their helpers freely. So that two files may use the same name, the
# unnamed namespace of each gets a name of its own here.

set(joined "// Written by cmake/join_tests.cmake.\n")
string(REPLACE "|" ";" sources "${SOURCES}")
foreach(source IN LISTS sources)
  file(READ ${source} text)
  cmake_path(GET source STEM stem)
  string(REGEX REPLACE "(^|\n)namespace {\n" "\\1namespace in_${stem} {\n" text "${text}")
  # A compiler speaks of the file that was written by hand.
  string(APPEND joined "#line 1 \"${source}\"\n${text}")
endforeach()
file(WRITE ${OUTPUT} "${joined}")
