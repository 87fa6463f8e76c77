//===- Conditions.cpp - branch conditions as inequalities ----------------------------===//

#include "Conditions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/ConstantRange.h"
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

// Compilers test `first <= v && v <= last` as one unsigned comparison: v - first is a large number where v is less.
// Only differences are such tests; the operands of others are taken as they stand.
static bool mayBeBelowZero(ScalarEvolution &SE, const Value &V, const Polynomial &P) {
  const SCEV *S = SE.getSCEV(const_cast<Value *>(&V));
  return any_of(P.terms(), [](auto &Term) { return Term.second < 0; }) && !SE.isKnownNonNegative(S) && !isUnsigned(*S);
}

// `n - 1` is not: of unsigned numbers it is what it looks like. `i + a - 1` is.
static bool isDifference(const AtomTable &Atoms, const Polynomial &P) {
  return Atoms.uses(P, AtomKind::Loop) ||
         any_of(P.terms(), [](auto &Term) { return Term.second < (Term.first.empty() ? -1 : 0); });
}

// Values this near to the ends of a type are taken not to occur: they only tell that a test was turned round.
static bool isNearEnd(const APInt &Value) {
  if (Value.getBitWidth() <= 16)
    return false;
  return Value.sle(APInt::getSignedMinValue(Value.getBitWidth()) + 0xff) ||
         Value.sge(APInt::getSignedMaxValue(Value.getBitWidth()) - 0xff);
}

// Where `P` + an offset lies in a range of unsigned numbers, as signed numbers: one range, or all but one.
static ConditionReader::Alternatives inRange(const ConstantRange &Range, const Polynomial &P) {
  auto Least = [&](const APInt &Low) { return isNearEnd(Low) ? Conditions() : Conditions{P - Low.getSExtValue()}; };
  auto Most = [&](const APInt &High) {
    return isNearEnd(High) ? Conditions() : Conditions{Polynomial(High.getSExtValue()) - P};
  };
  if (Range.isFullSet())
    return {Conditions()};
  if (Range.isEmptySet())
    return {{Polynomial(-1)}};
  APInt Low = Range.getLower(), High = Range.getUpper() - 1;
  if (Low.sle(High)) {
    Conditions Both = Least(Low), Upper = Most(High);
    Both.insert(Both.end(), Upper.begin(), Upper.end());
    return {Both};
  }
  ConditionReader::Alternatives Result;
  if (!isNearEnd(High))
    Result.push_back(Most(High));
  if (!isNearEnd(Low))
    Result.push_back(Least(Low));
  if (Result.empty())
    return {{Polynomial(-1)}};
  return Result;
}

// `P` is of `Bits` bits and compared with a constant: v - 4 <= 4, v + 2147483647 < 2147483650.
static ConditionReader::Alternatives unsignedRange(CmpInst::Predicate Predicate, unsigned Bits, const Polynomial &P,
                                                   int64_t Limit) {
  auto Number = [&](int64_t Value) { return APInt(64, static_cast<uint64_t>(Value)).sextOrTrunc(Bits); };
  ConstantRange Range = ConstantRange::makeExactICmpRegion(Predicate, Number(Limit));
  int64_t Offset = P.constantTerm().constant().value_or(0);
  return inRange(Range.subtract(Number(Offset)), P - Offset);
}

// `A` < `B` (or <= where equal counts) of unsigned numbers that may stand for numbers below zero: those are larger than
// all others. None: it is what it looks like.
static std::optional<ConditionReader::Alternatives> isLess(const Polynomial &A, const Polynomial &B, bool LeftMay,
                                                           bool RightMay, bool OrEqual) {
  Polynomial Room = OrEqual ? B - A : B - A - 1;
  Polynomial LeftBelow = Polynomial(-1) - A, RightBelow = Polynomial(-1) - B;
  if (LeftMay && RightMay)
    return ConditionReader::Alternatives{{A, Room}, {A, RightBelow}, {LeftBelow, RightBelow, Room}};
  if (LeftMay)
    return ConditionReader::Alternatives{{A, Room}};
  if (RightMay)
    return ConditionReader::Alternatives{{RightBelow}, {B, Room}};
  return std::nullopt;
}

std::optional<ConditionReader::Alternatives> ConditionReader::compareUnsigned(CmpInst::Predicate Predicate,
                                                                              const Value &Left, const Value &Right,
                                                                              const Polynomial &A,
                                                                              const Polynomial &B) {
  if (A.constant() && !B.constant())
    return compareUnsigned(CmpInst::getSwappedPredicate(Predicate), Right, Left, B, A);
  ScalarEvolution &SE = Reader.scalarEvolution();
  bool LeftMay = mayBeBelowZero(SE, Left, A), RightMay = mayBeBelowZero(SE, Right, B);
  unsigned Bits = Left.getType()->getIntegerBitWidth();
  bool Offset = !A.constantTerm().isZero() && !SE.isKnownNonNegative(SE.getSCEV(const_cast<Value *>(&Left)));
  if (auto Limit = B.constant(); Limit && Bits <= 64)
    return LeftMay || Offset || *Limit < 0 ? std::optional<Alternatives>(unsignedRange(Predicate, Bits, A, *Limit))
                                           : std::nullopt;
  // Less is the mirror of more.
  if (Predicate == CmpInst::ICMP_ULT || Predicate == CmpInst::ICMP_ULE)
    return isLess(A, B, LeftMay, RightMay && isDifference(Reader.atoms(), B), Predicate == CmpInst::ICMP_ULE);
  return isLess(B, A, RightMay, LeftMay && isDifference(Reader.atoms(), A), Predicate == CmpInst::ICMP_UGE);
}

