//===- InstrumentPasses.h - passes that run before code is instrumented -------------------===//
//
// Traced functions are brought into the form in which addresses are simple, with passes that keep their meaning: the
// program that is compiled goes through them, not a clone.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_INSTRUMENTPASSES_H
#define PMECACHE_INSTRUMENTPASSES_H

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace pme {

class InstrumentPasses {
public:
  InstrumentPasses();
  /// Local variables become values.
  void promoteLocals(llvm::Function &Function);
  /// Loops become counted ones, what does not change leaves them.
  void simplifyLoops(llvm::Function &Function);
  /// To be asked after the passes, and before the function changes in another way.
  llvm::FunctionAnalysisManager &analyses() { return Functions; }
  /// The function has changed.
  void forget(llvm::Function &Function);

private:
  void run(llvm::FunctionPassManager &Passes, llvm::Function &Function);

  llvm::PassBuilder Builder;
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::FunctionPassManager Promote, Simplify;
};

} // namespace pme

#endif
