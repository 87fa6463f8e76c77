//===- Cleanup.h - makes loops of the clone readable for ScalarEvolution -------------===//
//
// The passes that turn what a front end writes into counted loops with plain addresses, and a few rewrites that are
// only right on a clone that never runs.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLEANUP_CLEANUP_H
#define PMECACHE_PLUGIN_CLEANUP_CLEANUP_H

#include "plugin/base/FunctionPasses.h"
#include "plugin/base/Markers.h"
#include "plugin/names/HoistLoads.h"

#include "llvm/Analysis/TargetTransformInfo.h"

#include <functional>

namespace pme {

using CostsOfFunction = std::function<llvm::TargetTransformInfo(const llvm::Function &)>;

/// The analysis managers and pass pipelines for the functions of one clone.
class Cleanup {
public:
  /// `CostsOf` (may be empty) knows what instructions cost on the processor compiled for.
  explicit Cleanup(CostsOfFunction CostsOf = {});

  /// Before inlining: attributes that stop passes go, exceptions are taken not to happen.
  void prepare(llvm::Function &Function);
  /// Before inlining, too: branches that only lead out of the program go, with the messages that they write. A callee's
  /// local variables become values: what is inlined is counted in instructions.
  void shorten(llvm::Function &Function, bool IsCallee);
  /// Before promoteLocals, of a function with a taskloop.
  void promoteTasks(llvm::Function &Function);
  /// After inlining: local variables become values, and loops whose strides double are written out. What that assumes; "":
  /// nothing.
  std::string promoteLocals(llvm::Function &Function);
  /// Everything else. Branches that only lead out of the program go; loads that probably do not change leave loops.
  void simplifyLoops(llvm::Function &Function, AssumedLoads &Assumed, Markers &M);

  llvm::FunctionAnalysisManager &analyses() { return Passes.analyses(); }
  /// What was found out of the function goes: of hundreds of functions it takes more memory than the compile.
  void forget(llvm::Function &Function) { Passes.forget(Function); }

  /// What instructions cost. The passes do not ask it: what is recovered must not depend on the processor.
  llvm::TargetTransformInfo costs(const llvm::Function &Function) const;

private:
  void simplify(llvm::Function &Function);
  void writeOut(llvm::Function &Function);

  CostsOfFunction CostsOf;
  FunctionPasses Passes;
  llvm::FunctionPassManager Promote, Tidy, Simplify, Unroll;
};

} // namespace pme

#endif
