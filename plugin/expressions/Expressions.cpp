//===- Expressions.cpp - from ScalarEvolution to polynomials -------------------------===//

#include "Expressions.h"
#include "plugin/clone/ConstantArguments.h"
#include "plugin/names/Fortran.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

ExpressionReader::ExpressionReader(Nest &N, Function &F, ScalarEvolution &SE, LoopInfo &Loops, const Describer &D,
                                   const Markers &M)
    : N(N), SE(SE), Loops(Loops), D(D), M(M) {
  collectStoredPlaces(F);
  collectByThread(F);
}

// What is computed from the thread's number, and what a branch on it chooses.
void ExpressionReader::collectByThread(Function &F) {
  SmallVector<const Value *, 16> Work;
  auto Add = [&](const Value *V) {
    if (!V->getType()->isVoidTy() && ByThread.insert(V).second)
      Work.push_back(V);
  };
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && M.isThreadNumber(*Call))
      Add(&I);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      Add(U);
      if (auto *Branch = dyn_cast<Instruction>(U); Branch && Branch->isTerminator())
        for (const BasicBlock *Arm : successors(Branch))
          for (const BasicBlock *Join : successors(Arm))
            for (const BasicBlock *Block : {Arm, Join})
              for (const PHINode &Phi : Block->phis())
                Add(&Phi);
    }
}

std::optional<Polynomial> ExpressionReader::read(const SCEV *S) {
  Failed = false;
  Polynomial Result = visit(S);
  if (Failed)
    return std::nullopt;
  for (const Rewrite &Step : Rewrites)
    Result = Step(Result);
  if (Result.isValid() && N.ThreadSymbol >= 0)
    Result = withOwnRows(Result);
  if (!Result.isValid()) {
    Problem = {Obstacle::NotAffine, {}, "a coefficient does not fit 64 bits"};
    return std::nullopt;
  }
  return Result;
}

std::optional<Polynomial> ExpressionReader::readCount(const SCEV *S, bool Product) {
  Widened = false;
  TakesPowers = Product;
  auto Result = read(S);
  TakesPowers = false;
  auto Constant = Result ? Result->constantTerm().constant() : std::nullopt;
  if (!Widened || !Constant || *Constant <= INT32_MAX || *Constant > UINT32_MAX)
    return Result;
  return *Result - Polynomial(int64_t(1) << 32);
}

std::optional<Polynomial> ExpressionReader::readInside(const SCEV *S, const Loop &L) {
  ActiveLoops[&L] = {};
  auto Result = read(S);
  ActiveLoops.erase(&L);
  return Result;
}

void ExpressionReader::assume(pme_assumption_code Code, std::string Text, bool RunTells) {
  Pending[{Code, std::move(Text)}] |= RunTells;
}

std::vector<NestAssumption> ExpressionReader::takeAssumptions() {
  std::vector<NestAssumption> Result;
  for (auto &[Assumption, RunTells] : Pending)
    Result.push_back({Assumption.first, Assumption.second, RunTells});
  Pending.clear();
  return Result;
}

void ExpressionReader::choose(const Value &V, const Value *Chosen) {
  if (Chosen)
    Choices[&V] = Chosen;
  else
    Choices.erase(&V);
}

std::optional<Polynomial> ExpressionReader::iterationOf(const Loop &L) {
  auto Active = ActiveLoops.find(&L);
  if (Active == ActiveLoops.end())
    return std::nullopt;
  if (Active->second.IsBehind)
    return Active->second.LastRound;
  auto Result = (N.Atoms.loop(Active->second.Index) - Active->second.First).exactQuotient(Active->second.Step);
  for (const Rewrite &Step : Rewrites)
    if (Result)
      Result = Step(*Result);
  return Result;
}

std::optional<Polynomial> ExpressionReader::roundAround(const Instruction &I) {
  for (const Loop *L = Loops.getLoopFor(I.getParent()); L; L = L->getParentLoop())
    if (ActiveLoops.count(L))
      return iterationOf(*L);
  return std::nullopt;
}

Polynomial ExpressionReader::fail(Obstacle::Kind What, const Value *V, std::string Text) {
  if (!Failed) {
    Failed = true;
    auto *I = dyn_cast_or_null<Instruction>(V);
    Problem = {What, I ? D.place(*I) : DebugLoc(), std::move(Text)};
    if (isa_and_nonnull<SelectInst, PHINode, CmpInst>(V))
      Problem.Culprit = V;
    if (What == Obstacle::Indirect)
      Problem.Table = dyn_cast_or_null<LoadInst>(V);
  }
  return Polynomial::invalid();
}

