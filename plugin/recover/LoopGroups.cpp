//===- LoopGroups.cpp - a large function, dealt out by its worksharing loops ---------===//

#include "LoopGroups.h"
#include "plugin/clone/FunctionCopy.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace pme;

/// Of the loops of a group together, before any pass: loops that stand side by side are read side by side.
static constexpr unsigned GroupInstructions = 24000;

using Blocks = SmallPtrSet<const BasicBlock *, 32>;

// Those of a construct, from the first one to the one behind it.
static Blocks blocksBetween(const BasicBlock &First, const BasicBlock &Behind, const DominatorTree *Tree = nullptr) {
  Blocks Result = {&First};
  SmallVector<const BasicBlock *, 16> Work = {&First};
  while (!Work.empty())
    for (const BasicBlock *Next : successors(Work.pop_back_val()))
      if (Next != &Behind && (!Tree || Tree->dominates(&First, Next)) && Result.insert(Next).second)
        Work.push_back(Next);
  return Result;
}

/* ---- what a construct that is left out may have written ---- */

static bool isLifetime(const User &U) {
  auto *I = dyn_cast<Instruction>(&U);
  return I && I->isLifetimeStartOrEnd();
}

// What a local variable that is written once holds: `&count` in a variable of the outlined body, or in a structure of
// shared variables. Null where it is written more often.
static Value *onlyStored(const AllocaInst &Local, int64_t Offset, const DataLayout &Layout) {
  Value *Result = nullptr;
  SmallVector<std::pair<const Value *, int64_t>, 8> Work = {{&Local, 0}};
  while (!Work.empty()) {
    auto [Pointer, Start] = Work.pop_back_val();
    for (const User *U : Pointer->users()) {
      APInt Inner(64, 0);
      auto *Part = dyn_cast<GEPOperator>(U);
      auto *Store = dyn_cast<StoreInst>(U);
      if (Part && Part->accumulateConstantOffset(Layout, Inner))
        Work.push_back({Part, Start + Inner.getSExtValue()});
      else if (Store && Store->getPointerOperand() == Pointer && Start == Offset && !Result)
        Result = const_cast<Value *>(Store->getValueOperand());
      else if (Store ? Store->getPointerOperand() != Pointer || Start == Offset : !isa<LoadInst>(U) && !isLifetime(*U))
        return nullptr;
    }
  }
  return Result;
}

/// The local variable that a pointer points into, and where, looking through variables that hold pointers.
static AllocaInst *localBehind(Value &Pointer, int64_t &Offset, const DataLayout &Layout, unsigned Depth = 0) {
  static constexpr unsigned MaxDepth = 8;
  Value *At = &Pointer;
  Offset = 0;
  for (; Depth < MaxDepth; ++Depth) {
    APInt Inner(64, 0);
    At = At->stripAndAccumulateConstantOffsets(Layout, Inner, /*AllowNonInbounds=*/true);
    Offset += Inner.getSExtValue();
    auto *Load = dyn_cast<LoadInst>(At);
    if (!Load)
      return dyn_cast<AllocaInst>(At);
    int64_t From = 0;
    AllocaInst *Holder = localBehind(*Load->getPointerOperand(), From, Layout, Depth + 1);
    At = Holder ? onlyStored(*Holder, From, Layout) : nullptr;
    if (!At)
      return nullptr;
  }
  return nullptr;
}

namespace {

class LeftOutWrites {
public:
  LeftOutWrites(const Blocks &Inside, const Markers &M) : Inside(Inside), M(M) {}

  void collect();
  void write(IRBuilderBase &Builder, Markers &Into);

private:
  void add(Instruction &I);
  void addStore(Value &Pointer, Type &Type);
  void addMemory(Value &Pointer, bool MayBeNumber);
  void addCall(CallBase &Call);
  bool isReadOutside(const AllocaInst &Local) const;
  const DataLayout &layout() const { return (*Inside.begin())->getModule()->getDataLayout(); }

  using Place = std::tuple<AllocaInst *, int64_t, Type *>;

  const Blocks &Inside;
  const Markers &M;
  SetVector<Place, SmallVector<Place, 8>> Values; ///< at known places of local variables
  SmallSetVector<AllocaInst *, 8> Locals;         ///< written somewhere
  bool WritesElsewhere = false;                   ///< numbers or pointers
};

} // namespace

bool LeftOutWrites::isReadOutside(const AllocaInst &Local) const {
  return !Inside.contains(Local.getParent()) && any_of(Local.users(), [&](const User *U) {
    auto *I = dyn_cast<Instruction>(U);
    auto *Store = dyn_cast<StoreInst>(U);
    return I && !Inside.contains(I->getParent()) && !(Store && Store->getPointerOperand() == &Local) &&
           !I->isLifetimeStartOrEnd();
  });
}

