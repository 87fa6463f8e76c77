//===- GivenSymbols.h - values that are given, and the symbols of a unit -----------===//
//
// What -pmecache-param names is looked for among the symbols of all functions that are answered.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_GIVENSYMBOLS_H
#define PMECACHE_PLUGIN_DRIVER_GIVENSYMBOLS_H

#include "pmecache/concrete.h"

#include <set>
#include <string>

namespace pme {

class GivenSymbols {
public:
  void note(const pme_program *Program);
  /// At the end, of what was given and fits no symbol; `SourceFile` as messages call it.
  void complain(const pme_what_if &WhatIf, const std::string &SourceFile) const;

private:
  std::set<std::string> Symbols, Unknown; ///< of all functions: their names, and those without a value of their own
};

} // namespace pme

#endif
