//===- RecoverLoop.cpp - variable, bounds and step of a loop -------------------------===//

#include "RecoverLoop.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace pme;

namespace {

class LoopReader {
public:
  LoopReader(const Loop &L, LoopSetting Setting, const KnownInequalities &Known, ExpressionReader &Reader)
      : L(L), Setting(Setting), Known(Known), M(Reader.markers()), N(Reader.nest()), Reader(Reader),
        SE(Reader.scalarEvolution()) {}

  LoopShape run(ArrayRef<Marker> Variables) {
    for (const Marker &Found : Variables)
      if (takeVariable(Found))
        break;
    readLast();
    Shape.Assumptions = Reader.takeAssumptions();
    return std::move(Shape);
  }

private:
  // Casts around a recurrence are looked through: a source variable does not wrap.
  const SCEVAddRecExpr *recurrence(const Value *V) const {
    const SCEV *S = SE.getSCEV(const_cast<Value *>(V));
    while (auto *Cast = dyn_cast<SCEVCastExpr>(S))
      S = Cast->getOperand();
    auto *Result = dyn_cast<SCEVAddRecExpr>(S);
    return Result && Result->getLoop() == &L && Result->isAffine() ? Result : nullptr;
  }

  bool takeVariable(const Marker &Found) {
    const SourceVariable &Variable = M.Variables[Found.Id];
    if (Shape.Variable.empty())
      Shape.Variable = Variable.Name;
    if (!Shape.Place)
      Shape.Place = Variable.Place;
    const SCEVAddRecExpr *Counter = recurrence(Found.Call->getArgOperand(1));
    if (!Counter)
      return takeStepped(*Found.Call->getArgOperand(1));
    Shape.Variable = Variable.Name;
    Shape.Place = Variable.Place;
    if (Setting.Normalised)
      return true;
    auto First = Reader.read(Counter->getStart());
    auto Step = Reader.read(Counter->getStepRecurrence(SE));
    if (!First || !Step || Step->isZero() || N.Atoms.uses(*Step, AtomKind::Loop))
      return true;
    Shape.First = *First;
    Shape.Step = *Step;
    return true;
  }

  // A counter whose step is read again in each round.
  bool takeStepped(const Value &V) {
    auto *Phi = dyn_cast<PHINode>(withoutCasts(&V));
    auto Counter = Phi && Phi->getParent() == L.getHeader() ? Reader.steppedCounter(*Phi) : std::nullopt;
    auto First = Counter && !Setting.Normalised ? Reader.read(SE.getSCEV(Counter->Start)) : std::nullopt;
    auto Step = First ? Reader.readInside(SE.getSCEV(Counter->Step), L) : std::nullopt;
    if (!Step || N.Atoms.uses(*Step, AtomKind::Loop))
      return false;
    Shape.First = *First;
    Shape.Step = *Step;
    Stepped = {Phi, Counter->Next};
    return true;
  }

  static const Value *withoutCasts(const Value *V) {
    while (auto *Cast = dyn_cast<CastInst>(V))
      V = Cast->getOperand(0);
    return V;
  }

  // The test of the only exit as `recurrence predicate bound`, true while the loop goes on.
  struct Test {
    const SCEVAddRecExpr *Counter; ///< null: a stepped one, or what it is in the next round
    bool IsNext;
    CmpInst::Predicate Predicate;
    Polynomial Bound;
  };
  // A bound that is read from memory again in each round, between calls that might change it, is one that stays.
  std::optional<Polynomial> readBound(const SCEV *Bound) {
    if (SE.isLoopInvariant(Bound, &L))
      return Reader.read(Bound);
    auto CountsHere = [&](const SCEV *S) { return isa<SCEVAddRecExpr>(S) && cast<SCEVAddRecExpr>(S)->getLoop() == &L; };
    return SCEVExprContains(Bound, CountsHere) ? std::nullopt : Reader.readInside(Bound, L);
  }