// min(a, b) - max(c, d) >= 0 says that of all pairs.
static Conditions inPairs(const AtomTable &Atoms, const Polynomial &P) {
  std::vector<Polynomial> Pieces = Atoms.distribute(P, AtomKind::Minimum);
  if (Pieces.size() == 1)
    return Pieces;
  Conditions Result;
  for (const Polynomial &Piece : Pieces)
    for (const Polynomial &Pair : inPairs(Atoms, Piece))
      Result.push_back(Pair);
  return Result;
}

static bool isSize(const Nest &N, const Atom &A) {
  return A.Kind == AtomKind::Symbol && StringRef(N.Symbols[A.Index].Name).contains(".size()");
}

static bool hasSize(Nest &N, const Polynomial &Distance) {
  bool Result = false;
  N.Atoms.forEachAtom(Distance, [&](const Atom &A) { Result |= isSize(N, A); });
  return Result;
}

// A sum of sizes of containers, none of which is negative, all of whose terms have this sign.
static bool isSumOfSizes(Nest &N, const Polynomial &P, bool IsNegative) {
  bool AreSizes = !P.constant() && all_of(P.terms(), [&](const auto &T) { return (T.second < 0) == IsNegative; });
  N.Atoms.forEachAtom(P, [&](const Atom &A) { AreSizes &= isSize(N, A); });
  return AreSizes;
}

// Where a sum of sizes alone has to be negative, nothing happens; where it may not be, that is no condition.
static void leaveOutKnown(Nest &N, ConditionReader::Alternatives &Found) {
  auto IsBelowZero = [&](const Polynomial &P) { return isSumOfSizes(N, P, true) && !P.constantTerm().isZero(); };
  auto IsNever = [&](const Conditions &C) { return any_of(C, IsBelowZero); };
  if (!all_of(Found, IsNever))
    erase_if(Found, IsNever);
  for (Conditions &C : Found)
    erase_if(C, [&](const Polynomial &P) { return isSumOfSizes(N, P, false); });
}

std::optional<ConditionReader::Alternatives> ConditionReader::compare(CmpInst::Predicate Predicate, const Value &Left,
                                                                      const Value &Right) {
  auto Found = compareValues(Predicate, Left, Right);
  if (!Found)
    return std::nullopt;
  for (Conditions &Alternative : *Found) {
    Conditions All;
    for (const Polynomial &P : Alternative)
      for (const Polynomial &Pair : inPairs(Reader.atoms(), Reader.withoutPointers(P)))
        All.push_back(Pair);
    Alternative = std::move(All);
  }
  leaveOutKnown(Reader.nest(), *Found);
  return Found;
}

// What a comparison says of numbers, from what the right one has more than the left one, and the other way round.
static std::optional<ConditionReader::Alternatives> bySign(CmpInst::Predicate Predicate, const Polynomial &Less,
                                                           const Polynomial &More) {
  using Alternatives = ConditionReader::Alternatives;
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
    return Alternatives{{Less - 1}, {More - 1}};
  default:
    return std::nullopt;
  }
}

bool pme::isDealt(Nest &N, const Polynomial &P) {
  bool Result = N.Atoms.uses(P, AtomKind::Loop);
  N.Atoms.forEachAtom(P, [&](const Atom &A) { Result |= A.Kind == AtomKind::Symbol && A.Index == N.ThreadSymbol; });
  return Result;
}

// Of symbols alone it is one condition, max(n - 4, 2 - n) >= 0: as two alternatives it would double what stands under
// it, once for each such test, and half of that is for sizes that nobody has.
ConditionReader::Alternatives pme::isApart(Nest &N, const Polynomial &Below, const Polynomial &Above) {
  if (isDealt(N, Above))
    return {{Below - 1}, {Above - 1}};
  return {{N.Atoms.maximum({Below - 1, Above - 1})}};
}

bool pme::areNoEnds(const Value &Left, const Value &Right) {
  return none_of(ArrayRef<const Value *>{&Left, &Right}, [&](const Value *Pointer) {
    return any_of(Pointer->users(), [&](const User *U) {
      auto *Test = dyn_cast<ICmpInst>(U);
      bool IsThis = Test && is_contained(Test->operands(), &Left) && is_contained(Test->operands(), &Right);
      bool IsNull = Test && any_of(Test->operands(), [](const Value *V) { return isa<ConstantPointerNull>(V); });
      return isa<PtrToIntInst, PHINode>(U) || (Test && !IsThis && !IsNull);
    });
  });
}

