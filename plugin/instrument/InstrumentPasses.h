//===- InstrumentPasses.h - passes that run before code is instrumented --------------===//
//
// Traced functions are brought into the form in which addresses are simple, with passes that keep their meaning: the
// program that is compiled goes through them, not a clone.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTPASSES_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTPASSES_H

#include "plugin/base/FunctionPasses.h"
#include "plugin/cleanup/Cleanup.h"

namespace pme {

class InstrumentPasses {
public:
  /// `CostsOf`: those of the processor compiled for; analyses of our own do not know it.
  explicit InstrumentPasses(CostsOfFunction CostsOf);
  /// Local variables become values.
  void promoteLocals(llvm::Function &Function);
  /// Loops become counted ones, what does not change leaves them.
  void simplifyLoops(llvm::Function &Function);
  /// To be asked after the passes, and before the function changes in another way.
  llvm::FunctionAnalysisManager &analyses() { return Passes.analyses(); }
  /// What instructions of the function cost.
  llvm::TargetTransformInfo costs(const llvm::Function &Function) const { return CostsOf(Function); }
  /// The function has changed.
  void forget(llvm::Function &Function) { Passes.forget(Function); }

private:
  CostsOfFunction CostsOf;
  FunctionPasses Passes;
  llvm::FunctionPassManager Promote, Simplify;
};

} // namespace pme

#endif
