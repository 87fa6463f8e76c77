//===- InstrumentWaits.h - loads that other code waits for --------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTWAITS_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTWAITS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace pme {

struct LoadsWaitedFor {
  /// What the next iteration of the innermost loop reads hangs on them, and they on the iteration before: a list, a
  /// search that halves.
  llvm::SmallPtrSet<const llvm::Value *, 16> Chained;
  /// A branch is decided by them.
  llvm::SmallPtrSet<const llvm::Value *, 16> Deciding;
};

/// Both sets have the addresses that are loaded from.
LoadsWaitedFor loadsWaitedFor(const llvm::Function &Function, const llvm::LoopInfo &Loops);

} // namespace pme

#endif
