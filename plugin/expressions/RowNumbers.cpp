//===- RowNumbers.cpp - what a number in an address stands for that was read from memory -----===//

#include "Arrays.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace pme;

// Does the address go on counting in a loop that the number is read outside of? Then the number says which row.
bool ArrayFinder::isRowNumber(const LoadInst &Load) const {
  return Load.getType()->isIntegerTy() && SCEVExprContains(Outermost, [&](const SCEV *S) {
           auto *Counter = dyn_cast<SCEVAddRecExpr>(S);
           return Counter && Reader.active(*Counter->getLoop()) && !Counter->getLoop()->contains(&Load);
         });
}

// Is anything divided by what is read there? It is how many there are of something, as of threads, and says no row.
static bool isDivisor(const Value &V, unsigned Nesting = 4) {
  return Nesting > 0 && any_of(V.users(), [&](const User *U) {
           auto *By = dyn_cast<BinaryOperator>(U);
           return By ? By->isIntDivRem() && By->getOperand(1) == &V : isa<CastInst>(U) && isDivisor(*U, Nesting - 1);
         });
}

static bool isDivisorThere(const LoadInst &Load) {
  return any_of(Load.getPointerOperand()->users(), [](const User *U) { return isa<LoadInst>(U) && isDivisor(*U); });
}

// Is it multiplied with a counter, or with another number of its block? Then it is a pitch or a halo, and no number of a
// row: (x + halo) * pitch of blocks[b].
bool ArrayFinder::isFactor(const LoadInst &Load) const {
  if (isDivisorThere(Load))
    return true;
  auto Reads = [&](const SCEV *S) {
    auto *Unknown = dyn_cast<SCEVUnknown>(S);
    return Unknown && Unknown->getValue() == &Load;
  };
  auto Varies = [&](const SCEV *S) {
    auto *Unknown = dyn_cast<SCEVUnknown>(S);
    auto *Other = Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
    return isa<SCEVAddRecExpr>(S) || (Other && Other != &Load && !Reader.isStable(*Other));
  };
  return SCEVExprContains(Outermost, [&](const SCEV *S) {
    auto Operands = S->operands();
    if (auto *Division = dyn_cast<SCEVUDivExpr>(S))
      return SCEVExprContains(Division->getRHS(), Reads);
    if (isa<SCEVAddRecExpr>(S))
      return any_of(drop_begin(Operands), [&](const SCEV *Step) { return SCEVExprContains(Step, Reads); });
    return isa<SCEVMulExpr>(S) && SCEVExprContains(S, Reads) &&
           any_of(Operands, [&](const SCEV *O) { return SCEVExprContains(O, Varies) && !SCEVExprContains(O, Reads); });
  });
}

// Where memory of its own goes with each block (`p = parts[b]->data + first[b]`), a number of the block is no row of it.
bool ArrayFinder::isWithinBlock(const LoadInst &Load) const {
  auto *Base = dyn_cast<SCEVUnknown>(Reader.scalarEvolution().getPointerBase(Outermost));
  auto *Start = Base ? dyn_cast<LoadInst>(Base->getValue()) : nullptr;
  return Start && !Reader.isStable(*Start) && Reader.isOfBlock(*Start) && Reader.isOfBlock(Load) &&
         SCEVExprContains(Outermost, [&](const SCEV *S) {
           return isa<SCEVUnknown>(S) && cast<SCEVUnknown>(S)->getValue() == &Load;
         });
}

// Does the number go into that one, by bits?
static bool isMadeOf(const Value *V, const LoadInst &Load, unsigned Nesting = 8) {
  if (V == &Load)
    return true;
  auto *Made = dyn_cast<Instruction>(V);
  return Nesting > 0 && Made && (Made->isBitwiseLogicOp() || isa<CastInst>(Made)) &&
         any_of(Made->operands(), [&](const Use &Part) { return isMadeOf(Part.get(), Load, Nesting - 1); });
}

// Is it there for its bits alone, as the colour of a block's first point? It moves nothing but by a few elements.
bool ArrayFinder::isColour(const LoadInst &Load) const {
  bool IsWhole = false;
  bool IsBits = SCEVExprContains(Outermost, [&](const SCEV *S) {
    auto *Unknown = dyn_cast<SCEVUnknown>(S);
    IsWhole |= Unknown && Unknown->getValue() == &Load;
    return !IsWhole && Unknown && isMadeOf(Unknown->getValue(), Load);
  });
  return IsBits && !IsWhole;
}