  std::optional<Test> exitTest() {
    BasicBlock *Exiting = L.getExitingBlock();
    auto *Branch = Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
    auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Compare)
      return std::nullopt;
    CmpInst::Predicate Predicate =
        L.contains(Branch->getSuccessor(0)) ? Compare->getPredicate() : Compare->getInversePredicate();
    for (unsigned Side : {0u, 1u}) {
      const SCEVAddRecExpr *Counter = recurrence(Compare->getOperand(Side));
      const Value *Plain = withoutCasts(Compare->getOperand(Side));
      bool IsNext = Plain == Stepped.second, Counts = Counter || IsNext || Plain == Stepped.first;
      const SCEV *Other = SE.getSCEV(Compare->getOperand(1 - Side));
      auto Bound = Counts ? readBound(Other) : std::nullopt;
      if (Bound)
        return Test{Counter, IsNext, Side == 0 ? Predicate : CmpInst::getSwappedPredicate(Predicate), *Bound};
    }
    return std::nullopt;
  }

  // for (kk = 0; kk < n; kk += tile): the step is a symbol, and the test tells that it is positive.
  std::optional<Polynomial> countUpwards(const Test &Found, const Polynomial &Start, const Polynomial &Step,
                                         bool Inclusive) {
    if (!ICmpInst::isLT(Found.Predicate) && !ICmpInst::isLE(Found.Predicate))
      return std::nullopt;
    Reader.assume(PME_ASSUMPTION_NO_WRAP, "");
    if (!Reader.isPositive(Step))
      Reader.assume(PME_ASSUMPTION_STEP_SIGN, "");
    Polynomial Room = Found.Bound - Start;
    return N.Atoms.floorDivide(Inclusive ? Room + Step : Room + Step - Polynomial(1), Step);
  }

  // ScalarEvolution has no trip count where an unsigned variable might wrap around its bound. Taken that it does not:
  // the count of start, start + step, ... that are still on this side of the bound.
  std::optional<Polynomial> countWithoutWrap() {
    auto Found = exitTest();
    if (!Found)
      return std::nullopt;
    auto Start = Found->Counter ? Reader.read(Found->Counter->getStart())
                                : std::optional(Found->IsNext ? Shape.First + Shape.Step : Shape.First);
    auto Step = !Start           ? std::nullopt
                : Found->Counter ? Reader.read(Found->Counter->getStepRecurrence(SE))
                                 : std::optional(Shape.Step);
    if (!Step || N.Atoms.uses(*Step, AtomKind::Loop))
      return std::nullopt;
    bool Inclusive = CmpInst::isNonStrictPredicate(Found->Predicate);
    if (!Step->constant())
      return countUpwards(*Found, *Start, *Step, Inclusive);
    int64_t Size = *Step->constant();
    if (Size == 0 || Size == INT64_MIN)
      return std::nullopt;
    Polynomial Room = Size > 0 ? Found->Bound - *Start : *Start - Found->Bound;
    bool Up = Found->Predicate == CmpInst::ICMP_NE
                  ? Size > 0 && Size == 1
                  : ICmpInst::isLT(Found->Predicate) || ICmpInst::isLE(Found->Predicate);
    bool Down = Found->Predicate == CmpInst::ICMP_NE
                    ? Size == -1
                    : ICmpInst::isGT(Found->Predicate) || ICmpInst::isGE(Found->Predicate);
    if (Size > 0 ? !Up : !Down)
      return std::nullopt;
    Size = Size > 0 ? Size : -Size;
    Reader.assume(PME_ASSUMPTION_NO_WRAP, "");
    return N.Atoms.floorDivide(Room + Polynomial(Inclusive ? Size : Size - 1), Polynomial(Size));
  }

  // All other blocks leave the loop for what is never reached alone, the default of a switch over all sections; null: some
  // go elsewhere.
  const SCEV *countOfOnlyExit(ArrayRef<BasicBlock *> Exiting) {
    auto Leaves = [&](const BasicBlock *Block) {
      return any_of(successors(Block),
                    [&](const BasicBlock *To) { return !L.contains(To) && !isa<UnreachableInst>(To->front()); });
    };
    if (count_if(Exiting, Leaves) != 1)
      return nullptr;
    const SCEV *Count = SE.getExitCount(&L, *find_if(Exiting, Leaves));
    return isa<SCEVCouldNotCompute>(Count) ? nullptr : Count;
  }