// `rows + (thread < rest)`: a comparison is a number, one of two.
std::optional<Polynomial> ExpressionReader::visitTest(const SCEV *Operand, int64_t IfTrue) {
  auto *Unknown = dyn_cast<SCEVUnknown>(Operand);
  auto *Test = Unknown ? dyn_cast<CmpInst>(Unknown->getValue()) : nullptr;
  if (!Test)
    return std::nullopt;
  if (auto *Known = dyn_cast_or_null<ConstantInt>(chosen(*Test)))
    return Polynomial(Known->isOne() ? IfTrue : 0);
  if (!isInvariant(*Test))
    return fail(Obstacle::DataDependent, Test, "a value is one of several");
  auto IsNotZero = remainderTest(*Test);
  return IsNotZero ? std::optional(*IsNotZero * Polynomial(IfTrue)) : std::nullopt;
}

Polynomial ExpressionReader::visitZeroExtend(const SCEV *Operand) {
  if (auto Tested = visitTest(Operand, 1))
    return *Tested;
  if (Operand->getType()->isIntegerTy(1) && !isa<SCEVUnknown>(Operand))
    return truncated(Operand, 1);
  if (!isa<SCEVUnknown>(Operand) && !SE.isKnownNonNegative(Operand))
    assume(PME_ASSUMPTION_NO_WRAP, "");
  Widened |= SE.getTypeSizeInBits(Operand->getType()) == 32 && !SE.isKnownNonNegative(Operand);
  return visit(Operand);
}

Polynomial ExpressionReader::visitSignExtend(const SCEV *Operand) {
  if (auto Tested = visitTest(Operand, -1))
    return *Tested;
  uint64_t Bits = SE.getTypeSizeInBits(Operand->getType());
  if (Bits == 1 && !isa<SCEVUnknown>(Operand))
    return Polynomial(0) - truncated(Operand, 1);
  auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Operand);
  if (Bits < 32 && Recurrence && !Recurrence->hasNoSignedWrap()) {
    Polynomial Half(int64_t(1) << (Bits - 1));
    return N.Atoms.modulo(visit(Operand) + Half, Half + Half) - Half;
  }
  if (!isa<SCEVUnknown>(Operand))
    assume(PME_ASSUMPTION_NO_WRAP, "");
  // (int)(i + 4294967294) * 4 has 34 bits, in which 4 * 4294967294 is -8.
  return Bits >= 32 ? N.Atoms.signedCoefficients(visit(Operand), Bits) : visit(Operand);
}

Polynomial ExpressionReader::visitDivision(const SCEVUDivExpr &Division) {
  if (!SE.isKnownNonNegative(Division.getLHS()))
    assume(PME_ASSUMPTION_NO_WRAP, "");
  Polynomial Dividend = visit(Division.getLHS()), Divisor = visit(Division.getRHS());
  auto Elements = elementsBetween(Dividend, Divisor);
  return Elements ? *Elements : N.Atoms.floorDivide(Dividend, Divisor);
}

// max(p + a, p + b) = p + max(a, b): nobody knows a pointer p, and a distance has none.
Polynomial ExpressionReader::takeOutPointer(std::vector<Polynomial> &Operands) const {
  auto IsPointer = [&](const auto &Term) {
    const Atom *A = Term.first.size() == 1 && Term.second == 1 ? &N.Atoms.get(Term.first.front()) : nullptr;
    const Value *Source = A && A->Kind == AtomKind::Symbol && A->Index >= 0 ? N.Symbols[A->Index].Source : nullptr;
    return Source && Source->getType()->isPointerTy();
  };
  for (auto &Term : Operands.front().terms())
    if (IsPointer(Term) && all_of(Operands, [&](const Polynomial &P) {
          auto Own = P.terms().find(Term.first);
          return Own != P.terms().end() && Own->second == 1;
        })) {
      Polynomial Pointer = Polynomial::atom(Term.first.front());
      for (Polynomial &Operand : Operands)
        Operand = Operand - Pointer;
      return Pointer;
    }
  return Polynomial();
}

Polynomial ExpressionReader::visitExtremum(const SCEVNAryExpr &Extremum) {
  std::vector<Polynomial> Operands;
  for (const SCEV *Operand : Extremum.operands())
    Operands.push_back(visit(Operand));
  if (Failed)
    return Polynomial::invalid();
  Polynomial Pointer = takeOutPointer(Operands);
  bool Maximum = Extremum.getSCEVType() == scUMaxExpr || Extremum.getSCEVType() == scSMaxExpr;
  return Pointer + (Maximum ? N.Atoms.maximum(std::move(Operands)) : N.Atoms.minimum(std::move(Operands)));
}

