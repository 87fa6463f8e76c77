//===- SourceNames.cpp - names of local variables, read from the source text ---------===//

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

#include <map>

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

// The line, and the 0-based column in it; "" when the place has no text that names something.
StringRef SourceText::lineAt(const DILocation &Place, size_t &Column) {
  const File &Source = file(Place);
  if (Place.getLine() == 0 || Place.getLine() > Source.Lines.size() || Place.getColumn() == 0)
    return "";
  StringRef Line = Source.Lines[Place.getLine() - 1];
  Column = Place.getColumn() - 1;
  return Column >= Line.size() || Line.ltrim().starts_with("#") ? "" : Line;
}

StringRef SourceText::identifierAt(const DILocation &Place) {
  size_t Start;
  StringRef Line = lineAt(Place, Start);
  if (Line.empty())
    return "";
  if (isDigit(Line[Start]) || (Start > 0 && isWordCharacter(Line[Start - 1])))
    return "";
  StringRef Word = Line.substr(Start).take_while(isWordCharacter);
  return isKeyword(Word) ? "" : Word;
}

/// Where the object starts that is written in front of `End`: identifiers, members and subscripts.
static size_t objectStart(StringRef Line, size_t End) {
  size_t Start = End;
  for (;;) {
    while (Start > 0 && Line[Start - 1] == ']') {
      unsigned Depth = 0;
      size_t Open = Start;
      do {
        --Open;
        Depth += Line[Open] == ']';
        Depth -= Line[Open] == '[';
      } while (Open > 0 && Depth > 0);
      if (Depth > 0)
        return End;
      Start = Open;
    }
    size_t WordEnd = Start;
    while (Start > 0 && isWordCharacter(Line[Start - 1]))
      --Start;
    if (Start == WordEnd)
      return End;
    if (Start >= 2 && Line.substr(Start - 2, 2) == "->")
      Start -= 2;
    else if (Start >= 1 && Line[Start - 1] == '.')
      --Start;
    else
      return Start;
  }
}

/// What members and subscripts behind `Start` belong to the object.
static size_t objectEnd(StringRef Line, size_t Start) {
  for (;;) {
    if (Start < Line.size() && Line[Start] == '[') {
      size_t Close = Line.find(']', Start);
      if (Close == StringRef::npos)
        return Start;
      Start = Close + 1;
      continue;
    }
    size_t Word = Line.substr(Start).starts_with("->")        ? Start + 2
                  : Start < Line.size() && Line[Start] == '.' ? Start + 1
                                                              : Start;
    size_t End = Word;
    while (End < Line.size() && isWordCharacter(Line[End]))
      ++End;
    if (Word == Start || End == Word)
      return Start;
    Start = End;
  }
}

std::string SourceText::objectAt(const DILocation &Place) {
  StringRef Word = identifierAt(Place);
  size_t Start;
  StringRef Line = lineAt(Place, Start);
  if (Word.empty())
    return "";
  bool Arrow = Line.take_front(Start).ends_with("->"), Dot = Line.take_front(Start).ends_with(".");
  if (Arrow || Dot) {
    size_t Before = Start - (Arrow ? 2 : 1), First = objectStart(Line, Before);
    return First == Before ? "" : Line.slice(First, Start + Word.size()).str();
  }
  return Line.slice(Start, objectEnd(Line, Start + Word.size())).str();
}

namespace {

/// Counts the words that uses of a stack slot stand at.
class Votes {
public:
  explicit Votes(SourceText &Text) : Text(Text) {}

  /// Uses of what `Pointer` points to. A slot that a region captures by reference is read through a copy of its address
  /// that the region's own slot holds, so addresses that are stored are followed once.
  void collect(const Value &Pointer, bool FollowCopies) {
    for (const User *U : Pointer.users()) {
      if (auto *Load = dyn_cast<LoadInst>(U))
        add(Load->getDebugLoc());
      if (auto *Element = dyn_cast<GetElementPtrInst>(U); Element && isa<AllocaInst>(Pointer))
        add(Element->getDebugLoc());
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
  void add(const DebugLoc &Place) {
    std::string Object = Place ? Text.objectAt(*Place) : "";
    std::string Word = StringRef(Object).take_while(isWordCharacter).str();
    if (Word.empty())
      return;
    auto &Vote = Words[Word];
    Vote.first++;
    Vote.second = Place;
    Total++;
  }

  SourceText &Text;
  MapVector<std::string, std::pair<unsigned, DILocation *>, std::map<std::string, unsigned>> Words;
  unsigned Total = 0;
};

} // namespace

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
  for (Instruction &I : instructions(F)) {
    auto *Slot = dyn_cast<AllocaInst>(&I);
    if (!Slot || declaredVariable(*Slot))
      continue;
    Votes Votes(Text);
    Votes.collect(*Slot, true);
    auto [Name, Place] = Votes.winner();
    if (Place)
      declare(*Slot, Name, *Place);
  }
}
