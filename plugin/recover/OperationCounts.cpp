//===- OperationCounts.cpp - what one iteration of a loop computes -------------------===//

#include "OperationCounts.h"
#include "plugin/base/LLVMCompat.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

namespace {

/// Counting and testing: an increment and a compare with its branch.
constexpr int64_t LoopControl = 2;
/// No operation of a cost model is worth more; what is (a division of generic processors) is counted apart.
constexpr int64_t MostCost = 40;

bool isDivision(const Instruction &I) {
  unsigned Code = I.getOpcode();
  if (Code == Instruction::FDiv || Code == Instruction::FRem)
    return true;
  if (Code == Instruction::SDiv || Code == Instruction::UDiv || Code == Instruction::SRem || Code == Instruction::URem)
    return !isa<Constant>(I.getOperand(1));
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee &&
         (Callee->getIntrinsicID() == Intrinsic::sqrt || Callee->getName() == "sqrt" || Callee->getName() == "sqrtf");
}

/// Of the recovery, or of instrumented code.
bool isMarker(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName().starts_with("pme.") || Callee->getName().starts_with("pmecache."));
}

class BodyReader {
public:
  BodyReader(const Loop &L, const LoopInfo &Loops, const TargetTransformInfo &Costs)
      : L(L), Loops(Loops), Costs(Costs) {}

  pme_work run() {
    collect();
    Work.operations = LoopControl;
    for (Instruction *I : Needed)
      count(*I);
    Work.chain = longestChain();
    Work.vector = vectorWidth();
    return Work;
  }

private:
  bool isOwn(const Instruction &I) const { return Loops.getLoopFor(I.getParent()) == &L; }

  void need(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !isOwn(*I) || isa<PHINode>(I) || isa<GetElementPtrInst>(I) || !Needed.insert(I).second)
      return;
    if (isa<LoadInst>(I)) {
      Widest = std::max(Widest, bitsOf(I->getType()));
      return; // its address is no work
    }
    for (Value *Operand : I->operands())
      need(Operand);
  }

  // Ends of the work: stored values, conditions, and floating-point values that go round.
  void collect() {
    for (BasicBlock *Block : L.blocks()) {
      if (Loops.getLoopFor(Block) != &L)
        continue;
      for (Instruction &I : *Block) {
        if (auto *Store = dyn_cast<StoreInst>(&I)) {
          need(Store->getValueOperand());
          Widest = std::max(Widest, bitsOf(Store->getValueOperand()->getType()));
          Stores.push_back(Store);
        } else if (auto *Phi = dyn_cast<PHINode>(&I);
                   Phi && Block == L.getHeader() && L.getLoopLatch() && Phi->getType()->isFloatingPointTy()) {
          need(Phi->getIncomingValueForBlock(L.getLoopLatch()));
          Rounds.push_back(Phi);
          Widest = std::max(Widest, bitsOf(Phi->getType()));
        } else if (auto *Call = dyn_cast<CallBase>(&I); Call && !isMarker(I) && !isa<IntrinsicInst>(I)) {
          HasCalls = true;
          need(Call);
        }
      }
      if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
          Branch && Branch->isConditional() && Block != L.getLoopLatch() && !L.isLoopExiting(Block)) {
        need(Branch->getCondition());
        HasBranches = true;
      }
    }
  }

  static unsigned bitsOf(Type *T) { return T->isSized() ? T->getScalarSizeInBits() : 0; }

  void count(Instruction &I) {
    if (isa<LoadInst>(I) || isMarker(I))
      return;
    if (isDivision(I)) {
      Work.divisions++;
      return;
    }
    InstructionCost Cost = Costs.getInstructionCost(&I, TargetTransformInfo::TCK_CodeSize);
    if (Cost.isValid())
      Work.operations += std::clamp<int64_t>(compat::costValue(Cost), 0, MostCost);
  }

  // Operations on the longest way from a value of the iteration before to `V`; -1: there is none.
  int64_t chainTo(const Value *V, const Value *From, unsigned Depth) {
    static constexpr unsigned MaxDepth = 64;
    if (V == From)
      return 0;
    auto *I = dyn_cast<Instruction>(V);
    if (auto *Load = dyn_cast<LoadInst>(V); Load && Load->getPointerOperand() == From)
      return 0;
    if (!I || !Needed.contains(I) || isa<LoadInst>(I) || Depth > MaxDepth)
      return -1;
    auto [Known, IsNew] = Chains.try_emplace(I, -1);
    if (!IsNew)
      return Known->second;
    int64_t Longest = -1;
    for (unsigned O = 0; O < I->getNumOperands(); O++) {
      int64_t Before = chainTo(I->getOperand(O), From, Depth + 1);
      // A product that is added: what comes in as the summand waits for the addition alone.
      auto *Intrinsic = dyn_cast<IntrinsicInst>(I);
      bool IsFused = Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::fmuladd && O < 2;
      bool IsFree = isa<FPMathOperator>(I) && I->hasAllowReassoc();
      if (Before >= 0)
        Longest = std::max(Longest, Before + (IsFree ? 0 : IsFused ? 2 : isa<FPMathOperator>(I) ? 1 : 0));
    }
    Chains[I] = Longest;
    return Longest;
  }

  int64_t longestChain() {
    int64_t Longest = 0;
    for (const PHINode *Phi : Rounds) {
      Chains.clear();
      Longest = std::max(Longest, chainTo(Phi->getIncomingValueForBlock(L.getLoopLatch()), Phi, 0));
    }
    // Sums in memory, at an address that stays: a compiler keeps them in a register.
    for (const StoreInst *Store : Stores) {
      if (!L.isLoopInvariant(Store->getPointerOperand()) || !Store->getValueOperand()->getType()->isFloatingPointTy())
        continue;
      Chains.clear();
      Longest = std::max(Longest, chainTo(Store->getValueOperand(), Store->getPointerOperand(), 0));
    }
    return Longest;
  }

  int64_t vectorWidth() const {
    unsigned Bits = Costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
    if (HasCalls || HasBranches || !L.isInnermost() || Widest == 0 || Bits < Widest)
      return 1;
    return Bits / Widest;
  }

  const Loop &L;
  const LoopInfo &Loops;
  const TargetTransformInfo &Costs;
  pme_work Work = {};
  SmallPtrSet<Instruction *, 32> Needed;
  SmallVector<const StoreInst *, 8> Stores;
  SmallVector<const PHINode *, 4> Rounds;
  DenseMap<const Instruction *, int64_t> Chains;
  unsigned Widest = 0;
  bool HasCalls = false, HasBranches = false;
};

} // namespace

pme_work pme::workOf(const Loop &L, const LoopInfo &Loops, const TargetTransformInfo &Costs) {
  return BodyReader(L, Loops, Costs).run();
}
