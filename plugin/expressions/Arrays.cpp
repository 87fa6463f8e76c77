//===- Arrays.cpp - which array an address belongs to --------------------------------===//

#include "Arrays.h"
#include "OwnMembers.h"
#include "plugin/clone/CallEffects.h"
#include "plugin/clone/Inline.h"
#include "plugin/clone/PointerOrigins.h"
#include "plugin/nest/RowPointers.h"
#include "plugin/start/SeenBlocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace pme;

// Elements of an array type, and its dimensions as extents.
static Type *innermost(Type *T, std::vector<Polynomial> &Extents) {
  while (auto *Array = dyn_cast<ArrayType>(T)) {
    Extents.push_back(Polynomial(static_cast<int64_t>(Array->getNumElements())));
    T = Array->getElementType();
  }
  return T;
}

static bool isPrivate(const Value &Base) {
  if (auto *Local = dyn_cast<AllocaInst>(&Base))
    return Local->getName().starts_with(PrivateName);
  if (auto *Global = dyn_cast<GlobalVariable>(&Base))
    return Global->isThreadLocal();
  // What posix_memalign writes into a variable of the thread.
  auto *Load = dyn_cast<LoadInst>(&Base);
  if (auto *Own = Load ? dyn_cast<GlobalVariable>(&withoutThread(*Load->getPointerOperand())) : nullptr)
    return Own->isThreadLocal() && keepsOwnBlock(*Own);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Slot && isPrivate(*Slot) && holdsAllocation(*Slot);
}

std::string ArrayFinder::uniqueName(std::string Name) {
  if (Name.empty())
    Name = "memory";
  int Count = ++NameCounts[Name];
  return Count == 1 ? Name : Name + "." + std::to_string(Count);
}

// A vector and its elements want the same name: the elements get it.
void ArrayFinder::giveUpName(const Value &Object, const std::string &Name) {
  auto Place = Keys.find(D.key(Object));
  if (Place == Keys.end() || N.Arrays[Place->second].Name != Name)
    return;
  N.Arrays[Place->second].Name = uniqueName("&" + Name);
  NameCounts[Name]--;
}

// The thread's own allocation, or a part of it: `t = n > 0 ? malloc(n) + m : NULL`.
bool ArrayFinder::isInPrivateBlock(const Value &Base) const {
  auto *Block = dyn_cast<CallBase>(&withoutNull(*getUnderlyingObject(&withoutNull(Base))));
  return Block && PrivateAllocations.contains(Block);
}

// `tc.counts`, where every thread has a `tc`.
bool ArrayFinder::isOwnMember(const Value &Base) const {
  auto *Load = dyn_cast<LoadInst>(&Base);
  auto *Own = Load ? dyn_cast<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())) : nullptr;
  if (!Own || !isPrivate(*Own))
    return false;
  MemberOrigin Origin = memberOrigin(*Own, [this](const CallBase &Call) { return PrivateAllocations.contains(&Call); });
  if (Origin == MemberOrigin::Filled)
    Reader.assume(PME_ASSUMPTION_NO_ALIAS, "'" + D.value(Base).Name + "' is the thread's own");
  return Origin != MemberOrigin::Unknown;
}

// Every thread has memory of its own there.
bool ArrayFinder::isOfThread(const Value &Base) const {
  return isPrivate(Base) || isInPrivateBlock(Base) || isOwnMember(Base);
}

