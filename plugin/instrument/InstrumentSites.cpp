//===- InstrumentSites.cpp - the loads and stores that are traced --------------------===//

#include "InstrumentSites.h"
#include "InstrumentBorders.h"
#include "InstrumentInline.h"
#include "InstrumentNames.h"
#include "InstrumentRuns.h"
#include "InstrumentThreads.h"
#include "InstrumentWaits.h"
#include "plugin/base/LLVMCompat.h"
#include "plugin/clone/SourceAccesses.h"
#include "plugin/names/Names.h"

#include "pmecache/instrumented.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace pme;

// The attributes of markers are explained at Markers::declare.
SiteMarks::SiteMarks(Module &M) : M(M) {
  LLVMContext &Context = M.getContext();
  Type *Parameters[] = {Type::getInt32Ty(Context), PointerType::get(Context, 0)};
  Marker = Function::Create(FunctionType::get(Type::getVoidTy(Context), Parameters, false),
                            GlobalValue::ExternalLinkage, "pmecache.site", M);
  Marker->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (auto Attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
                         Attribute::NoCallback, Attribute::NoMerge})
    Marker->addFnAttr(Attribute);
  compat::setDoesNotCapture(*Marker, 1);
  Marker->addParamAttr(1, Attribute::ReadNone);
}

// Slots of scalars that could not become values: what the compiler keeps for the OpenMP runtime. And captured scalars:
// clang hands them to a region by address; in the source they are variables like others.
static bool isScalarSlot(const Value &Address, Type &Accessed) {
  if (auto *Slot = dyn_cast<AllocaInst>(&Address))
    return Slot->getAllocatedType()->isSingleValueType() && !Slot->getAllocatedType()->isVectorTy();
  auto *Captured = dyn_cast<Argument>(&Address);
  return Captured && Captured->getParent()->getName().contains("omp_outlined") && Accessed.isSingleValueType() &&
         !Accessed.isVectorTy();
}

// The place of an address that is known to the linker; without a variable when it is not, or when each thread has one.
static FilePlace filePlaceOf(const Value &Address, const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  auto *Base = Address.stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  auto *Variable = dyn_cast<GlobalVariable>(Base);
  return {Variable && !Variable->isThreadLocal() ? Variable : nullptr, Offset.getSExtValue()};
}

// Null for what does not write.
static const Value *writtenBy(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getPointerOperand();
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
  return Exchange ? Exchange->getPointerOperand() : nullptr;
}

// One counter for all: a variable of the file, or one that the region has captured.
static bool isCounter(const Value &Address, const DataLayout &Layout) {
  auto *Captured = dyn_cast<Argument>(&Address);
  return (Captured && Captured->getParent()->getName().contains("omp_outlined")) || filePlaceOf(Address, Layout).first;
}

// next[at], where `at` is what an atomic counter was: casts and constants aside.
static bool isHandedOut(const Value &Address, const DataLayout &Layout) {
  auto *Element = dyn_cast<GetElementPtrInst>(&Address);
  const Value *Number =
      Element && Element->getNumIndices() > 0 ? Element->getOperand(Element->getNumOperands() - 1) : nullptr;
  for (auto *I = dyn_cast_or_null<Instruction>(Number); I; I = dyn_cast<Instruction>(I->getOperand(0)))
    if (auto *Update = dyn_cast<AtomicRMWInst>(I))
      return (Update->getOperation() == AtomicRMWInst::Add || Update->getOperation() == AtomicRMWInst::Sub) &&
             isCounter(*Update->getPointerOperand(), Layout);
    else if (!isa<CastInst>(I) && !(I->isBinaryOp() && isa<Constant>(I->getOperand(1))))
      return false;
  return false;
}

uint32_t SiteMarks::flagsOf(Value &Address, bool Write) const {
  uint32_t Flags = (Write ? PME_SITE_WRITE : 0) | siteFlagsByThread(Address, M.getDataLayout(), Shared);
  FilePlace Place = filePlaceOf(Address, M.getDataLayout());
  if (Place.first && Written.contains(Place))
    Flags |= PME_SITE_OF_ALL;
  return isHandedOut(Address, M.getDataLayout()) ? Flags | PME_SITE_IN_TURN : Flags;
}

