//===- NamedIntegers.cpp - integer variables of the source -----------------===//
#include "NamedIntegers.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <set>

using namespace llvm;

static Type *integerType(const DIType *Declared, LLVMContext &C) {
  const auto *Basic = dyn_cast_or_null<DIBasicType>(Declared);
  return Basic && Basic->getEncoding() == dwarf::DW_ATE_signed ? Type::getIntNTy(C, Basic->getSizeInBits()) : nullptr;
}

// What debug information calls the integers of a variable of the module: common blocks of Fortran have several, a name
// may be another one than that in the module.
static void addNamed(GlobalVariable &G, std::vector<NamedInteger> &Variables, std::set<std::string> &Names) {
  SmallVector<DIGlobalVariableExpression *, 4> Declared;
  G.getDebugInfo(Declared);
  for (DIGlobalVariableExpression *One : Declared) {
    LLVMContext &C = G.getContext();
    Type *Accessed = integerType(One->getVariable()->getType(), C);
    int64_t Bytes = 0;
    std::string Name = One->getVariable()->getName().str();
    if (!Accessed || !One->getExpression()->extractIfOffset(Bytes) || !Names.insert(Name).second)
      continue;
    Constant *At = ConstantExpr::getGetElementPtr(Type::getInt8Ty(C), &G, ConstantInt::get(Type::getInt64Ty(C), Bytes));
    Variables.push_back({Name, At, Accessed});
  }
}

static void addLocal(DbgVariableRecord &Record, std::vector<NamedInteger> &Variables, std::set<const Value *> &Seen) {
  if (!Record.isDbgDeclare() && !Record.isDbgAssign()) // clang has made assignments of declarations with -O1
    return;
  std::string Name = Record.getVariable()->getName().str();
  Value *Address = Record.getAddress();
  if (auto *Slot = dyn_cast_or_null<AllocaInst>(Address)) {
    if (Slot->getAllocatedType()->isIntegerTy() && Slot->isStaticAlloca() && Seen.insert(Slot).second)
      Variables.push_back({Name, Slot, Slot->getAllocatedType()});
  } else if (isa_and_nonnull<Argument>(Address) && Address->getType()->isPointerTy()) {
    Type *Accessed = integerType(Record.getVariable()->getType(), Address->getContext());
    if (Accessed && Seen.insert(Address).second)
      Variables.push_back({Name, Address, Accessed});
  }
}

std::vector<NamedInteger> namedIntegers(Function &F) {
  std::vector<NamedInteger> Variables;
  std::set<const Value *> Seen;
  std::set<std::string> Names;
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      addLocal(Record, Variables, Seen);
  // Named constants of omp_lib are declared by flang, and defined in no library.
  for (GlobalVariable &G : F.getParent()->globals()) {
    if ((G.isConstant() && G.isDeclaration()) || G.isThreadLocal())
      continue;
    if (G.getValueType()->isIntegerTy() && !G.getName().starts_with("."))
      Variables.push_back({G.getName().str(), &G, G.getValueType()});
    Names.insert(G.getName().str());
    addNamed(G, Variables, Names);
  }
  return Variables;
}
