//===- InstrumentRounds.cpp - how often a loop goes round ----------------------------===//

#include "InstrumentRounds.h"
#include "plugin/names/LoopVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

static StringRef linkerName(const DISubprogram &Subprogram) {
  return Subprogram.getLinkageName().empty() ? Subprogram.getName() : Subprogram.getLinkageName();
}

static StringRef linkerName(const DebugLoc &Place) { return linkerName(*Place->getScope()->getSubprogram()); }

Instruction *pme::behind(Instruction &I) {
  return isa<PHINode>(I) ? &*I.getParent()->getFirstInsertionPt() : I.getNextNode();
}

SmallVector<ReturnInst *, 4> pme::returnsOf(Function &F) {
  SmallVector<ReturnInst *, 4> Result;
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      Result.push_back(Return);
  return Result;
}

const Function *pme::functionAt(const DebugLoc &Place, const Module &M) {
  for (const Function &F : M)
    if (const DISubprogram *Subprogram = F.getSubprogram(); Subprogram && !F.isDeclaration())
      if (linkerName(Place) == linkerName(*Subprogram))
        return &F;
  return nullptr;
}

static bool isAt(const DebugLoc &At, const DebugLoc &Place) {
  return At && At.getLine() == Place.getLine() && At.getCol() == Place.getCol() && linkerName(At) == linkerName(Place);
}

const Instruction *pme::copyAt(const DebugLoc &Place, const Function &F) {
  const Instruction *Result = nullptr;
  for (const Instruction &I : instructions(F))
    if (isa<MemIntrinsic>(I) && isAt(I.getDebugLoc(), Place)) {
      if (Result)
        return nullptr;
      Result = &I;
    }
  return Result;
}

const Loop *pme::loopAt(const DebugLoc &Place, const LoopInfo &Loops) {
  const Loop *Result = nullptr;
  for (const Loop *L : const_cast<LoopInfo &>(Loops).getLoopsInPreorder()) {
    if (!isAt(loopPlace(*L), Place))
      continue;
    if (Result)
      return nullptr;
    Result = L;
  }
  return Result;
}

static bool reachesReturn(const BasicBlock &From) {
  SmallPtrSet<const BasicBlock *, 16> Seen{&From};
  SmallVector<const BasicBlock *, 16> Left{&From};
  while (!Left.empty()) {
    const BasicBlock *Block = Left.pop_back_val();
    if (isa<ReturnInst>(Block->getTerminator()))
      return true;
    for (const BasicBlock *Next : successors(Block))
      if (Seen.insert(Next).second)
        Left.push_back(Next);
  }
  return false;
}

// Ways that an exception takes, or that lead to what is never reached, are none: the function does not return then, and
// nobody is told its rounds.
static bool isExit(const Loop &L, const BasicBlock &To) { return !L.contains(&To) && reachesReturn(To); }

// Where a block goes on in the loop when it goes on; null: it may end the loop, or goes several ways.
static const BasicBlock *onlyWayOn(const Loop &L, const BasicBlock &Block) {
  const BasicBlock *Result = nullptr;
  for (const BasicBlock *Next : successors(&Block)) {
    if (isExit(L, *Next) || (Result && L.contains(Next)))
      return nullptr;
    Result = L.contains(Next) ? Next : Result;
  }
  return Result;
}

static bool isExiting(const Loop &L, const BasicBlock &Block) {
  return any_of(successors(&Block), [&](const BasicBlock *Next) { return isExit(L, *Next); });
}

// The block whose test ends the loop: where it is left, a round has not begun. Null: the loop is left at the end of a
// round, or in the middle.
static const BasicBlock *testInFront(const Loop &L, ArrayRef<BasicBlock *> Exiting) {
  SmallPtrSet<const BasicBlock *, 8> Seen;
  for (const BasicBlock *Block = L.getHeader(); Block && Seen.insert(Block).second; Block = onlyWayOn(L, *Block))
    if (is_contained(Exiting, Block))
      return Block;
  return Exiting.size() == 1 ? Exiting.front() : nullptr;
}

static bool addExits(const Loop &L, BasicBlock &Block, const BasicBlock *Test, CountedLoop &Result) {
  auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  bool IsLatch = L.isLoopLatch(&Block), IsBreak = &Block != Test && !IsLatch;
  for (unsigned I = 0; Branch && I < Branch->getNumSuccessors(); ++I)
    if (isExit(L, *Branch->getSuccessor(I)))
      Result.Exits.push_back({{Branch, I}, IsBreak, IsBreak || IsLatch});
  return Branch != nullptr;
}

static bool addBacks(const Loop &L, CountedLoop &Result) {
  SmallVector<BasicBlock *, 4> Latches;
  L.getLoopLatches(Latches);
  for (BasicBlock *Latch : Latches) {
    Instruction *End = Latch->getTerminator();
    if (count(successors(Latch), L.getHeader()) != 1)
      return false;
    for (unsigned I = 0; I < End->getNumSuccessors(); ++I)
      if (End->getSuccessor(I) == L.getHeader())
        Result.Backs.push_back({End, I});
  }
  return true;
}

// Nobody else has its address, and nothing else in the loop sets it.
static bool isSetThereAlone(const AllocaInst &Slot, const StoreInst &Update, const Loop &L) {
  return all_of(Slot.users(), [&](const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (Store)
      return Store->getPointerOperand() == &Slot && (Store == &Update || !L.contains(Store));
    auto *Call = dyn_cast<IntrinsicInst>(U);
    return isa<LoadInst>(U) || (Call && Call->isLifetimeStartOrEnd());
  });
}

