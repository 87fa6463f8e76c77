//===- NarrowNumbers.cpp - comparisons of numbers of less than 32 bits -----------------===//
//
// No source computes in them: passes take remainders that fit apart, x - 202 * (x / 202) in 8 bits. What wraps is meant
// to.
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "Expressions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace pme;

bool pme::isNarrow(const Value &V) {
  constexpr unsigned Wide = 32;
  return V.getType()->isIntegerTy() && V.getType()->getIntegerBitWidth() > 1 &&
         V.getType()->getIntegerBitWidth() < Wide;
}

Polynomial ConditionReader::asCompared(const Value &V, const Polynomial &P, bool IsSigned) {
  ScalarEvolution &SE = Reader.scalarEvolution();
  const SCEV *S = SE.getSCEV(const_cast<Value *>(&V));
  if (!P.constant() && (isa<SCEVUnknown>(S) || SE.isKnownNonNegative(S)))
    return P;
  unsigned Bits = V.getType()->getIntegerBitWidth();
  Polynomial Count(int64_t(1) << Bits), Half(IsSigned ? int64_t(1) << (Bits - 1) : 0);
  return Reader.nest().Atoms.modulo(P + Half, Count) - Half;
}