  const SCEV *tripCount() {
    const SCEV *Exact = SE.getBackedgeTakenCount(&L);
    if (!isa<SCEVCouldNotCompute>(Exact))
      return Exact;
    SmallVector<const SCEVPredicate *, 4> Predicates;
    Exact = SE.getPredicatedBackedgeTakenCount(&L, Predicates);
    if (!isa<SCEVCouldNotCompute>(Exact)) {
      Reader.assume(PME_ASSUMPTION_NO_WRAP, "");
      return Exact;
    }
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    if (const SCEV *Only = countOfOnlyExit(Exiting))
      return Only;
    if (Exiting.size() > 1)
      for (BasicBlock *Block : {L.getLoopLatch(), L.getHeader()})
        if (Block && L.isLoopExiting(Block)) {
          const SCEV *One = SE.getExitCount(&L, Block);
          if (!isa<SCEVCouldNotCompute>(One)) {
            Reader.assume(PME_ASSUMPTION_EARLY_EXIT, "");
            return One;
          }
        }
    // The other exits cannot be counted, or are in the middle of the loop. Where none can, the most is what the type of
    // a counter has room for.
    const SCEV *Most = SE.getSymbolicMaxBackedgeTakenCount(&L);
    if (isa<SCEVCouldNotCompute>(Most) ||
        none_of(Exiting, [&](BasicBlock *Block) { return !isa<SCEVCouldNotCompute>(SE.getExitCount(&L, Block)); }))
      return nullptr;
    Reader.assume(PME_ASSUMPTION_EARLY_EXIT, "");
    return Most;
  }

  // max(0, trips) of a loop that may not run at all: bounds say that themselves.
  Polynomial withoutNever(const Polynomial &Trips) {
    std::vector<Polynomial> Pieces = N.Atoms.distribute(Trips, AtomKind::Maximum);
    std::vector<Polynomial> Kept = Pieces;
    erase_if(Kept, [](const Polynomial &P) { return P.constant().value_or(1) <= 0; });
    return Kept.empty() || Kept.size() == Pieces.size() ? Trips : N.Atoms.maximum(Kept);
  }

  // A test in front of a worksharing loop, far away perhaps, lets it run max(1, trips) times: it never is do-while.
  Polynomial withoutFirst(const Polynomial &Trips) {
    auto Single = Trips.singleAtom();
    if (!Single || N.Atoms.get(*Single).Kind != AtomKind::Maximum)
      return Trips;
    std::vector<Polynomial> Operands = N.Atoms.get(*Single).Operands;
    erase_if(Operands, [](const Polynomial &P) { return P.constant() == 1; });
    return Operands.empty() ? Trips : N.Atoms.maximum(Operands);
  }

  // ScalarEvolution counts max(n, first + step) - first - 1 where it does not see that a guard lets the loop run. Both
  // of n - first - 1 >= 0 and less than a step are one iteration: the constant says nothing then.
  Polynomial withoutGuard(const Polynomial &Last, bool Down) {
    Polynomial Sign(Down ? -1 : 1);
    int64_t Size = Shape.Step.constant().value_or(0) * (Down ? -1 : 1);
    std::vector<Polynomial> Kept = N.Atoms.distribute(Sign * (Last - Shape.First), AtomKind::Maximum);
    size_t Before = Kept.size();
    erase_if(Kept, [&](const Polynomial &P) { return P.constant().value_or(-1) >= 0 && *P.constant() < Size; });
    bool Entered = Kept.size() < Before && any_of(Kept, [&](const Polynomial &P) { return Known.implies(P); });
    return Entered ? Shape.First + Sign * N.Atoms.maximum(Kept) : Last;
  }

  // How often it goes round in each block, of what the block says its size is. What is the distance of two numbers is
  // a number itself: hi - lo may be below 0 where each of them is a size.
  std::optional<Polynomial> countOfBlock(const SCEV &Count) {
    Reader.setBlocksAlike(true);
    auto Read = Reader.readCount(&Count, Setting.Collapsed);
    Reader.setBlocksAlike(false);
    if (!Read)
      return std::nullopt;
    for (auto &[Product, Coefficient] : Read->terms())
      if (!Product.empty() && Coefficient < 0)
        return std::nullopt;
    return Read;
  }

