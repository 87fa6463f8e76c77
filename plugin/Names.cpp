//===- Names.cpp - source names of values ---------------------------------===//

#include "Names.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace pme;

DILocalVariable *pme::declaredVariable(Value &Alloca) {
  for (DbgVariableRecord *Record : findDVRDeclares(&Alloca))
    return Record->getVariable();
  return nullptr;
}

// Variables that the compiler made up (.omp.iv, .bound.) are no names for people; neither are pieces of a struct.
static bool isUsable(DbgVariableRecord &Record) {
  if (Record.isKillLocation() || Record.getNumVariableLocationOps() != 1 || !Record.getVariable())
    return false;
  if (Record.getVariable()->isArtificial() || Record.getVariable()->getName().empty())
    return false;
  return Record.getExpression()->getNumElements() == 0 || Record.isDbgDeclare();
}

void ValueNames::collect(Function &F) {
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      if (isUsable(Record))
        if (Value *V = Record.getVariableLocationOp(0); V && !isa<Constant>(V))
          Entries.push_back({V, Record.getVariable()});
  refresh();
}

void ValueNames::refresh() {
  Current.clear();
  for (Entry &E : Entries)
    if (Value *V = E.Value)
      if (!isa<Constant>(V))
        Current.try_emplace(V, E.Variable);
}

DILocalVariable *ValueNames::variable(const Value &V) const { return Current.lookup(&V); }
