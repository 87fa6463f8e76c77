//===- InstrumentRecords.cpp - writing records into the thread's buffer ---===//

#include "InstrumentRecords.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace pme;

static void describe(FunctionCallee Callee, MemoryEffects Effects) {
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setMemoryEffects(Effects);
}

RecordWriter::RecordWriter(Module &M)
    : M(M), Int64(Type::getInt64Ty(M.getContext())), Pointer(PointerType::get(M.getContext(), 0)) {
  Type *Void = Type::getVoidTy(M.getContext());
  ThreadOf = M.getOrInsertFunction("__pme_rt_thread", Pointer);
  Flush = M.getOrInsertFunction("__pme_rt_flush", Void, Pointer);
  RegionBegin = M.getOrInsertFunction("__pme_rt_region_begin", Void, Pointer, Pointer);
  RegionEnd = M.getOrInsertFunction("__pme_rt_region_end", Void, Pointer);
  describe(ThreadOf, MemoryEffects::none());
  for (FunctionCallee Callee : {Flush, RegionBegin, RegionEnd})
    describe(Callee, MemoryEffects::inaccessibleOrArgMemOnly());
  cast<Function>(Flush.getCallee())->addFnAttr(Attribute::Cold);
  cast<Function>(Flush.getCallee())->addFnAttr(Attribute::NoInline);
  MDBuilder Metadata(M.getContext());
  MDNode *Scope = Metadata.createAnonymousAliasScope(Metadata.createAnonymousAliasScopeDomain("pmecache"), "pmecache");
  Scopes = MDNode::get(M.getContext(), {Scope});
}

Instruction *RecordWriter::mine(Instruction *Access) {
  Access->setMetadata(LLVMContext::MD_alias_scope, Scopes);
  Mine.insert(Access);
  return Access;
}

// A call in a function with debug information needs a place in that function.
DebugLoc RecordWriter::place(const Instruction &Near) const {
  if (DebugLoc Known = Near.getDebugLoc())
    return Known;
  DISubprogram *Scope = Near.getFunction()->getSubprogram();
  return Scope ? DebugLoc(DILocation::get(M.getContext(), 0, 0, Scope)) : DebugLoc();
}

void RecordWriter::enter(Function &F) {
  IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Builder.SetCurrentDebugLocation(place(*Builder.GetInsertPoint()));
  Thread = Builder.CreateCall(ThreadOf, {}, "pmecache.thread");
  Mine.clear();
}

void RecordWriter::write(Instruction &Before, Constant *Block, ArrayRef<Value *> Words) {
  IRBuilder<> Builder(&Before);
  Builder.SetCurrentDebugLocation(place(Before));
  auto *First = mine(Builder.CreateAlignedLoad(Pointer, Thread, Align(8)));
  Value *LimitPlace = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Thread, 8);
  auto *Limit = mine(Builder.CreateAlignedLoad(Pointer, LimitPlace, Align(8)));
  Value *Full = Builder.CreateICmpUGE(First, Limit);
  MDNode *Rarely = MDBuilder(M.getContext()).createBranchWeights(1, 1 << 16);
  Instruction *Then = SplitBlockAndInsertIfThen(Full, &Before, /*Unreachable=*/false, Rarely);
  BasicBlock *Head = First->getParent();

  Builder.SetInsertPoint(Then);
  Builder.SetCurrentDebugLocation(place(Before));
  mine(Builder.CreateCall(Flush, {Thread}));
  auto *Fresh = mine(Builder.CreateAlignedLoad(Pointer, Thread, Align(8)));

  Builder.SetInsertPoint(&Before);
  Builder.SetCurrentDebugLocation(place(Before));
  PHINode *Cursor = PHINode::Create(Pointer, 2, "pmecache.cursor");
  Cursor->insertInto(Before.getParent(), Before.getParent()->begin());
  Cursor->addIncoming(First, Head);
  Cursor->addIncoming(Fresh, Then->getParent());
  auto Store = [&](unsigned Index, Value *Word) {
    mine(Builder.CreateAlignedStore(Word, Builder.CreateConstInBoundsGEP1_64(Int64, Cursor, Index), Align(8)));
  };
  Store(0, Block);
  for (unsigned I = 0; I < Words.size(); ++I)
    Store(I + 1, Words[I]);
  Value *Next = Builder.CreateConstInBoundsGEP1_64(Int64, Cursor, Words.size() + 1);
  mine(Builder.CreateAlignedStore(Next, Thread, Align(8)));
}

void RecordWriter::markRegion(Function &F) {
  Instruction &Start = *cast<Instruction>(Thread)->getNextNode();
  IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Frame = Builder.CreateAlloca(Builder.getInt8Ty(), nullptr, "pmecache.frame");
  Builder.SetInsertPoint(&Start);
  Builder.SetCurrentDebugLocation(place(Start));
  mine(Builder.CreateCall(RegionBegin, {Thread, Frame}));
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      Builder.SetInsertPoint(Return);
      Builder.SetCurrentDebugLocation(place(*Return));
      mine(Builder.CreateCall(RegionEnd, {Thread}));
    }
}

void RecordWriter::leave(Function &F) {
  for (Instruction &I : instructions(F))
    if (isa<LoadInst, StoreInst>(I) && !Mine.contains(&I))
      I.setMetadata(LLVMContext::MD_noalias, MDNode::concatenate(I.getMetadata(LLVMContext::MD_noalias), Scopes));
}
