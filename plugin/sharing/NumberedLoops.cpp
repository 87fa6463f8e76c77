//===- NumberedLoops.cpp - loops that threads share out by their numbers --------------===//

#include "NumberedLoops.h"
#include "ThreadTrial.h"
#include "plugin/base/RuntimeCalls.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

namespace {

constexpr uint64_t Trials = 24;
/// So many elements have rows in trials at most, of which each thread may have one more.
constexpr int64_t Uneven = 8;
constexpr int64_t Teams[] = {1, 2, 3, 4, 7};
/// Of what loops count to: sums and differences of some of them are numbers.
constexpr int64_t MostSize = int64_t{1} << 48;

/// `for (i = Start; i < End; i += Step)`, tested at its head.
struct CountedForm {
  PHINode *Counter = nullptr;
  Value *Start = nullptr, *End = nullptr, *Step = nullptr;
  bool IsSubtracted = false, IsInclusive = false;
};

/// What a thread goes through, as values from low to high, and in steps.
struct Share {
  int64_t Low, High, Start, Step;
  bool isEmpty() const { return Low >= High; }
};

/// What the source does not do.
bool isOurs(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return I.isLifetimeStartOrEnd() || (Callee && Callee->getName().starts_with("__pme_rt_"));
}

const Value &withoutCasts(const Value &V) {
  auto *Cast = dyn_cast<CastInst>(&V);
  return Cast && Cast->getType()->isIntegerTy() ? withoutCasts(*Cast->getOperand(0)) : V;
}

class Search {
public:
  Search(const Function &F, const LoopInfo &Loops, const DominatorTree &Tree, const Value *Thread)
      : Loops(Loops), Tree(Tree), Context(F, Tree, Thread) {}

  /// Within `Around`, or in the whole function.
  std::vector<NumberedLoop> find(const Loop *Around) {
    this->Around = Around;
    followNumber();
    SmallVector<Loop *, 8> Outer(Around ? SmallVector<Loop *, 8>(Around->begin(), Around->end())
                                        : SmallVector<Loop *, 8>(Loops.begin(), Loops.end()));
    for (Loop *L : Outer)
      visit(*L);
    bool Decides = IsLost || any_of(GoesOn, [&](const Instruction *I) { return !isInFound(*I->getParent()); }) ||
                   any_of(Hangs, [&](const Value *V) { return decidesElse(*V); });
    return Decides ? std::vector<NumberedLoop>() : std::move(Found);
  }

  TrialContext &context() { return Context; }

private:
  // ---- what hangs on the number ----

  bool isIn(const Instruction &I) const { return !Around || Around->contains(&I); }

  void followNumber() {
    SmallVector<const Value *, 16> Left;
    auto Add = [&](const Value &V) {
      if (Hangs.insert(&V).second)
        Left.push_back(&V);
    };
    for (const Instruction &I : instructions(Context.F))
      if (Context.isThread(I))
        Add(I);
    while (!Left.empty()) {
      const Value *V = Left.pop_back_val();
      for (const User *U : V->users()) {
        auto *I = dyn_cast<Instruction>(U);
        if (I && isIn(*I) && I != Context.Thread)
          follow(*V, *I, Add);
      }
    }
  }

  template <typename Adder> void follow(const Value &V, const Instruction &User, Adder Add) {
    if (auto *Store = dyn_cast<StoreInst>(&User)) {
      if (Store->getValueOperand() == &V && isa<AllocaInst>(Store->getPointerOperand()->stripPointerCasts()))
        GoesOn.push_back(&User);
    } else if (auto *Call = dyn_cast<CallBase>(&User); Call && !isa<IntrinsicInst>(Call)) {
      if (runtimeAction(*Call) == RuntimeAction::None && !isOurs(User))
        GoesOn.push_back(&User);
    } else if (User.isTerminator()) {
      for (const BasicBlock *Child : childrenOf(*User.getParent()))
        for (const PHINode &Phi : Child->phis())
          if (isIn(Phi) && !isHead(*Child))
            Add(Phi);
    } else if (!User.getType()->isVoidTy()) {
      Add(User);
    }
  }

