//===- RecoverNest.h - from cleaned-up code to a nest --------------------------------===//
//
// Walks the loops and blocks of one root function in program order and builds the tree of regions, loops, guards and
// accesses from the markers in it.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_RECOVERNEST_H
#define PMECACHE_PLUGIN_RECOVER_RECOVERNEST_H

#include "plugin/base/Markers.h"
#include "plugin/names/Fortran.h"
#include "plugin/names/Names.h"
#include "plugin/names/SourceNames.h"
#include "plugin/nest/Nest.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/PassManager.h"

#include <memory>

namespace pme {

/// Most accesses of one function; what stands behind is left out, with a reason.
constexpr int MaxAccesses = 20000;
/// Most instructions of a function, after its local variables went to registers. A larger one is read by groups of its
/// worksharing loops (LoopGroups.h), as many as have so many together; the others are listed, with a reason.
constexpr unsigned MaxReadInstructions = 48000;

/// A root function after clean-up, and what was found out of it on the way.
struct RootFunction {
  llvm::Function &F;
  llvm::FunctionAnalysisManager &Analyses;
  const llvm::TargetTransformInfo &Costs; ///< what an iteration computes is counted by them
  const Markers &M;
  const ValueNames &Names;
  const Descriptors &Shapes;
  SourceText &Text;
  bool IsLate;     ///< there is no time: its loops are listed, with a reason, and not read
  bool IsTooLarge; ///< the same, for another reason
};

/// `WorksharingLoops`: constructs that the function held before clean-up; each gets a node.
std::unique_ptr<Nest> recoverNest(const RootFunction &Root, llvm::ArrayRef<int> WorksharingLoops);

} // namespace pme

#endif
