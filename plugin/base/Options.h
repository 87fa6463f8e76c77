//===- Options.h - options of the plugin, from the command line and the environment --===//
//
// Every option of Options.def is an LLVM command line option and an environment variable; the command line wins.
// Values are texts here: whoever uses one checks it and says what is wrong with it.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_OPTIONS_H
#define PMECACHE_PLUGIN_BASE_OPTIONS_H

#include <string>

namespace pme {

struct Options {
#define PME_OPTION(Field, Flag, Environment, Default, Help) std::string Field;
#include "Options.def"
#undef PME_OPTION

  /// The options in force now.
  static Options read();
};

} // namespace pme

#endif
