//===- Cleanup.h - makes loops of the clone readable for ScalarEvolution ------------------===//
//
// The passes that turn what a front end writes into counted loops with plain addresses, and a few rewrites that are
// only right on a clone that never runs.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_CLEANUP_H
#define PMECACHE_CLEANUP_H

#include "HoistLoads.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

#include <functional>

namespace pme {

using CostsOfFunction = std::function<llvm::TargetTransformInfo(const llvm::Function &)>;

/// The analysis managers and pass pipelines for the functions of one clone.
class Cleanup {
public:
  /// `CostsOf` (may be empty) knows what instructions cost on the processor compiled for.
  explicit Cleanup(llvm::Module &Clone, CostsOfFunction CostsOf = {});

  /// Before inlining: attributes that stop passes go, exceptions are taken not to happen.
  void prepare(llvm::Function &Function);
  /// After inlining: local variables become values; nothing else changes.
  void promoteLocals(llvm::Function &Function);
  /// Everything else. Branches that only lead out of the program go; loads that probably do not change leave loops.
  void simplifyLoops(llvm::Function &Function, AssumedLoads &Assumed);

  llvm::FunctionAnalysisManager &analyses() { return Functions; }

  /// What instructions cost. The passes do not ask it: what is recovered must not depend on the processor.
  llvm::TargetTransformInfo costs(const llvm::Function &Function) const;

private:
  void run(llvm::FunctionPassManager &Passes, llvm::Function &Function);

  CostsOfFunction CostsOf;
  llvm::PassBuilder Builder;
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::FunctionPassManager Promote, Simplify;
};

} // namespace pme

#endif
