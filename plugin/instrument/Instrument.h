//===- Instrument.h - programs that measure themselves -------------------------------===//
//
// Adds to the module that is compiled what -pmecache-instrument asks for. The program does what it did before: all that
// is added are calls of the runtime (include/pmecache/instrumented.h) and tables for it.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENT_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENT_H

#include "plugin/cleanup/Cleanup.h"
#include "plugin/recover/Recover.h"

#include "pmecache/machine.h"

#include "llvm/IR/Module.h"

namespace pme {

/// `Mode`: values, irregular, all or program; `Machine` may be null. True when the module was changed.
bool instrument(llvm::Module &Module, const RecoveredModule &Recovered, llvm::StringRef Mode,
                const pme_machine *Machine, const CostsOfFunction &CostsOf);

} // namespace pme

#endif
