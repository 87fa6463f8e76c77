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

/// What is known of a loop of a traced function beside what a model of loops asks for.
struct CompiledWork {
  pme_work Work = {};
  /// Additions of floating-point numbers, or what takes as long, that wait for each other in one iteration, from what it
  /// reads to its results.
  int64_t Path = 0;
  /// Operations each time that the loop is entered.
  int64_t Entry = 0;
};

/// As workOf, but of what a compiler makes of the loop: counting is shared by the iterations of a loop that it unrolls,
/// and loads are part of the instructions that use them; what no counter stands for and what may change while the loop
/// runs is computed and read in each iteration.
CompiledWork compiledWorkOf(const llvm::Loop &Loop, const llvm::LoopInfo &Loops, const llvm::TargetTransformInfo &Costs,
                            llvm::ScalarEvolution &SE);

} // namespace pme

#endif
