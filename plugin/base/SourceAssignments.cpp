//===- SourceAssignments.cpp - declarations in place of assignments ------------------===//

#include "SourceAssignments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;
using namespace pme;

void WithoutAssignments::note(DIAssignID *Number) {
  auto [At, IsNew] = Taken.insert({Number, {}});
  if (!IsNew)
    return;
  append_range(At->second.Instructions, at::getAssignmentInsts(Number));
  append_range(At->second.Records, Number->getAllDbgVariableRecordUsers());
}

// The number of a variable's place is that of the record that declares it; those of stores come later.
static bool declares(const DbgVariableRecord &Record, ArrayRef<Instruction *> Instructions) {
  return any_of(Instructions, [&](const Instruction *I) { return isa<AllocaInst>(I) && I == Record.getAddress(); });
}

WithoutAssignments::WithoutAssignments(const SmallPtrSetImpl<const Function *> &Functions) {
  for (const Function *F : Functions)
    for (const Instruction &I : instructions(*F)) {
      if (auto *Number = cast_or_null<DIAssignID>(I.getMetadata(LLVMContext::MD_DIAssignID)))
        note(Number);
      for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
        if (Record.isDbgAssign())
          note(Record.getAssignID());
    }
  if (Taken.empty())
    return;
  Declaring = DIAssignID::getDistinct((*Functions.begin())->getContext());
  Other = DIAssignID::getDistinct((*Functions.begin())->getContext());
  for (auto &[Number, By] : Taken) {
    for (DbgVariableRecord *Record : By.Records)
      Record->setAssignId(declares(*Record, By.Instructions) ? Declaring : Other);
    for (Instruction *I : By.Instructions)
      I->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
  }
}

WithoutAssignments::~WithoutAssignments() {
  for (auto &[Number, By] : Taken) {
    for (Instruction *I : By.Instructions)
      I->setMetadata(LLVMContext::MD_DIAssignID, Number);
    for (DbgVariableRecord *Record : By.Records)
      Record->setAssignId(Number);
  }
}

void WithoutAssignments::prepare(ValueToValueMapTy &Map) const {
  for (DIAssignID *Number : {Declaring, Other})
    if (Number)
      Map.MD()[Number].reset(Number);
}

// Places of variables keep who uses them as well: those of stores go first.
void WithoutAssignments::declareVariables(Function &Copy) const {
  if (Taken.empty())
    return;
  SmallVector<DbgVariableRecord *, 32> Declarations;
  for (Instruction &I : instructions(Copy))
    for (DbgVariableRecord &Record : make_early_inc_range(filterDbgVars(I.getDbgRecordRange())))
      if (Record.isDbgAssign() && Record.getAssignID() == Declaring)
        Declarations.push_back(&Record);
      else if (Record.isDbgAssign())
        Record.eraseFromParent();
  for (DbgVariableRecord *Record : Declarations) {
    DbgVariableRecord::createDVRDeclare(Record->getAddress(), Record->getVariable(), Record->getAddressExpression(),
                                        Record->getDebugLoc(), *Record);
    Record->eraseFromParent();
  }
}