  SmallVector<const BasicBlock *, 4> childrenOf(const BasicBlock &Block) const {
    SmallVector<const BasicBlock *, 4> Result;
    if (const auto *Node = Tree.getNode(&Block))
      for (const auto *Child : *Node)
        Result.push_back(Child->getBlock());
    return Result;
  }
  bool isHead(const BasicBlock &Block) const {
    const Loop *L = Loops.getLoopFor(&Block);
    return L && L->getHeader() == &Block;
  }

  // ---- loops ----

  // Its counter begins, ends or goes on by the number.
  bool isRuled(const Loop &L) const {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    return any_of(Exiting, [&](const BasicBlock *Block) {
      return any_of(Block->getTerminator()->operand_values(), [&](const Value *V) { return Hangs.contains(V); });
    });
  }

  // Where threads meet, or wait for one of them, the loop is gone through by all.
  bool holdsSharing(const Loop &L) const {
    return any_of(L.blocks(), [&](const BasicBlock *Block) {
      return any_of(*Block, [](const Instruction &I) {
        switch (runtimeAction(I)) {
        case RuntimeAction::None:
        case RuntimeAction::ThreadNumber:
        case RuntimeAction::TeamSize:
        case RuntimeAction::Zero:
        case RuntimeAction::Drop:
          return false;
        default:
          return true;
        }
      });
    });
  }

  // A worksharing loop counts in what the runtime has handed out.
  bool isWorksharing(const Loop &L) const {
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block)
        if (runtimeAction(I) == RuntimeAction::DispatchNext)
          return true;
    for (const PHINode &Phi : L.getHeader()->phis())
      for (const Value *In : Phi.incoming_values())
        if (auto *Load = dyn_cast<LoadInst>(&withoutCasts(*In)))
          for (const User *U : Load->getPointerOperand()->users())
            if (auto *Call = dyn_cast<CallBase>(U); Call && runtimeAction(*Call) == RuntimeAction::StaticInit)
              return true;
    return false;
  }

  void visit(Loop &L) {
    if (isWorksharing(L))
      return;
    if (isRuled(L)) {
      auto Numbered = holdsSharing(L) ? std::nullopt : read(L);
      if (Numbered)
        Found.push_back(*Numbered);
      IsLost |= !Numbered;
      return;
    }
    for (Loop *Inner : L)
      visit(*Inner);
  }

