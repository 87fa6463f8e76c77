//===- InstrumentWaits.cpp - loads that other code waits for ------------------------===//

#include "InstrumentWaits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

namespace {

/// Longer ways from a value to what it hangs on are not followed.
constexpr size_t MostOnTheWay = 256;

using Slice = SmallSetVector<const Instruction *, 32>;

const Value *conditionBehind(const BasicBlock &Block) {
  const Instruction *Terminator = Block.getTerminator();
  if (auto *Branch = dyn_cast<BranchInst>(Terminator))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  auto *Switch = dyn_cast<SwitchInst>(Terminator);
  return Switch ? Switch->getCondition() : nullptr;
}

class Chains {
public:
  Chains(const Loop &L, LoadsWaitedFor &Result, const LoopInfo &Loops) : L(L), Result(Result), Loops(Loops) {}

  void find() {
    const BasicBlock *Latch = L.getLoopLatch();
    if (!Latch)
      return;
    for (const PHINode &Phi : L.getHeader()->phis())
      if (!Phi.getType()->isFloatingPointTy())
        findRound(Phi, Phi.getIncomingValueForBlock(Latch));
  }

private:
  void add(const Value *V) {
    auto *I = dyn_cast_or_null<Instruction>(V);
    bool IsHead = I && isa<PHINode>(I) && I->getParent() == L.getHeader();
    if (I && !IsHead && L.contains(I) && Behind.size() < MostOnTheWay)
      Behind.insert(I);
  }

  // Which of its values a merge has is decided by branches before it: by conditional moves, or by guesses.
  void addDecisions(const PHINode &Merge) {
    for (const BasicBlock *Before : Merge.blocks()) {
      add(conditionBehind(*Before));
      if (const BasicBlock *Single = Before->getSinglePredecessor())
        add(conditionBehind(*Single));
    }
  }

  // All that `Next`, the value of `Phi` in the next iteration, hangs on; of that, what hangs on `Phi`.
  void findRound(const PHINode &Phi, const Value *Next) {
    Behind.clear();
    add(Next);
    for (size_t I = 0; I < Behind.size(); I++) {
      for (const Value *Operand : Behind[I]->operands())
        add(Operand);
      if (auto *Merge = dyn_cast<PHINode>(Behind[I]))
        addDecisions(*Merge);
    }
    SmallPtrSet<const Value *, 32> InRound;
    InRound.insert(&Phi);
    for (bool Grown = true; Grown;) {
      Grown = false;
      for (const Instruction *I : Behind)
        if (!InRound.contains(I) && any_of(I->operands(), [&](const Use &U) { return InRound.contains(U.get()); }))
          Grown = InRound.insert(I).second;
    }
    for (const Instruction *I : Behind)
      if (auto *Load = dyn_cast<LoadInst>(I); Load && InRound.contains(I) && Loops.getLoopFor(I->getParent()) == &L)
        Result.Chained.insert(Load->getPointerOperand());
  }

  const Loop &L;
  LoadsWaitedFor &Result;
  const LoopInfo &Loops;
  Slice Behind;
};

/// From the conditions of branches back to the loads that they are computed from.
void findDeciding(const Function &F, LoadsWaitedFor &Result) {
  for (const BasicBlock &Block : F) {
    Slice Behind;
    auto Add = [&](const Value *V) {
      if (auto *I = dyn_cast_or_null<Instruction>(V); I && !isa<PHINode>(I) && Behind.size() < MostOnTheWay)
        Behind.insert(I);
    };
    Add(conditionBehind(Block));
    for (size_t I = 0; I < Behind.size(); I++)
      if (auto *Load = dyn_cast<LoadInst>(Behind[I]))
        Result.Deciding.insert(Load->getPointerOperand());
      else
        for (const Value *Operand : Behind[I]->operands())
          Add(Operand);
  }
}

} // namespace

LoadsWaitedFor pme::loadsWaitedFor(const Function &F, const LoopInfo &Loops) {
  LoadsWaitedFor Result;
  for (const Loop *L : Loops.getLoopsInPreorder())
    Chains(*L, Result, Loops).find();
  findDeciding(F, Result);
  return Result;
}
