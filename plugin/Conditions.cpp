//===- Conditions.cpp - branch conditions as inequalities -----------------===//

#include "Conditions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

// Every pair of alternatives.
std::optional<ConditionReader::Alternatives> ConditionReader::both(const std::optional<Alternatives> &A,
                                                                   const std::optional<Alternatives> &B) {
  if (!A || !B || A->size() * B->size() > MaxAlternatives)
    return std::nullopt;
  Alternatives Result;
  for (const Conditions &Left : *A)
    for (const Conditions &Right : *B) {
      Result.push_back(Left);
      Result.back().insert(Result.back().end(), Right.begin(), Right.end());
    }
  return Result;
}

// Trip counts that the compiler computes as products do not wrap as unsigned numbers: they are never negative.
static bool isUnsigned(const SCEV &S) {
  auto *Operation = dyn_cast<SCEVNAryExpr>(&S);
  return Operation && Operation->hasNoUnsignedWrap();
}

std::optional<ConditionReader::Alternatives> ConditionReader::compare(CmpInst::Predicate Predicate, const Value &Left,
                                                                      const Value &Right) {
  if (!Left.getType()->isIntegerTy())
    return std::nullopt;
  ScalarEvolution &SE = Reader.scalarEvolution();
  auto A = Reader.read(SE.getSCEV(const_cast<Value *>(&Left)));
  auto B = A ? Reader.read(SE.getSCEV(const_cast<Value *>(&Right))) : std::nullopt;
  if (!A || !B)
    return std::nullopt;
  Polynomial Less = *B - *A, More = *A - *B;
  if (!Less.isValid() || !More.isValid())
    return std::nullopt;
  switch (Predicate) {
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    return Alternatives{{Less - 1}};
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    return Alternatives{{Less}};
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    return Alternatives{{More - 1}};
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    return Alternatives{{More}};
  case CmpInst::ICMP_EQ:
    return Alternatives{{Less, More}};
  case CmpInst::ICMP_NE:
    if (More.isZero() || Less.isZero())
      return std::nullopt;
    if (B->isZero() && isUnsigned(*SE.getSCEV(const_cast<Value *>(&Left))))
      return Alternatives{{More - 1}};
    return Alternatives{{Less - 1}, {More - 1}};
  default:
    return std::nullopt;
  }
}

std::optional<ConditionReader::Alternatives> ConditionReader::holds(const Value &Condition, bool Wanted,
                                                                    unsigned Depth) {
  if (Depth > 6)
    return std::nullopt;
  if (auto *Known = dyn_cast<ConstantInt>(&Condition))
    return Known->isOne() == Wanted ? std::optional<Alternatives>(Alternatives{{}}) : std::nullopt;
  if (auto *Test = dyn_cast<ICmpInst>(&Condition))
    return compare(Wanted ? Test->getPredicate() : Test->getInversePredicate(), *Test->getOperand(0),
                   *Test->getOperand(1));
  Value *Left, *Right;
  if (match(const_cast<Value *>(&Condition), m_Not(m_Value(Left))))
    return holds(*Left, !Wanted, Depth + 1);
  bool And = match(const_cast<Value *>(&Condition), m_LogicalAnd(m_Value(Left), m_Value(Right)));
  if (!And && !match(const_cast<Value *>(&Condition), m_LogicalOr(m_Value(Left), m_Value(Right))))
    return std::nullopt;
  if (And == Wanted)
    return both(holds(*Left, Wanted, Depth + 1), holds(*Right, Wanted, Depth + 1));
  // One of two: the left one, or the right one without the left one.
  auto First = holds(*Left, Wanted, Depth + 1);
  auto Second = both(holds(*Left, !Wanted, Depth + 1), holds(*Right, Wanted, Depth + 1));
  if (!First || !Second || First->size() + Second->size() > MaxAlternatives)
    return std::nullopt;
  First->insert(First->end(), Second->begin(), Second->end());
  return First;
}

std::optional<ConditionReader::Alternatives> ConditionReader::read(const Instruction &Branch, unsigned Side) {
  if (auto *Two = dyn_cast<BranchInst>(&Branch); Two && Two->isConditional())
    return holds(*Two->getCondition(), Side == 0, 0);
  auto *Switch = dyn_cast<SwitchInst>(&Branch);
  if (!Switch)
    return std::nullopt;
  for (auto &Case : Switch->cases())
    if (Case.getSuccessorIndex() == Side)
      return compare(CmpInst::ICMP_EQ, *Switch->getCondition(), *Case.getCaseValue());
  return std::nullopt;
}
