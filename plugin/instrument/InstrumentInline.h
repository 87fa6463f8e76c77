//===- InstrumentInline.h - what is inlined into functions that record ---------------===//
//
// What is called for every element (iterators, operators, accessors, lambdas) is inlined before accesses are marked,
// as recovery and every optimising compiler do: their arguments and the objects that hold a pointer become values then,
// and what is left to trace is what the source says of its data.
//
// Values are recorded by code that is added before LLVM inlines functions. Where a function costs more with it than its
// calls may, it stays a call, which takes far longer than recording: such calls may cost as much more.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTINLINE_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTINLINE_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"

namespace pme {

/// Inlines calls of small functions for which `MayTrace` holds, those that stand in inlined code, too.
void inlineSmallCallees(llvm::Function &Traced, const llvm::TargetTransformInfo &Target,
                        llvm::function_ref<bool(const llvm::Function &)> MayTrace);

/// What runs a task has all of its code then, and is known by that (isTaskBlock).
void inlineTaskBody(llvm::Function &Entry);
/// Whether the address is in the block of a task: what the compiler and the runtime keep of it, numbers of the task's own,
/// and what it shares, which in the source is a variable like others.
bool isOfTaskBlock(const llvm::Value &Address, const llvm::Type &Accessed);

class InliningCosts {
public:
  /// Before anything is added to the function.
  void remember(llvm::Function &F);
  /// Calls of the functions may cost as much more as what was added since.
  void allowForMore() const;

private:
  llvm::MapVector<llvm::Function *, int64_t> Sizes;
};

} // namespace pme

#endif