  void readLast() {
    // Where a step is a symbol the test says it in fewer words.
    std::optional<Polynomial> Read = Shape.Step.constant() ? std::nullopt : countWithoutWrap();
    const SCEV *Count = Read ? nullptr : tripCount();
    if (!Read)
      Read = Count ? Reader.readCount(Count, Setting.Collapsed) : countWithoutWrap();
    if (!Read && Count && Reader.obstacle().What == Obstacle::Indirect)
      Read = countOfBlock(*Count);
    if (!Count && !Read) {
      Shape.NoExit = true;
      Shape.Problem = {Obstacle::NotAffine, Shape.Place, "the trip count"};
      explainBound();
      return;
    }
    if (!Read) {
      Shape.Problem = Reader.obstacle();
      return;
    }
    bool Assumed = false;
    Shape.Count = Known.resolve(Known.settleDivisions(*Read, Assumed));
    if (Assumed)
      Reader.assume(PME_ASSUMPTION_NO_WRAP, "a division that rounds towards zero is of values >= 0");
    if (Setting.TestFirst)
      Shape.Count = withoutNever(Shape.Count) - Polynomial(1);
    if (Setting.Worksharing)
      Shape.Count = withoutFirst(Shape.Count + Polynomial(1)) - Polynomial(1);
    readLimits();
    // max(a, b) + min(c, d) is no limit; their number is.
    if (any_of(Shape.Lasts, [&](const Polynomial &P) { return hasExtremum(P); }) && hasExtremum(Shape.First)) {
      Shape.First = 0;
      Shape.Step = 1;
      readLimits();
    }
    if (!Shape.Step.constant() && !Reader.isPositive(Shape.Step))
      Reader.assume(PME_ASSUMPTION_STEP_SIGN, "");
  }

  bool hasExtremum(const Polynomial &P) const {
    return N.Atoms.uses(P, AtomKind::Minimum) || N.Atoms.uses(P, AtomKind::Maximum);
  }

  void readLimits() {
    bool Down = Shape.Step.constant().value_or(0) < 0;
    Polynomial Last = withoutGuard(lastValue(N.Atoms, Shape.First, Shape.Step, Shape.Count), Down);
    Shape.HasLast = Last.isValid() && Shape.First.isValid();
    Shape.Firsts = N.Atoms.distribute(Shape.First, Down ? AtomKind::Minimum : AtomKind::Maximum);
    Shape.Lasts = N.Atoms.distribute(Last, Down ? AtomKind::Maximum : AtomKind::Minimum);
  }

  // A bound that is read in every iteration is what most often hides a trip count.
  void explainBound() {
    BasicBlock *Exiting = L.getExitingBlock();
    auto *Branch = Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
    auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Test)
      return;
    for (Value *Side : Test->operands())
      if (!recurrence(Side) && !Reader.read(SE.getSCEV(Side))) {
        Shape.Problem = Reader.obstacle();
        Shape.NoExit = false;
      }
  }

  const Loop &L;
  LoopSetting Setting;
  const KnownInequalities &Known;
  const Markers &M;
  Nest &N;
  ExpressionReader &Reader;
  ScalarEvolution &SE;
  LoopShape Shape;
  std::pair<const Value *, const Value *> Stepped; ///< such a counter, and what it is in the next round
};

} // namespace

Polynomial pme::lastValue(const AtomTable &Atoms, const Polynomial &First, const Polynomial &Step,
                          const Polynomial &Count) {
  auto Known = Step.constant();
  bool Down = Known && *Known < 0;
  Polynomial Size = Down ? Polynomial(0) - Step : Step;
  for (auto &[Product, Coefficient] : Count.terms()) {
    if (Product.size() != 1 || Coefficient != 1)
      continue;
    const Atom &Division = Atoms.get(Product.front());
    if (Division.Kind != AtomKind::FloorDivide || Division.Operands[1] != Size)
      continue;
    Polynomial Room = Division.Operands[0] + (Count - Polynomial::atom(Product.front())) * Size;
    return Down ? First - Room : First + Room;
  }
  return First + Step * Count;
}

