//===- InstrumentRecords.cpp - writing records into the thread's buffer --------------===//

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
  RegionBegin = M.getOrInsertFunction("__pme_rt_region_begin", Void, Pointer, Pointer, Pointer);
  describe(ThreadOf, MemoryEffects::none());
  for (FunctionCallee Callee : {Flush, RegionBegin})
    describe(Callee, MemoryEffects::inaccessibleOrArgMemOnly());
  RegionEnd = declareBorder("__pme_rt_region_end", 0);
  LoopBegin = declareBorder("__pme_rt_loop_begin", 5, /*Block=*/true);
  Chunk = declareBorder("__pme_rt_chunk", 1);
  LoopEnd = declareBorder("__pme_rt_loop_end", 0);
  Barrier = declareBorder("__pme_rt_barrier", 0);
  OneBegin = declareBorder("__pme_rt_one_begin", 1);
  OneEnd = declareBorder("__pme_rt_one_end", 0);
  Allocated = declareBorder("__pme_rt_allocated", 2);
  Freed = declareBorder("__pme_rt_freed", 1);
  cast<Function>(Flush.getCallee())->addFnAttr(Attribute::Cold);
  cast<Function>(Flush.getCallee())->addFnAttr(Attribute::NoInline);
  MDBuilder Metadata(M.getContext());
  MDNode *Scope = Metadata.createAnonymousAliasScope(Metadata.createAnonymousAliasScopeDomain("pmecache"), "pmecache");
  Scopes = MDNode::get(M.getContext(), {Scope});
}

// A function that gets the thread, the block if so, and some numbers.
FunctionCallee RecordWriter::declareBorder(const char *Name, unsigned Numbers, bool Block) {
  std::vector<Type *> Parameters(Block ? 2 : 1, Pointer);
  Parameters.insert(Parameters.end(), Numbers, Int64);
  auto *Signature = FunctionType::get(Type::getVoidTy(M.getContext()), Parameters, false);
  FunctionCallee Result = M.getOrInsertFunction(Name, Signature);
  describe(Result, MemoryEffects::inaccessibleOrArgMemOnly());
  return Result;
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

// The frame's address is that of its upper end: all local variables are below.
void RecordWriter::markRegion(Function &F, Constant *Block) {
  Instruction &Start = *cast<Instruction>(Thread)->getNextNode();
  IRBuilder<> Builder(&Start);
  Builder.SetCurrentDebugLocation(place(Start));
  Value *Frame = Builder.CreateIntrinsic(Intrinsic::frameaddress, {Pointer}, {Builder.getInt32(0)});
  mine(Builder.CreateCall(RegionBegin, {Thread, Block, Frame}));
  for (BasicBlock &Exit : F)
    if (auto *Return = dyn_cast<ReturnInst>(Exit.getTerminator())) {
      Builder.SetInsertPoint(Return);
      Builder.SetCurrentDebugLocation(place(*Return));
      mine(Builder.CreateCall(RegionEnd, {Thread}));
    }
}

void RecordWriter::tell(const Border &Told, Constant *Block) {
  auto Callee = [&] {
    switch (Told.Kind) {
    case BorderKind::LoopBegin:
      return LoopBegin;
    case BorderKind::Chunk:
      return Chunk;
    case BorderKind::LoopEnd:
      return LoopEnd;
    case BorderKind::OneBegin:
      return OneBegin;
    case BorderKind::OneEnd:
      return OneEnd;
    case BorderKind::Allocated:
      return Allocated;
    case BorderKind::Freed:
      return Freed;
    case BorderKind::Barrier:
    case BorderKind::Iteration: // is a record
      break;
    }
    return Barrier;
  };
  IRBuilder<> Builder(Told.Mark);
  Builder.SetCurrentDebugLocation(place(*Told.Mark));
  std::vector<Value *> Arguments{Thread};
  if (Told.Kind == BorderKind::LoopBegin)
    Arguments.push_back(Block);
  Arguments.insert(Arguments.end(), Told.Values.begin(), Told.Values.end());
  mine(Builder.CreateCall(Callee(), Arguments));
}

bool pme::recordsItself(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("__pme_rt_");
}

void RecordWriter::leave(Function &F) {
  for (Instruction &I : instructions(F))
    if (isa<LoadInst, StoreInst>(I) && !Mine.contains(&I))
      I.setMetadata(LLVMContext::MD_noalias, MDNode::concatenate(I.getMetadata(LLVMContext::MD_noalias), Scopes));
}