NestArray ArrayFinder::describeArray(const Value &Base, int64_t Bytes) {
  NestArray Result;
  // A pointer variable in memory and what it points to want the same name: the latter gets it.
  auto *Global = dyn_cast<GlobalVariable>(&Base);
  bool IsPointer = Global && Global->getValueType()->isPointerTy();
  std::string Name = D.value(Base).Name;
  if (auto *Load = dyn_cast<LoadInst>(&Base); Load && !Name.empty())
    giveUpName(*getUnderlyingObject(Load->getPointerOperand()), Name);
  Result.Name = uniqueName((IsPointer ? "&" : "") + Name);
  Result.Alignment = static_cast<int64_t>(Base.getPointerAlignment(Layout).value());
  Result.Private = isOfThread(Base);
  if (auto Origin = pointerOrigin(Base)) {
    Result.Heap = Origin->Heap;
    Result.Unmapped = Origin->Heap && !Result.Private && isGivenBack(Base);
    bool IsUsual = Origin->Heap && Origin->Alignment <= HeapAlignment;
    Result.Alignment = std::max(Result.Alignment, IsUsual ? 1 : Origin->Alignment);
  } else {
    Result.LikelyHeap = !isa<GlobalValue, AllocaInst>(Base) && !Result.Private;
  }
  if (auto Seen = seenBlock(Base); Seen && !Result.Private && !Result.Unmapped) {
    Result.Seen = Seen;
    Result.LikelyHeap = !Result.Heap; // a part of a block, too
  }
  if (auto *Given = dyn_cast<Argument>(&Base))
    Result.Argument = static_cast<int>(Given->getArgNo());
  if (Global) {
    Result.Place = globalPlace(*Global);
    Result.Constant = Global->isConstant();
  }
  Result.ElementBytes = Bytes;
  Type *T = nullptr;
  if (Global)
    T = Global->getValueType();
  else if (auto *Local = dyn_cast<AllocaInst>(&Base)) {
    T = Local->getAllocatedType();
    if (!Local->isStaticAlloca())
      if (auto Count = Reader.read(Reader.scalarEvolution().getSCEV(const_cast<Value *>(Local->getArraySize()))))
        Result.Extents.push_back(*Count);
  }
  if (T && T->isSized()) {
    T = innermost(T, Result.Extents);
    TypeSize Size = Layout.getTypeAllocSize(T);
    if (!Size.isScalable() && Size.getFixedValue() > 0)
      Result.ElementBytes = static_cast<int64_t>(Size.getFixedValue());
  }
  return Result;
}

int ArrayFinder::addCopy(int Constant, bool Private) {
  NestArray Copy = N.Arrays[Constant];
  N.Arrays[Constant].Name = uniqueName("initial " + Copy.Name);
  Copy.Constant = false;
  Copy.Private = Private;
  N.Arrays.push_back(std::move(Copy));
  return static_cast<int>(N.Arrays.size()) - 1;
}

int ArrayFinder::arrayOf(const Value &Base, int64_t Bytes) {
  auto [Place, IsNew] = Keys.try_emplace(D.key(Base), static_cast<int>(N.Arrays.size()));
  if (IsNew)
    N.Arrays.push_back(describeArray(Base, Bytes));
  return Place->second;
}

// Is what `Base` points to an array of pointers, rather than one of structs with pointers in them?
static bool isPointerTable(const Value &Base) {
  return any_of(Base.users(), [](const User *U) {
    auto *Element = dyn_cast<GEPOperator>(U);
    return Element && Element->getNumIndices() == 1 && Element->getSourceElementType()->isPointerTy();
  });
}

// Structs that pointers in a table point to (`data[i]->values[k]`): what they point to has as many rows as there are
// structs, whatever their pitch.
std::optional<Polynomial> ArrayFinder::rowOfStruct(int Structs, const Polynomial &Subscript) {
  auto Rows = find_if(N.Rows, [Structs](const NestRows &R) { return R.Array == Structs; });
  if (Rows == N.Rows.end() || Subscript.isZero())
    return std::nullopt;
  return Subscript.exactQuotient(Polynomial(Rows->UnitBytes) * N.Atoms.symbol(Rows->PitchSymbol));
}

// The table is an array itself; its subscript says which row.
std::optional<ArrayPlace> ArrayFinder::findRow(const LoadInst &RowPointer, const Polynomial &Inner, int64_t Bytes) {
  ScalarEvolution &SE = Reader.scalarEvolution();
  int64_t PointerBytes = Layout.getPointerSize();
  const SCEV *Address = SE.getSCEV(const_cast<Value *>(RowPointer.getPointerOperand()));
  auto Entry = find(Address, PointerBytes);
  if (!Entry)
    return std::nullopt;
  // In a table of structs the pointer is a member: its offset tells tables apart. a[i - 1] and a[i] are of one table.
  int64_t Constant = *Entry->Offset.constantTerm().constant();
  Polynomial Subscript = Entry->Offset - Polynomial(Constant);
  std::string Name = N.Arrays[Entry->Array].Name; // which may move
  if (auto Row = rowOfStruct(Entry->Array, Subscript); Row && Constant >= 0)
    return placeInRow("row:" + std::to_string(Entry->Array) + ":" + std::to_string(Constant), Name, RowUnitBytes, *Row,
                      Inner, Bytes);
  auto *Table = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  int64_t EntryBytes = Table && isPointerTable(*Table->getValue()) ? PointerBytes : Subscript.content();
  if (EntryBytes <= 0)
    return std::nullopt;
  int64_t Member = (Constant % EntryBytes + EntryBytes) % EntryBytes;
  auto Row = (Subscript + Polynomial(Constant - Member)).exactQuotient(EntryBytes);
  if (!Row)
    return std::nullopt;

  std::string Key = "row:" + std::to_string(Entry->Array) + ":" + std::to_string(Member);
  return placeInRow(Key, Name, Segments.count(Entry->Array) ? 1 : RowUnitBytes, *Row, Inner, Bytes);
}

