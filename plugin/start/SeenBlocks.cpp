//===- SeenBlocks.cpp - where the blocks stand that callers have allocated ------------===//
//
// A note is a list of PATH=BYTES@PLACE, or PATH=BYTES~PLACE where the place in a line is not known; PATH has the offsets at
// which pointers are read one after the other, each behind a slash: "/8/0" of `argument->second->first`. Behind ^, bytes to
// the element whose subscripts are 1.
//
//===----------------------------------------------------------------------===//

#include "SeenBlocks.h"
#include "StartRun.h"
#include "plugin/base/NoteKinds.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

using namespace llvm;
using namespace pme;

namespace {

const char NoteName[] = "pmecache.seen";
constexpr int MostPointers = 3;       ///< in a path
constexpr size_t MostNoted = 1 << 14; ///< characters

constexpr int MostParts = 64; ///< of a block

/// What is reached from some values: a block may have several beginnings, of the arrays that were cut out of it.
class Reached {
public:
  explicit Reached(const StartMemory &Memory) : Memory(Memory) {}
  void add(StartValue From, int Pointers = 0) {
    if (From.Object < 0 || Starts.size() > MostNoted)
      return;
    Starts.insert({From.Object, From.Number});
    forEachPointer(From, Pointers, [&](int64_t, StartValue To) { add(To, Pointers + 1); });
  }
  /// Each as a path behind `Path`.
  void note(StartValue From, const std::string &Path, std::string &Note, int Pointers = 0, int64_t ToOnes = 0) const {
    if (From.Object < 0 || Note.size() > MostNoted)
      return;
    const StartObject &Object = Memory[From.Object];
    if (Object.Place && From.Number >= 0 && From.Number < Object.Bytes && !Path.empty())
      Note += Path + "=" + std::to_string(endOf(From) - From.Number) + (Object.IsBehindRuntime ? "~" : "@") +
              std::to_string(*Object.Place + From.Number) + (ToOnes ? "^" + std::to_string(ToOnes) : "") + ";";
    forEachPointer(From, Pointers, [&](int64_t Offset, StartValue To) {
      note(To, Path + "/" + std::to_string(Offset), Note, Pointers + 1, toOnes(From.Object, From.Number + Offset));
    });
  }

private:
  /// If a descriptor of Fortran stands there (ISO_Fortran_binding.h): its rank, and of each dimension the lower bound, the
  /// extent and the stride in bytes. 0: it does not say.
  int64_t toOnes(int Object, int64_t Descriptor) const {
    constexpr int64_t Rank = 20, First = 24, Bytes = 24, Stride = 16, MostRank = 15;
    auto Number = [&](int64_t Offset) -> std::optional<int64_t> {
      auto Cell = Memory.cells(Object).find(Descriptor + Offset);
      bool Is = Cell != Memory.cells(Object).end() && Cell->second.What && Cell->second.What->Object < 0;
      return Is ? std::optional(Cell->second.What->Number) : std::nullopt;
    };
    int64_t Result = 0, Dimensions = Number(Rank).value_or(MostRank);
    for (int64_t D = 0; D < Dimensions && Number(First + D * Bytes) && Number(First + D * Bytes + Stride); D++)
      Result += (1 - *Number(First + D * Bytes)) * *Number(First + D * Bytes + Stride);
    return Result;
  }
  void forEachPointer(StartValue From, int Pointers, function_ref<void(int64_t, StartValue)> Do) const {
    if (Pointers < MostPointers)
      for (const auto &[Offset, Cell] : Memory.cells(From.Object))
        if (Cell.What && Cell.What->Object >= 0)
          Do(Offset - From.Number, *Cell.What);
  }
  /// Where the next array begins, or the block ends; a pointer behind a border of the array is no beginning.
  int64_t endOf(StartValue From) const {
    int64_t Bytes = Memory[From.Object].Bytes;
    auto Next = Starts.lower_bound({From.Object, From.Number + std::max<int64_t>(1, Bytes / MostParts)});
    return Next != Starts.end() && Next->first == From.Object ? std::min(Next->second, Bytes) : Bytes;
  }
  const StartMemory &Memory;
  std::set<std::pair<int, int64_t>> Starts;
};

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
    SeenBlock Result;
    Result.IsAbout = Numbers.contains('~');
    auto [Bytes, Start] = Numbers.split(Result.IsAbout ? '~' : '@');
    auto [Begin, ToOnes] = Start.split('^');
    if (Place == Path && !Bytes.getAsInteger(10, Result.Bytes) && !Begin.getAsInteger(10, Result.Place)) {
      ToOnes.getAsInteger(10, Result.ToOnes);
      return Result;
    }
  }
  return std::nullopt;
}

void noteVariables(StartMemory &Seen, const Module &Original, Module &Clone) {
  SmallVector<std::pair<GlobalVariable *, StartValue>> Variables;
  Reached All(Seen);
  for (GlobalVariable &Variable : Clone.globals())
    if (const GlobalVariable *Source = Original.getGlobalVariable(Variable.getName(), /*AllowInternal=*/true)) {
      Variables.emplace_back(&Variable, StartValue{Seen.objectOf(*Source), 0});
      All.add(Variables.back().second);
    }
  for (auto &[Variable, Start] : Variables) {
    std::string Paths;
    All.note(Start, "", Paths);
    if (!Paths.empty())
      Variable->setMetadata(SeenBlocksKind, MDNode::get(Clone.getContext(), MDString::get(Clone.getContext(), Paths)));
  }
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
    Reached All(*Seen);
    for (const MaybeValue &Argument : Arguments)
      if (Argument)
        All.add(*Argument);
    for (unsigned Number = 0; Number < Arguments.size() && Number < First->second->arg_size(); Number++) {
      std::string Paths;
      if (Arguments[Number])
        All.note(*Arguments[Number], "/", Paths); // an argument itself is read once, so to speak
      if (!Paths.empty())
        First->second->addParamAttr(Number, Attribute::get(First->second->getContext(), NoteName, Paths));
    }
    Wanted.erase(First);
  };
  StartRun Run(Original, Note);
  Seen = &Run.memory();
  Run.run(*Start);
  noteVariables(*Seen, Original, *Roots.front()->getParent());
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
