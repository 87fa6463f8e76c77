//===- Arrays.cpp - which array an address belongs to ---------------------===//

#include "Arrays.h"
#include "Inline.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

// Elements of an array type, and its dimensions as extents.
static Type *innermost(Type *T, std::vector<Polynomial> &Extents) {
  while (auto *Array = dyn_cast<ArrayType>(T)) {
    Extents.push_back(Polynomial(static_cast<int64_t>(Array->getNumElements())));
    T = Array->getElementType();
  }
  return T;
}

static bool isPrivate(const Value &Base) {
  if (auto *Local = dyn_cast<AllocaInst>(&Base))
    return Local->getName().starts_with(PrivateName);
  if (auto *Global = dyn_cast<GlobalVariable>(&Base))
    return Global->isThreadLocal();
  return false;
}

// The thread's copy of a thread-local variable is asked for by a call.
static const Value &stripped(const Value &Base) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&Base))
    if (Call->getIntrinsicID() == Intrinsic::threadlocal_address)
      return *Call->getArgOperand(0);
  return Base;
}

std::string ArrayFinder::uniqueName(std::string Name) {
  if (Name.empty())
    Name = "memory";
  int Count = ++NameCounts[Name];
  return Count == 1 ? Name : Name + "." + std::to_string(Count);
}

NestArray ArrayFinder::describeArray(const Value &Base, int64_t Bytes) {
  NestArray Result;
  Result.Name = uniqueName(D.value(Base).Name);
  Result.Alignment = static_cast<int64_t>(Base.getPointerAlignment(Layout).value());
  Result.Private = isPrivate(Base);
  Result.ElementBytes = Bytes;
  Type *T = nullptr;
  if (auto *Global = dyn_cast<GlobalVariable>(&Base))
    T = Global->getValueType();
  else if (auto *Local = dyn_cast<AllocaInst>(&Base)) {
    T = Local->getAllocatedType();
    if (!Local->isStaticAlloca())
      if (auto Count = Reader.read(Reader.scalarEvolution().getSCEV(const_cast<Value *>(Local->getArraySize()))))
        Result.Extents.push_back(*Count);
  }
  if (T && T->isSized()) {
    T = innermost(T, Result.Extents);
    TypeSize Size = Layout.getTypeAllocSize(T);
    if (!Size.isScalable() && Size.getFixedValue() > 0)
      Result.ElementBytes = static_cast<int64_t>(Size.getFixedValue());
  }
  return Result;
}

int ArrayFinder::arrayOf(const Value &Base, int64_t Bytes) {
  auto [Place, IsNew] = Keys.try_emplace(D.key(Base), static_cast<int>(N.Arrays.size()));
  if (IsNew)
    N.Arrays.push_back(describeArray(Base, Bytes));
  return Place->second;
}

std::optional<ArrayPlace> ArrayFinder::find(const SCEV *Address, int64_t Bytes) {
  ScalarEvolution &SE = Reader.scalarEvolution();
  auto *Unknown = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (!Unknown) {
    Problem = {Obstacle::NotAffine, {}, "an address made from an integer"};
    return std::nullopt;
  }
  const Value &Base = stripped(*Unknown->getValue());
  auto Offset = Reader.read(SE.removePointerBase(Address));
  if (!Offset) {
    Problem = Reader.obstacle();
    return std::nullopt;
  }
  if (!Reader.isStable(Base) || isa<Constant>(Base) != isa<GlobalVariable>(Base)) {
    auto *I = dyn_cast<Instruction>(&Base);
    std::string Name = D.value(Base).Name;
    Problem = {isa<LoadInst>(Base) ? Obstacle::Indirect : Obstacle::NotAffine, I ? I->getDebugLoc() : DebugLoc(),
               (Name.empty() ? "the array" : "'" + Name + "'") + std::string(" changes in the loop")};
    return std::nullopt;
  }
  return ArrayPlace{arrayOf(Base, Bytes), *Offset};
}