// Elements of arrays decide no bound as a rule, where they are no whole numbers and no pointers.
void LeftOutWrites::addMemory(Value &Pointer, bool MayBeNumber) {
  int64_t Offset = 0;
  AllocaInst *Local = localBehind(*getUnderlyingObject(&Pointer), Offset, layout());
  if (Local && isReadOutside(*Local))
    Locals.insert(Local);
  WritesElsewhere |= !Local && MayBeNumber;
}

void LeftOutWrites::addStore(Value &Pointer, Type &Stored) {
  int64_t Offset = 0;
  AllocaInst *Local = localBehind(Pointer, Offset, layout());
  bool IsNumber = Stored.isIntOrPtrTy();
  if (!Local || (!IsNumber && !Stored.isFloatingPointTy()))
    addMemory(Pointer, !Stored.isFloatingPointTy());
  else if (isReadOutside(*Local))
    Values.insert({Local, Offset, &Stored});
}

void LeftOutWrites::addCall(CallBase &Call) {
  if (M.read(Call) || Call.isLifetimeStartOrEnd() || !Call.mayWriteToMemory())
    return;
  if (auto *Copy = dyn_cast<AnyMemIntrinsic>(&Call))
    return addMemory(*Copy->getRawDest(), /*MayBeNumber=*/true);
  for (const Use &Argument : Call.args())
    if (Argument->getType()->isPointerTy())
      addMemory(*Argument, /*MayBeNumber=*/false);
  WritesElsewhere |= !isa<IntrinsicInst>(Call);
}

// In the order of the function, so that equal input gives equal symbols.
void LeftOutWrites::collect() {
  for (const BasicBlock &Block : *(*Inside.begin())->getParent())
    if (Inside.contains(&Block))
      for (Instruction &I : const_cast<BasicBlock &>(Block))
        add(I);
}

void LeftOutWrites::add(Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    addStore(*Store->getPointerOperand(), *Store->getValueOperand()->getType());
  else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    addStore(*Update->getPointerOperand(), *Update->getType());
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    addStore(*Exchange->getPointerOperand(), *Exchange->getNewValOperand()->getType());
  else if (auto *Call = dyn_cast<CallBase>(&I))
    addCall(*Call);
}

void LeftOutWrites::write(IRBuilderBase &Builder, Markers &Into) {
  for (auto [Local, Offset, Stored] : Values) {
    Value *Place = Offset == 0 ? Local : Builder.CreateConstGEP1_64(Builder.getInt8Ty(), Local, Offset);
    Builder.CreateStore(Into.leftOutValue(Builder, *Stored), Place);
  }
  for (AllocaInst *Local : Locals)
    Into.leftOutMemory(Builder, Local);
  if (WritesElsewhere)
    Into.leftOutMemory(Builder, nullptr);
}

// The blocks are unreachable then.
static void leaveOut(BasicBlock &First, BasicBlock &Behind, Markers &M) {
  Blocks Inside = blocksBetween(First, Behind);
  LeftOutWrites Writes(Inside, M);
  Writes.collect();
  Instruction *Jump = First.getSinglePredecessor()->getTerminator();
  IRBuilder<> Builder(Jump);
  Writes.write(Builder, M);
  Jump->replaceSuccessorWith(&First, &Behind);
}

/* ---- the constructs of a function ---- */

static bool isOfGroups(ConstructKind Kind) { return Kind == ConstructKind::Loop || Kind == ConstructKind::Region; }

LoopGroups::LoopGroups(Function &Whole, Markers &M) : Whole(Whole), M(M) {
  collect();
  keepOutermost();
  group();
}

// Begin and end of constructs in the order in which they run. Where calls of a function were inlined several begins and ends
// have one number: an end belongs to the nearest begin.
void LoopGroups::collect() {
  DominatorTree Tree(Whole);
  SmallVector<Instruction *, 0> Begins;
  DenseMap<int, SmallVector<Instruction *, 1>> BeginsOf, EndsOf;
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&Whole))
    for (Instruction &I : *Block) {
      auto Marked = M.read(I);
      if (!Marked || (Marked->Kind != MarkerKind::Begin && Marked->Kind != MarkerKind::End) ||
          !isOfGroups(M.Constructs[Marked->Id].Kind))
        continue;
      if (Marked->Kind == MarkerKind::Begin)
        Begins.push_back(&I);
      (Marked->Kind == MarkerKind::Begin ? BeginsOf : EndsOf)[Marked->Id].push_back(&I);
    }
  DenseMap<Instruction *, Instruction *> EndOf;
  for (auto &[Id, Ends] : EndsOf)
    for (Instruction *End : Ends) {
      Instruction *Nearest = nullptr;
      for (Instruction *Begin : BeginsOf[Id])
        if (Tree.dominates(Begin, End) && (!Nearest || Tree.dominates(Nearest, Begin)))
          Nearest = Begin;
      if (Nearest)
        EndOf.insert({Nearest, End});
    }
  SmallVector<std::pair<Instruction *, Instruction *>, 0> Constructs;
  for (Instruction *Begin : Begins)
    if (Instruction *End = EndOf.lookup(Begin))
      Constructs.push_back({Begin, End});
  addUnits(Constructs);
}

