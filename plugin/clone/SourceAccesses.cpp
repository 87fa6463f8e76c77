//===- SourceAccesses.cpp - pins the accesses of the source --------------------------===//

#include "SourceAccesses.h"
#include "HiddenAccesses.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

static int64_t bytesOf(const Instruction &I, Type *T) {
  TypeSize Size = I.getModule()->getDataLayout().getTypeStoreSize(T);
  return Size.isScalable() ? static_cast<int64_t>(Size.getKnownMinValue()) : static_cast<int64_t>(Size.getFixedValue());
}

static void mark(Instruction &I, Value *Address, int64_t Bytes, bool Write, bool Atomic, Markers &M) {
  if (Bytes <= 0)
    return;
  IRBuilder<> Builder(&I);
  M.access(
      Builder,
      {I.getDebugLoc(), Bytes, Write, Atomic, I.getMetadata(LLVMContext::MD_tbaa), hiddenNumber(I), I.isVolatile()},
      Address);
}

static void markBlock(MemIntrinsic &I, Markers &M) {
  auto *Copy = dyn_cast<MemTransferInst>(&I);
  auto *Length = dyn_cast<ConstantInt>(I.getLength());
  if (Length && Length->getValue().ule(MaxSingleBlockBytes)) {
    int64_t Bytes = static_cast<int64_t>(Length->getZExtValue());
    if (Copy)
      mark(I, Copy->getSource(), Bytes, /*Write=*/false, /*Atomic=*/false, M);
    mark(I, I.getDest(), Bytes, /*Write=*/true, /*Atomic=*/false, M);
    return;
  }
  IRBuilder<> Builder(&I);
  M.block(Builder, {I.getDebugLoc(), BlockPieceBytes, true, false, nullptr, hiddenNumber(I), I.isVolatile()},
          I.getDest(), Copy ? Copy->getSource() : nullptr, I.getLength());
}

// What a front end begins with, and the source has nowhere: an argument goes into its variable.
static bool isForArgument(const Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  return Store && !Store->getDebugLoc() && isa<Argument>(Store->getValueOperand()) &&
         isa<AllocaInst>(Store->getPointerOperand());
}

static void markInstruction(Instruction &I, Markers &M) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return mark(I, Load->getPointerOperand(), bytesOf(I, Load->getType()), false, Load->isAtomic(), M);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return mark(I, Store->getPointerOperand(), bytesOf(I, Store->getValueOperand()->getType()), true, Store->isAtomic(),
                M);
  if (auto *Block = dyn_cast<MemIntrinsic>(&I))
    return markBlock(*Block, M);
  Value *Address = nullptr;
  Type *T = nullptr;
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    Address = Update->getPointerOperand();
    T = Update->getValOperand()->getType();
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Address = Exchange->getPointerOperand();
    T = Exchange->getNewValOperand()->getType();
  }
  if (Address) {
    mark(I, Address, bytesOf(I, T), false, true, M);
    mark(I, Address, bytesOf(I, T), true, true, M);
  }
}

void pme::markAccesses(Function &F, const Descriptors &Shapes, Markers &M) {
  SmallVector<Instruction *, 64> Work;
  for (Instruction &I : instructions(F))
    if (I.mayReadOrWriteMemory() && !M.read(I) && !Shapes.touches(I) && !isForArgument(I))
      Work.push_back(&I);
  for (Instruction *I : Work)
    markInstruction(*I, M);
}
