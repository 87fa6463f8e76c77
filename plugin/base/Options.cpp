//===- Options.cpp - options of the plugin -------------------------------------------===//

#include "Options.h"

#include "llvm/Support/CommandLine.h"

#include <cstdlib>

using namespace pme;

namespace {

#define PME_OPTION(Field, Flag, Environment, Default, Help)                                                            \
  llvm::cl::opt<std::string> Field##Option(Flag, llvm::cl::desc(Help), llvm::cl::Hidden);
#include "Options.def"
#undef PME_OPTION

std::string valueOf(const llvm::cl::opt<std::string> &Flag, const char *Environment, const char *Default) {
  if (Flag.getNumOccurrences() > 0)
    return Flag;
  if (const char *Value = std::getenv(Environment))
    return Value;
  return Default;
}

} // namespace

Options Options::read() {
  Options Result;
#define PME_OPTION(Field, Flag, Environment, Default, Help) Result.Field = valueOf(Field##Option, Environment, Default);
#include "Options.def"
#undef PME_OPTION
  return Result;
}
