//===- SourceNames.cpp - names of local variables, read from the source text ---===//

#include "SourceNames.h"
#include "Names.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pme;

/// A file larger than this is not read: the names are not worth the time.
static constexpr uint64_t MaxFileBytes = 4 << 20;

static bool isWordCharacter(char C) { return isAlnum(C) || C == '_'; }

static bool isKeyword(StringRef Word) {
  static const StringRef Keywords[] = {
      "for",  "while",    "do",       "if",     "else",   "return", "sizeof",   "int",   "long",     "short",
      "char", "float",    "double",   "void",   "const",  "static", "struct",   "union", "unsigned", "signed",
      "auto", "register", "restrict", "switch", "case",   "break",  "continue", "goto",  "new",      "this",
      "true", "false",    "nullptr",  "NULL",   "size_t", "omp",    "pragma"};
  return is_contained(Keywords, Word);
}

const SourceText::File &SourceText::file(const DILocation &Place) {
  SmallString<256> Path(Place.getFilename());
  if (!sys::path::is_absolute(Path) && !Place.getDirectory().empty()) {
    Path = Place.getDirectory();
    sys::path::append(Path, Place.getFilename());
  }
  auto [Entry, IsNew] = Files.try_emplace(Path);
  File &Result = Entry->second;
  if (!IsNew)
    return Result;
  if (auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true, /*RequiresNullTerminator=*/false);
      Buffer && (*Buffer)->getBufferSize() <= MaxFileBytes) {
    Result.Buffer = std::move(*Buffer);
    SmallVector<StringRef, 0> Lines;
    Result.Buffer->getBuffer().split(Lines, '\n');
    Result.Lines.assign(Lines.begin(), Lines.end());
  }
  return Result;
}

StringRef SourceText::identifierAt(const DILocation &Place) {
  const File &Source = file(Place);
  if (Place.getLine() == 0 || Place.getLine() > Source.Lines.size() || Place.getColumn() == 0)
    return "";
  StringRef Line = Source.Lines[Place.getLine() - 1];
  size_t Start = Place.getColumn() - 1;
  if (Start >= Line.size() || Line.ltrim().starts_with("#"))
    return "";
  if (isDigit(Line[Start]) || (Start > 0 && isWordCharacter(Line[Start - 1])))
    return "";
  StringRef Word = Line.substr(Start).take_while(isWordCharacter);
  return isKeyword(Word) ? "" : Word;
}

/// Loads of what `Pointer` points to. A slot that a region captures by reference is loaded through a copy of its
/// address that the region's own slot holds, so addresses that are stored are followed once.
static void collectLoads(const Value &Pointer, bool FollowCopies, SmallVectorImpl<const LoadInst *> &Loads) {
  for (const User *U : Pointer.users()) {
    if (auto *Load = dyn_cast<LoadInst>(U))
      Loads.push_back(Load);
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || !FollowCopies || Store->getValueOperand() != &Pointer || !isa<AllocaInst>(Store->getPointerOperand()))
      continue;
    for (const User *Copy : Store->getPointerOperand()->users())
      if (isa<LoadInst>(Copy))
        collectLoads(*Copy, false, Loads);
  }
}

/// The word that most of the slot's loads stand at, and one of its places.
static std::pair<StringRef, DILocation *> nameOf(const AllocaInst &Slot, SourceText &Text) {
  SmallVector<const LoadInst *, 16> Loads;
  collectLoads(Slot, true, Loads);
  MapVector<StringRef, std::pair<unsigned, DILocation *>> Votes;
  unsigned Total = 0;
  for (const LoadInst *Load : Loads) {
    StringRef Word = Load->getDebugLoc() ? Text.identifierAt(*Load->getDebugLoc()) : "";
    if (Word.empty())
      continue;
    auto &Vote = Votes[Word];
    Vote.first++;
    Vote.second = Load->getDebugLoc();
    Total++;
  }
  for (auto &[Word, Vote] : Votes)
    if (2 * Vote.first > Total)
      return {Word, Vote.second};
  return {"", nullptr};
}

static void declare(AllocaInst &Slot, StringRef Name, const DILocation &Place) {
  LLVMContext &Context = Slot.getContext();
  DISubprogram *Scope = Slot.getFunction()->getSubprogram();
  auto *Variable = DILocalVariable::get(Context, Scope, Name, Place.getFile(), Place.getLine(), nullptr, 0,
                                        DINode::FlagZero, 0, nullptr);
  auto *Where = DILocation::get(Context, Place.getLine(), 0, Scope);
  DbgVariableRecord *Record =
      DbgVariableRecord::createDVRDeclare(&Slot, Variable, DIExpression::get(Context, {}), Where);
  Slot.getParent()->insertDbgRecordAfter(Record, &Slot);
}

void pme::declareFromSource(Function &F, SourceText &Text) {
  if (!F.getSubprogram())
    return;
  for (Instruction &I : F.getEntryBlock()) {
    auto *Slot = dyn_cast<AllocaInst>(&I);
    if (!Slot || declaredVariable(*Slot))
      continue;
    auto [Name, Place] = nameOf(*Slot, Text);
    if (Place)
      declare(*Slot, Name, *Place);
  }
}
