//===- LoopVariables.cpp - which variables of the source count a loop ----------------===//

#include "LoopVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

// Where a value is stored to, also shortened (that of a taskloop).
static Value *slotOf(Value &Loaded, const Value &LowerSlot) {
  for (User *U : Loaded.users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (Store && Store->getValueOperand() == &Loaded && isa<AllocaInst>(Store->getPointerOperand()) &&
        Store->getPointerOperand() != &LowerSlot)
      return Store->getPointerOperand();
    if (isa<TruncInst>(U))
      if (Value *Slot = slotOf(*U, LowerSlot))
        return Slot;
  }
  return nullptr;
}

// The slot that the compiler counts in: what receives the value loaded from the lower bound's slot.
static Value *counterSlot(Value &LowerSlot) {
  for (User *U : LowerSlot.users())
    if (isa<LoadInst>(U))
      if (Value *Slot = slotOf(*U, LowerSlot))
        return Slot;
  return nullptr;
}

// Does `V` come from the compiler's counter by arithmetic? The counter is a slot in memory (clang) or a phi (flang).
static bool derivesFromCounter(Value *V, Value *Slot, const LoopInfo &Loops, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > 12)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return Slot && Load->getPointerOperand() == Slot;
  if (isa<PHINode>(I))
    return !Slot && Loops.isLoopHeader(I->getParent());
  if (!I->isBinaryOp() && !I->isCast())
    return false;
  for (Value *Operand : I->operands())
    if (derivesFromCounter(Operand, Slot, Loops, Depth + 1))
      return true;
  return false;
}

// Of a pointer that goes along an array (clang's `for (p = begin; p < end; p++)`) the number of its element.
static Value *numberOf(Value &Stored, const Value *Slot) {
  if (Stored.getType()->isIntegerTy() || !Slot)
    return Stored.getType()->isIntegerTy() ? &Stored : nullptr;
  auto *Element = dyn_cast<GetElementPtrInst>(&Stored);
  return Element && Element->getNumIndices() == 1 ? Element->idx_begin()->get() : nullptr;
}

static bool isCounterUpdate(StoreInst &Store, Value *Slot, const LoopInfo &Loops) {
  const Value *To = Store.getPointerOperand();
  Value *Number = numberOf(*Store.getValueOperand(), Slot);
  return isa<AllocaInst>(To) && To != Slot && Number && derivesFromCounter(Number, Slot, Loops);
}

static void markUpdates(BasicBlock &Block, Value *Slot, const LoopInfo &Loops, int Construct, int &Level, Markers &M) {
  for (Instruction &I : make_early_inc_range(Block)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !isCounterUpdate(*Store, Slot, Loops))
      continue;
    SourceVariable Entry;
    if (DILocalVariable *Variable = declaredVariable(*Store->getPointerOperand()))
      Entry.Name = Variable->getName().str();
    Entry.Place = Store->getDebugLoc();
    Entry.Construct = Construct;
    Entry.Level = Level++;
    IRBuilder<> Builder(Store->getNextNode());
    M.variable(Builder, std::move(Entry), numberOf(*Store->getValueOperand(), Slot));
  }
}

void pme::markWorksharingVariables(ArrayRef<BasicBlock *> Blocks, Value *LowerSlot, const LoopInfo &Loops,
                                   int Construct, Markers &M) {
  Value *Slot = LowerSlot ? counterSlot(*LowerSlot) : nullptr;
  // All updates stand together, in the first block that has one and the blocks that follow it without a branch.
  int Level = 0;
  for (BasicBlock *Block : Blocks) {
    for (BasicBlock *B = Block; B && (B == Block || Level > 0); B = B->getSingleSuccessor()) {
      if (B != Block && !B->getSinglePredecessor())
        break;
      markUpdates(*B, Slot, Loops, Construct, Level, M);
    }
    if (Level > 0)
      return;
  }
}

