//===- InstrumentPasses.h - passes that run before code is instrumented -------------------===//
//
// Traced functions are brought into the form in which addresses are simple, with passes that keep their meaning: the
// program that is compiled goes through them, not a clone.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_INSTRUMENTPASSES_H
#define PMECACHE_INSTRUMENTPASSES_H

#include "FunctionPasses.h"

namespace pme {

class InstrumentPasses {
public:
  InstrumentPasses();
  /// Local variables become values.
  void promoteLocals(llvm::Function &Function);
  /// Loops become counted ones, what does not change leaves them.
  void simplifyLoops(llvm::Function &Function);
  /// To be asked after the passes, and before the function changes in another way.
  llvm::FunctionAnalysisManager &analyses() { return Passes.analyses(); }
  /// The function has changed.
  void forget(llvm::Function &Function) { Passes.forget(Function); }

private:
  FunctionPasses Passes;
  llvm::FunctionPassManager Promote, Simplify;
};

} // namespace pme

#endif