  std::optional<CountedForm> formOf(const Loop &L) const {
    CountedForm Result;
    const BasicBlock *Head = L.getHeader(), *Before = L.getLoopPredecessor(), *Latch = L.getLoopLatch();
    auto *Branch = L.getExitingBlock() == Head ? dyn_cast<BranchInst>(Head->getTerminator()) : nullptr;
    auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Test || !Before || !Latch || !L.contains(Branch->getSuccessor(0)))
      return std::nullopt;
    bool IsLeft = isCounter(withoutCasts(*Test->getOperand(0)), L);
    auto *Counter = dyn_cast<PHINode>(&withoutCasts(*Test->getOperand(IsLeft ? 0 : 1)));
    if (!Counter || !isCounter(*Counter, L))
      return std::nullopt;
    Result.Counter = const_cast<PHINode *>(Counter);
    Result.Start = Counter->getIncomingValueForBlock(Before);
    Result.End = Test->getOperand(IsLeft ? 1 : 0);
    auto *Next = dyn_cast<BinaryOperator>(Counter->getIncomingValueForBlock(Latch));
    Result.IsSubtracted = Next && Next->getOpcode() == Instruction::Sub;
    if (!Next || (Next->getOpcode() != Instruction::Add && !Result.IsSubtracted) || Next->getOperand(0) != Counter)
      return std::nullopt;
    Result.Step = Next->getOperand(1);
    CmpInst::Predicate P = IsLeft ? Test->getPredicate() : Test->getSwappedPredicate();
    Result.IsInclusive = ICmpInst::isGE(P) || ICmpInst::isLE(P);
    return ICmpInst::isRelational(P) ? std::optional(Result) : std::nullopt;
  }
  static bool isCounter(const Value &V, const Loop &L) {
    auto *Phi = dyn_cast<PHINode>(&V);
    return Phi && Phi->getParent() == L.getHeader();
  }

  // ---- trials ----

  std::optional<Share> shareOf(const CountedForm &Form, uint64_t Seed, int64_t Thread, int64_t Team) {
    ThreadTrial Trial(Context, Seed, Thread, Team);
    auto Start = Trial.valueOf(*Form.Start), End = Trial.valueOf(*Form.End), Step = Trial.valueOf(*Form.Step);
    auto IsSize = [](std::optional<int64_t> V) { return V && *V > -MostSize && *V < MostSize; };
    if (!IsSize(Start) || !IsSize(End) || !IsSize(Step) || *Step == 0)
      return std::nullopt;
    Share Result = {*Start, *End + Form.IsInclusive, *Start, Form.IsSubtracted ? -*Step : *Step};
    if (Result.Step < 0)
      Result.Low = *End + !Form.IsInclusive, Result.High = *Start + 1;
    return Result;
  }

  // One block behind the other, as large as each other but for rests, that make up `Whole`, but for a rest, too.
  static bool areBlocks(ArrayRef<Share> Shares, const Share &Whole) {
    int64_t At = Shares.front().Low, Size = std::abs(Whole.Step), Threads = static_cast<int64_t>(Shares.size());
    int64_t Rest = Size * Threads, Most = (Whole.High - Whole.Low) / Threads + Rest * Uneven;
    for (const Share &S : Shares) {
      if (!S.isEmpty() && S.High - S.Low > Most)
        return false;
      if (S.Step != Whole.Step || (!S.isEmpty() && S.Low != At))
        return false;
      if (!S.isEmpty())
        At = S.Step > 0 ? S.Low + (S.High - S.Low + Size - 1) / Size * Size : S.High;
    }
    bool IsNone = Whole.isEmpty() && At <= Shares.front().Low + Rest;
    return IsNone || (Shares.front().Low == Whole.Low && std::abs(At - Whole.High) < Rest + Size);
  }

  static bool areTurns(ArrayRef<Share> Shares, const Share &Whole) {
    for (size_t T = 0; T < Shares.size(); ++T)
      if (Whole.Step <= 0 || Shares[T].High != Whole.High ||
          Shares[T].Step != Whole.Step * static_cast<int64_t>(Shares.size()) ||
          Shares[T].Start != Whole.Start + static_cast<int64_t>(T) * Whole.Step)
        return false;
    return true;
  }

  std::optional<NumberedLoop> read(Loop &L) {
    auto Form = formOf(L);
    if (!Form)
      return std::nullopt;
    bool AreBlocks = true, AreTurns = true, IsOneStep = true, IsOneFirst = true;
    std::optional<Share> Known;
    uint64_t Done = 0;
    for (uint64_t Seed = 0; Seed < Trials; ++Seed) {
      auto Whole = shareOf(*Form, Seed, 0, 1);
      SmallVector<SmallVector<Share, 8>, 4> ByTeam;
      if (!Whole || !tryTeams(*Form, Seed, ByTeam))
        continue;
      ++Done;
      for (auto &Shares : ByTeam) {
        AreBlocks = AreBlocks && areBlocks(Shares, *Whole);
        AreTurns = AreTurns && areTurns(Shares, *Whole);
      }
      IsOneStep &= !Known || Known->Step == Whole->Step;
      IsOneFirst &= !Known || Known->Start == Whole->Start;
      Known = Whole;
    }
    if (Done < Trials / 2 || !(AreBlocks || AreTurns))
      return std::nullopt;
    return NumberedLoop{Form->Counter, !AreBlocks, IsOneStep ? Known->Step : 1,
                        IsOneFirst ? std::optional(Known->Start) : std::nullopt};
  }

  bool tryTeams(const CountedForm &Form, uint64_t Seed, SmallVectorImpl<SmallVector<Share, 8>> &Result) {
    for (int64_t Team : Teams) {
      SmallVector<Share, 8> Shares;
      for (int64_t Thread = 0; Thread < Team; ++Thread) {
        auto S = shareOf(Form, Seed, Thread, Team);
        if (!S)
          return false;
        Shares.push_back(*S);
      }
      Result.push_back(std::move(Shares));
    }
    return true;
  }

  // ---- what else the number decides ----

  bool isInFound(const BasicBlock &Block) const {
    return any_of(Found,
                  [&](const NumberedLoop &N) { return Loops.getLoopFor(N.Counter->getParent())->contains(&Block); });
  }

  // Nothing is done in the arm but to choose a value.
  bool isChoice(const BasicBlock &From, const BasicBlock &Arm) const {
    BasicBlockEdge Edge(&From, &Arm);
    return none_of(Context.F, [&](const BasicBlock &Block) {
      return Tree.dominates(Edge, &Block) &&
             (Loops.getLoopFor(&Block) != Loops.getLoopFor(&From) ||
              any_of(Block, [](const Instruction &I) { return I.mayWriteToMemory() && !isOurs(I); }));
    });
  }

  bool decidesElse(const Value &V) const {
    return any_of(V.users(), [&](const User *U) {
      auto *End = dyn_cast<Instruction>(U);
      if (!End || !End->isTerminator() || !isIn(*End) || isInFound(*End->getParent()))
        return false;
      const BasicBlock &From = *End->getParent();
      bool IsTestOfAround = Around && Around->getHeader() == &From;
      return !IsTestOfAround && any_of(successors(&From), [&](const BasicBlock *Arm) { return !isChoice(From, *Arm); });
    });
  }

  const LoopInfo &Loops;
  const DominatorTree &Tree;
  TrialContext Context;
  const Loop *Around = nullptr;
  SmallPtrSet<const Value *, 32> Hangs;
  SmallVector<const Instruction *, 8> GoesOn; ///< where what hangs on it goes and is not followed
  std::vector<NumberedLoop> Found;
  bool IsLost = false; ///< it rules a loop that is shared out in no known way
};

