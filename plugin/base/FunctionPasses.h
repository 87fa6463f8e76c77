//===- FunctionPasses.h - pass pipelines over single functions -----------------------===//
//
// Analysis managers of our own, apart from the compiler's, and pipelines of fixed text that run with them.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_FUNCTIONPASSES_H
#define PMECACHE_PLUGIN_BASE_FUNCTIONPASSES_H

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace pme {

class FunctionPasses {
public:
  FunctionPasses();
  FunctionPasses(const FunctionPasses &) = delete;

  /// `Text` is one that can be parsed.
  llvm::FunctionPassManager pipeline(llvm::StringRef Text);
  /// Whatever was known of the function is computed anew.
  void run(llvm::FunctionPassManager &Passes, llvm::Function &Function);
  /// The function has changed in another way.
  void forget(llvm::Function &Function);
  llvm::FunctionAnalysisManager &analyses() { return Functions; }

private:
  llvm::PassBuilder Builder;
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
};

} // namespace pme

#endif
