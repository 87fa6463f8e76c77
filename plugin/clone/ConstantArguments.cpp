//===- ConstantArguments.cpp - sizes that every caller gives the same value ----------===//

#include "ConstantArguments.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/ConstantFold.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

static const char NoteName[] = "pmecache.value", ElsewhereName[] = "pmecache.value.elsewhere";
/// Callers of callers are followed this far.
static constexpr int MaxDepth = 3;

/// Depth: callers of callers that are followed still. Elsewhere: set where others may call one of them, too.
static std::optional<int64_t> valueOf(const Value &V, int Depth, bool &Elsewhere);

/// A local variable that is set once, to a constant, and whose address goes nowhere.
static std::optional<int64_t> valueOfSlot(const AllocaInst &Slot, int Depth, bool &Elsewhere) {
  const Value *Stored = nullptr;
  for (const User *U : Slot.users()) {
    if (isa<LoadInst>(U) || isa<LifetimeIntrinsic>(U))
      continue;
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() == &Slot || Stored)
      return std::nullopt;
    Stored = Store->getValueOperand();
  }
  return Stored ? valueOf(*Stored, Depth, Elsewhere) : std::nullopt;
}

static std::optional<int64_t> valueOfArgument(const Argument &A, int Depth, bool &Elsewhere) {
  const Function &F = *A.getParent();
  if (Depth == 0 || F.use_empty())
    return std::nullopt;
  Elsewhere |= !F.hasLocalLinkage();
  std::optional<int64_t> Result;
  for (const Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U) || A.getArgNo() >= Call->arg_size())
      return std::nullopt;
    std::optional<int64_t> Given = valueOf(*Call->getArgOperand(A.getArgNo()), Depth - 1, Elsewhere);
    if (!Given || (Result && *Result != *Given))
      return std::nullopt;
    Result = Given;
  }
  return Result;
}

static std::optional<int64_t> valueOf(const Value &V, int Depth, bool &Elsewhere) {
  if (auto *Number = dyn_cast<ConstantInt>(&V))
    return Number->getBitWidth() <= 64 ? std::optional(Number->getSExtValue()) : std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(&V))
    if (auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
        Slot && Load->getType() == Slot->getAllocatedType())
      return valueOfSlot(*Slot, Depth, Elsewhere);
  if (auto *A = dyn_cast<Argument>(&V))
    return valueOfArgument(*A, Depth, Elsewhere);
  return std::nullopt;
}

void pme::noteConstantArguments(const Module &Original, ArrayRef<Function *> Roots) {
  for (Function *Root : Roots) {
    const Function *Source = Original.getFunction(Root->getName());
    if (!Source)
      continue;
    for (const Argument &A : Source->args()) {
      bool Elsewhere = false;
      auto Value = A.getType()->isIntegerTy() ? valueOfArgument(A, MaxDepth, Elsewhere) : std::nullopt;
      if (!Value)
        continue;
      Root->addParamAttr(A.getArgNo(), Attribute::get(Root->getContext(), NoteName, itostr(*Value)));
      if (Elsewhere)
        Root->addParamAttr(A.getArgNo(), Attribute::get(Root->getContext(), ElsewhereName));
    }
  }
}

std::optional<int64_t> pme::constantValue(const Value &V, const Argument *&From, unsigned Depth) {
  if (auto *A = dyn_cast<Argument>(&V)) {
    From = A;
    return constantArgument(*A);
  }
  auto *Operation = dyn_cast<BinaryOperator>(&V);
  auto *Number = Operation ? dyn_cast<ConstantInt>(Operation->getOperand(1)) : nullptr;
  if (!Number || Number->getBitWidth() > 64 || Depth == 0)
    return std::nullopt;
  std::optional<int64_t> Left = constantValue(*Operation->getOperand(0), From, Depth - 1);
  if (!Left)
    return std::nullopt;
  Constant *Known = ConstantInt::getSigned(Number->getType(), *Left);
  auto *Result = dyn_cast_or_null<ConstantInt>(ConstantFoldBinaryInstruction(Operation->getOpcode(), Known, Number));
  return Result ? std::optional(Result->getSExtValue()) : std::nullopt;
}

bool pme::isCalledElsewhere(const Argument &A) {
  return A.getParent()->getAttributes().hasParamAttr(A.getArgNo(), ElsewhereName);
}

std::optional<int64_t> pme::constantArgument(const Argument &A) {
  const Function &F = *A.getParent();
  if (!F.getAttributes().hasParamAttr(A.getArgNo(), NoteName))
    return std::nullopt;
  int64_t Value;
  StringRef Text = F.getAttributes().getParamAttr(A.getArgNo(), NoteName).getValueAsString();
  return Text.getAsInteger(10, Value) ? std::nullopt : std::optional(Value);
}