void ArrayFinder::noteSegment(const LoadInst &Start, const LoadInst &End) {
  ScalarEvolution &SE = Reader.scalarEvolution();
  int64_t PointerBytes = Layout.getPointerSize();
  auto PlaceOf = [&](const LoadInst &Load) {
    return find(SE.getSCEV(const_cast<Value *>(Load.getPointerOperand())), PointerBytes);
  };
  auto First = PlaceOf(Start), Next = PlaceOf(End);
  if (First && Next && First->Array == Next->Array && Next->Offset - First->Offset == Polynomial(PointerBytes))
    Segments.insert(First->Array);
}

// A function of another file that hands out rows, as of an image: which one, the argument says that counts with the
// loops, or else the loop around the call.
std::optional<ArrayPlace> ArrayFinder::findReturned(const CallBase &Call, const Polynomial &Inner, int64_t Bytes) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !isAssumedCall(Call))
    return std::nullopt;
  std::optional<Polynomial> Row;
  for (const Use &Argument : Call.args()) {
    if (!Argument->getType()->isIntegerTy())
      continue;
    auto Read = Reader.read(Reader.scalarEvolution().getSCEV(Argument));
    if (!Read || (Row && N.Atoms.uses(*Read, AtomKind::Loop)))
      return std::nullopt;
    if (N.Atoms.uses(*Read, AtomKind::Loop))
      Row = Read;
  }
  if (!Row)
    Row = Reader.roundAround(Call);
  if (!Row)
    return std::nullopt;
  std::string Name = demangle(Callee->getName().str());
  Name = Name.substr(0, Name.find('(')) + "()";
  return placeInRow("returned:" + Callee->getName().str(), Name, RowUnitBytes, *Row, Inner, Bytes);
}

ArrayPlace ArrayFinder::placeInRow(const std::string &Key, const std::string &Name, int64_t UnitBytes,
                                   const Polynomial &Row, const Polynomial &Inner, int64_t Bytes) {
  auto [Place, IsNew] = Keys.try_emplace(Key, static_cast<int>(N.Arrays.size()));
  if (IsNew) {
    NestArray Rows;
    Rows.Name = uniqueName(Name + "[]");
    Rows.ElementBytes = Bytes;
    Rows.Alignment = RowUnitBytes;
    int Symbol = static_cast<int>(N.Symbols.size());
    N.Symbols.push_back({"pitch of " + Rows.Name, std::nullopt});
    N.Rows.push_back({Place->second, Symbol, UnitBytes, Name, {}});
    N.Arrays.push_back(std::move(Rows));
  }
  int Array = Place->second; // a structured binding cannot be captured in C++17
  NestRows &Rows = *find_if(N.Rows, [Array](const NestRows &R) { return R.Array == Array; });
  Polynomial Reach = Inner + Polynomial(Bytes);
  if (!is_contained(Rows.Reaches, Reach))
    Rows.Reaches.push_back(Reach);
  Reader.assume(PME_ASSUMPTION_ROWS_CONTIGUOUS, "rows of '" + Name + "'");
  Polynomial Pitch = Polynomial(Rows.UnitBytes) * N.Atoms.symbol(Rows.PitchSymbol);
  return {Place->second, Pitch * Row + Inner};
}

// A size that is a number of its block is taken to be the same in all of them, as bounds and pitches are.
bool ArrayFinder::isSameSize(const Value &Size) {
  if (Reader.isStable(Size) || !Size.getType()->isIntegerTy())
    return Reader.isStable(Size);
  const SCEV *Bytes = Reader.scalarEvolution().getSCEV(const_cast<Value *>(&Size));
  auto Read = Reader.read(Bytes);
  if (!Read) {
    Reader.setBlocksAlike(true);
    Read = Reader.read(Bytes);
    Reader.setBlocksAlike(false);
  }
  return Read && !N.Atoms.uses(*Read, AtomKind::Loop);
}