// The marker stands where all sections come together and the next one is counted, and in one place alone: of two sections
// the second is the last, and would leave the loop by a way of its own.
void pme::markSectionNumber(Value *LowerSlot, int Construct, Markers &M) {
  Value *Slot = LowerSlot ? counterSlot(*LowerSlot) : nullptr;
  if (!Slot)
    return;
  for (User *U : Slot->users()) {
    auto *Next = isa<StoreInst>(U) ? dyn_cast<BinaryOperator>(U->getOperand(0)) : nullptr;
    if (!Next)
      continue;
    SourceVariable Entry;
    Entry.Name = "section";
    Entry.Construct = Construct;
    IRBuilder<> Builder(Next);
    M.variable(Builder, std::move(Entry), Next->getOperand(0));
    cast<CallInst>(Next->getPrevNode())->addFnAttr(Attribute::NoDuplicate);
    return;
  }
}

// The block whose branch decides whether a loop goes on: of several, the first that every iteration meets.
static BasicBlock *decidingBlock(const Loop &L) {
  if (BasicBlock *Single = L.getExitingBlock())
    return Single;
  return L.isLoopExiting(L.getHeader()) ? L.getHeader() : L.getLoopLatch();
}

// The phi that decides whether a loop goes on.
static PHINode *controllingPhi(const Loop &L) {
  BasicBlock *Deciding = decidingBlock(L);
  auto *Branch = Deciding ? dyn_cast<BranchInst>(Deciding->getTerminator()) : nullptr;
  auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Test)
    return nullptr;
  for (Value *Side : Test->operands())
    for (unsigned Depth = 0; Depth < 6; ++Depth) {
      if (auto *Phi = dyn_cast<PHINode>(Side)) {
        if (Phi->getParent() == L.getHeader() && Phi->getType()->isIntegerTy())
          return Phi;
        break;
      }
      auto *I = dyn_cast<Instruction>(Side);
      if (!I || !(I->isCast() || (I->isBinaryOp() && isa<Constant>(I->getOperand(1)))))
        break;
      Side = I->getOperand(0);
    }
  return nullptr;
}

// Does the phi count by adding, or taking off, something that stays the same?
static bool isCounter(const PHINode &Phi, const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || !Phi.getType()->isIntegerTy())
    return false;
  Value *Next = Phi.getIncomingValueForBlock(Latch), *Step;
  bool Counts = match(Next, m_c_Add(m_Specific(&Phi), m_Value(Step))) ||
                match(Next, m_Sub(m_Specific(&Phi), m_Value(Step))); // a trip counter of flang's
  return Counts && L.isLoopInvariant(Step);
}

// A phi that only decides whether the loop goes on is a trip counter of the compiler's (flang's DO loops).
static bool onlyDecides(const PHINode &Phi) {
  for (const User *U : Phi.users())
    if (!isa<ICmpInst>(U) && !is_contained(U->users(), &Phi))
      return false;
  return true;
}

static PHINode *sourceCounter(const Loop &L, const ValueNames &Names) {
  PHINode *Controlling = controllingPhi(L);
  if (Controlling && (Names.variable(*Controlling) || !onlyDecides(*Controlling)))
    return Controlling;
  PHINode *Unnamed = nullptr;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (&Phi == Controlling || !isCounter(Phi, L))
      continue;
    if (Names.variable(Phi))
      return &Phi;
    Unnamed = Unnamed ? Unnamed : &Phi;
  }
  return Unnamed ? Unnamed : Controlling;
}

// Before anything is promoted from memory: what goes round beside the counters are variables of the source.
static SmallVector<PHINode *, 4> handedOn(const Loop &L, const PHINode &Counter) {
  auto StaysInside = [&](const User *U) { return L.contains(cast<Instruction>(U)); };
  SmallVector<PHINode *, 4> Found;
  for (PHINode &Phi : L.getHeader()->phis())
    if (&Phi != &Counter && !(isCounter(Phi, L) && onlyDecides(Phi) && all_of(Phi.users(), StaysInside)))
      Found.push_back(&Phi);
  return Found;
}

// Where a value gets out of the loop; null: nowhere or at several places.
static User *takerBehind(Value &V, const Loop &L) {
  User *Only = nullptr;
  for (User *U : V.users()) {
    if (L.contains(cast<Instruction>(U)))
      continue;
    if (Only)
      return nullptr;
    Only = U;
  }
  return Only;
}