// `k++` at the end of each round.
static void findCounter(const Loop &L, CountedLoop &Result) {
  BasicBlock *Latch = L.getLoopLatch();
  if (!Latch)
    return;
  for (Instruction &I : *Latch) {
    auto *Store = dyn_cast<StoreInst>(&I);
    auto *Slot = Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
    const APInt *Step = nullptr;
    Value *Before = nullptr;
    if (!Slot || !match(Store->getValueOperand(), m_Add(m_Value(Before), m_APInt(Step))) || Step->isZero())
      continue;
    auto *Load = dyn_cast<LoadInst>(Before);
    if (!Load || Load->getPointerOperand() != Slot || !isSetThereAlone(*Slot, *Store, L))
      continue;
    Result.Counter = Slot;
    Result.Step = Step->getSExtValue();
    return;
  }
}

static bool addEntries(const Loop &L, CountedLoop &Result) {
  for (BasicBlock *Before : predecessors(L.getHeader())) {
    auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
    if (L.contains(Before))
      continue;
    if (!Branch)
      return false;
    for (unsigned I = 0; I < Branch->getNumSuccessors(); ++I)
      if (Branch->getSuccessor(I) == L.getHeader())
        Result.Entries.push_back({Branch, I});
  }
  return true;
}

CountedLoop pme::countedLoop(const Loop &L) {
  CountedLoop Result;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  erase_if(Exiting, [&](const BasicBlock *Block) { return !isExiting(L, *Block); });
  const BasicBlock *Test = testInFront(L, Exiting);
  for (BasicBlock *Block : Exiting)
    if (!addExits(L, *Block, Test, Result))
      return {};
  if (addBacks(L, Result) && addEntries(L, Result))
    Result.F = L.getHeader()->getParent();
  findCounter(L, Result);
  return Result;
}

static AllocaInst *addVariable(Function &F, Type *T) {
  IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  AllocaInst *Result = Builder.CreateAlloca(T, nullptr, "pmecache.count");
  Builder.CreateStore(Constant::getNullValue(T), Result);
  return Result;
}

static void addTo(IRBuilderBase &Builder, AllocaInst *Variable, Value *More) {
  Builder.CreateStore(Builder.CreateAdd(Builder.CreateLoad(Builder.getInt64Ty(), Variable), More), Variable);
}

// A place on the edge alone; what is added there has no place in the source.
static void buildOn(IRBuilderBase &Builder, const BlockEdge &Edge) {
  Instruction *From = Edge.From;
  Builder.SetInsertPoint(From->getNumSuccessors() == 1
                             ? From
                             : SplitEdge(From->getParent(), From->getSuccessor(Edge.Successor))->getTerminator());
  Builder.SetCurrentDebugLocation(DebugLoc());
}

// The difference of what the counter had at the start and where the loop is left.
static void countByCounter(const CountedLoop &Counted, AllocaInst *Rounds) {
  Type *T = Counted.Counter->getAllocatedType();
  AllocaInst *Start = addVariable(*Counted.F, T);
  IRBuilder<> Builder(Counted.F->getContext());
  for (const BlockEdge &Edge : Counted.Entries) {
    buildOn(Builder, Edge);
    Builder.CreateStore(Builder.CreateLoad(T, Counted.Counter), Start);
  }
  for (const LoopExit &Exit : Counted.Exits) {
    buildOn(Builder, Exit.Edge);
    Value *From = Builder.CreateLoad(T, Start), *To = Builder.CreateLoad(T, Counted.Counter);
    Value *Change = Counted.Step > 0 ? Builder.CreateSub(To, From) : Builder.CreateSub(From, To);
    Value *Done = Builder.CreateUDiv(Change, ConstantInt::get(T, static_cast<uint64_t>(std::abs(Counted.Step))));
    addTo(Builder, Rounds, Builder.CreateZExtOrTrunc(Done, Builder.getInt64Ty()));
    if (Exit.IsBreak)
      addTo(Builder, Rounds, Builder.getInt64(1));
  }
}

static void countOneByOne(const CountedLoop &Counted, AllocaInst *Rounds) {
  IRBuilder<> Builder(Counted.F->getContext());
  for (const BlockEdge &Back : Counted.Backs) {
    buildOn(Builder, Back);
    addTo(Builder, Rounds, Builder.getInt64(1));
  }
  for (const LoopExit &Exit : Counted.Exits)
    if (Exit.EndsRound) {
      buildOn(Builder, Exit.Edge);
      addTo(Builder, Rounds, Builder.getInt64(1));
    }
}

void pme::countRounds(const CountedLoop &Counted,
                      function_ref<void(IRBuilderBase &, Value *Rounds, Value *Entries)> Tell) {
  IRBuilder<> Builder(Counted.F->getContext());
  AllocaInst *Rounds = addVariable(*Counted.F, Builder.getInt64Ty());
  AllocaInst *Entries = addVariable(*Counted.F, Builder.getInt64Ty());
  Counted.Counter ? countByCounter(Counted, Rounds) : countOneByOne(Counted, Rounds);
  for (const BlockEdge &Edge : Counted.Entries) {
    buildOn(Builder, Edge);
    addTo(Builder, Entries, Builder.getInt64(1));
  }
  for (ReturnInst *Return : returnsOf(*Counted.F)) {
    Builder.SetInsertPoint(Return);
    Tell(Builder, Builder.CreateLoad(Builder.getInt64Ty(), Rounds), Builder.CreateLoad(Builder.getInt64Ty(), Entries));
  }
}