Polynomial ExpressionReader::visit(const SCEV *S) {
  if (Failed)
    return Polynomial::invalid();
  switch (S->getSCEVType()) {
  case scConstant: {
    const APInt &Value = cast<SCEVConstant>(S)->getAPInt();
    return Value.getSignificantBits() <= 64 ? Polynomial(Value.getSExtValue()) : Polynomial::invalid();
  }
  case scTruncate:
    return truncated(cast<SCEVCastExpr>(S)->getOperand(), SE.getTypeSizeInBits(S->getType()));
  case scZeroExtend:
    return visitZeroExtend(cast<SCEVCastExpr>(S)->getOperand());
  case scSignExtend:
    return visitSignExtend(cast<SCEVCastExpr>(S)->getOperand());
  case scPtrToInt:
    return visit(cast<SCEVCastExpr>(S)->getOperand());
  case scAddExpr: {
    Polynomial Sum;
    for (const SCEV *Operand : cast<SCEVAddExpr>(S)->operands())
      Sum = Sum + visit(Operand);
    return wrapped(*cast<SCEVNAryExpr>(S), withoutScaledPointers(Sum, SE.getTypeSizeInBits(S->getType())));
  }
  case scMulExpr: {
    Polynomial Product(1);
    for (const SCEV *Operand : cast<SCEVMulExpr>(S)->operands())
      Product = Product * visit(Operand);
    return wrapped(*cast<SCEVNAryExpr>(S), Product);
  }
  case scUDivExpr:
    return visitDivision(*cast<SCEVUDivExpr>(S));
  case scAddRecExpr:
    return visitRecurrence(*cast<SCEVAddRecExpr>(S));
  case scUMinExpr:
  case scSMinExpr:
  case scSequentialUMinExpr:
  case scUMaxExpr:
  case scSMaxExpr:
    return visitExtremum(*cast<SCEVNAryExpr>(S));
  case scUnknown:
    return visitUnknown(*cast<SCEVUnknown>(S)->getValue());
  default:
    return fail(Obstacle::NotAffine, nullptr, "an expression that has no closed form");
  }
}

// Bits that a division by a power of two has shifted out.
static unsigned bitsShiftedOut(const SCEV *S) {
  auto *Division = dyn_cast<SCEVUDivExpr>(S);
  auto *Divisor = Division ? dyn_cast<SCEVConstant>(Division->getRHS()) : nullptr;
  return Divisor && Divisor->getAPInt().isPowerOf2() ? Divisor->getAPInt().logBase2() : 0;
}

// Of 32 bits and more: taken to fit, and of 31: an int that is not negative. Narrower ones are the remainder that the
// source asks for, but for what is left of an int under a mask of its upper bits.
Polynomial ExpressionReader::truncated(const SCEV *Operand, unsigned Bits) {
  Polynomial Value = Bits == 1 ? evenOrOdd(Operand) : visit(Operand);
  if (Bits + bitsShiftedOut(Operand) >= 31) {
    assume(PME_ASSUMPTION_NO_WRAP, "");
    return N.Atoms.signedCoefficients(Value, std::max(Bits, 32u));
  }
  return N.Atoms.modulo(Value, Polynomial(int64_t(1) << Bits));
}

// What a loop leaves behind whose rounds nobody counts (the width of the widest row) is a number like another one, as
// long as nothing that is modelled goes round the loop; as a stride elsewhere, too.
std::optional<Polynomial> ExpressionReader::leftBehindAsSymbol(const SCEVAddRecExpr &Recurrence) {
  const Loop &L = *Recurrence.getLoop();
  if (!AsStride && any_of(ActiveLoops, [&](auto &Entry) { return Entry.first != &L && Entry.first->contains(&L); }))
    return std::nullopt;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (Phi.getType() != Recurrence.getType() || !Phi.getType()->isIntegerTy() || ByThread.contains(&Phi))
      continue;
    auto *Behind = dyn_cast<SCEVConstant>(SE.getMinusSCEV(&Recurrence, SE.getSCEV(&Phi)));
    if (Behind && Behind->getAPInt().getSignificantBits() <= 64)
      return symbol(D.key(Phi), D.nameNear(Phi), std::nullopt, &Phi) + Polynomial(Behind->getAPInt().getSExtValue());
  }
  return std::nullopt;
}

