//===- ExpressionBits.cpp - numbers that bits are taken out of or put into -----------===//
//
// State vectors are walked through numbers without one bit: (i & mask - 1) + ((i & -mask) << 1) for mask = 1 << k. With
// m = 2^k the lower bits of i are i mod m, for i < 0 too, and the others i - i mod m; bits between two masks are what the
// one leaves and the other does not. m is a symbol of its own.
//
//===----------------------------------------------------------------------===//

#include "Expressions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

// 2^k for `One` = 1 << k, or for -1 << k, where nothing but the exponent is known by name.
Polynomial ExpressionReader::powerOfTwo(const Value &Exponent, const Value *One) {
  const Value *K = &Exponent;
  Value *Wide;
  const APInt *More, *Low;
  while (isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(K))
    K = cast<Instruction>(K)->getOperand(0);
  if (match(const_cast<Value *>(K), m_And(m_Value(Wide), m_APInt(Low))) && Low->isMask(32))
    K = Wide; // of a narrower number
  std::string Name = One ? D.value(*One).Name : "", Of = D.value(*K).Name;
  Value *Counted;
  if (Of.empty() && match(const_cast<Value *>(K), m_Add(m_Value(Counted), m_APInt(More))))
    if (std::string Base = D.value(*Counted).Name; !Base.empty() && More->isNegative())
      Of = "(" + Base + " - " + std::to_string(-More->getSExtValue()) + ")";
  if (!Of.empty()) // which can be given, unlike what is computed of it
    Name = "1 << " + Of;
  return symbol("1 << " + D.key(*K), Name, std::nullopt, One);
}

// `long n = (int)(1L << k)`: clean-up leaves m << k >> 32 with m = 2^32, whose halves are no numbers of the source.
std::optional<Polynomial> ExpressionReader::narrowedPower(const Instruction &Shift) {
  const APInt *One, *Bits;
  Value *K;
  if (!match(const_cast<Instruction *>(&Shift), m_AShr(m_Shl(m_APInt(One), m_Value(K)), m_APInt(Bits))) ||
      !isSame(*K) || !One->isStrictlyPositive() || Bits->uge(One->getBitWidth()) ||
      One->countr_zero() < Bits->getZExtValue())
    return std::nullopt;
  int64_t Factor = One->lshr(*Bits).getSExtValue();
  return Polynomial(Factor) * powerOfTwo(*K, Factor == 1 ? &Shift : nullptr);
}

// m where the value is m = 1 << k, -m or m - 1, of which `Form` says which.
std::optional<Polynomial> ExpressionReader::readMask(const Value &Mask, MaskForm &Form) {
  Value *K, *One;
  auto Read = [&](MaskForm Found, const Value *Source) -> std::optional<Polynomial> {
    Form = Found;
    return isSame(Mask) && isSame(*K) ? std::optional(powerOfTwo(*K, Source)) : std::nullopt;
  };
  auto *V = const_cast<Value *>(&Mask);
  if (match(V, m_Shl(m_One(), m_Value(K))))
    return Read(MaskForm::Bit, V);
  if (match(V, m_Shl(m_AllOnes(), m_Value(K))))
    return Read(MaskForm::Above, nullptr);
  if (match(V, m_Neg(m_CombineAnd(m_Value(One), m_Shl(m_One(), m_Value(K))))))
    return Read(MaskForm::Above, One);
  if (match(V, m_Add(m_CombineAnd(m_Value(One), m_Shl(m_One(), m_Value(K))), m_AllOnes())))
    return Read(MaskForm::Below, One);
  if (match(V, m_Not(m_Shl(m_AllOnes(), m_Value(K)))))
    return Read(MaskForm::Below, nullptr);
  return std::nullopt;
}

// `Number` & `Mask`; none: not a mask that is known.
std::optional<Polynomial> ExpressionReader::underMask(const Polynomial &Number, const Value &Mask) {
  MaskForm Form, Other;
  if (auto Power = readMask(Mask, Form)) {
    if (Form == MaskForm::Bit)
      return std::nullopt;
    Polynomial Low = N.Atoms.modulo(Number, *Power);
    return Form == MaskForm::Below ? Low : Number - Low;
  }
  Value *A, *B;
  if (match(const_cast<Value *>(&Mask), m_Not(m_Value(A))))
    if (auto Left = underMask(Number, *A))
      return Number - *Left;
  if (!match(const_cast<Value *>(&Mask), m_Xor(m_Value(A), m_Value(B))))
    return std::nullopt;
  auto First = readMask(*A, Form), Second = readMask(*B, Other);
  if (!First || !Second || Form == MaskForm::Bit || Other == MaskForm::Bit)
    return std::nullopt;
  Polynomial Between = N.Atoms.modulo(Number, N.Atoms.maximum({*First, *Second})) -
                       N.Atoms.modulo(Number, N.Atoms.minimum({*First, *Second}));
  return Form == Other ? Between : Number - Between;
}