// Memory that each iteration takes and gives back, as much of it each time. On the stack it cannot be elsewhere; of the
// heap that is assumed.
bool ArrayFinder::isSamePlaceEachTime(const Value &Base) {
  if (!Taken.contains(Base))
    return false;
  if (auto *Local = dyn_cast<AllocaInst>(&Base))
    return Reader.isStable(*Local->getArraySize());
  auto &Call = cast<CallBase>(Base);
  if (!all_of(Call.args(), [&](const Use &Size) { return isSameSize(*Size); }))
    return false;
  std::string Name = D.value(Base).Name;
  Reader.assume(PME_ASSUMPTION_SAME_MEMORY, Name.empty() ? "" : "'" + Name + "'");
  return true;
}

// Which row it is in, where rows are apart by a pitch and the place in the row is a number: the records that a table
// points to, one for each thread.
std::optional<Polynomial> ArrayFinder::rowOf(const ArrayPlace &Entry) const {
  auto Rows = find_if(N.Rows, [&](const NestRows &R) { return R.Array == Entry.Array; });
  if (Rows == N.Rows.end())
    return std::nullopt;
  Polynomial Pitch = Polynomial(Rows->UnitBytes) * N.Atoms.symbol(Rows->PitchSymbol);
  return (Entry.Offset - Entry.Offset.constantTerm()).exactQuotient(Pitch);
}

std::optional<ArrayFinder::TableEntry> ArrayFinder::entryOf(const LoadInst &Load) {
  int64_t Bytes = static_cast<int64_t>(Layout.getTypeStoreSize(Load.getType()).getFixedValue());
  const SCEV *Saved = std::exchange(Outermost, nullptr);
  auto Entry = find(Reader.scalarEvolution().getSCEV(const_cast<Value *>(Load.getPointerOperand())), Bytes);
  Outermost = Saved;
  if (!Entry)
    return std::nullopt;
  if (auto Row = rowOf(*Entry))
    return TableEntry{Entry->Array, *Row};
  int64_t Constant = *Entry->Offset.constantTerm().constant();
  Polynomial Counted = Entry->Offset - Polynomial(Constant);
  int64_t EntryBytes = Counted.content();
  if (EntryBytes < Bytes)
    return std::nullopt;
  // A table of structs has a member there.
  int64_t Whole = Constant - (Constant % EntryBytes + EntryBytes) % EntryBytes;
  auto Number = (Counted + Polynomial(Whole)).exactQuotient(EntryBytes);
  return Number ? std::optional(TableEntry{Entry->Array, *Number}) : std::nullopt;
}

// What a number is taken for that is read outside of the loops that its address counts in; none: nothing.
std::optional<Polynomial> ArrayFinder::standInFor(const LoadInst &Load) {
  if (!isRowNumber(Load))
    return std::nullopt;
  if (bool IsStride = isFactor(Load); IsStride || isWithinBlock(Load))
    return Reader.alikeOfBlocks(Load, IsStride);
  if (isColour(Load)) {
    Reader.assume(PME_ASSUMPTION_TRIPS_ALIKE, "of all blocks the last bits of " + D.memory(Load).quoted("a number"));
    return Polynomial(0);
  }
  auto Entry = entryOf(Load);
  if (!Entry)
    return std::nullopt;
  Reader.assume(PME_ASSUMPTION_ROWS_CONTIGUOUS, "rows that '" + N.Arrays[Entry->Array].Name + "' chooses", true);
  return Entry->Number;
}

// How often the loop goes round whose next round comes to what the next row begins with: `b` of x[first[i] + b].
std::optional<Polynomial> ArrayFinder::roundsOver(const SCEV *Offset, const LoadInst &Row, const Polynomial &Bytes,
                                                  const Polynomial &RowBytes) {
  std::optional<Polynomial> Result;
  SCEVExprContains(Offset, [&](const SCEV *S) {
    auto *Counter = dyn_cast<SCEVAddRecExpr>(S);
    const ActiveLoop *Around = Counter ? Reader.active(*Counter->getLoop()) : nullptr;
    if (!Around || !Around->Trips || Counter->getLoop()->contains(&Row))
      return false;
    Polynomial Next = N.Atoms.substitute(Bytes, [&](const Atom &A) {
      bool IsCounted = A.Kind == AtomKind::Loop && A.Index == Around->Index;
      return IsCounted ? std::optional(N.Atoms.loop(A.Index) + Polynomial(1)) : std::nullopt;
    });
    if (Next.isValid() && Next - Bytes == RowBytes)
      Result = Around->Trips;
    return Result.has_value();
  });
  return Result;
}

