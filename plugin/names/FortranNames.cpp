//===- FortranNames.cpp - names of Fortran's scalars, read from the source text ------===//

#include "FortranNames.h"

#include "Fortran.h"
#include "Names.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

#include <map>
#include <vector>

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

/// How far a loop may be from its directive: continued lines, comments, other directives.
static constexpr unsigned MaxDirectiveLines = 30;

static bool isOfFortran(const Function &F) {
  const DISubprogram *Program = F.getSubprogram();
  return Program &&
         isFortran(*DILocation::get(F.getContext(), Program->getLine(), 0, const_cast<DISubprogram *>(Program)));
}

bool pme::isFortranScalar(const AllocaInst &Slot) {
  return Slot.getAllocatedType()->isIntegerTy() && isOfFortran(*Slot.getFunction());
}

static StringRef wordOf(StringRef Text) {
  StringRef Word = Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
  return Word.empty() || isDigit(Word[0]) ? "" : Word;
}

// `k` of "do k = 1, n", "10: do 20 k = 1, n" or "outer: do, k = 1, n"; "": there is none.
static StringRef countedBy(StringRef Line) {
  size_t Label = Line.find(':');
  if (Label != StringRef::npos && !wordOf(Line).empty() && Line.substr(wordOf(Line).size()).ltrim().starts_with(":"))
    Line = Line.substr(Label + 1).ltrim();
  Line = Line.ltrim("0123456789 ");
  if (!Line.consume_front_insensitive("do") || Line.empty() || (Line[0] != ' ' && Line[0] != '\t' && Line[0] != ','))
    return "";
  Line = Line.ltrim(" \t,").ltrim("0123456789").ltrim(" \t,");
  StringRef Word = wordOf(Line);
  return Line.substr(Word.size()).ltrim().starts_with("=") ? Word : "";
}

// The variables of the loops behind a directive, outermost first.
static std::string countedBehind(SourceText &Text, const DILocation &Directive, unsigned Level) {
  for (unsigned Number = Directive.getLine() + 1; Number <= Directive.getLine() + MaxDirectiveLines; ++Number) {
    StringRef Word = countedBy(Text.line(Directive, Number));
    if (!Word.empty() && Level-- == 0)
      return Word.str();
  }
  return "";
}

// What a store gives a value to: the variable of an assignment, or of a loop.
static std::string assignedAt(SourceText &Text, const DILocation &Place, unsigned Level) {
  StringRef Line = Text.line(Place, Place.getLine());
  if (Line.starts_with("!") || isFortranDirective(Line))
    return countedBehind(Text, Place, Level);
  if (StringRef Word = countedBy(Line); !Word.empty())
    return Word.str();
  StringRef Word = wordOf(Line);
  return Line.substr(Word.size()).ltrim().starts_with("=") ? Word.str() : "";
}

namespace {

/// The variables of the loops that one directive stands for are given their values at its place, one after the other.
using Levels = std::map<std::pair<unsigned, unsigned>, std::vector<const AllocaInst *>>;

} // namespace

static unsigned levelOf(Levels &Known, const DILocation &Place, const AllocaInst &Slot) {
  std::vector<const AllocaInst *> &Slots = Known[{Place.getLine(), Place.getColumn()}];
  for (unsigned Level = 0; Level < Slots.size(); ++Level)
    if (Slots[Level] == &Slot)
      return Level;
  Slots.push_back(&Slot);
  return static_cast<unsigned>(Slots.size() - 1);
}

// Names that compilers give to what is no variable of the source.
static bool isOfCompiler(const AllocaInst &Slot) {
  return Slot.getName().starts_with("p.") || Slot.getName().starts_with("tid.") || Slot.getName().contains("reload");
}

// A variable that no statement gives a value, such as one that is read from a file, has its name where it is declared.
static StringRef declaredAt(SourceText &Text, const DILocation &Place) {
  StringRef Name = Text.identifierAt(Place), Line = Text.line(Place, Place.getLine());
  size_t Colons = Line.find("::");
  return Colons != StringRef::npos && Name.data() > Line.data() + Colons ? Name : "";
}