// (x & m - 1) | (y & -m) << c, or i << 6 | k << 4 where k is less than 4: a sum, since no bit is in both.
bool ExpressionReader::areApart(const Value &Low, const Value &High) {
  auto Of = [&](const Value &V) { return SE.getSCEV(const_cast<Value *>(&V)); };
  if (SE.getUnsignedRangeMax(Of(Low)).getActiveBits() <= SE.getMinTrailingZeros(Of(High)))
    return true;
  Value *LowMask, *HighMask, *Bits = const_cast<Value *>(&High);
  MaskForm Form, Other;
  (void)match(Bits, m_Shl(m_Value(Bits), m_ConstantInt()));
  if (!match(const_cast<Value *>(&Low), m_And(m_Value(), m_Value(LowMask))) ||
      !match(Bits, m_And(m_Value(), m_Value(HighMask))))
    return false;
  auto First = readMask(*LowMask, Form), Second = readMask(*HighMask, Other);
  return First && Second && *First == *Second && Form == MaskForm::Below && Other == MaskForm::Above;
}

// Bits of one number that are put into another one, or turned there. Exact where room was made for them as above.
std::optional<Polynomial> ExpressionReader::withBits(const Polynomial &Number, const Polynomial &Bits, bool Turned) {
  bool HasRoom = false;
  N.Atoms.forEachAtom(Number, [&](const Atom &A) {
    HasRoom |= A.Kind == AtomKind::Modulo && N.Atoms.uses(A.Operands[1], AtomKind::Symbol);
  });
  Polynomial Result = Number;
  for (auto &[Product, Coefficient] : Bits.terms()) {
    auto Set = Number.terms().find(Product);
    bool IsSet = Set != Number.terms().end();
    if (!HasRoom || (IsSet && Set->second != 1))
      return std::nullopt;
    Polynomial Bit = Polynomial::atom(Product.front());
    if (!IsSet)
      Result = Result + Bit;
    else if (Turned)
      Result = Result - Bit;
  }
  assume(PME_ASSUMPTION_BITS_APART, "");
  return Result;
}

// Single bits, added or not.
bool ExpressionReader::areBits(const Value &V) {
  Value *A, *B;
  MaskForm Form;
  if (match(const_cast<Value *>(&V), m_Add(m_Value(A), m_Value(B))))
    return areBits(*A) && areBits(*B);
  return readMask(V, Form) && Form == MaskForm::Bit;
}

// A number that is odd where this one is: the last bit of (i ^ j ^ k) is that of i + j + k, as colours of points have it.
// Of single bits the smaller one is their product.
Polynomial ExpressionReader::evenOrOdd(const SCEV *S) {
  auto Join = [&](ArrayRef<const SCEV *> Parts, bool Times) {
    Polynomial Result(Times);
    for (const SCEV *Part : Parts)
      if (!Failed)
        Result = Times ? Result * evenOrOdd(Part) : Result + evenOrOdd(Part);
    return Result;
  };
  if (auto *Cast = dyn_cast<SCEVCastExpr>(S); Cast && Cast->getOperand()->getType()->isIntegerTy())
    return evenOrOdd(Cast->getOperand());
  if (auto *Several = dyn_cast<SCEVNAryExpr>(S)) {
    SmallVector<const SCEV *, 4> Parts(Several->operands());
    if (isa<SCEVAddExpr>(S))
      return Join(Parts, false);
    bool IsMinimum = isa<SCEVUMinExpr, SCEVSequentialUMinExpr>(S);
    if (isa<SCEVMulExpr>(S) || (IsMinimum && S->getType()->isIntegerTy(1)))
      return Join(Parts, true);
  }
  auto *Unknown = dyn_cast<SCEVUnknown>(S);
  Value *Left, *Right;
  if (Unknown && match(Unknown->getValue(), m_Xor(m_Value(Left), m_Value(Right))))
    return Join({SE.getSCEV(Left), SE.getSCEV(Right)}, false);
  return visit(S);
}

// And, or, exclusive or with masks.
Polynomial ExpressionReader::visitBits(const Instruction &I) {
  const Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  auto Read = [&](const Value &V) { return visit(SE.getSCEV(const_cast<Value *>(&V))); };
  if (I.getOpcode() == Instruction::Shl) {
    MaskForm Form;
    auto Power = isa<ConstantInt>(Left) ? readMask(I, Form) : std::nullopt;
    if (!Power)
      return Polynomial::invalid();
    return Form == MaskForm::Bit ? *Power : Polynomial(0) - *Power;
  }
  if (isSame(I))
    return Polynomial::invalid();
  if (I.getOpcode() == Instruction::And) {
    if (!isSame(*Right))
      std::swap(Left, Right);
    if (!isSame(*Right) || !underMask(Polynomial(1), *Right))
      return Polynomial::invalid();
    Polynomial Number = Read(*Left);
    return Failed ? Polynomial::invalid() : *underMask(Number, *Right);
  }
  if (I.getOpcode() == Instruction::Or && (areApart(*Left, *Right) || areApart(*Right, *Left))) {
    Polynomial First = Read(*Left);
    return Failed ? Polynomial::invalid() : First + Read(*Right);
  }
  if (!isSame(*Right))
    std::swap(Left, Right);
  if (!isSame(*Right) || !areBits(*Right))
    return Polynomial::invalid();
  Polynomial Bits = Read(*Right);
  if (Failed)
    return Polynomial::invalid();
  Polynomial Number = Read(*Left);
  return Failed ? Polynomial::invalid()
                : withBits(Number, Bits, I.getOpcode() == Instruction::Xor).value_or(Polynomial::invalid());
}