// Rows follow each other: where the number of a row is that of its first element, the next one begins behind the last.
Polynomial ArrayFinder::withRowsApart(const SCEV *Offset, ArrayRef<const LoadInst *> Rows, Polynomial Bytes) {
  for (const LoadInst *Row : Rows) {
    auto Entry = isFactor(*Row) || isWithinBlock(*Row) ? std::nullopt : entryOf(*Row);
    if (!Entry)
      continue;
    Reader.standFor(*Row, Entry->Number + Polynomial(1));
    auto Next = Reader.read(Offset);
    auto Rounds = Next ? roundsOver(Offset, *Row, Bytes, *Next - Bytes) : std::nullopt;
    Reader.standFor(*Row, Rounds ? *Rounds * Entry->Number : Entry->Number);
    if (auto Apart = Rounds ? Reader.read(Offset) : std::nullopt)
      Bytes = *Apart;
  }
  return Bytes;
}

// An offset with numbers of rows (blocks, groups) that a table chooses: they are taken in the order of the table.
std::optional<Polynomial> ArrayFinder::readOffset(const SCEV *Offset) {
  static constexpr size_t MaxTables = 16;
  SmallVector<const LoadInst *, MaxTables> Chosen;
  auto Result = Reader.read(Offset);
  while (!Result && Chosen.size() < MaxTables) {
    Problem = Reader.obstacle();
    const LoadInst *Load = Problem.What == Obstacle::Indirect ? Problem.Table : nullptr;
    Obstacle First = Problem;
    auto Number = Load && !is_contained(Chosen, Load) ? standInFor(*Load) : std::nullopt;
    Problem = First;
    if (!Number)
      break;
    Reader.standFor(*Load, *Number);
    Chosen.push_back(Load);
    Result = Reader.read(Offset);
  }
  if (!Result)
    Problem = Reader.obstacle();
  else if (!Chosen.empty())
    Result = withRowsApart(Offset, Chosen, *Result);
  for (const LoadInst *Load : Chosen)
    Reader.forgetStandIn(*Load);
  return Result ? std::optional(Reader.withKnownDistance(*Result)) : std::nullopt;
}

std::optional<ArrayPlace> ArrayFinder::find(const SCEV *Address, int64_t Bytes) {
  const SCEV *Saved = std::exchange(Outermost, Outermost ? Outermost : Address);
  auto Result = findFrom(Address, Bytes);
  Outermost = Saved;
  return Result;
}

// count = counts[thread], read once or again and again.
bool ArrayFinder::isNumbered(const Value &Base) {
  auto *Load = dyn_cast<LoadInst>(&Base);
  if (!Load || Reader.isOfThread(Base) || N.ThreadSymbol < 0)
    return Load && Reader.isOfThread(Base);
  auto Entry = entryOf(*Load);
  return Entry && (Entry->Number - N.Atoms.symbol(N.ThreadSymbol)).constant().has_value();
}

int ArrayFinder::scattered(const SCEV *Address, int64_t Bytes) {
  auto *Unknown = dyn_cast<SCEVUnknown>(Reader.scalarEvolution().getPointerBase(Address));
  const Value *Base = Unknown ? &withoutThread(*Unknown->getValue()) : nullptr;
  bool IsKnown = Base && (isa<GlobalVariable>(Base) || !isa<Constant>(Base));
  if (IsKnown && Reader.isStable(*Base))
    return arrayOf(*Base, Bytes);
  auto [Place, IsNew] =
      Keys.try_emplace("scattered:" + (IsKnown ? D.key(*Base) : ""), static_cast<int>(N.Arrays.size()));
  if (IsNew) {
    NestArray Somewhere;
    Somewhere.Name = uniqueName(IsKnown ? D.value(*Base).Name : "");
    bool IsNumbered = IsKnown && isNumbered(*Base);
    if (IsNumbered)
      Reader.assume(PME_ASSUMPTION_NO_ALIAS, "'" + Somewhere.Name + "', which its number chooses, is the thread's own");
    Somewhere.Private = IsNumbered || (IsKnown && isOfThread(*Base));
    Somewhere.ElementBytes = Bytes;
    N.Arrays.push_back(std::move(Somewhere));
  }
  return Place->second;
}