// What a variable holds at a call: the last store in front of it.
const Value *heldAt(const Value &Slot, const CallBase &Call, const DominatorTree &Tree) {
  const StoreInst *Last = nullptr;
  for (const User *U : Slot.users())
    if (auto *Store = dyn_cast<StoreInst>(U); Store && Store->getPointerOperand() == &Slot &&
                                              Tree.dominates(Store, &Call) && (!Last || Tree.dominates(Last, Store)))
      Last = Store;
  return Last ? Last->getValueOperand() : nullptr;
}

// One iteration for each thread.
bool isOverThreads(const CallBase &Init, TrialContext &Context, const DominatorTree &Tree) {
  const Value *Lower = heldAt(*Init.getArgOperand(StaticLower), Init, Tree);
  const Value *Upper = heldAt(*Init.getArgOperand(StaticUpper), Init, Tree);
  auto *Step = dyn_cast<ConstantInt>(Init.getArgOperand(StaticIncrement));
  if (!Lower || !Upper || !Step || !Step->isOne())
    return false;
  return all_of(Teams, [&](int64_t Team) {
    ThreadTrial Trial(Context, static_cast<uint64_t>(Team), 0, Team);
    return Trial.valueOf(*Lower) == 0 && Trial.valueOf(*Upper) == Team - 1;
  });
}

} // namespace

std::vector<NumberedLoop> pme::loopsByNumber(const Function &F, const LoopInfo &Loops, const DominatorTree &Tree) {
  bool Asks =
      any_of(instructions(F), [](const Instruction &I) { return runtimeAction(I) == RuntimeAction::ThreadNumber; });
  return Asks ? Search(F, Loops, Tree, nullptr).find(nullptr) : std::vector<NumberedLoop>();
}

std::vector<NumberedLoop> pme::loopsOverThreads(const CallBase &Init, const Loop &OverThreads, const LoopInfo &Loops,
                                                const DominatorTree &Tree) {
  const PHINode *Counter = nullptr;
  for (const PHINode &Phi : OverThreads.getHeader()->phis())
    for (const Value *In : Phi.incoming_values())
      if (auto *Load = dyn_cast<LoadInst>(In); Load && Load->getPointerOperand() == Init.getArgOperand(StaticLower))
        Counter = &Phi;
  if (!Counter)
    return {};
  Search Searched(*Init.getFunction(), Loops, Tree, Counter);
  return isOverThreads(Init, Searched.context(), Tree) ? Searched.find(&OverThreads) : std::vector<NumberedLoop>();
}
