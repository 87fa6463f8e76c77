//===- StartRun.h - a program's start, run on paper -----------------------------------===//
//
// From `main` on, instruction by instruction, with what is known: constants, objects, blocks of the heap and where they
// stand. A test that hangs on what is not known takes one of its ways, a loop is left after some rounds, and after as many
// instructions as MostSteps everything ends. What comes out is likely, no more. The program is run without arguments.
//
// Private to plugin/start.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_START_STARTRUN_H
#define PMECACHE_PLUGIN_START_STARTRUN_H

#include "HeapLayout.h"
#include "StartValues.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace pme {

class StartRun {
public:
  /// `Enters` is told of each function that is entered, with its arguments.
  using Watcher = llvm::function_ref<void(const llvm::Function &, llvm::ArrayRef<MaybeValue>)>;
  StartRun(const llvm::Module &M, Watcher Enters) : Layout(M.getDataLayout()), Memory(Layout), Enters(Enters) {}
  void run(const llvm::Function &F);
  StartMemory &memory() { return Memory; }

private:
  struct Frame {
    llvm::DenseMap<const llvm::Value *, MaybeValue> Values;
    struct Round {
      int Count = 0;
      int Allocations = 0; ///< before the first
    };
    llvm::DenseMap<const llvm::BasicBlock *, Round> Rounds;
    int Depth = 0;
  };
  struct LoopsOf {
    explicit LoopsOf(const llvm::Function &F) : Tree(const_cast<llvm::Function &>(F)), Loops(Tree) {}
    llvm::DominatorTree Tree;
    llvm::LoopInfo Loops;
  };
  MaybeValue enter(const llvm::Function &F, llvm::ArrayRef<MaybeValue> Arguments, int Depth);
  MaybeValue value(const Frame &At, const llvm::Value &V);
  MaybeValue evaluate(Frame &At, const llvm::Instruction &I);
  MaybeValue fold(const Frame &At, const llvm::Instruction &I);
  MaybeValue compare(const Frame &At, const llvm::CmpInst &Test);
  MaybeValue member(const Frame &At, const llvm::Instruction &I);
  MaybeValue difference(const Frame &At, const llvm::Instruction &I);
  MaybeValue place(const Frame &At, const llvm::GetElementPtrInst &Element);
  MaybeValue call(Frame &At, const llvm::CallBase &Call);
  MaybeValue callIntrinsic(const Frame &At, const llvm::IntrinsicInst &Call);
  std::optional<MaybeValue> callAllocator(const Frame &At, const llvm::CallBase &Call, llvm::StringRef Name);
  MaybeValue allocate(MaybeValue Bytes, llvm::function_ref<int64_t(int64_t)> Take);
  MaybeValue allocateUsual(MaybeValue Bytes);
  MaybeValue allocateAligned(MaybeValue Bytes, MaybeValue Alignment);
  MaybeValue reallocate(MaybeValue Before, MaybeValue Bytes);
  MaybeValue map(MaybeValue Where, MaybeValue Bytes, MaybeValue File);
  void unmap(MaybeValue Block);
  void giveBack(MaybeValue Block);
  void print(bool IsFortran);
  const llvm::BasicBlock *next(Frame &At, const llvm::Instruction &Last);
  const llvm::BasicBlock *chooseArm(Frame &At, const llvm::BasicBlock &Block,
                                    llvm::ArrayRef<const llvm::BasicBlock *> Arms, const llvm::BasicBlock *Known);
  const llvm::LoopInfo &loopsOf(const llvm::Function &F);

  static constexpr int MostSteps = 300000;
  static constexpr int MostDepth = 64;
  static constexpr int MostRounds = 8;             ///< of a loop
  static constexpr int MostAllocatingRounds = 256; ///< of one that allocates
  static constexpr int64_t Farthest = StartMemory::Farthest;
  const llvm::DataLayout &Layout;
  StartMemory Memory;
  Watcher Enters;
  HeapLayout Heap;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<LoopsOf>> Loops;
  int Steps = 0;
  int Allocations = 0;
  bool IsLost = false; ///< where later blocks stand is not known
  bool HasPrinted = false;
  bool HasEnded = false;
};

} // namespace pme

#endif