// A pointer that is another one. One that goes on from itself (`p = p ? p + n[i] : a`) is none.
std::optional<ArrayPlace> ArrayFinder::follow(const Value &From, const Value &To, const SCEV *Rest, int64_t Bytes) {
  ScalarEvolution &SE = Reader.scalarEvolution();
  if (!Followed.insert(&From).second) {
    std::string Name = D.value(From).Name;
    Problem = {Obstacle::NotAffine, {}, (Name.empty() ? "a pointer" : "'" + Name + "'") + " changes in the loop"};
    return std::nullopt;
  }
  auto Result = find(SE.getAddExpr(SE.getSCEV(const_cast<Value *>(&To)), Rest), Bytes);
  Followed.erase(&From);
  return Result;
}

// `preconditioned ? z : r`: which array it is decides what of it is in a cache already.
static bool isOneOfObjects(const Value &Base) {
  auto *I = dyn_cast<Instruction>(&Base);
  if (!I || !isa<SelectInst, PHINode>(I))
    return false;
  auto Arms = isa<SelectInst>(I) ? drop_begin(I->operands()) : I->operands();
  return all_of(Arms, [&](const Use &Arm) { return isa<GlobalVariable>(*Arm) || !isa<Constant>(*Arm); }) &&
         any_of(Arms, [&](const Use &Arm) { return Arm != *Arms.begin(); });
}

std::optional<ArrayPlace> ArrayFinder::findFrom(const SCEV *Address, int64_t Bytes) {
  ScalarEvolution &SE = Reader.scalarEvolution();
  auto *Unknown = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (!Unknown) {
    Problem = {Obstacle::NotAffine, {}, "an address made from an integer"};
    return std::nullopt;
  }
  if (const Value *Chosen = Reader.chosen(*Unknown->getValue()))
    return follow(*Unknown->getValue(), *Chosen, SE.removePointerBase(Address), Bytes);
  if (const Value &Object = withoutNull(*Unknown->getValue());
      &Object != Unknown->getValue() && !Reader.isStable(*Unknown->getValue()))
    return follow(*Unknown->getValue(), Object, SE.removePointerBase(Address), Bytes);
  const Value &Base = withoutThread(*Unknown->getValue());
  auto Offset = readOffset(SE.removePointerBase(Address));
  if (!Offset)
    return std::nullopt;
  if (auto *RowPointer = dyn_cast<LoadInst>(&Base); RowPointer && !Reader.isStable(Base)) {
    Problem = {};
    auto Row = findRow(*RowPointer, *Offset, Bytes);
    if (Row || Problem.Culprit) // which table it is read from may be a choice
      return Row;
  }
  if (auto *Call = dyn_cast<CallBase>(&Base); Call && !Reader.isStable(Base) && !Taken.contains(Base))
    if (auto Row = findReturned(*Call, *Offset, Bytes))
      return Row;
  bool Stays = Reader.isStable(Base) || isSamePlaceEachTime(Base);
  if (!Stays || isa<Constant>(Base) != isa<GlobalVariable>(Base)) {
    auto *I = dyn_cast<Instruction>(&Base);
    std::string Name = D.value(Base).Name;
    Problem = {isa<LoadInst>(Base) ? Obstacle::Indirect : Obstacle::NotAffine, I ? I->getDebugLoc() : DebugLoc(),
               (Name.empty() ? "the array" : "'" + Name + "'") + std::string(" changes in the loop")};
    if (isa<SelectInst, PHINode>(Base))
      Problem.Culprit = &Base;
    return std::nullopt;
  }
  if (Reader.isSplitting() && isOneOfObjects(Base)) { // where the test cannot be read it is an array of its own
    Problem = {Obstacle::NotAffine, {}, "one of several arrays", &Base};
    return std::nullopt;
  }
  if (auto Object = Reader.endOf(Base); Object && Reader.isStable(*Object->first)) // what push_back writes behind it
    return ArrayPlace{arrayOf(*Object->first, Bytes), *Offset + Object->second};
  return ArrayPlace{arrayOf(Base, Bytes), *Offset};
}
