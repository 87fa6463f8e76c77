//===- WidenedCounters.h - int variables that are kept in registers of 64 bits ----------===//
//
// `for (int kk = 0; kk < n; kk += block)` with sizes of 64 bits needs kk in 64 bits in the body. As the sum is cut to an
// int, nobody knows that kk does not wrap: what goes round is the sum, cut and extended again, a phi of which
// ScalarEvolution knows nothing.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLEANUP_WIDENEDCOUNTERS_H
#define PMECACHE_PLUGIN_CLEANUP_WIDENEDCOUNTERS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace pme {

/// Replaces phis of loops that are extended on each way, and of which ScalarEvolution knows nothing, by a phi of the
/// narrow values that is extended itself. True when there were any: analyses are stale then.
bool narrowWidenedCounters(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);

} // namespace pme

#endif
