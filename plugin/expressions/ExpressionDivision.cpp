//===- ExpressionDivision.cpp - quotients, remainders and distances of pointers ------===//

#include "Expressions.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

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
  return !isa<SCEVCouldNotCompute>(Difference) && SE.isKnownPositive(Difference); // of two objects: no distance
}

// Without types the pointers of a vector `v` are `*v` and `*(v + 8 bytes)`.
static bool areEndsOfObject(StringRef Begin, StringRef End) {
  StringRef Object = Begin;
  return Object.consume_front("*") && !Object.starts_with("(") && End == ("*(" + Object + " + 8 bytes)").str();
}

// The symbol of a pointer that is a term with nothing but a coefficient; -1: it is none.
static int pointerOf(const Nest &N, const TermList::Term &Term) {
  const Atom *A = Term.first.size() == 1 ? &N.Atoms.get(Term.first.front()) : nullptr;
  const Value *Source = A && A->Kind == AtomKind::Symbol && A->Index >= 0 ? N.Symbols[A->Index].Source : nullptr;
  return Source && Source->getType()->isPointerTy() ? A->Index : -1;
}

static std::string distanceKey(int To, int From) {
  return "distance of " + std::to_string(To) + " and " + std::to_string(From);
}

// The distance of two pointers in elements, such as the size of a vector, is one symbol: nobody knows their values.
std::optional<Polynomial> ExpressionReader::elementsBetween(const Polynomial &Bytes, const Polynomial &ElementBytes,
                                                            bool EitherWay) {
  const NestSymbol *Ends[2] = {nullptr, nullptr};
  int Indices[2];
  Polynomial Rest = Bytes.constantTerm(), Pointers = Bytes - Rest;
  auto Offset = Rest.exactQuotient(ElementBytes);
  for (const TermList::Term &Term : Pointers.terms()) {
    int Pointer = pointerOf(N, Term);
    unsigned End = Term.second < 0;
    if (Pointer < 0 || std::abs(Term.second) != 1 || Ends[End])
      return std::nullopt;
    Indices[End] = Pointer;
    Ends[End] = &N.Symbols[Pointer];
  }
  if (!Ends[0] || !Ends[1] || !Offset)
    return std::nullopt;
  auto NameOf = [&](const NestSymbol &End) {
    auto *Load = dyn_cast<LoadInst>(End.Source);
    return Load ? D.memory(*Load).Name : D.value(*End.Source).Name;
  };
  std::string Key = distanceKey(Indices[0], Indices[1]), Back = distanceKey(Indices[1], Indices[0]);
  bool Turned =
      SymbolKeys.count(Back) || (EitherWay && !SymbolKeys.count(Key) && isEndOf(*Ends[1]->Source, *Ends[0]->Source));
  std::string Last = NameOf(*Ends[Turned]), First = NameOf(*Ends[!Turned]);
  bool IsSize = !First.empty() && (First == Last || Last.empty());
  if (!IsSize && areEndsOfObject(First, Last)) {
    First.erase(0, 1);
    IsSize = true;
  }
  std::string Name = IsSize ? First + ".size()" : First.empty() || Last.empty() ? "" : Last + " - " + First;
  const NestSymbol To = *Ends[Turned], From = *Ends[!Turned];
  Polynomial Distance = symbol(Turned ? Back : Key, Name, std::nullopt, nullptr, To.Source);
  NestSymbol &Made = N.Symbols[SymbolKeys[Turned ? Back : Key]];
  if (int64_t Unit = ElementBytes.constant().value_or(0); Unit > Made.UnitBytes) { // a test for none counts bytes
    Made.End = To.Source;
    Made.Begin = From.Source;
    Made.UnitBytes = Unit;
  }
  return Turned ? *Offset - Distance : Distance + *Offset;
}

Polynomial ExpressionReader::withoutPointers(const Polynomial &Least) {
  std::optional<int64_t> Offset = Least.constantTerm().constant();
  if (!Offset || *Offset < -1 || *Offset > 0)
    return Least;
  return elementsBetween(Least, Polynomial(1), /*EitherWay=*/true).value_or(Least);
}