// The value in the last round of a loop that is over.
Polynomial ExpressionReader::leftBehind(const SCEVAddRecExpr &Recurrence, const std::optional<Polynomial> &LastRound) {
  if (!LastRound || !Recurrence.isAffine()) {
    auto Number = leftBehindAsSymbol(Recurrence);
    return Number ? *Number : fail(Obstacle::DataDependent, nullptr, "a value left behind by a loop");
  }
  Polynomial Start = visit(Recurrence.getStart());
  Polynomial Step = visit(Recurrence.getStepRecurrence(SE));
  return Failed ? Polynomial::invalid() : wrapped(Recurrence, Start + Step * *LastRound);
}

Polynomial ExpressionReader::visitStride(const SCEV *Stride) {
  bool Saved = std::exchange(AsStride, true);
  Polynomial Result = visit(Stride);
  AsStride = Saved;
  return Result;
}

// {a0,+,a1,+,a2,...} is the sum of ai * choose(m, i) in iteration m = (variable - first) / step: a square, as the
// number of iterations of two collapsed loops that both begin at k + 1, has a2.
Polynomial ExpressionReader::visitRecurrence(const SCEVAddRecExpr &Recurrence) {
  const Loop *L = Recurrence.getLoop();
  auto Active = ActiveLoops.find(L);
  if (Active == ActiveLoops.end()) {
    auto Number = leftBehindAsSymbol(Recurrence);
    return Number ? *Number
                  : fail(Obstacle::DataDependent, nullptr, "a value left behind by a loop that is not modelled");
  }
  if (!Recurrence.isAffine() && !TakesPowers) {
    fail(Obstacle::NotAffine, nullptr, "a product of loop variables");
    Problem.IsPower = true;
    return Polynomial::invalid();
  }
  if (Active->second.IsBehind)
    return leftBehind(Recurrence, Active->second.LastRound);
  const Polynomial &Step = Active->second.Step;
  Polynomial Passed = N.Atoms.loop(Active->second.Index) - Active->second.First, Factors(1), Divisor(1), Sum;
  for (auto [Degree, Operand] : enumerate(Recurrence.operands())) {
    auto Term = ((Degree == 0 ? visit(Operand) : visitStride(Operand)) * Factors).exactQuotient(Divisor);
    if (Failed)
      return Polynomial::invalid();
    if (!Term && Recurrence.isAffine()) {
      fail(Obstacle::UnevenStep, nullptr, "a step that the loop's own step does not divide");
      Problem.Loop = L;
      return Polynomial::invalid();
    }
    if (!Term)
      return fail(Obstacle::NotAffine, nullptr, "a product of loop variables");
    Sum = Sum + *Term;
    Factors = Factors * (Passed - Polynomial(static_cast<int64_t>(Degree)) * Step);
    Divisor = Divisor * Polynomial(static_cast<int64_t>(Degree) + 1) * Step;
  }
  return wrapped(Recurrence, Sum);
}

// `i % 8` reaches ScalarEvolution as a recurrence of 3 bits, and what a remainder is compared with as a sum of 8. Narrow
// types wrap on purpose; 32 and 64 bits do not, nor 31: an int that is not negative, as the bound of a size_t is.
Polynomial ExpressionReader::wrapped(const SCEVNAryExpr &Operation, const Polynomial &Value) {
  uint64_t Bits = SE.getTypeSizeInBits(Operation.getType());
  if (Bits >= 31 || !Value.isValid() || Operation.hasNoUnsignedWrap() || Operation.hasNoSignedWrap())
    return Value;
  return N.Atoms.modulo(Value, Polynomial(int64_t(1) << Bits));
}

bool ExpressionReader::isInvariant(const Value &V) const {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I)
    return true;
  for (Loop *L = Loops.getLoopFor(I->getParent()); L; L = L->getParentLoop())
    if (ActiveLoops.count(L))
      return false;
  return true;
}

bool ExpressionReader::isSame(const Value &V) const { return isInvariant(V) && !ByThread.contains(&V); }

bool ExpressionReader::isStable(const Value &V) const {
  if (isInvariant(V))
    return isSame(V);
  if (auto *Load = dyn_cast<LoadInst>(&V))
    return isStable(*Load->getPointerOperand());
  if (auto *Offset = dyn_cast<GEPOperator>(&V))
    return Offset->hasAllConstantIndices() && isStable(*Offset->getPointerOperand());
  return false;
}

