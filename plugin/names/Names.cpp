//===- Names.cpp - source names of values --------------------------------------------===//

#include "Names.h"
#include "SourceNames.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

// Optimising builds replace declarations by assignments that are tied to the alloca.
DILocalVariable *pme::declaredVariable(Value &Alloca) {
  for (DbgVariableRecord *Record : findDVRDeclares(&Alloca))
    return Record->getVariable();
  if (auto *I = dyn_cast<Instruction>(&Alloca))
    for (DbgVariableRecord *Record : at::getDVRAssignmentMarkers(I))
      return Record->getVariable();
  return nullptr;
}

// Variables that the compiler made up (.omp.iv, __range1, vla) are no names for people. The copies that `private` makes
// have the names of the source, though clang says of them, too, that they are made up.
static bool isFromSource(const DILocalVariable *Variable) {
  StringRef Name = Variable ? Variable->getName() : "";
  bool MadeUp = Name.starts_with(".") || Name.starts_with("__") || Name == "vla";
  return !Name.empty() && !(Variable->isArtificial() && MadeUp);
}

// Pieces of a struct do not count, nor does what is computed from the value.
static Value *describedValue(DbgVariableRecord &Record) {
  if (Record.isDbgAssign() && isa_and_nonnull<AllocaInst>(Record.getAddress()))
    return Record.getAddress();
  if (Record.isKillLocation() || Record.getNumVariableLocationOps() != 1)
    return nullptr;
  if (Record.getExpression()->getNumElements() != 0 && !Record.isDbgDeclare())
    return nullptr;
  return Record.getVariableLocationOp(0);
}

static bool isPiece(DbgVariableRecord &Record) {
  return !Record.isKillLocation() && Record.getNumVariableLocationOps() == 1 && Record.isDbgValue() &&
         Record.getFragment() && Record.getExpression()->getNumElements() == 3;
}

// Where a value has several names, one of a library's own is the last that is taken.
static bool isReserved(const DILocalVariable &Variable) { return isReservedName(Variable.getName()); }

// What a call returns may be kept in a variable of another width: that of `long n = atoi(text)`, where `atoi` is inlined,
// is a `long` of an `int` of what strtol returns. The casts do not live long.
static CallBase *callOfAnotherWidth(Value &V) {
  Value *From = &V;
  while (auto *Cast = dyn_cast<CastInst>(From))
    From = Cast->getOperand(0);
  return From != &V && From->getType()->isIntegerTy() ? dyn_cast<CallBase>(From) : nullptr;
}

// Several variables in memory that one pointer leads to, what a task shares, say: the pointer is none of them.
static bool leadsToSeveral(DbgVariableRecord &Record) {
  Value *At = Record.isDbgDeclare() && Record.getExpression()->getNumElements() != 0 ? Record.getVariableLocationOp(0)
                                                                                     : nullptr;
  return At && any_of(findDVRDeclares(At), [&](const DbgVariableRecord *Other) {
           return Other->getVariable() != Record.getVariable() &&
                  Other->getDebugLoc().getInlinedAt() == Record.getDebugLoc().getInlinedAt();
         });
}

void ValueNames::collect(Function &F) {
  std::vector<Entry> OfCalls;
  for (Instruction &I : instructions(F)) {
    if (isa<LoadInst>(I) && I.getDebugLoc() && !I.getType()->isFloatingPointTy())
      Loads.push_back({&I, I.getDebugLoc()});
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      if (isFromSource(Record.getVariable())) {
        if (Value *V = describedValue(Record); V && !isa<Constant>(V) && !leadsToSeveral(Record)) {
          Entries.push_back({V, Record.getVariable()});
          if (CallBase *Call = callOfAnotherWidth(*V))
            OfCalls.push_back({Call, Record.getVariable()});
        }
        if (isPiece(Record))
          Pieces.push_back(
              {Record.getVariableLocationOp(0), Record.getVariable(), Record.getFragment()->OffsetInBits / 8});
      }
  }
  Entries.insert(Entries.end(), OfCalls.begin(), OfCalls.end());
  std::stable_partition(Entries.begin(), Entries.end(), [](const Entry &E) { return !isReserved(*E.Variable); });
  refresh();
}

void ValueNames::refresh() {
  Current.clear();
  Places.clear();
  for (Load &L : Loads)
    if (Value *V = L.Value)
      Places.try_emplace(V, L.Place);
  for (Entry &E : Entries)
    if (Value *V = E.Value)
      if (!isa<Constant>(V))
        Current.try_emplace(V, E.Variable);
}

void ValueNames::setAssumed(const AssumedLoads &Loads) {
  for (Value *V : Loads)
    if (V)
      Assumed.insert(V);
}

DILocalVariable *ValueNames::whole(const Value &V, uint64_t &OffsetBytes) const {
  for (const Piece &P : Pieces)
    if (static_cast<const Value *>(P.Value) == &V) {
      OffsetBytes = P.OffsetBytes;
      return P.Variable;
    }
  return nullptr;
}

DILocalVariable *ValueNames::variable(const Value &V) const { return Current.lookup(&V); }

DILocalVariable *ValueNames::variableOfUser(const Value &V) const {
  DILocalVariable *Result = variable(V);
  return Result && isReserved(*Result) ? nullptr : Result;
}