static void nameSlots(Function &F, SourceText &Text) {
  MapVector<AllocaInst *, std::pair<std::string, DILocation *>> Names;
  Levels Known;
  for (Instruction &I : instructions(F)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    auto *Slot = Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
    DILocation *Place = Store ? Store->getDebugLoc().get() : nullptr;
    if (!Slot || !Place || Place->getInlinedAt() || !isFortranScalar(*Slot) || isOfCompiler(*Slot) ||
        declaredVariable(*Slot))
      continue;
    std::string Name = assignedAt(Text, *Place, levelOf(Known, *Place, *Slot));
    if (Name.empty())
      continue; // what END DO, or the statement before it, hands on
    auto [Entry, IsNew] = Names.insert({Slot, {Name, Place}});
    if (!IsNew && !StringRef(Entry->second.first).equals_insensitive(Name))
      Entry->second.first.clear(); // two words: it is neither
  }
  for (Instruction &I : instructions(F))
    if (auto *Slot = dyn_cast<AllocaInst>(&I); Slot && Slot->getDebugLoc() && !Slot->getDebugLoc()->getInlinedAt() &&
                                               isFortranScalar(*Slot) && !declaredVariable(*Slot))
      Names.insert({Slot, {declaredAt(Text, *Slot->getDebugLoc()).str(), Slot->getDebugLoc()}});
  for (auto &[Slot, Found] : Names)
    if (!Found.first.empty())
      declare(*Slot, Found.first, *Found.second);
}

// Hidden arguments, the lengths of texts, come behind those that are written, the memory of a result before them.
static void nameArguments(Function &F, SourceText &Text) {
  std::vector<std::string> Parameters = Text.parametersOf(*F.getSubprogram());
  std::string Result = F.getReturnType()->isVoidTy() ? Text.resultOf(*F.getSubprogram()) : "";
  if (!Result.empty())
    Parameters.insert(Parameters.begin(), Result);
  if (Parameters.size() > F.arg_size() || F.getName().contains("..omp_par"))
    return;
  for (size_t I = Parameters.size(); I < F.arg_size(); ++I)
    if (!F.getArg(static_cast<unsigned>(I))->getType()->isIntegerTy())
      return; // the result, or what was captured
  for (size_t I = 0; I < Parameters.size(); ++I)
    if (Argument *Own = F.getArg(static_cast<unsigned>(I)); !Own->hasName() && !Parameters[I].empty())
      Own->setName(Parameters[I]);
}

// Whether what it decides is how the copy of a private variable begins: its place is where the variable is declared.
static bool isOfPrivateCopy(const Instruction &I) {
  return any_of(I.users(), [](const User *U) {
    auto *Branch = dyn_cast<BranchInst>(U);
    return Branch && Branch->isConditional() && Branch->getSuccessor(1)->getName().starts_with("omp.private.init");
  });
}

// A comparison that a directive makes.
static bool isOfDirective(const Instruction &I, SourceText &Text) {
  if (isOfPrivateCopy(I))
    return true;
  DILocation *Place = I.getDebugLoc();
  return Place && isFortran(*Place) && isFortranDirective(Text.line(*Place, Place->getLine()));
}

void pme::assumeAllocated(Function &F, SourceText &Text) {
  for (Instruction &I : instructions(F)) {
    auto *Compare = dyn_cast<ICmpInst>(&I);
    if (!Compare || Compare->getPredicate() != ICmpInst::ICMP_EQ || !match(Compare->getOperand(1), m_Zero()))
      continue;
    Value *Address = Compare->getOperand(0);
    if (auto *Cast = dyn_cast<PtrToIntInst>(Address))
      Address = Cast->getPointerOperand();
    if (Address->getType()->isPointerTy() && isa<LoadInst>(Address) && isOfDirective(I, Text))
      I.replaceAllUsesWith(ConstantInt::getFalse(I.getType()));
  }
}

void pme::nameFortran(Function &F, SourceText &Text) {
  if (!isOfFortran(F))
    return;
  nameArguments(F, Text);
  nameSlots(F, Text);
}