// Two ints that are passed in one register: `end - begin` times 2^29 has the number of elements of 8 bytes in its upper
// half, and nothing in the lower one. 0: the factor is another one.
static int64_t packedBytes(int64_t Scale) {
  constexpr int64_t Half = int64_t(1) << 32, MostBytes = 1 << 12;
  return Scale >= Half / MostBytes && Scale < Half && Half % Scale == 0 ? Half / Scale : 0;
}

Polynomial ExpressionReader::withoutScaledPointers(const Polynomial &Sum, uint64_t Bits) {
  Polynomial Pair;
  for (const TermList::Term &Term : Sum.terms())
    if (std::abs(Term.second) > 1 && pointerOf(N, Term) >= 0)
      Pair = Pair + Polynomial::atom(Term.first.front()) * Polynomial(Term.second);
  int64_t Scale = Pair.terms().size() == 2 ? Pair.content() : 0;
  auto Bytes = Scale > 1 ? Pair.exactQuotient(Scale) : std::nullopt;
  int64_t Each = packedBytes(Scale);
  auto Packed = Bytes && Each > 1 ? elementsBetween(*Bytes, Polynomial(Each), /*EitherWay=*/true) : std::nullopt;
  if (Packed)
    return Bits > 32 ? Sum - Pair + *Packed * Polynomial(Each * Scale) : Sum - Pair;
  size_t Known = N.Symbols.size();
  auto Distance = Bytes ? elementsBetween(*Bytes, Polynomial(1), /*EitherWay=*/true) : std::nullopt;
  if (N.Symbols.size() > Known)
    for (std::string *Name : {&N.Symbols.back().Name, &N.Symbols.back().PlainName})
      if (StringRef Whole = *Name; Whole.ends_with(".size()")) // it has more elements
        *Name = Whole.drop_back(StringRef("size()").size()).str() + "bytes";
  return Distance ? Sum - Pair + *Distance * Polynomial(Scale) : Sum;
}

const NestSymbol *ExpressionReader::knownDistance(int To, int From) const {
  auto Found = SymbolKeys.find(distanceKey(To, From));
  return Found != SymbolKeys.end() && N.Symbols[Found->second].UnitBytes > 0 ? &N.Symbols[Found->second] : nullptr;
}

Polynomial ExpressionReader::withKnownDistance(const Polynomial &Bytes) {
  Polynomial Pair;
  int Ends[2] = {-1, -1};
  for (const TermList::Term &Term : Bytes.terms()) {
    int Pointer = pointerOf(N, Term), &End = Ends[Term.second < 0];
    if (Pointer < 0)
      continue;
    if (std::abs(Term.second) != 1 || End >= 0)
      return Bytes;
    End = Pointer;
    Pair = Pair + Polynomial::atom(Term.first.front()) * Polynomial(Term.second);
  }
  if (Ends[0] < 0 || Ends[1] < 0)
    return Bytes;
  const NestSymbol *Known = knownDistance(Ends[0], Ends[1]);
  Known = Known ? Known : knownDistance(Ends[1], Ends[0]);
  const Polynomial Unit = Known ? Known->UnitBytes : 0;
  auto Elements = Known ? elementsBetween(Pair, Unit) : std::nullopt;
  return Elements ? Bytes - Pair + *Elements * Unit : Bytes;
}

std::optional<std::pair<const Value *, Polynomial>> ExpressionReader::endOf(const Value &Pointer) const {
  for (auto [I, Known] : enumerate(N.Symbols))
    if (Known.End == &Pointer && Known.Begin && Known.UnitBytes > 1)
      return std::make_pair(Known.Begin, N.Atoms.symbol(static_cast<int>(I)) * Polynomial(Known.UnitBytes));
  return std::nullopt;
}

