//===- Expressions.cpp - from ScalarEvolution to polynomials --------------===//

#include "Expressions.h"
#include "plugin/clone/ConstantArguments.h"
#include "plugin/nest/Piecewise.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Path.h"

using namespace llvm;
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

void ExpressionReader::collectStoredPlaces(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Store = dyn_cast<StoreInst>(&I))
      Stored[D.key(*Store->getPointerOperand())].push_back(Store);
}

std::optional<Polynomial> ExpressionReader::read(const SCEV *S) {
  Failed = false;
  Polynomial Result = visit(S);
  if (Failed)
    return std::nullopt;
  for (const Rewrite &Step : Rewrites)
    Result = Step(Result);
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

void ExpressionReader::assume(pme_assumption_code Code, std::string Text) { Pending.insert({Code, std::move(Text)}); }

std::vector<NestAssumption> ExpressionReader::takeAssumptions() {
  std::vector<NestAssumption> Result;
  for (auto &[Code, Text] : Pending)
    Result.push_back({Code, Text});
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
  auto Result = (N.Atoms.loop(Active->second.Index) - Active->second.First).exactQuotient(Active->second.Step);
  for (const Rewrite &Step : Rewrites)
    if (Result)
      Result = Step(*Result);
  return Result;
}

Polynomial ExpressionReader::fail(Obstacle::Kind What, const Value *V, std::string Text) {
  if (!Failed) {
    Failed = true;
    auto *I = dyn_cast_or_null<Instruction>(V);
    Problem = {What, I ? D.place(*I) : DebugLoc(), std::move(Text)};
    if (isa_and_nonnull<SelectInst, PHINode>(V))
      Problem.Culprit = V;
  }
  return Polynomial::invalid();
}

static std::string numbered(const std::string &Name, StringMap<int> &Used) {
  std::string Result = Name.empty() ? "value" : Name;
  int Count = ++Used[Result];
  return Count > 1 ? Result + "." + std::to_string(Count) : Result;
}

Polynomial ExpressionReader::symbol(const std::string &Key, const std::string &Name, std::optional<int64_t> Value,
                                    const llvm::Value *Source) {
  auto [Place, IsNew] = SymbolKeys.try_emplace(Key, static_cast<int>(N.Symbols.size()));
  if (IsNew) {
    std::string Plain = Source && !Source->getType()->isVoidTy() ? D.plainName(*Source) : Name;
    N.Symbols.push_back({numbered(Name, SymbolNames), Value, Source, numbered(Plain, PlainNames)});
  }
  if (NestSymbol &Symbol = N.Symbols[Place->second]; !Symbol.Source)
    Symbol.Source = Source;
  return N.Atoms.symbol(Place->second);
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
  case scZeroExtend: {
    const SCEV *Operand = cast<SCEVCastExpr>(S)->getOperand();
    if (!isa<SCEVUnknown>(Operand) && !SE.isKnownNonNegative(Operand))
      assume(PME_ASSUMPTION_NO_WRAP, "");
    Widened |= SE.getTypeSizeInBits(Operand->getType()) == 32 && !SE.isKnownNonNegative(Operand);
    return visit(Operand);
  }
  case scSignExtend: {
    const SCEV *Operand = cast<SCEVCastExpr>(S)->getOperand();
    uint64_t Bits = SE.getTypeSizeInBits(Operand->getType());
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
  case scPtrToInt:
    return visit(cast<SCEVCastExpr>(S)->getOperand());
  case scAddExpr: {
    Polynomial Sum;
    for (const SCEV *Operand : cast<SCEVAddExpr>(S)->operands())
      Sum = Sum + visit(Operand);
    return Sum;
  }
  case scMulExpr: {
    Polynomial Product(1);
    for (const SCEV *Operand : cast<SCEVMulExpr>(S)->operands())
      Product = Product * visit(Operand);
    return Product;
  }
  case scUDivExpr: {
    auto *Division = cast<SCEVUDivExpr>(S);
    if (!SE.isKnownNonNegative(Division->getLHS()))
      assume(PME_ASSUMPTION_NO_WRAP, "");
    Polynomial Dividend = visit(Division->getLHS()), Divisor = visit(Division->getRHS());
    auto Elements = elementsBetween(Dividend, Divisor);
    return Elements ? *Elements : N.Atoms.floorDivide(Dividend, Divisor);
  }
  case scAddRecExpr:
    return visitRecurrence(*cast<SCEVAddRecExpr>(S));
  case scUMinExpr:
  case scSMinExpr:
  case scSequentialUMinExpr:
  case scUMaxExpr:
  case scSMaxExpr: {
    std::vector<Polynomial> Operands;
    for (const SCEV *Operand : cast<SCEVNAryExpr>(S)->operands())
      Operands.push_back(visit(Operand));
    bool Maximum = S->getSCEVType() == scUMaxExpr || S->getSCEVType() == scSMaxExpr;
    return Maximum ? N.Atoms.maximum(std::move(Operands)) : N.Atoms.minimum(std::move(Operands));
  }
  case scUnknown:
    return visitUnknown(*cast<SCEVUnknown>(S)->getValue());
  default:
    return fail(Obstacle::NotAffine, nullptr, "an expression that has no closed form");
  }
}

// Of 32 bits and more: taken to fit, and of 31: an int that is not negative. Narrower ones are the remainder that the
// source asks for.
Polynomial ExpressionReader::truncated(const SCEV *Operand, unsigned Bits) {
  Polynomial Value = visit(Operand);
  if (Bits >= 31) {
    assume(PME_ASSUMPTION_NO_WRAP, "");
    return N.Atoms.signedCoefficients(Value, std::max(Bits, 32u));
  }
  return N.Atoms.modulo(Value, Polynomial(int64_t(1) << Bits));
}

// The value in the last round of a loop that is over.
Polynomial ExpressionReader::leftBehind(const SCEVAddRecExpr &Recurrence, const std::optional<Polynomial> &LastRound) {
  if (!LastRound || !Recurrence.isAffine())
    return fail(Obstacle::DataDependent, nullptr, "a value left behind by a loop");
  Polynomial Start = visit(Recurrence.getStart());
  Polynomial Step = visit(Recurrence.getStepRecurrence(SE));
  return Failed ? Polynomial::invalid() : wrapped(Recurrence, Start + Step * *LastRound);
}

// {a0,+,a1,+,a2,...} is the sum of ai * choose(m, i) in iteration m = (variable - first) / step: a square, as the
// number of iterations of two collapsed loops that both begin at k + 1, has a2.
Polynomial ExpressionReader::visitRecurrence(const SCEVAddRecExpr &Recurrence) {
  const Loop *L = Recurrence.getLoop();
  auto Active = ActiveLoops.find(L);
  if (Active == ActiveLoops.end())
    return fail(Obstacle::DataDependent, nullptr, "a value left behind by a loop that is not modelled");
  if (!Recurrence.isAffine() && !TakesPowers)
    return fail(Obstacle::NotAffine, nullptr, "a product of loop variables");
  if (Active->second.IsBehind)
    return leftBehind(Recurrence, Active->second.LastRound);
  const Polynomial &Step = Active->second.Step;
  Polynomial Passed = N.Atoms.loop(Active->second.Index) - Active->second.First, Factors(1), Divisor(1), Sum;
  for (auto [Degree, Operand] : enumerate(Recurrence.operands())) {
    auto Term = (visit(Operand) * Factors).exactQuotient(Divisor);
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

// `i % 8` reaches ScalarEvolution as a recurrence of 3 bits. Narrow types wrap on purpose; 32 and 64 bits do not.
Polynomial ExpressionReader::wrapped(const SCEVAddRecExpr &Recurrence, const Polynomial &Value) {
  uint64_t Bits = SE.getTypeSizeInBits(Recurrence.getType());
  if (Bits >= 32 || Recurrence.hasNoUnsignedWrap() || Recurrence.hasNoSignedWrap())
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

static std::string quoted(const Description &What, const char *Else) {
  return What.Name.empty() ? Else : "'" + What.Name + "'";
}

Polynomial ExpressionReader::visitUnknown(const Value &V) {
  if (const Value *Chosen = chosen(V))
    return visit(SE.getSCEV(const_cast<Value *>(Chosen)));
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
  if (isa<SelectInst, PHINode>(V) && (!isSame(V) || D.value(V).Name.empty()))
    if (Polynomial Read = visitArms(V); Read.isValid())
      return Read;
  if (isInvariant(V)) {
    if (auto *I = dyn_cast<Instruction>(&V); I && !isa<PHINode>(I))
      if (Polynomial Read = visitOperation(*I); Read.isValid() || Failed)
        return Read;
    if (Splitting && isa<SelectInst, PHINode>(V) && (!isSame(V) || D.value(V).Name.empty()))
      return fail(Obstacle::DataDependent, &V, "a value is one of several");
    if (!isSame(V))
      return fail(Obstacle::DataDependent, &V, quoted(D.value(V), "a value") + " depends on the thread's number");
    auto *A = dyn_cast<Argument>(&V);
    return symbol(D.key(V), D.value(V).Name, A ? constantArgument(*A) : std::nullopt, &V);
  }
  auto *I = cast<Instruction>(&V);
  if (Polynomial Read = visitOperation(*I); Read.isValid() || Failed)
    return Read;
  return fail(Obstacle::DataDependent, I, quoted(D.value(V), "a value") + " is computed in the loop");
}

bool ExpressionReader::isPositive(const Polynomial &P) const {
  auto IsTeam = [&](AtomId Id) {
    const Atom &A = N.Atoms.get(Id);
    return A.Kind == AtomKind::Symbol && A.Index == N.TeamSymbol;
  };
  return P.isValid() && !P.isZero() &&
         all_of(P.terms(), [&](auto &Term) { return Term.second > 0 && all_of(Term.first, IsTeam); });
}

// Sums of multiples of loops that count up from 0 or more, of their quotients and remainders.
bool ExpressionReader::isNotNegative(const Polynomial &P) const {
  auto FromZero = [&](AtomId Id) {
    const Atom &A = N.Atoms.get(Id);
    if (A.Kind == AtomKind::Modulo)
      return true;
    if (A.Kind == AtomKind::Symbol)
      return A.Index >= 0 && (A.Index == N.ThreadSymbol || A.Index == N.TeamSymbol);
    if (A.Kind == AtomKind::FloorDivide)
      return isNotNegative(A.Operands[0]);
    return A.Kind == AtomKind::Loop && any_of(ActiveLoops, [&](auto &Entry) {
             auto First = Entry.second.First.constant(), Step = Entry.second.Step.constant();
             return Entry.second.Index == A.Index && First && *First >= 0 && Step && *Step > 0;
           });
  };
  Polynomial Low = N.Atoms.withoutRemainders(P);
  return Low.isValid() &&
         all_of(Low.terms(), [&](auto &Term) { return Term.second > 0 && all_of(Term.first, FromZero); });
}

// Does the one pointer stand behind the other where both are kept, as the end of a range does?
bool ExpressionReader::isEndOf(const Value &End, const Value &Begin) const {
  auto *LastArgument = dyn_cast<Argument>(&End), *FirstArgument = dyn_cast<Argument>(&Begin);
  if (LastArgument && FirstArgument)
    return LastArgument->getArgNo() > FirstArgument->getArgNo();
  auto *Last = dyn_cast<LoadInst>(&End), *First = dyn_cast<LoadInst>(&Begin);
  if (!Last || !First)
    return false;
  const SCEV *Difference = SE.getMinusSCEV(SE.getSCEV(const_cast<Value *>(Last->getPointerOperand())),
                                           SE.getSCEV(const_cast<Value *>(First->getPointerOperand())));
  return SE.isKnownPositive(Difference);
}

// The distance of two pointers in elements, such as the size of a vector, is one symbol: nobody knows their values.
std::optional<Polynomial> ExpressionReader::elementsBetween(const Polynomial &Bytes, const Polynomial &ElementBytes,
                                                            bool EitherWay) {
  const NestSymbol *Ends[2] = {nullptr, nullptr};
  int Indices[2];
  Polynomial Rest = Bytes.constantTerm(), Pointers = Bytes - Rest;
  auto Offset = Rest.exactQuotient(ElementBytes);
  for (auto &[Product, Coefficient] : Pointers.terms()) {
    const Atom *A = Product.size() == 1 && std::abs(Coefficient) == 1 ? &N.Atoms.get(Product.front()) : nullptr;
    unsigned End = Coefficient < 0;
    if (!A || A->Kind != AtomKind::Symbol || Ends[End])
      return std::nullopt;
    Indices[End] = A->Index;
    Ends[End] = &N.Symbols[A->Index];
    if (!Ends[End]->Source || !Ends[End]->Source->getType()->isPointerTy())
      return std::nullopt;
  }
  if (!Ends[0] || !Ends[1] || !Offset)
    return std::nullopt;
  auto NameOf = [&](const NestSymbol &End) {
    auto *Load = dyn_cast<LoadInst>(End.Source);
    return Load ? D.memory(*Load).Name : End.Name;
  };
  auto KeyOf = [](int To, int From) { return "distance of " + std::to_string(To) + " and " + std::to_string(From); };
  std::string Key = KeyOf(Indices[0], Indices[1]), Back = KeyOf(Indices[1], Indices[0]);
  bool Turned =
      SymbolKeys.count(Back) || (EitherWay && !SymbolKeys.count(Key) && isEndOf(*Ends[1]->Source, *Ends[0]->Source));
  std::string Last = NameOf(*Ends[Turned]), First = NameOf(*Ends[!Turned]);
  std::string Name = First == Last ? First + ".size()" : Last + " - " + First;
  Polynomial Distance = symbol(Turned ? Back : Key, Name);
  return Turned ? *Offset - Distance : Distance + *Offset;
}

Polynomial ExpressionReader::withoutPointers(const Polynomial &Least) {
  std::optional<int64_t> Offset = Least.constantTerm().constant();
  if (!Offset || *Offset < -1 || *Offset > 0)
    return Least;
  return elementsBetween(Least, Polynomial(1), /*EitherWay=*/true).value_or(Least);
}

// C rounds towards zero, and a remainder has the sign of the dividend; with a+ = max(0, a) and a- = max(0, -a):
//     a / b = floor(a+ / b) - floor(a- / b)        a % b = a+ mod b - a- mod b
// KnownInequalities about loops later show that one of the two is nothing (KnownInequalities.h: settleDivisions).
Polynomial ExpressionReader::roundedToZero(const Polynomial &Dividend, const Polynomial &Divisor, bool Remainder) {
  auto Part = [&](const Polynomial &P) {
    return Remainder ? N.Atoms.modulo(P, Divisor) : N.Atoms.floorDivide(P, Divisor);
  };
  if (isNotNegative(Dividend))
    return Part(Dividend);
  auto Exact = Dividend.exactQuotient(Divisor);
  if (Exact)
    return Remainder ? Polynomial(0) : *Exact;
  return Part(N.Atoms.maximum({0, Dividend})) - Part(N.Atoms.maximum({0, Polynomial(0) - Dividend}));
}

/// Most choices that are read one inside the other.
static constexpr unsigned MaxArmDepth = 4;

std::optional<Polynomial> ExpressionReader::readArms(ArrayRef<Choice> Found) {
  std::vector<Arm> Arms;
  for (const Choice &C : Found) {
    Failed = false;
    Polynomial Read = visit(SE.getSCEV(const_cast<Value *>(C.Chosen)));
    if (Failed)
      return std::nullopt;
    for (const Conditions &When : C.When)
      Arms.push_back({When, Read});
  }
  return joinArms(N.Atoms, std::move(Arms));
}

// One place in memory that is loaded on both ways: passes leave that behind when they turn loops around.
std::optional<Polynomial> ExpressionReader::readEqualArms(const Instruction &I) {
  std::optional<Polynomial> Result;
  for (const Use &Arm : I.operands()) {
    if (isa<SelectInst>(I) && Arm.getOperandNo() == 0)
      continue;
    Failed = false;
    Polynomial Read = visit(SE.getSCEV(Arm));
    if (Failed || !Read.isValid() || (Result && !(*Result == Read)))
      return std::nullopt;
    Result = Read;
  }
  return Result;
}

// Rounded quotients and clipped values, written with a test. What does not come out leaves no trace.
Polynomial ExpressionReader::visitArms(const Value &V) {
  auto *I = cast<Instruction>(&V);
  if (!FindChoices || !V.getType()->isIntegerTy() || V.getType()->isIntegerTy(1) || ArmDepth >= MaxArmDepth ||
      (isa<PHINode>(V) && Loops.isLoopHeader(I->getParent())))
    return Polynomial::invalid();
  auto SavedPending = Pending;
  Obstacle SavedProblem = Problem;
  bool SavedWidened = Widened;
  ++ArmDepth;
  auto Result = readEqualArms(*I);
  if (!Result)
    Result = readArms(FindChoices(V));
  --ArmDepth;
  Failed = false;
  if (Result)
    return *Result;
  Pending = std::move(SavedPending);
  Problem = SavedProblem;
  Widened = SavedWidened;
  return Polynomial::invalid();
}

// `1 + (i + colour) % 2` may come as a choice between two numbers by a bit that a loop turns over.
Polynomial ExpressionReader::visitParity(const SelectInst &Select) {
  const SCEV *Bit = SE.getSCEV(Select.getOperand(0));
  if (!isa<SCEVAddRecExpr, SCEVTruncateExpr>(Bit) || !Select.getType()->isIntegerTy())
    return Polynomial::invalid();
  Polynomial Zero = visit(SE.getSCEV(Select.getOperand(2))), One = visit(SE.getSCEV(Select.getOperand(1)));
  Polynomial Parity = N.Atoms.modulo(visit(Bit), Polynomial(2));
  return (One - Zero).constant() ? Zero + (One - Zero) * Parity : Polynomial::invalid();
}

// Operations that SCEV leaves alone but that have a closed form here: signed division, remainder and shift.
Polynomial ExpressionReader::visitOperation(const Instruction &I) {
  if (I.getOpcode() == Instruction::Freeze || (I.getOpcode() == Instruction::PtrToInt))
    return visit(SE.getSCEV(I.getOperand(0)));
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return visitParity(*Select);
  bool Shift = I.getOpcode() == Instruction::AShr, Remainder = I.getOpcode() == Instruction::SRem;
  if (!Shift && !Remainder && I.getOpcode() != Instruction::SDiv)
    return Polynomial::invalid();
  const SCEV *Left = SE.getSCEV(I.getOperand(0)), *Right = SE.getSCEV(I.getOperand(1));
  Polynomial Dividend = visit(Left), Divisor = visit(Right);
  if (Failed)
    return Polynomial::invalid();
  auto Known = Divisor.constant();
  bool IsShift = Shift && Known && *Known > 0 && *Known < 62;
  if (IsShift || I.getOpcode() == Instruction::SDiv)
    if (auto Elements = elementsBetween(Dividend, IsShift ? Polynomial(int64_t(1) << *Known) : Divisor))
      return *Elements;
  if (Shift)
    return Known && *Known >= 0 && *Known < 62 ? N.Atoms.floorDivide(Dividend, Polynomial(int64_t(1) << *Known))
                                               : Polynomial::invalid();
  if (Known && (*Known == 0 || *Known == INT64_MIN))
    return Polynomial::invalid();
  if (Known && *Known < 0) // x / -8 is -(x / 8), and x % -8 is x % 8
    return Remainder ? roundedToZero(Dividend, Polynomial(-*Known), true)
                     : Polynomial(0) - roundedToZero(Dividend, Polynomial(-*Known), false);
  if (!SE.isKnownNonNegative(Right))
    assume(PME_ASSUMPTION_NO_WRAP, "a divisor is positive");
  if (SE.isKnownNonNegative(Left))
    return Remainder ? N.Atoms.modulo(Dividend, Divisor) : N.Atoms.floorDivide(Dividend, Divisor);
  return roundedToZero(Dividend, Divisor, Remainder);
}

// Shapes of Fortran arrays. Arrays have no gaps, lower bounds are 1 unless the user says something else.
Polynomial ExpressionReader::visitShape(const DescriptorLoad &Shape, const LoadInst &Load) {
  std::string Dimension = std::to_string(Shape.Field.Dimension);
  if (Shape.Field.What == DescriptorField::Lower) {
    std::string Name = Shape.Array + ".lower" + Dimension;
    assume(PME_ASSUMPTION_PARAMETER_VALUE, Name + " = 1 (Fortran's default)");
    return symbol(Shape.Key + ".lower" + Dimension, Name, 1);
  }
  auto SizeOf = [&](unsigned Number) {
    std::string Suffix = ".size" + std::to_string(Number);
    bool IsLoaded = Shape.Field.What == DescriptorField::Size && Number == Shape.Field.Dimension;
    return symbol(Shape.Key + Suffix, Shape.Array + Suffix, std::nullopt, IsLoaded ? &Load : nullptr);
  };
  if (Shape.Field.What == DescriptorField::Size)
    return SizeOf(Shape.Field.Dimension);
  assume(PME_ASSUMPTION_ROWS_CONTIGUOUS, "'" + Shape.Array + "' has no gaps");
  Polynomial Stride(Shape.ElementBytes);
  for (unsigned Number = 1; Number < Shape.Field.Dimension; ++Number)
    Stride = Stride * SizeOf(Number);
  return Stride;
}

// Code of a header that was inlined stands in another file than the function.
static std::string whereInSource(const DILocation &Place, const Function &F) {
  const DISubprogram *Own = F.getSubprogram();
  std::string Line = std::to_string(Place.getLine());
  if (!Own || Own->getFilename() == Place.getFilename())
    return "line " + Line;
  return sys::path::filename(Place.getFilename()).str() + ":" + Line;
}

/// Most stores of a place whose order with a load is looked at.
static constexpr size_t MaxStoresFollowed = 8;

// No way leads from the load to a store of the same place.
bool ExpressionReader::isLastValue(const LoadInst &Load, ArrayRef<const StoreInst *> Stores) const {
  return Stores.size() <= MaxStoresFollowed && none_of(Stores, [&](const StoreInst *Store) {
           return isPotentiallyReachable(&Load, Store, nullptr, nullptr, &Loops);
         });
}

// A value in memory is a symbol when its address stays the same and no loop around both writes it.
Polynomial ExpressionReader::visitLoad(const LoadInst &Load) {
  const Value *Address = Load.getPointerOperand();
  Description What = D.memory(Load);
  std::string Key = D.key(*Address);
  if (isStable(*Address)) {
    if (auto Shape = D.descriptorLoad(Load)) {
      DescriptorField::Kind Field = Shape->Field.What;
      if (Field == DescriptorField::Lower || Field == DescriptorField::Size ||
          (Field == DescriptorField::Stride && Shape->ElementBytes > 0))
        return visitShape(*Shape, Load);
    }
    bool Changed = false;
    for (const StoreInst *Store : Stored.lookup(Key))
      for (const Loop *L = Loops.getLoopFor(Store->getParent()); L; L = L->getParentLoop())
        Changed |= L->contains(&Load) && ActiveLoops.count(L);
    if (Changed)
      return fail(Obstacle::DataDependent, &Load, quoted(What, "a value in memory") + " changes in the loop");
    if (!isInvariant(Load) || D.isAssumed(Load))
      assume(PME_ASSUMPTION_INVARIANT_LOAD, quoted(What, "a value in memory") + " does not change");
    // A place may have several values: the last one is one symbol, others are one for each load.
    if (Stored.count(Key))
      Key += isLastValue(Load, Stored.lookup(Key)) ? "@" : "@" + std::to_string(reinterpret_cast<uintptr_t>(&Load));
    return symbol("*" + Key, What.Name.empty() ? D.value(Load).Name : What.Name, std::nullopt, &Load);
  }
  DebugLoc Place = D.place(Load);
  std::string Line = Place ? " loaded at " + whereInSource(*Place, *Load.getFunction()) : " loaded";
  const Value *Base = Address;
  while (auto *Offset = dyn_cast<GEPOperator>(Base))
    Base = Offset->getPointerOperand();
  return fail(Obstacle::Indirect, &Load, quoted(D.value(*Base), "a value") + Line);
}