LoopShape pme::readLoop(const Loop &L, ArrayRef<Marker> Variables, LoopSetting Setting, const KnownInequalities &Known,
                        ExpressionReader &Reader) {
  return LoopReader(L, Setting, Known, Reader).run(Variables);
}

static const SCEV *exitCount(const Loop &L, BasicBlock &Block, ScalarEvolution &SE) {
  const SCEV *Count = SE.getExitCount(&L, &Block);
  if (isa<SCEVCouldNotCompute>(Count) && L.getExitingBlock() == &Block) {
    SmallVector<const SCEVPredicate *, 4> Predicates;
    Count = SE.getPredicatedBackedgeTakenCount(&L, Predicates);
  }
  return isa<SCEVCouldNotCompute>(Count) ? nullptr : Count;
}

std::vector<LoopTest> pme::loopTests(const Loop &L, ScalarEvolution &SE) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  std::vector<LoopTest> Result;
  for (BasicBlock *Block : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    if (Block == L.getLoopLatch() || !Branch || !Branch->isConditional())
      continue;
    const SCEV *Count = exitCount(L, *Block, SE);
    if (Count || L.getExitingBlock() == Block)
      Result.push_back({Block, Branch->getSuccessor(!L.contains(Branch->getSuccessor(0))), Count});
  }
  return Result;
}

// Where a recurrence of the loop that counts by 1 starts, if that is a number in memory.
static const LoadInst *loadedStart(const SCEV *S, const Loop &L, ScalarEvolution &SE) {
  while (auto *Cast = dyn_cast<SCEVCastExpr>(S))
    S = Cast->getOperand();
  auto *Counter = dyn_cast<SCEVAddRecExpr>(S);
  if (!Counter || Counter->getLoop() != &L || !Counter->isAffine() || !Counter->getStepRecurrence(SE)->isOne())
    return nullptr;
  const SCEV *Start = Counter->getStart();
  while (auto *Cast = dyn_cast<SCEVCastExpr>(Start))
    Start = Cast->getOperand();
  auto *Unknown = dyn_cast<SCEVUnknown>(Start);
  return Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
}

const LoadInst *pme::segmentStart(const Loop &L, ArrayRef<Marker> Variables, ScalarEvolution &SE) {
  for (PHINode &Phi : L.getHeader()->phis())
    if (Phi.getType()->isIntegerTy())
      if (auto *Start = loadedStart(SE.getSCEV(&Phi), L, SE))
        return Start;
  // The iterations of a worksharing loop are numbered from 0; its variable is not.
  for (const Marker &Variable : Variables)
    if (auto *Start = loadedStart(SE.getSCEV(Variable.Call->getArgOperand(1)), L, SE))
      return Start;
  return nullptr;
}

// What is read outside of the loop; null: it is something else.
static const LoadInst *pointerFromOutside(const SCEV *Value, const Loop &L) {
  auto *Unknown = dyn_cast<SCEVUnknown>(Value);
  auto *Load = Unknown && Unknown->getType()->isPointerTy() ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
  return Load && !L.contains(Load) ? Load : nullptr;
}

static const LoadInst *pointerAtEnd(const Loop &L, ScalarEvolution &SE) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *Block : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    for (unsigned Side = 0; Test && Test->getOperand(0)->getType()->isPointerTy() && Side < 2; ++Side)
      if (auto *Load = pointerFromOutside(SE.getSCEV(Test->getOperand(Side)), L))
        return Load;
  }
  return nullptr;
}

PointerSegment pme::pointerSegment(const Loop &L, ScalarEvolution &SE) {
  const LoadInst *End = pointerAtEnd(L, SE);
  for (PHINode &Phi : L.getHeader()->phis()) {
    auto *Pointer = End && Phi.getType()->isPointerTy() ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi)) : nullptr;
    if (Pointer && Pointer->getLoop() == &L && Pointer->isAffine())
      if (auto *Start = pointerFromOutside(Pointer->getStart(), L))
        return {Start, End};
  }
  return {};
}
