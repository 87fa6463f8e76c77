//===- SeenBlocks.cpp - where the blocks stand that callers have allocated ------------===//
//
// A note is a list of PATH=BYTES@PLACE; PATH has the offsets at which pointers are read one after the other, each behind
// a slash: "/8/0" of `argument->second->first`.
//
//===----------------------------------------------------------------------===//

#include "SeenBlocks.h"
#include "StartRun.h"
#include "plugin/base/NoteKinds.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

#include <string>

using namespace llvm;
using namespace pme;

namespace {

const char NoteName[] = "pmecache.seen";
constexpr int MostPointers = 3;       ///< in a path
constexpr size_t MostNoted = 1 << 14; ///< characters

void addPaths(const StartMemory &Memory, StartValue From, const std::string &Path, int Pointers, std::string &Note) {
  if (From.Object < 0 || Note.size() > MostNoted)
    return;
  const StartObject &Object = Memory[From.Object];
  if (Object.Place && !Object.IsBehindTeam && From.Number >= 0 && From.Number < Object.Bytes && !Path.empty())
    Note += Path + "=" + std::to_string(Object.Bytes - From.Number) + "@" +
            std::to_string(*Object.Place + From.Number) + ";";
  if (Pointers == MostPointers)
    return;
  for (const auto &[Offset, Cell] : Memory.cells(From.Object))
    if (Cell.What && Cell.What->Object >= 0)
      addPaths(Memory, *Cell.What, Path + "/" + std::to_string(Offset - From.Number), Pointers + 1, Note);
}

/// An argument itself is read once, so to speak.
std::string notedOf(const StartMemory &Memory, StartValue Argument) {
  std::string Note;
  addPaths(Memory, Argument, "/", 0, Note);
  return Note;
}

std::string notedIn(StartMemory &Memory, const GlobalVariable &Variable) {
  std::string Note;
  addPaths(Memory, {Memory.objectOf(Variable), 0}, "", 0, Note);
  return Note;
}

/// One array as two: a call that other calls, and the function as it is read, have nothing in common with.
bool areAlike(ArrayRef<MaybeValue> Arguments) {
  for (size_t A = 0; A < Arguments.size(); A++)
    if (Arguments[A] && Arguments[A]->Object >= 0 && is_contained(Arguments.drop_front(A + 1), Arguments[A]))
      return true;
  return false;
}

const Function *startOf(const Module &M) {
  for (StringRef Name : {"_QQmain", "main"})
    if (const Function *F = M.getFunction(Name); F && !F->isDeclaration())
      return F;
  return nullptr;
}

std::optional<SeenBlock> findPath(StringRef Note, StringRef Path) {
  while (!Note.empty()) {
    auto [Entry, Rest] = Note.split(';');
    Note = Rest;
    auto [Place, Numbers] = Entry.split('=');
    auto [Bytes, Start] = Numbers.split('@');
    SeenBlock Result;
    if (Place == Path && !Bytes.getAsInteger(10, Result.Bytes) && !Start.getAsInteger(10, Result.Place))
      return Result;
  }
  return std::nullopt;
}

} // namespace

void pme::noteSeenBlocks(const Module &Original, ArrayRef<Function *> Roots) {
  const Function *Start = startOf(Original);
  if (!Start || Roots.empty())
    return;
  DenseMap<const Function *, Function *> Wanted;
  for (Function *Root : Roots)
    if (const Function *Source = Original.getFunction(Root->getName()))
      Wanted[Source] = Root;
  StartMemory *Seen = nullptr;
  auto Note = [&](const Function &F, ArrayRef<MaybeValue> Arguments) {
    auto First = Wanted.find(&F);
    if (First == Wanted.end() || areAlike(Arguments))
      return;
    for (unsigned Number = 0; Number < Arguments.size() && Number < First->second->arg_size(); Number++)
      if (Arguments[Number])
        if (std::string Paths = notedOf(*Seen, *Arguments[Number]); !Paths.empty())
          First->second->addParamAttr(Number, Attribute::get(First->second->getContext(), NoteName, Paths));
    Wanted.erase(First);
  };
  StartRun Run(Original, Note);
  Seen = &Run.memory();
  Run.run(*Start);
  Module &Clone = *Roots.front()->getParent();
  for (GlobalVariable &Variable : Clone.globals())
    if (const GlobalVariable *Source = Original.getGlobalVariable(Variable.getName(), /*AllowInternal=*/true))
      if (std::string Paths = notedIn(*Seen, *Source); !Paths.empty())
        Variable.setMetadata(SeenBlocksKind, MDNode::get(Clone.getContext(), MDString::get(Clone.getContext(), Paths)));
}

std::optional<SeenBlock> pme::seenBlock(const Value &Pointer) {
  std::string Path;
  const Value *V = Pointer.stripPointerCasts();
  for (int Reads = 0; Reads <= MostPointers; Reads++) {
    if (auto *A = dyn_cast<Argument>(V)) {
      AttributeList Attributes = A->getParent()->getAttributes();
      return Attributes.hasParamAttr(A->getArgNo(), NoteName)
                 ? findPath(Attributes.getParamAttr(A->getArgNo(), NoteName).getValueAsString(), "/" + Path)
                 : std::nullopt;
    }
    if (auto *Variable = dyn_cast<GlobalVariable>(V)) {
      const MDNode *Note = Variable->getMetadata(SeenBlocksKind);
      return Note ? findPath(cast<MDString>(Note->getOperand(0))->getString(), Path) : std::nullopt;
    }
    auto *Load = dyn_cast<LoadInst>(V);
    if (!Load)
      return std::nullopt;
    const DataLayout &Layout = Load->getModule()->getDataLayout();
    APInt Offset(Layout.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
    V = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    Path = "/" + std::to_string(Offset.getSExtValue()) + Path;
  }
  return std::nullopt;
}