// Of `end - begin` what it is divided by, as size() does; 0: it is not divided.
static int64_t elementBytesOf(const Value &Length) {
  for (const User *U : Length.users()) {
    auto *By = dyn_cast<BinaryOperator>(U);
    auto *Number = By && By->getOperand(0) == &Length ? dyn_cast<ConstantInt>(By->getOperand(1)) : nullptr;
    if (!Number || !Number->getValue().isStrictlyPositive() || Number->getValue().getActiveBits() > 32)
      continue;
    if (By->getOpcode() == Instruction::SDiv || By->getOpcode() == Instruction::UDiv)
      return Number->getSExtValue();
    if ((By->getOpcode() == Instruction::AShr || By->getOpcode() == Instruction::LShr) && Number->getSExtValue() < 32)
      return int64_t(1) << Number->getSExtValue();
  }
  return 0;
}

Polynomial ExpressionReader::inElements(const Value &Length, const Polynomial &Bytes) {
  int64_t Each = elementBytesOf(Length);
  auto Elements = Each > 1 ? elementsBetween(Bytes, Polynomial(Each)) : std::nullopt;
  return Elements ? *Elements * Polynomial(Each) : withKnownDistance(Bytes);
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

// Chunks, `n / m + (n % m != 0)`: a remainder is not a number that anybody is to give a value for. 1 where it is not 0, and
// not at most 0. None: another test.
std::optional<Polynomial> ExpressionReader::remainderTest(const CmpInst &Test) {
  auto *Zero = dyn_cast<ConstantInt>(Test.getOperand(1));
  CmpInst::Predicate How = Test.getPredicate();
  bool IsEqual = How == CmpInst::ICMP_EQ, IsMore = How == CmpInst::ICMP_SGT || How == CmpInst::ICMP_UGT;
  if (!Zero || !Zero->isZero() || !isSame(Test) || !(IsEqual || IsMore || How == CmpInst::ICMP_NE))
    return std::nullopt;
  auto SavedPending = Pending;
  Obstacle SavedProblem = Problem;
  bool SavedWidened = Widened;
  Polynomial Number = visit(SE.getSCEV(Test.getOperand(0)));
  bool IsOfDivision = N.Atoms.uses(Number, AtomKind::Modulo) || N.Atoms.uses(Number, AtomKind::FloorDivide);
  if (Failed || !IsOfDivision) {
    Failed = false;
    Pending = std::move(SavedPending);
    Problem = SavedProblem;
    Widened = SavedWidened;
    return std::nullopt;
  }
  Polynomial Size = isNotNegative(Number) ? Number
                    : IsMore              ? N.Atoms.maximum({0, Number})
                                          : N.Atoms.maximum({Number, Polynomial(0) - Number});
  Polynomial IsNotZero = N.Atoms.minimum({1, Size});
  return IsEqual ? Polynomial(1) - IsNotZero : IsNotZero;
}

// Rows by the thread's number, modulo how many there are: each thread has its own as long as the team is no larger.
Polynomial ExpressionReader::withOwnRows(const Polynomial &P) {
  return N.Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
    auto Rows = A.Kind == AtomKind::Modulo ? A.Operands[1].constant() : std::nullopt;
    if (!Rows || *Rows <= 0 || N.ThreadSymbol < 0 || !(A.Operands[0] == N.Atoms.symbol(N.ThreadSymbol)))
      return std::nullopt;
    assume(PME_ASSUMPTION_TEAM_SIZE,
           "teams have at most " + std::to_string(*Rows) + " threads: what a thread takes by its number is its own");
    return A.Operands[0];
  });
}

// Operations that SCEV leaves alone but that have a closed form here: signed division, remainder and shift.
Polynomial ExpressionReader::visitOperation(const Instruction &I) {
  if (I.getOpcode() == Instruction::Freeze || (I.getOpcode() == Instruction::PtrToInt))
    return visit(SE.getSCEV(I.getOperand(0)));
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return visitParity(*Select);
  if (I.isBitwiseLogicOp() || I.getOpcode() == Instruction::Shl)
    return visitBits(I);
  bool Shift = I.getOpcode() == Instruction::AShr, Remainder = I.getOpcode() == Instruction::SRem;
  if (!Shift && !Remainder && I.getOpcode() != Instruction::SDiv)
    return Polynomial::invalid();
  if (auto Power = Shift ? narrowedPower(I) : std::nullopt)
    return *Power;
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