// The innermost one that the block stands in: what dominates comes first.
int LoopGroups::findAround(const BasicBlock &Block, const DominatorTree &Tree) const {
  int Number = static_cast<int>(Units.size()) - 1;
  while (Number >= 0 && !(Tree.dominates(Units[Number].First, &Block) && !Tree.dominates(Units[Number].Behind, &Block)))
    Number--;
  return Number;
}

void LoopGroups::addUnits(ArrayRef<std::pair<Instruction *, Instruction *>> Constructs) {
  for (auto &[Begin, End] : Constructs) {
    SplitBlock(Begin->getParent(), Begin);
    SplitBlock(End->getParent(), End->getNextNode());
  }
  DominatorTree Tree(Whole);
  Tree.updateDFSNumbers();
  for (auto &[Begin, End] : Constructs) {
    BasicBlock *First = Begin->getParent(), *Behind = End->getParent()->getSingleSuccessor();
    unsigned Size = 0;
    for (const BasicBlock *Block : blocksBetween(*First, *Behind, &Tree))
      Size += static_cast<unsigned>(Block->size());
    Units.push_back({First, Behind, M.Constructs[M.read(*Begin)->Id].Kind, Size, findAround(*First, Tree)});
  }
}

// What can be left out by itself: worksharing loops that stand in no other, and regions without any.
void LoopGroups::keepOutermost() {
  for (Unit &U : reverse(Units))
    if (U.Parent >= 0 && (U.Kind == ConstructKind::Loop || U.IsInner))
      Units[U.Parent].IsInner = true;
  for (Unit &U : Units) {
    U.IsInner &= U.Kind == ConstructKind::Region;
    U.IsGone = U.Parent >= 0 && (Units[U.Parent].IsGone || !Units[U.Parent].IsInner);
  }
}

// In the order of the source, which blocks stand in.
SmallVector<LoopGroups::Unit *, 0> LoopGroups::leaves() {
  DenseMap<const BasicBlock *, size_t> Position;
  for (auto [Number, Block] : enumerate(Whole))
    Position[&Block] = Number;
  SmallVector<Unit *, 0> Result;
  for (Unit &U : Units)
    if (!U.IsGone && !U.IsInner)
      Result.push_back(&U);
  llvm::sort(Result, [&](const Unit *A, const Unit *B) { return Position[A->First] < Position[B->First]; });
  return Result;
}

void LoopGroups::group() {
  unsigned Instructions = 0;
  for (Unit *U : leaves()) {
    if (Size == 0 || Instructions + U->Instructions > GroupInstructions) {
      Size++;
      Instructions = 0;
    }
    Instructions += U->Instructions;
    U->FirstGroup = U->LastGroup = Size - 1;
  }
  for (Unit &U : reverse(Units))
    if (U.Parent >= 0 && !U.IsGone) {
      Unit &Around = Units[U.Parent];
      Around.FirstGroup = std::min(Around.FirstGroup, U.FirstGroup);
      Around.LastGroup = std::max(Around.LastGroup, U.LastGroup);
    }
}

Function *LoopGroups::takeNext() {
  size_t Group = Taken++;
  if (Taken == Size)
    return &Whole;
  ValueToValueMapTy Copies;
  Function *Copy = copyFunction(Whole, Copies);
  Copy->setName(Whole.getName() + LoopGroupSuffix + Twine(Taken));
  SmallVector<bool, 0> IsLeftOut(Units.size(), false); // in the copy, with what is around
  for (auto [U, LeftOut] : zip(Units, IsLeftOut)) {
    LeftOut = U.FirstGroup > Group;
    bool IsAroundLeftOut = U.Parent >= 0 && IsLeftOut[U.Parent];
    if (LeftOut && !U.IsGone && !IsAroundLeftOut)
      leaveOut(*cast<BasicBlock>(Copies[U.First]), *cast<BasicBlock>(Copies[U.Behind]), M);
  }
  for (Unit &U : Units) {
    bool IsAroundGone = U.Parent >= 0 && Units[U.Parent].IsGone;
    if (!U.IsGone && !IsAroundGone && U.LastGroup <= Group)
      leaveOut(*U.First, *U.Behind, M);
    U.IsGone |= IsAroundGone || U.LastGroup <= Group;
  }
  removeUnreachableBlocks(*Copy);
  removeUnreachableBlocks(Whole);
  return Copy;
}