// The number of the thread, or of threads. A program with one has both.
std::optional<Polynomial> ExpressionReader::numberOfTeam(const CallBase &Call) {
  if (!M.isThreadNumber(Call) && !M.isTeamSize(Call))
    return std::nullopt;
  N.addTeamSymbols();
  if (std::string Name = D.value(Call).Name; M.isThreadNumber(Call) && !Name.empty() && Name.back() != ')')
    N.ThreadName = Name;
  return N.Atoms.symbol(M.isThreadNumber(Call) ? N.ThreadSymbol : N.TeamSymbol);
}

// Of computations of one value, one after the other, the one that the source has a name for, or else the first: `n | 1`
// is `n` where it is stored, and nothing where a compiler computes it again.
static const Value &sameWithName(const Value &V, const Describer &D) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!isa_and_nonnull<BinaryOperator, CastInst>(I) || isa<ConstantData>(I->getOperand(0)))
    return V;
  const Value *Found = nullptr;
  for (const User *U : I->getOperand(0)->users()) {
    auto *Other = dyn_cast<Instruction>(U);
    if (!Other || Other->getFunction() != I->getFunction() || !Other->isIdenticalTo(I))
      continue;
    if (!D.value(*Other).Name.empty())
      return *Other;
    Found = Found ? Found : Other;
  }
  return Found ? *Found : V;
}

// `new float[n]` asks for all bytes there are where 4 * n is more than that. Otherwise: 4 * n.
static const Value *bytesOfNew(const Value &V) {
  Value *Test, *Bytes;
  const APInt *Most;
  if (!match(const_cast<Value *>(&V), m_Select(m_Value(Test), m_AllOnes(), m_Value(Bytes))))
    return nullptr;
  bool IsTooMuch = match(Test, m_ExtractValue<1>(m_Intrinsic<Intrinsic::umul_with_overflow>())) ||
                   (match(Test, m_SpecificICmp(ICmpInst::ICMP_UGT, m_Value(), m_APInt(Most))) &&
                    Most->getActiveBits() + 16 > Most->getBitWidth());
  return IsTooMuch ? Bytes : nullptr;
}

Polynomial ExpressionReader::visitUnknown(const Value &V) {
  if (auto Number = StandIns.find(&V); Number != StandIns.end())
    return Number->second;
  if (const Value *Chosen = chosen(V))
    return visit(SE.getSCEV(const_cast<Value *>(Chosen)));
  if (const Value *Bytes = bytesOfNew(V))
    return visit(SE.getSCEV(const_cast<Value *>(Bytes)));
  if (auto *Load = dyn_cast<LoadInst>(&V))
    return visitLoad(*Load);
  if (auto *Call = dyn_cast<CallBase>(&V)) {
    if (auto Number = numberOfTeam(*Call))
      return *Number;
    const Function *Callee = Call->getCalledFunction();
    if (Callee && Callee->getName().starts_with("omp_get_"))
      return symbol(Callee->getName().str(), Callee->getName().str() + "()", std::nullopt, &V);
  }
  if (isa<UndefValue>(V))
    return fail(Obstacle::NotAffine, nullptr, "a value that is not initialised");
  if (auto *Phi = dyn_cast<PHINode>(&V))
    if (auto Counted = readCounter(*Phi))
      return *Counted;
  bool IsChosen = isa<SelectInst, PHINode>(V) && (!isSame(V) || D.value(V).Name.empty() || isOneOfNumbers(V));
  if (IsChosen)
    if (Polynomial Read = visitArms(V); Read.isValid())
      return Read;
  if (isInvariant(V)) {
    if (auto *I = dyn_cast<Instruction>(&V); I && !isa<PHINode>(I))
      if (Polynomial Read = visitOperation(*I); Read.isValid() || Failed)
        return Read;
    if (Splitting && IsChosen && hasReadableArms(V))
      return fail(Obstacle::DataDependent, &V, "a value is one of several");
    if (!isSame(V))
      return fail(Obstacle::DataDependent, &V, D.value(V).quoted("a value") + " depends on the thread's number");
    const Argument *A = nullptr;
    std::optional<int64_t> Known = constantValue(V, A);
    if (Known && isCalledElsewhere(*A))
      assume(PME_ASSUMPTION_CALLED_ALIKE,
             "other files call '" + functionName(A->getParent()->getName()) + "' with the values that this one does");
    const Value &Same = sameWithName(V, D);
    return symbol(D.key(Same), D.nameNear(Same), Known, &Same);
  }
  auto *I = cast<Instruction>(&V);
  if (Polynomial Read = visitOperation(*I); Read.isValid() || Failed)
    return Read;
  if (auto Number = Splitting ? std::nullopt : alike(*I))
    return *Number;
  return fail(Obstacle::DataDependent, I, D.value(V).quoted("a value") + " is computed in the loop");
}
