//===- FunctionCopy.cpp - another copy of a function of the clone --------------------===//

#include "FunctionCopy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace pme;

// Blocks that are only reached by the address of another one's label are looked up, too.
static void copyBlocks(Function &F, Function &Copy, ValueToValueMapTy &Copies) {
  for (const BasicBlock &Block : F) {
    BasicBlock *Own = CloneBasicBlock(&Block, Copies, "", &Copy);
    Copies[&Block] = Own;
    if (Block.hasAddressTaken())
      Copies[BlockAddress::get(&F, const_cast<BasicBlock *>(&Block))] = BlockAddress::get(&Copy, Own);
  }
}

Function *pme::copyFunction(Function &F, ValueToValueMapTy &Copies) {
  Function *Copy =
      Function::Create(F.getFunctionType(), F.getLinkage(), F.getAddressSpace(), F.getName(), F.getParent());
  Copy->copyAttributesFrom(&F);
  Copy->copyMetadata(&F, 0);
  for (auto [Given, Own] : zip_equal(F.args(), Copy->args())) {
    Own.setName(Given.getName());
    Copies[&Given] = &Own;
  }
  copyBlocks(F, *Copy, Copies);
  const RemapFlags Shared = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;
  for (BasicBlock &Block : *Copy)
    for (Instruction &I : Block) {
      RemapDbgRecordRange(Copy->getParent(), I.getDbgRecordRange(), Copies, Shared);
      RemapInstruction(&I, Copies, Shared);
    }
  return Copy;
}