void SiteMarks::addMark(Instruction &Access, Value *Address, Type *T, bool Write) {
  TypeSize Size = M.getDataLayout().getTypeStoreSize(T);
  if (!Size.isScalable() && !isScalarSlot(*Address, *T) && !isOfTaskBlock(*Address, *T))
    addSite(Access, Address, Size.getFixedValue(), Write);
}

// Small blocks (a structure that is assigned) are one access, others a loop over pieces, as in SourceAccesses.h.
void SiteMarks::addCopy(MemIntrinsic &Copy) {
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (isOfTaskBlock(*Copy.getDest(), *Copy.getDest()->getType()))
    return;
  if (!Length || Length->getValue().ugt(MaxSingleBlockBytes))
    return addPieces(Copy);
  if (auto *Transfer = dyn_cast<MemTransferInst>(&Copy))
    addSite(Copy, Transfer->getSource(), Length->getZExtValue(), /*Write=*/false);
  addSite(Copy, Copy.getDest(), Length->getZExtValue(), /*Write=*/true);
}

// A loop that holds nothing but marks: a run, which is recorded in front of it. Without them it is empty.
void SiteMarks::addPieces(MemIntrinsic &Copy) {
  IRBuilder<> Builder(&Copy);
  Value *Length = Builder.CreateZExtOrTrunc(Copy.getLength(), Builder.getInt64Ty());
  Value *Pieces = Builder.CreateUDiv(Builder.CreateAdd(Length, Builder.getInt64(BlockPieceBytes - 1)),
                                     Builder.getInt64(BlockPieceBytes));
  Instruction *IfAny = SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(Pieces), &Copy, /*Unreachable=*/false);
  BasicBlock *Before = IfAny->getParent();
  auto [Round, Piece] = compat::insertLoop(Pieces, *IfAny);
  for (BasicBlock *Block : {Before, Round->getParent()})
    Block->getTerminator()->setDebugLoc(Copy.getDebugLoc());
  Round->setDebugLoc(Copy.getDebugLoc());
  Builder.SetInsertPoint(Round);
  Value *Offset = Builder.CreateMul(Piece, Builder.getInt64(BlockPieceBytes));
  if (auto *Transfer = dyn_cast<MemTransferInst>(&Copy))
    addSite(*Round, Builder.CreatePtrAdd(Transfer->getSource(), Offset), BlockPieceBytes, /*Write=*/false);
  addSite(*Round, Builder.CreatePtrAdd(Copy.getDest(), Offset), BlockPieceBytes, /*Write=*/true);
}

void SiteMarks::addSite(Instruction &Access, Value *Address, uint64_t Bytes, bool Write) {
  if (Bytes == 0 || Address->getType()->getPointerAddressSpace() != 0)
    return;
  TraceSite Site;
  Site.Place = Access.getDebugLoc();
  Site.Bytes = static_cast<uint32_t>(Bytes);
  Site.Flags = flagsOf(*Address, Write);
  Site.Array = Names->array(*Address);
  IRBuilder<> Builder(&Access);
  Builder.CreateCall(Marker, {Builder.getInt32(static_cast<uint32_t>(Sites.size())), Address});
  Sites.push_back(std::move(Site));
}

void SiteMarks::add(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return addMark(I, Load->getPointerOperand(), Load->getType(), false);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return addMark(I, Store->getPointerOperand(), Store->getValueOperand()->getType(), true);
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    addMark(I, Update->getPointerOperand(), Update->getValOperand()->getType(), false);
    addMark(I, Update->getPointerOperand(), Update->getValOperand()->getType(), true);
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    addMark(I, Exchange->getPointerOperand(), Exchange->getNewValOperand()->getType(), false);
    addMark(I, Exchange->getPointerOperand(), Exchange->getNewValOperand()->getType(), true);
  } else if (auto *Copy = dyn_cast<MemIntrinsic>(&I)) {
    addCopy(*Copy);
  }
}

