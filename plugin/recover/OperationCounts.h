//===- OperationCounts.h - what one iteration of a loop computes ---------------------===//
//
// Operations that end in a stored value, in a condition, or in a value that the next iteration uses, with the costs
// that LLVM gives them for the processor compiled for. Loads and stores are not among them (the program has its
// accesses), nor is the arithmetic of addresses, which a compiler turns into increments.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_OPERATIONCOUNTS_H
#define PMECACHE_PLUGIN_RECOVER_OPERATIONCOUNTS_H

#include "pmecache/program.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace pme {

/// Of the blocks of a loop that are in no inner loop. Markers are no work.
pme_work workOf(const llvm::Loop &Loop, const llvm::LoopInfo &Loops, const llvm::TargetTransformInfo &Costs,
                llvm::ScalarEvolution &SE);

} // namespace pme

#endif
