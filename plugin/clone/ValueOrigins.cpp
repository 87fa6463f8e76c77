//===- ValueOrigins.cpp - where a value of the clone comes from ----------------------===//

#include "ValueOrigins.h"
#include "plugin/base/NoteKinds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace pme;

// What is computed from other values and is none of the forms that recovery takes apart: it is a symbol by itself (`1 <<
// bits`, `n / 2.5` as a number). Of operations on bits clean-up changes constants that nobody asks all bits of, in place.
static bool isComputedSize(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Shl:
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::Trunc:
  case Instruction::SExt:
    return true;
  default:
    return false;
  }
}

// What a size can be: read from memory, returned by a call, one of several, or computed; and the variables that it is
// read from.
static bool mayBeSize(const Instruction &I) {
  if (isa<AllocaInst>(I))
    return true;
  return (isa<LoadInst, CallBase, PHINode, SelectInst>(I) || isComputedSize(I)) && I.getType()->isIntegerTy() &&
         I.getType()->getIntegerBitWidth() > 1 && I.getType()->getIntegerBitWidth() <= 64;
}

void ValueOrigins::number(const Module &Original, const ValueToValueMapTy &Map) {
  Type *Number = Type::getInt32Ty(Original.getContext());
  for (const Function &F : Original)
    for (const Instruction &I : instructions(F)) {
      auto *Copy = mayBeSize(I) ? dyn_cast_or_null<Instruction>(Map.lookup(&I)) : nullptr;
      if (!Copy)
        continue;
      auto *Id = ConstantAsMetadata::get(ConstantInt::get(Number, Instructions.size()));
      Copy->setMetadata(ValueOriginKind, MDNode::get(Copy->getContext(), Id));
      Instructions.push_back(&I);
    }
}

void ValueOrigins::collect(Function &F) {
  Entries.clear();
  for (Instruction &I : instructions(F))
    if (MDNode *Node = I.getMetadata(ValueOriginKind)) {
      auto *Id = mdconst::extract<ConstantInt>(Node->getOperand(0));
      Entries.push_back({&I, static_cast<unsigned>(Id->getZExtValue())});
      I.setMetadata(ValueOriginKind, nullptr);
    }
}

SmallVector<const Instruction *, 4> ValueOrigins::of(const Value &V) const {
  SmallVector<const Instruction *, 4> Result;
  for (const Entry &E : Entries)
    if (E.Value == &V && !is_contained(Result, Instructions[E.Number]))
      Result.push_back(Instructions[E.Number]);
  return Result;
}