void SiteMarks::mark(Function &F, const Descriptors &Shapes, const TraceNames &NamesOfF,
                     ArrayRef<const PHINode *> SharedCounters) {
  Shared = SharedCounters;
  Names = &NamesOfF;
  std::vector<Instruction *> Accesses;
  for (Instruction &I : instructions(F))
    if (I.mayReadOrWriteMemory() && !Shapes.touches(I))
      Accesses.push_back(&I);
  for (Instruction *I : Accesses)
    if (const Value *Address = writtenBy(*I))
      if (FilePlace Place = filePlaceOf(*Address, M.getDataLayout()); Place.first)
        Written.insert(Place);
  for (Instruction *I : Accesses)
    add(*I);
  Names = nullptr;
  Written.clear();
}

const TraceSite *SiteMarks::site(Instruction &I) const {
  auto *Call = dyn_cast<CallInst>(&I);
  if (!Call || Call->getCalledFunction() != Marker)
    return nullptr;
  auto *Number = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  return Number ? &Sites[Number->getZExtValue()] : nullptr;
}

// A call of the program may be traced or run for long: what came before is recorded first.
static bool endsStretch(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return I.isTerminator() || (Call && !isa<IntrinsicInst>(I) && !Call->doesNotAccessMemory());
}

std::vector<Stretch> SiteMarks::stretches(Function &F, const std::vector<Run> &Runs, BorderMarks &Borders) {
  SmallPtrSet<const BasicBlock *, 16> InRuns;
  for (const Run &R : Runs)
    InRuns.insert(R.Around->block_begin(), R.Around->block_end());
  std::vector<Stretch> Result;
  for (BasicBlock &Block : F)
    if (!InRuns.contains(&Block))
      addStretches(Block, Borders, Result);
  return Result;
}

void SiteMarks::addStretches(BasicBlock &Block, BorderMarks &Borders, std::vector<Stretch> &Result) const {
  Stretch Current{};
  Instruction *Iteration = nullptr; // has started, and nothing has been recorded since
  auto End = [&](Instruction *Before) {
    Current.Before = Before;
    if (!Current.Sites.empty())
      Result.push_back(std::move(Current));
    Current = Stretch{};
  };
  for (Instruction &I : Block) {
    const TraceSite *Entry = site(I);
    if (!Entry && endsStretch(I)) {
      End(&I);
      Iteration = Borders.isIteration(I) ? &I : nullptr;
    }
    if (!Entry)
      continue;
    Current.Sites.push_back(*Entry);
    Current.Words.push_back(cast<CallInst>(I).getArgOperand(1));
    if (Iteration) {
      Current.Iteration = true;
      Borders.drop(*Iteration);
      Iteration = nullptr;
    }
    if (Current.Sites.size() == PME_BLOCK_SITES)
      End(I.getNextNode());
  }
}

void SiteMarks::noteWaits(Function &F, const LoopInfo &Loops) {
  LoadsWaitedFor Waits = loadsWaitedFor(F, Loops);
  for (Instruction &I : instructions(F)) {
    const TraceSite *Entry = site(I);
    if (!Entry || Entry->Flags & PME_SITE_WRITE)
      continue;
    const Value *Address = cast<CallInst>(I).getArgOperand(1);
    TraceSite &Noted = Sites[Entry - Sites.data()];
    Noted.Flags |= (Waits.Chained.contains(Address) ? PME_SITE_CHAINED : 0) |
                   (Waits.Deciding.contains(Address) ? PME_SITE_DECIDES : 0);
  }
}

void SiteMarks::unmark(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction() == Marker)
      Call->eraseFromParent();
}

void SiteMarks::removeMarkers() {
  while (!Marker->use_empty())
    cast<Instruction>(Marker->user_back())->eraseFromParent();
  Marker->eraseFromParent();
}
