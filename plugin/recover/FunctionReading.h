//===- FunctionReading.h - a root function and all that is known of it ---------------===//
//
// What the builders of a nest read and never change: the cleaned-up function, analyses of it, the markers in it, which
// accesses a compiler keeps in registers. And questions about its loops and paths that the markers answer.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_FUNCTIONREADING_H
#define PMECACHE_PLUGIN_RECOVER_FUNCTIONREADING_H

#include "CodePath.h"
#include "RecoverLoop.h"
#include "RecoverNest.h"
#include "plugin/cleanup/Registers.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"

namespace pme {

using LoopSet = llvm::SmallPtrSet<const llvm::Loop *, 8>;

class FunctionReading {
public:
  /// `Normalised`: loops to count from 0 by 1, whatever the source does.
  FunctionReading(const RootFunction &Root, const KeptAccesses &Kept, const LoopSet &Normalised);

  /// Markers of variables in the blocks of this loop: of the construct if it is a worksharing loop, else (-1) of none.
  llvm::SmallVector<Marker, 4> variablesOf(const llvm::Loop &Loop, int Construct) const;
  /// May an iteration have values from the one before that are not in memory? Also where nobody has looked.
  bool handsValuesOn(const llvm::Loop &Loop) const;
  /// Is this the loop that the worksharing construct shares out?
  bool isLoopOf(const llvm::Loop &Loop, int Construct) const;
  bool holdsWorksharing(const llvm::Loop &Loop) const;
  /// Where a region starts that each round of the loop runs; null when none stands on the loop's own level.
  const llvm::Instruction *regionOf(const llvm::Loop &Loop) const;
  /// Do all accesses and calls of a loop stand behind all of these tests? Of a loop that a construct shares out, the
  /// beginnings of its iterations, too: one that does nothing is dealt out as well.
  bool countsOnlyBehind(const llvm::Loop &Loop, llvm::ArrayRef<LoopTest> Tests, int Worksharing) const;
  /// In loops and in regions an unknown call hides something from the count; what stands outside of them runs once.
  static bool isCounted(const CodePath *Path);
  /// Does every thread of a team run this? A function that starts no region is called by all of them.
  bool isOfTeam(const CodePath *Path) const;
  bool asksForThread() const;
  /// Is it a function without any construct of OpenMP, whose loops are asked for?
  bool isSequential() const;

  llvm::Function &F;
  const Markers &M;
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Tree;
  const llvm::TargetLibraryInfo &Library;
  const llvm::TargetTransformInfo &Costs;
  const KeptAccesses &Kept;
  const LoopSet &Normalised;

private:
  llvm::DenseMap<int, llvm::SmallVector<llvm::CallBase *, 2>> WorksharingVariables; ///< markers, by construct
};

} // namespace pme

#endif
