//===- LoopVariables.h - which variables of the source count a loop ------------------===//
//
// Compilers rewrite a worksharing loop to count a variable of their own from 0 and compute the source's variables from
// it. The source's are what a person wants to read, so their values are marked: for worksharing loops where front ends
// store them (before SROA), for all other loops at the header (after SROA).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_LOOPVARIABLES_H
#define PMECACHE_PLUGIN_NAMES_LOOPVARIABLES_H

#include "Names.h"
#include "plugin/base/Markers.h"

#include "llvm/Analysis/LoopInfo.h"

namespace pme {

/// Marks the variables of the worksharing loop that consists of `Blocks`, in the order of the source; `LowerSlot`
/// receives the lower bound of what a thread gets. Several variables: a collapsed nest, outermost first.
void markWorksharingVariables(llvm::ArrayRef<llvm::BasicBlock *> Blocks, llvm::Value *LowerSlot,
                              const llvm::LoopInfo &Loops, int Construct, Markers &Markers);

/// The same of `sections`: a loop over their numbers, which have no name in the source.
void markSectionNumber(llvm::Value *LowerSlot, int Construct, Markers &Markers);

/// Marks the counter of every loop of the function.
void markLoopVariables(const llvm::LoopInfo &Loops, const ValueNames &Names, Markers &Markers);

/// Where the source has the loop.
llvm::DebugLoc loopPlace(const llvm::Loop &L);

} // namespace pme

#endif
