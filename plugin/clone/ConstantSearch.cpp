//===- ConstantSearch.cpp - integers of a module that have one value ------------------===//

#include "ConstantSearch.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace pme;

/// Values that are followed for one question.
static constexpr unsigned MostVisits = 100;

// What all calls in the file give, as `Given` reads one of them.
template <class Reader> static std::optional<int64_t> fromCalls(const Argument &A, Reader Given) {
  std::optional<int64_t> Result;
  for (const Use &U : A.getParent()->uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U) || A.getArgNo() >= Call->arg_size())
      return std::nullopt;
    std::optional<int64_t> Value = Given(*Call->getArgOperand(A.getArgNo()));
    if (!Value || (Result && *Result != *Value))
      return std::nullopt;
    Result = Value;
  }
  return Result;
}

ConstantSearch::Known ConstantSearch::ofArgument(const Argument &A, int Depth) {
  if (Depth == 0)
    return std::nullopt;
  Elsewhere |= !A.getParent()->hasLocalLinkage();
  return fromCalls(A, [&](const Value &Given) { return of(Given, Depth - 1); });
}

ConstantSearch::Known ConstantSearch::behindArgument(const Argument &A, Type &Integer, int64_t OffsetBytes, int Depth) {
  if (Depth == 0)
    return std::nullopt;
  Elsewhere |= !A.getParent()->hasLocalLinkage();
  return fromCalls(A, [&](const Value &Given) { return inMemory(Given, Integer, OffsetBytes, Depth - 1); });
}

/// Stores that write some of the bytes of an integer.
static SmallVector<MemoryUses::At<StoreInst>, 4> writesOf(const MemoryUses &Uses, int64_t OffsetBytes, int64_t Bytes,
                                                          const DataLayout &Layout) {
  SmallVector<MemoryUses::At<StoreInst>, 4> Result;
  copy_if(Uses.Writes, std::back_inserter(Result), [&](const MemoryUses::At<StoreInst> &Write) {
    int64_t Length = Layout.getTypeStoreSize(Write.Instruction->getValueOperand()->getType()).getKnownMinValue();
    return Write.OffsetBytes + Length > OffsetBytes && Write.OffsetBytes < OffsetBytes + Bytes;
  });
  return Result;
}

// The one number that is written there, by stores of just these bytes.
ConstantSearch::Known ConstantSearch::stored(ArrayRef<MemoryUses::At<StoreInst>> Writes, Type &Integer,
                                             int64_t OffsetBytes, int Depth) {
  std::optional<int64_t> Result;
  for (const auto &[At, Store] : Writes) {
    const Value &Written = *Store->getValueOperand();
    Known Number = At == OffsetBytes && Written.getType() == &Integer ? of(Written, Depth) : std::nullopt;
    if (!Number || (Result && *Result != *Number))
      return std::nullopt;
    Result = Number;
  }
  return Result;
}

/// What a variable of this file, or of a file that is the program as far as one can see, begins as.
static const Constant *initialValue(const GlobalVariable &Variable) {
  if (!Variable.hasInitializer() || Variable.isThreadLocal() || Variable.hasAvailableExternallyLinkage())
    return nullptr;
  if (Variable.hasLocalLinkage() || Variable.isConstant())
    return Variable.getInitializer();
  const Function *Main = Variable.getParent()->getFunction("main");
  return Main && !Main->isDeclaration() ? Variable.getInitializer() : nullptr;
}

ConstantSearch::Known ConstantSearch::inVariable(const GlobalVariable &Variable, Type &Integer, int64_t OffsetBytes,
                                                 int Depth) {
  const Constant *Initial = initialValue(Variable);
  int64_t Bytes = Integer.getIntegerBitWidth() / 8;
  MemoryUses Uses(Layout);
  if (!Initial || !Uses.collect(Variable, 0, MostCalleesFollowed) || Uses.isHidden(OffsetBytes, Bytes))
    return std::nullopt;
  auto *First = dyn_cast_or_null<ConstantInt>(
      ConstantFoldLoadFromConst(const_cast<Constant *>(Initial), &Integer, APInt(64, OffsetBytes), Layout));
  if (!First)
    return std::nullopt;
  Elsewhere |= !Variable.hasLocalLinkage() && !Variable.isConstant();
  auto Writes = writesOf(Uses, OffsetBytes, Bytes, Layout);
  bool MayBeSet = !Variable.isConstant() && !Variable.hasLocalLinkage();
  if (Writes.empty()) // a size of 0 is one that is not seen to be set
    return First->isZero() && MayBeSet ? std::nullopt : Known(First->getSExtValue());
  Known Number = stored(Writes, Integer, OffsetBytes, Depth);
  IsSet |= First->isZero();
  return First->isZero() || Number == First->getSExtValue() ? Number : std::nullopt;
}

ConstantSearch::Known ConstantSearch::inSlot(const AllocaInst &Slot, Type &Integer, int64_t OffsetBytes, int Depth) {
  int64_t Bytes = Integer.getIntegerBitWidth() / 8;
  MemoryUses Uses(Layout);
  if (!Uses.collect(Slot, 0, MostCalleesFollowed) || Uses.isHidden(OffsetBytes, Bytes))
    return std::nullopt;
  return stored(writesOf(Uses, OffsetBytes, Bytes, Layout), Integer, OffsetBytes, Depth);
}

ConstantSearch::Known ConstantSearch::inMemory(const Value &Pointer, Type &Integer, int64_t OffsetBytes, int Depth) {
  if (++Visits > MostVisits || !Integer.isIntegerTy() || Integer.getIntegerBitWidth() > 64)
    return std::nullopt;
  if (auto *A = dyn_cast<Argument>(&Pointer))
    return A->hasByValAttr() ? std::nullopt : behindArgument(*A, Integer, OffsetBytes, Depth);
  if (auto *Slot = dyn_cast<AllocaInst>(&Pointer))
    return inSlot(*Slot, Integer, OffsetBytes, Depth);
  if (auto *Variable = dyn_cast<GlobalVariable>(&Pointer))
    return inVariable(*Variable, Integer, OffsetBytes, Depth);
  auto *Element = dyn_cast<GEPOperator>(&Pointer);
  APInt Bytes(64, 0);
  if (!Element || !Element->accumulateConstantOffset(Layout, Bytes))
    return std::nullopt;
  return inMemory(*Element->getPointerOperand(), Integer, OffsetBytes + Bytes.getSExtValue(), Depth);
}

ConstantSearch::Known ConstantSearch::of(const Value &V, int Depth) {
  if (++Visits > MostVisits)
    return std::nullopt;
  if (auto *Number = dyn_cast<ConstantInt>(&V))
    return Number->getBitWidth() <= 64 ? Known(Number->getSExtValue()) : std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(&V))
    return inMemory(*Load->getPointerOperand(), *Load->getType(), 0, Depth);
  auto *A = dyn_cast<Argument>(&V);
  return A ? ofArgument(*A, Depth) : std::nullopt;
}