// Two pointers differ: the ends of a container do where it is not empty, for no size is negative.
static ConditionReader::Alternatives differ(Nest &N, const Polynomial &Less, const Polynomial &More) {
  bool AreWhole = Less.constantTerm().isZero();
  if (AreWhole && isSumOfSizes(N, Less, false))
    return {{Less - 1}};
  return AreWhole && isSumOfSizes(N, More, false) ? ConditionReader::Alternatives{{More - 1}} : isApart(N, Less, More);
}

// Only their distance can be a symbol of the program: nobody knows where they point to.
std::optional<ConditionReader::Alternatives> ConditionReader::comparePointers(CmpInst::Predicate Predicate,
                                                                              const Value &Left, const Value &Right) {
  if (isa<ConstantPointerNull>(Left) || isa<ConstantPointerNull>(Right))
    return std::nullopt;
  ScalarEvolution &SE = Reader.scalarEvolution();
  auto A = Reader.read(SE.getSCEV(const_cast<Value *>(&Left)));
  auto B = A ? Reader.read(SE.getSCEV(const_cast<Value *>(&Right))) : std::nullopt;
  Polynomial Bytes = B ? *B - *A : Polynomial::invalid();
  Polynomial Less = Bytes.isValid() ? Reader.withoutPointers(Bytes) : Bytes;
  if (!Less.isValid() || Less == Bytes)
    return std::nullopt;
  if (CmpInst::isEquality(Predicate) && areNoEnds(Left, Right) && !hasSize(Reader.nest(), Less))
    return std::nullopt;
  if (Predicate == CmpInst::ICMP_NE)
    return differ(Reader.nest(), Less, Polynomial(0) - Less);
  return bySign(Predicate, Less, Polynomial(0) - Less);
}

std::optional<ConditionReader::Alternatives> ConditionReader::compareValues(CmpInst::Predicate Predicate,
                                                                            const Value &Left, const Value &Right) {
  if (Left.getType()->isPointerTy())
    return comparePointers(Predicate, Left, Right);
  if (!Left.getType()->isIntegerTy())
    return std::nullopt;
  ScalarEvolution &SE = Reader.scalarEvolution();
  auto A = Reader.read(SE.getSCEV(const_cast<Value *>(&Left)));
  auto B = A ? Reader.read(SE.getSCEV(const_cast<Value *>(&Right))) : std::nullopt;
  if (!A || !B)
    return std::nullopt;
  bool AreNarrow = isNarrow(Left);
  if (AreNarrow) {
    A = asCompared(Left, *A, CmpInst::isSigned(Predicate));
    B = asCompared(Right, *B, CmpInst::isSigned(Predicate));
  }
  Polynomial Less = *B - *A, More = *A - *B;
  if (!Less.isValid() || !More.isValid())
    return std::nullopt;
  if (CmpInst::isUnsigned(Predicate) && !AreNarrow)
    if (auto Range = compareUnsigned(Predicate, Left, Right, *A, *B))
      return Range;
  if (Predicate == CmpInst::ICMP_NE && (More.isZero() || Less.isZero()))
    return std::nullopt;
  if (Predicate != CmpInst::ICMP_NE)
    return bySign(Predicate, Less, More);
  const SCEV *First = SE.getSCEV(const_cast<Value *>(&Left));
  if (B->isZero() && (isUnsigned(*First) || SE.isKnownNonNegative(First)))
    return Alternatives{{More - 1}};
  return isApart(Reader.nest(), Less, More);
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

// `n != 0` in front of a loop is how passes write that a counter without sign gets below n: n is more than 0.
std::optional<ConditionReader::Alternatives> ConditionReader::entersLoop(const BranchInst &Branch, unsigned Side) {
  auto *Test = dyn_cast<ICmpInst>(Branch.getCondition());
  if (!Test || !match(Test->getOperand(1), m_Zero()) || !Test->getOperand(0)->getType()->isIntegerTy() ||
      Test->getPredicate() != (Side == 0 ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ) ||
      !Reader.startsLoop(*Branch.getSuccessor(Side)))
    return std::nullopt;
  return compare(CmpInst::ICMP_SGT, *Test->getOperand(0), *Test->getOperand(1));
}

std::optional<ConditionReader::Alternatives> ConditionReader::read(const Instruction &Branch, unsigned Side) {
  if (auto *Two = dyn_cast<BranchInst>(&Branch); Two && Two->isConditional()) {
    auto Entered = entersLoop(*Two, Side);
    return Entered ? Entered : holds(*Two->getCondition(), Side == 0, 0);
  }
  auto *Switch = dyn_cast<SwitchInst>(&Branch);
  return Switch ? readSwitch(*Switch, *Switch->getSuccessor(Side)) : std::nullopt;
}
