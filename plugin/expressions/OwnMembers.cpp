//===- OwnMembers.cpp - what members of a thread's own variables point to -------------===//

#include "OwnMembers.h"
#include "plugin/clone/Inline.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace pme;

namespace {

class MemberUses {
public:
  explicit MemberUses(function_ref<bool(const CallBase &)> IsOwnBlock) : IsOwnBlock(IsOwnBlock) {}

  MemberOrigin of(const AllocaInst &Own) {
    Work.push_back(&Own);
    while (!Work.empty() && !Escapes) {
      const Value *Address = Work.pop_back_val();
      for (const Use &U : Address->uses())
        visit(U);
    }
    if (Escapes)
      return MemberOrigin::Unknown;
    return Filled ? MemberOrigin::Filled : Allocated ? MemberOrigin::Allocated : MemberOrigin::Unknown;
  }

private:
  void visit(const Use &U) {
    auto *User = U.getUser();
    if (isa<GEPOperator>(User)) {
      Work.push_back(User);
    } else if (auto *Store = dyn_cast<StoreInst>(User)) {
      noteStored(*Store->getValueOperand(), U.getOperandNo() == StoreInst::getPointerOperandIndex());
    } else if (auto *Call = dyn_cast<CallBase>(User)) {
      noteCall(*Call);
    } else if (!isa<LoadInst, ICmpInst>(User)) {
      Escapes = true;
    }
  }

  static bool isOfThread(const Value &Given) {
    const Value *Object = getUnderlyingObject(&Given);
    auto *Local = dyn_cast<AllocaInst>(Object);
    auto *Global = dyn_cast<GlobalVariable>(Object); // a text, the place of the source
    return isa<ConstantPointerNull>(Object) || (Global && Global->isConstant()) ||
           (Local && Local->getName().starts_with(PrivateName));
  }

  void noteStored(const Value &Stored, bool IsInto) {
    if (!IsInto || (Stored.getType()->isAggregateType() && !isa<Constant>(Stored))) {
      Escapes = true; // a descriptor may be a copy of what threads share
    } else if (Stored.getType()->isPointerTy() && !isa<ConstantPointerNull>(Stored)) {
      const Value *Object = getUnderlyingObject(&Stored, /*MaxLookup=*/0); // parts of one block, too
      auto *Block = dyn_cast<CallBase>(Object);
      bool IsOwn = isOfThread(*Object) || (Block && IsOwnBlock(*Block));
      Allocated |= IsOwn;
      Escapes |= !IsOwn;
    }
  }

  void noteCall(const CallBase &Call) {
    if (Call.onlyAccessesInaccessibleMemory() || isa<MemSetInst>(Call) || Call.isLifetimeStartOrEnd())
      return;
    if (isa<IntrinsicInst>(Call)) {
      Escapes = true; // a copy of another structure
      return;
    }
    const Function *Callee = Call.getCalledFunction();
    if (Callee && Callee->getName().starts_with("_FortranAAllocatable")) { // allocate(x, source=y)
      Allocated = true;
      return;
    }
    Filled |=
        all_of(Call.args(), [](const Use &Given) { return !Given->getType()->isPointerTy() || isOfThread(*Given); });
  }

  function_ref<bool(const CallBase &)> IsOwnBlock;
  SmallVector<const Value *, 16> Work;
  bool Escapes = false, Allocated = false, Filled = false;
};

} // namespace

MemberOrigin pme::memberOrigin(const AllocaInst &Own, function_ref<bool(const CallBase &)> IsOwnBlock) {
  return MemberUses(IsOwnBlock).of(Own);
}