static bool onlyThisGetsOut(const Value &V, const Loop &L) {
  return all_of(L.blocks(), [&](const BasicBlock *Block) {
    return all_of(*Block, [&](const Instruction &I) {
      return &I == &V || all_of(I.users(), [&](const User *U) { return L.contains(cast<Instruction>(U)); });
    });
  });
}

// Whenever the first block is executed, so is the second, as the next.
static bool leadsTo(const BasicBlock *From, const BasicBlock *To) {
  for (unsigned Blocks = 0; From && From != To && Blocks < 4; ++Blocks)
    From = From->getUniqueSuccessor();
  return From == To;
}

static void markCarried(Instruction *Access, Markers &M) {
  Instruction *Before = Access->getPrevNode();
  auto Marked = Before ? M.read(*Before) : std::nullopt;
  if (Marked && Marked->Kind == MarkerKind::Access)
    M.Accesses[Marked->Id].Carried = true;
}

// A sum in a variable that is of one iteration of the loop around, and stored behind its loop, whatever happens in it.
static void markCarriedAccesses(const Loop &L, PHINode &Handed, const LoopInfo &Loops, Markers &M) {
  const BasicBlock *Exit = L.getUniqueExitBlock(), *Before = L.getLoopPreheader();
  if (!Exit || !Before || !L.getExitingBlock() || !L.getParentLoop() || !onlyThisGetsOut(Handed, L))
    return;
  Value *Out = &Handed;
  User *Taker = takerBehind(*Out, L);
  if (auto *Alone = dyn_cast_or_null<PHINode>(Taker); Alone && Alone->getNumIncomingValues() == 1) {
    Out = Alone;
    Taker = takerBehind(*Out, L);
  }
  auto *Store = dyn_cast_or_null<StoreInst>(Taker);
  if (!Store || Store->getValueOperand() != Out || Store->getPointerOperand() == Out || !Store->isSimple() ||
      !leadsTo(Exit, Store->getParent()) || Loops.getLoopFor(Store->getParent()) != L.getParentLoop())
    return;
  markCarried(Store, M);
  auto *Begin = dyn_cast<LoadInst>(Handed.getIncomingValueForBlock(Before));
  if (Begin && Begin->isSimple() && Begin->hasOneUse() && Loops.getLoopFor(Begin->getParent()) == L.getParentLoop())
    markCarried(Begin, M);
}

// The marker goes behind the test, so that rotating the loop does not move it into the next iteration.
static Instruction *bodyPosition(const Loop &L) {
  BasicBlock *Deciding = decidingBlock(L);
  if (Deciding && Deciding != L.getLoopLatch())
    for (BasicBlock *Next : successors(Deciding))
      if (Next != L.getHeader() && L.contains(Next) && Next->getSinglePredecessor())
        return &*Next->getFirstInsertionPt();
  return &*L.getHeader()->getFirstInsertionPt();
}

DebugLoc pme::loopPlace(const Loop &L) {
  if (DebugLoc Start = L.getStartLoc())
    return Start;
  return L.getHeader()->getTerminator()->getDebugLoc();
}

void pme::markLoopVariables(const LoopInfo &Loops, const ValueNames &Names, Markers &M) {
  for (Loop *L : Loops.getLoopsInPreorder()) {
    PHINode *Phi = sourceCounter(*L, Names);
    if (!Phi)
      continue;
    SourceVariable Entry;
    if (DILocalVariable *Variable = Names.variable(*Phi))
      Entry.Name = Variable->getName().str();
    Entry.Place = loopPlace(*L);
    SmallVector<PHINode *, 4> Handed = handedOn(*L, *Phi);
    Entry.Carries = !Handed.empty();
    if (Handed.size() == 1)
      markCarriedAccesses(*L, *Handed.front(), Loops, M);
    IRBuilder<> Builder(bodyPosition(*L));
    M.variable(Builder, std::move(Entry), Phi);
  }
}
