//===- SymbolSources.h - where the compiled module has the values of symbols ---------===//
//
// A run that is to tell the values of symbols reads them in the program that is compiled, not in the clone: each symbol is
// followed back to the arguments, instructions and variables there that it came from.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_SYMBOLSOURCES_H
#define PMECACHE_PLUGIN_RECOVER_SYMBOLSOURCES_H

#include "Recover.h"
#include "plugin/base/Markers.h"
#include "plugin/clone/ValueOrigins.h"
#include "plugin/nest/Nest.h"

namespace pme {

/// Of the symbols that the program has kept. `Source`: what the function that was read is in the original.
std::vector<RecoveredSymbol> describeSymbols(const Nest &N, const pme_program *Program, const ValueOrigins &Numbered,
                                             const llvm::Module &Original, const llvm::Function &Source,
                                             const Markers &M);

} // namespace pme

#endif
