//===- Registers.h - accesses that a compiler keeps in registers ---------------------===//
//
// `sum[t] += a[i]` in a loop over i reads and writes memory in every iteration of the source, but where nothing else in
// the loop may touch `sum`, LLVM keeps the value in a register: it loads it before the loop and stores it behind. The
// clean-up of the clone has run the pass that does so (LICM); an access whose store has left its loop was kept.
//
// The clone knows more than the compiler will: the region has been inlined into its function, where two allocations, or
// a restrict parameter and another pointer, are known to differ. The body of a region is a function of its own that is
// passed plain pointers. So what the loop touches must also differ by types, or be variables known to both; and so must
// what the compiled program touches there and the clone does not (HiddenAccesses.h).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLEANUP_REGISTERS_H
#define PMECACHE_PLUGIN_CLEANUP_REGISTERS_H

#include "plugin/base/Markers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

namespace pme {

/// Of a function that is compiled without optimisation: nothing is kept.
constexpr const char *UnoptimisedAttribute = "pme.unoptimised";

class KeptAccesses {
public:
  /// None.
  KeptAccesses() = default;
  /// Of a function after clean-up.
  KeptAccesses(llvm::Function &Function, llvm::FunctionAnalysisManager &FAM, const Markers &M);

  /// Loops around the access, innermost first, that it is kept out of (pme_access.kept_loops).
  int loopsOf(const Marker &Access) const { return Loops.lookup(Access.Call); }

private:
  llvm::DenseMap<const llvm::CallBase *, int> Loops;
};

} // namespace pme

#endif
