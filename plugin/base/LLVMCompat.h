//===- LLVMCompat.h - differences between LLVM versions ------------------------------===//
//
// The only file that knows which LLVM it is built for. Helpers are named by what the caller wants. Where LLVM moved a
// header, __has_include decides; where an API changed, the major version does.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_LLVMCOMPAT_H
#define PMECACHE_PLUGIN_BASE_LLVMCOMPAT_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/InstructionCost.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

// The pass plugin interface moved from Passes to Plugins in LLVM 22.
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

namespace pme::compat {

/// Says that a call does not keep its pointer argument: `nocapture` became `captures(none)` in LLVM 21.
inline void setDoesNotCapture(llvm::Function &Function, unsigned Argument) {
#if LLVM_VERSION_MAJOR >= 21
  Function.addParamAttr(Argument,
                        llvm::Attribute::getWithCaptureInfo(Function.getContext(), llvm::CaptureInfo::none()));
#else
  Function.addParamAttr(Argument, llvm::Attribute::NoCapture);
#endif
}

/// True when the module keeps debug variables as records beside the instructions, the only form that is read here.
inline bool hasDebugRecords(const llvm::Module &Module) {
#if LLVM_VERSION_MAJOR >= 21
  (void)Module;
  return true;
#else
  return Module.IsNewDbgInfoFormat;
#endif
}

/// A loop over 0 .. `Rounds` - 1, at least one, in front of an instruction: where its body begins, and its counter.
inline std::pair<llvm::Instruction *, llvm::Value *> insertLoop(llvm::Value *Rounds, llvm::Instruction &Before) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::SplitBlockAndInsertSimpleForLoop(Rounds, Before.getIterator());
#else
  return llvm::SplitBlockAndInsertSimpleForLoop(Rounds, &Before);
#endif
}

/// What a subscript is multiplied with, as of GEPOperator::collectOffset.
#if LLVM_VERSION_MAJOR >= 20
using VariableOffsets = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using VariableOffsets = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

/// The same place, of no atom (which places have from LLVM 21 on).
inline const llvm::DILocation *withoutAtom(const llvm::DILocation &Place) {
#if LLVM_VERSION_MAJOR >= 21
  return Place.getWithoutAtom();
#else
  return &Place;
#endif
}

/// Moves an instruction in front of another one (LLVM 20 made positions iterators).
inline void moveBefore(llvm::Instruction &Moved, llvm::Instruction &Position) {
#if LLVM_VERSION_MAJOR >= 20
  Moved.moveBefore(Position.getIterator());
#else
  Moved.moveBefore(&Position);
#endif
}

/// A cost that is known (a number in an optional until LLVM 20).
inline int64_t costValue(const llvm::InstructionCost &Cost) {
#if LLVM_VERSION_MAJOR >= 21
  return Cost.getValue();
#else
  return *Cost.getValue();
#endif
}

/// Writes ScalarEvolution's expressions as code. The layout is the module's; LLVM 22 does not ask for it.
inline llvm::SCEVExpander makeExpander(llvm::ScalarEvolution &SE, const llvm::DataLayout &Layout) {
#if LLVM_VERSION_MAJOR >= 22
  (void)Layout;
  return llvm::SCEVExpander(SE, "pmecache");
#else
  return llvm::SCEVExpander(SE, Layout, "pmecache");
#endif
}

} // namespace pme::compat

#endif
