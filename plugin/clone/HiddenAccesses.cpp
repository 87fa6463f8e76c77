//===- HiddenAccesses.cpp - what the clone is going to lose --------------------------===//

#include "HiddenAccesses.h"
#include "plugin/base/NoteKinds.h"
#include "plugin/base/RuntimeCalls.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

// Variables of the function that the compiler has to leave in memory: code that it does not see gets their address.
static bool escapes(const Value &Address, unsigned Depth = 0) {
  static constexpr unsigned MaxDepth = 8;
  return Depth > MaxDepth || any_of(Address.users(), [&](const User *U) {
           if (isa<LoadInst>(U) || isa<MemIntrinsic>(U) || cast<Instruction>(U)->isLifetimeStartOrEnd())
             return false;
           if (isa<GetElementPtrInst>(U) || isa<CastInst>(U))
             return escapes(*U, Depth + 1);
           if (auto *Store = dyn_cast<StoreInst>(U)) {
             const Value *To = Store->getPointerOperand()->stripInBoundsConstantOffsets();
             return Store->getValueOperand() == &Address && (!isa<AllocaInst>(To) || escapes(*To, Depth + 1));
           }
           // What can be inlined sees the variable itself.
           auto *Call = dyn_cast<CallBase>(U);
           const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
           return !Callee || Callee->isDeclaration() || Callee->hasFnAttribute(Attribute::NoInline);
         });
}

namespace {

class HiddenFinder {
public:
  HiddenFinder(Function &F, bool IsBody, Markers &M) : F(F), IsBody(IsBody), M(M) {}

  void run() {
    for (Instruction &I : instructions(F))
      collect(I);
    if (!IsBody && F.hasFnAttribute(Attribute::NoInline))
      Found.push_back({&F.getEntryBlock().front(), {}});
    if (!Found.empty())
      write();
  }

private:
  void collect(Instruction &I) {
    if (runtimeAction(I) != RuntimeAction::None)
      Found.push_back({&I, {}});
    else if (const Value *Address = getLoadStorePointerOperand(&I))
      collectMemory(I, *Address, I.getMetadata(LLVMContext::MD_tbaa));
    else if (auto *Block = dyn_cast<MemIntrinsic>(&I)) {
      collectMemory(I, *Block->getDest(), nullptr);
      if (auto *Copy = dyn_cast<MemTransferInst>(Block))
        collectMemory(I, *Copy->getSource(), nullptr);
    }
  }

  // Only a place that is known can go to a register.
  void collectMemory(Instruction &I, const Value &Address, MDNode *Type) {
    const Value *Base = Address.stripInBoundsConstantOffsets();
    HiddenAccess::Owner Of = HiddenAccess::Owner::Other;
    if (auto *Local = dyn_cast<AllocaInst>(Base)) {
      auto [Known, IsNew] = Escaping.try_emplace(Local, false);
      if (IsNew)
        Known->second = escapes(*Local);
      if (!Known->second)
        return;
      Of = HiddenAccess::Owner::Body;
    } else if (!IsBody || (!isa<LoadInst>(Base) && !isa<Argument>(Base))) {
      return;
    }
    LLVMContext &Context = I.getContext();
    int Number = hiddenNumber(I);
    if (Number < 0) {
      Number = M.HiddenCount++;
      auto *Value = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), Number));
      I.setMetadata(HiddenNumberKind, MDNode::get(Context, Value));
    }
    Found.push_back({&I, {Of, Type, Number}});
  }

  // One marker a loop, where each iteration passes, so that no branch of the source gets code that it did not have.
  static Instruction *positionIn(const Loop &L) {
    BasicBlock *Latch = L.getLoopLatch();
    return &*(Latch ? Latch : L.getHeader())->getFirstInsertionPt();
  }

  // What a function does that is called stands at its entry; a function of regions is no part of a loop.
  void write() {
    DominatorTree Tree(F);
    LoopInfo Loops(Tree);
    MapVector<Instruction *, std::vector<HiddenAccess>> ByPosition;
    for (auto &[I, Access] : Found) {
      const Loop *L = Loops.getLoopFor(I->getParent());
      if (L)
        ByPosition[positionIn(*L)].push_back(Access);
      else if (!IsBody)
        ByPosition[&*F.getEntryBlock().getFirstInsertionPt()].push_back(Access);
    }
    for (auto &[Position, Accesses] : ByPosition) {
      IRBuilder<> Builder(Position);
      M.hidden(Builder, std::move(Accesses));
    }
  }

  Function &F;
  bool IsBody;
  Markers &M;
  DenseMap<const AllocaInst *, bool> Escaping;
  std::vector<std::pair<Instruction *, HiddenAccess>> Found;
};

} // namespace

int pme::hiddenNumber(const Instruction &I) {
  const MDNode *Node = I.hasMetadata() ? I.getMetadata(HiddenNumberKind) : nullptr;
  return Node ? static_cast<int>(mdconst::extract<ConstantInt>(Node->getOperand(0))->getZExtValue()) : -1;
}

void pme::markHiddenAccesses(const ModuleClone &Clone, Markers &M) {
  for (Function &F : *Clone.Module)
    if (!F.isDeclaration() && !F.hasFnAttribute(Attribute::OptimizeNone))
      HiddenFinder(F, Clone.Bodies.contains(&F), M).run();
}

// Newer compilers say of which type errno is.
void pme::markHiddenCall(CallBase &Call, bool IsMathematical, Markers &M) {
  HiddenAccess Access;
  const NamedMDNode *Errno = Call.getModule()->getNamedMetadata("llvm.errno.tbaa");
  if (IsMathematical && Errno && Errno->getNumOperands() == 1)
    Access = {HiddenAccess::Owner::Other, Errno->getOperand(0), -1};
  IRBuilder<> Builder(&Call);
  M.hidden(Builder, {Access});
}
