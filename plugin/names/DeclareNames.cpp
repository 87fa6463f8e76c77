//===- DeclareNames.cpp - names of local variables, read from the source text --------===//

#include "FortranNames.h"
#include "Names.h"
#include "SourceNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <map>

using namespace llvm;
using namespace pme;

namespace {

// The text calls it at the name of the variable.
bool isConstructor(const Function &F) {
  return F.getName().starts_with("_ZN") && (F.getName().contains("C1E") || F.getName().contains("C2E"));
}

/// Counts the words that uses of a stack slot stand at.
class Votes {
public:
  /// A number has no members: what is kept for a directive, `points.n` of `i < points.n`, is called as a whole.
  Votes(SourceText &Text, const AllocaInst &Slot) : Text(Text), IsNumber(Slot.getAllocatedType()->isIntegerTy()) {}

  /// Uses of what `Pointer` points to. A slot that a region captures by reference is read through a copy of its address
  /// that the region's own slot holds, so addresses that are stored are followed once.
  void collect(const Value &Pointer, bool FollowCopies) {
    for (const User *U : Pointer.users()) {
      if (auto *Load = dyn_cast<LoadInst>(U))
        add(Load->getDebugLoc());
      if (auto *Element = dyn_cast<GetElementPtrInst>(U); Element && isa<AllocaInst>(Pointer))
        add(Element->getDebugLoc());
      if (auto *Call = dyn_cast<CallBase>(U); Call && Call->arg_size() > 0 && Call->getArgOperand(0) == &Pointer)
        addReceiver(*Call);
      auto *Store = dyn_cast<StoreInst>(U);
      if (!Store || !FollowCopies || Store->getValueOperand() != &Pointer ||
          !isa<AllocaInst>(Store->getPointerOperand()))
        continue;
      for (const User *Copy : Store->getPointerOperand()->users())
        if (isa<LoadInst>(Copy))
          collect(*Copy, false);
    }
  }

  /// The word with more than half of the votes, and one of its places.
  std::pair<std::string, DILocation *> winner() const {
    for (auto &[Word, Vote] : Words)
      if (2 * Vote.first > Total)
        return {Word, Vote.second};
    return {"", nullptr};
  }

private:
  // A place inside `s.a[i]` votes for `s`.
  void add(const DebugLoc &Place) { vote(Place ? Text.objectAt(*Place) : "", Place); }

  // A member function or an operator is called of it.
  void addReceiver(const CallBase &Call) {
    const DebugLoc &Place = Call.getDebugLoc();
    const Function *Callee = Call.getCalledFunction();
    std::string Separator;
    if (Place && Callee && isConstructor(*Callee)) {
      StringRef Word = isLibrary(*Place) ? "" : Text.identifierAt(*Place);
      vote(Callee->getName().contains((Word + "C").str()) ? "" : Word, Place); // no temporary: `point(1, 2)`
    } else if (Place && !isLibrary(*Place))
      vote(Text.receiverAt(*Place, Separator), Place);
  }

  void vote(StringRef Object, const DebugLoc &Place) {
    bool IsMember =
        IsNumber && Object.contains('.') && all_of(Object, [](char C) { return C == '.' || isWordCharacter(C); });
    std::string Word = IsMember ? Object.str() : Object.take_while(isWordCharacter).str();
    if (Word.empty() || isReservedName(Word))
      return;
    auto &Vote = Words[Word];
    Vote.first++;
    Vote.second = Place;
    Total++;
  }

  SourceText &Text;
  bool IsNumber;
  MapVector<std::string, std::pair<unsigned, DILocation *>, std::map<std::string, unsigned>> Words;
  unsigned Total = 0;
};

} // namespace

void pme::declare(AllocaInst &Slot, StringRef Name, const DILocation &Place) {
  LLVMContext &Context = Slot.getContext();
  DISubprogram *Scope = Slot.getFunction()->getSubprogram();
  // Pieces of a variable need its size.
  auto Bytes = Slot.getAllocationSize(Slot.getModule()->getDataLayout());
  DIBuilder Builder(*Slot.getModule(), /*AllowUnresolved=*/false);
  DIType *Type =
      Bytes && !Bytes->isScalable() ? Builder.createBasicType(UnknownTypeName, Bytes->getFixedValue() * 8, 0) : nullptr;
  auto *Variable = DILocalVariable::get(Context, Scope, Name, Place.getFile(), Place.getLine(), Type, 0,
                                        DINode::FlagZero, 0, nullptr);
  auto *Where = DILocation::get(Context, Place.getLine(), 0, Scope);
  DbgVariableRecord *Record =
      DbgVariableRecord::createDVRDeclare(&Slot, Variable, DIExpression::get(Context, {}), Where);
  Slot.getParent()->insertDbgRecordAfter(Record, &Slot);
}

// The argument that clang keeps in this slot; null: none.
static const Argument *argumentIn(const AllocaInst &Slot) {
  for (const User *U : Slot.users())
    if (auto *Store = dyn_cast<StoreInst>(U); Store && Store->getPointerOperand() == &Slot)
      if (auto *Result = dyn_cast<Argument>(Store->getValueOperand()))
        return Result;
  return nullptr;
}

// The object is no parameter of the text.
static bool isMemberFunction(const Function &F) {
  return F.getName().starts_with("_ZN") && F.arg_size() > 0 && F.hasParamAttribute(0, Attribute::NonNull) &&
         !F.hasParamAttribute(0, Attribute::StructRet) && F.hasParamAttribute(0, Attribute::Dereferenceable);
}

void pme::declareFromSource(Function &F, SourceText &Text) {
  DISubprogram *Program = F.getSubprogram();
  if (!Program)
    return;
  nameFortran(F, Text);
  std::vector<std::string> Parameters;
  bool AreRead = false;
  unsigned OwnObject = isMemberFunction(F);
  for (Instruction &I : instructions(F)) {
    auto *Slot = dyn_cast<AllocaInst>(&I);
    if (!Slot || declaredVariable(*Slot) || isFortranScalar(*Slot))
      continue;
    const Argument *Parameter = argumentIn(*Slot);
    if (Parameter && !AreRead) {
      Parameters = Text.parametersOf(*Program);
      AreRead = true;
    }
    // A result in memory, a class or a structure in pieces would shift the others.
    if (Parameter && OwnObject && Parameter->getArgNo() == 0) {
      declare(*Slot, "this", *DILocation::get(F.getContext(), Program->getLine(), 0, Program));
      continue;
    }
    unsigned Number = Parameter ? Parameter->getArgNo() - OwnObject : 0;
    bool IsNamed = Parameter && Parameters.size() + OwnObject == F.arg_size() && Number < Parameters.size() &&
                   !Parameters[Number].empty();
    if (IsNamed) {
      declare(*Slot, Parameters[Number], *DILocation::get(F.getContext(), Program->getLine(), 0, Program));
      continue;
    }
    Votes Votes(Text, *Slot);
    Votes.collect(*Slot, true);
    auto [Name, Place] = Votes.winner();
    if (Place)
      declare(*Slot, Name, *Place);
  }
}
