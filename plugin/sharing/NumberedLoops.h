//===- NumberedLoops.h - loops that threads share out by their numbers ----------------===//
//
// `for (i = n * t / team; i < n * (t + 1) / team; i++)`, in whatever way rests are dealt with, is a loop with
// schedule(static), `for (i = t; i < n; i += team)` one with schedule(static, 1). Which loops are, is found by trials
// (ThreadTrial.h): for each number of threads each begins where the one before has ended, and all together go through what
// one thread alone goes through.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_SHARING_NUMBEREDLOOPS_H
#define PMECACHE_PLUGIN_SHARING_NUMBEREDLOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <optional>
#include <vector>

namespace pme {

struct NumberedLoop {
  llvm::PHINode *Counter;       ///< at the head of the loop
  bool IsCyclic;                ///< schedule(static, 1), else static
  int64_t Step;                 ///< of one thread alone
  std::optional<int64_t> First; ///< of all threads, where it is the same number in any case
};

/// Loops of a function, as front ends leave it but for local variables, that threads share out by the number that the
/// runtime tells them. Nothing: it decides something else, too, or nothing.
std::vector<NumberedLoop> loopsByNumber(const llvm::Function &F, const llvm::LoopInfo &Loops,
                                        const llvm::DominatorTree &Tree);

/// `for (t = 0; t < omp_get_max_threads(); t++)`, prepared by `Init`, whose iterations share loops out by their numbers:
/// these loops. Nothing: it is another loop.
std::vector<NumberedLoop> loopsOverThreads(const llvm::CallBase &Init, const llvm::Loop &OverThreads,
                                           const llvm::LoopInfo &Loops, const llvm::DominatorTree &Tree);

} // namespace pme

#endif
