//===- Inline.h - the bodies of regions and small callees into a root ----------------===//
//
// Puts into a root function the outlined bodies of its regions (always), and small callees that are visible, not
// recursive and start no region of their own. Local variables that come with code of a region belong to every thread,
// and so do those of a function that holds a worksharing loop but no region: their allocas get a name that starts with
// PrivateName, which survives splitting by SROA.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_INLINE_H
#define PMECACHE_PLUGIN_CLONE_INLINE_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"

namespace pme {

/// Names of allocas that every thread of the team has a copy of start with this.
constexpr const char *PrivateName = "pme.private";
/// Function attribute of outlined bodies, set when a fork is rewritten.
constexpr const char *BodyAttribute = "pme.body";
/// Function attribute of functions that start a region, set then, too.
constexpr const char *ForksAttribute = "pme.forks";
/// Function attribute of roots without any construct of OpenMP.
constexpr const char *SequentialAttribute = "pme.sequential";
/// Whether what stands outside of regions runs once, and not once a thread.
inline bool isOfOneThread(const llvm::Function &F) {
  return F.hasFnAttribute(ForksAttribute) || F.hasFnAttribute(SequentialAttribute);
}
/// Inlining small callees stops when a root has this many instructions, or some times as many as the unit holds:
/// functions that call the next one twice are 2^n calls of a unit that compiles in no time.
constexpr unsigned MaxRootInstructions = 20000;
unsigned roomForCallees(const llvm::Module &Unit);

using InlinedFunctions = llvm::SmallPtrSet<const llvm::Function *, 16>;

/// All roots must be done before accesses are marked in one of them: a root may be a callee of another one.
/// `Room`: of a root, in instructions. `BodiesAlone`: without small callees, where there is no time to read the root
/// anyway. Returns what came into the root.
InlinedFunctions inlineCallees(llvm::Function &Root, unsigned Room, bool BodiesAlone = false);

} // namespace pme

#endif
