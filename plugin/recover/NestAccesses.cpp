//===- NestAccesses.cpp - accesses and calls of a nest -------------------------------===//

#include "NestAccesses.h"
#include "plugin/clone/CallEffects.h"
#include "plugin/clone/SourceAccesses.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

/// A row that is taken as one element: no longer than a line.
static constexpr int64_t MaxRowBytes = 64;
/// Accesses of one function that stand for one each where a value is one of several: each takes the time of an access.
static constexpr size_t MaxChoices = 2000;
/// Of the loop over the pieces of a block copy.
static constexpr const char *BlockVariable = "byte";

void NestAccesses::addPiece(NestNode &Parent, const AccessPiece &P, unsigned Depth) {
  Reader.setSplitting(true);
  auto Place = Arrays.find(P.Address, P.Bytes);
  Reader.setSplitting(false);
  if (!Place) {
    Obstacle Met = Arrays.obstacle();
    if (addChoices(Parent, P, Met, Depth) || addNeighbour(Parent, P, Met, Depth))
      return;
  }
  if (!Place)
    Place = Arrays.find(P.Address, P.Bytes);
  Obstacle Problem = Arrays.obstacle();
  if (Place)
    addNode(Parent, P, *Place, P.Bytes);
  else if (!addRow(Parent, P)) {
    Nodes.note(Parent, Problem, P.Source.Place, /*Bound=*/false);
    if (Problem.What != Obstacle::UnevenStep)
      addScattered(Parent, P, Problem.IsPower);
  }
}

// `double a[] = {1, 2};` writes a variable of its own in each call. Where nothing else does, optimisation takes the
// constant in its place, and its markers with it: what writes a constant is that variable, and so is all that reads it
// behind, but for the copy itself (whose marker is that of the write, or the one before).
int NestAccesses::touchedOf(const AccessPiece &P, int Array) {
  if (!N.Arrays[Array].Constant)
    return Array;
  auto Copy = Copies.find(Array);
  if (P.Write) {
    if (Copy == Copies.end())
      Copy = Copies.insert({Array, {Arrays.addCopy(Array, P.OfTeam), {}}}).first;
    Copy->second.Ids.insert(P.Id);
    return Copy->second.Array;
  }
  bool IsCopying = Copy == Copies.end() || Copy->second.Ids.count(P.Id) || Copy->second.Ids.count(P.Id + 1);
  return IsCopying ? Array : Copy->second.Array;
}

void NestAccesses::addNode(NestNode &Parent, const AccessPiece &P, const ArrayPlace &Place, int64_t Bytes) {
  NestNode *Node = Parent.add(NestKind::Access, P.Source.Place);
  Node->Array = touchedOf(P, Place.Array);
  Node->Offset = Place.Offset + P.Extra;
  Node->Bytes = Bytes;
  Node->Write = P.Write;
  Node->KeptLoops = P.KeptLoops;
  Node->Carried = P.Source.Carried;
  Nodes.takeAssumptions(Parent);
}

// Which element of a short row it is, only data know (count[t][x & 3]); the row is known, and touched as a whole.
bool NestAccesses::addRow(NestNode &Parent, const AccessPiece &P) {
  auto *Sum = dyn_cast<SCEVAddExpr>(P.Address);
  if (!Sum)
    return false;
  SmallVector<const SCEV *, 4> Known;
  APInt Least(64, 0), Span(64, 0);
  for (const SCEV *Part : Sum->operands()) {
    bool IsKnown = Part->getType()->isPointerTy() || Reader.read(Part);
    Reader.takeAssumptions();
    ConstantRange Range = Code.SE.getUnsignedRange(Part);
    if (IsKnown) {
      Known.push_back(Part);
    } else if (Range.getBitWidth() != 64 || Range.isFullSet() || Range.isWrappedSet()) {
      return false;
    } else {
      Least += Range.getUnsignedMin();
      Span += Range.getUnsignedMax() - Range.getUnsignedMin();
    }
  }
  if (Known.size() == Sum->getNumOperands() || Known.empty() || Span.ugt(MaxRowBytes - P.Bytes))
    return false;
  Known.push_back(Code.SE.getConstant(Least));
  auto Place = Arrays.find(Code.SE.getAddExpr(Known), P.Bytes);
  if (!Place)
    return false;
  Reader.assume(PME_ASSUMPTION_ROW_FOOTPRINT, "");
  addNode(Parent, P, *Place, static_cast<int64_t>(Span.getZExtValue()) + P.Bytes);
  return true;
}

// The address without what it moves by in loops inside of which nothing else of it changes: that goes to `Offset`.
const SCEV *NestAccesses::takeSteps(const AccessPiece &P, Polynomial &Offset) {
  const SCEV *Place = P.Address;
  while (auto *Counter = dyn_cast<SCEVAddRecExpr>(Place)) {
    const ActiveLoop *Active = Reader.active(*Counter->getLoop());
    if (!Active || Active->IsBehind || !Counter->isAffine())
      break;
    auto Step = Reader.read(Counter->getStepRecurrence(Code.SE));
    auto Round = Reader.iterationOf(*Counter->getLoop());
    if (!Step || !Round || N.Atoms.uses(*Step, AtomKind::Loop))
      break;
    Offset = Offset + *Step * *Round;
    Place = Counter->getStart();
  }
  return Place;
}

// How many loops of the nest, innermost first, have the place from outside. Threads have places of their own.
int NestAccesses::loopsThatStay(const NestNode &Parent, const Loop *Around, const SCEV *Place) const {
  int Count = 0, Stays = 0;
  const Loop *L = Around;
  for (const NestNode *Node = &Parent; Node && !Node->Parallel; Node = Node->Parent) {
    if (Node->Kind != NestKind::Loop)
      continue;
    Count++;
    const ActiveLoop *Active = L ? Reader.active(*L) : nullptr;
    if (Active && Active->Index == Node->LoopIndex) {
      if (!Code.SE.isLoopInvariant(Place, L))
        break;
      L = L->getParentLoop();
    } else if (Node->Variable != BlockVariable) {
      break;
    }
    Stays = Count;
  }
  return Stays;
}

// Members of one structure are in one place, as far as they are in one line.
int NestAccesses::placeNumber(const SCEV *Place, int64_t &BytesBehind) {
  static constexpr size_t MaxCompared = 16;
  size_t First = Places.size() > MaxCompared ? Places.size() - MaxCompared : 0;
  for (size_t I = First; I < Places.size(); ++I) {
    auto *Apart = dyn_cast<SCEVConstant>(Code.SE.getMinusSCEV(Place, Places[I]));
    if (!Apart || Apart->getAPInt().getSignificantBits() > 32)
      continue;
    BytesBehind = Apart->getAPInt().getSExtValue();
    if (std::abs(BytesBehind) < MaxRowBytes)
      return static_cast<int>(I) + 1;
  }
  BytesBehind = 0;
  Places.push_back(Place);
  return static_cast<int>(Places.size());
}

// That it happens is known, and what it moves by inside of the place that data choose.
void NestAccesses::addScattered(NestNode &Parent, const AccessPiece &P, bool HasPowers) {
  Reader.setPowers(HasPowers);
  auto Packed = HasPowers ? Arrays.find(P.Address, P.Bytes) : std::nullopt;
  Reader.setPowers(false);
  int64_t BytesBehind = 0;
  Polynomial Offset = P.Extra;
  const SCEV *Place = takeSteps(P, Offset);
  NestNode *Node = Parent.add(NestKind::Access, P.Source.Place);
  int Array = Arrays.scattered(P.Address, P.Bytes);
  Node->Array = touchedOf(P, Array);
  Node->Scattered = placeNumber(Place, BytesBehind);
  Node->Stays = loopsThatStay(Parent, P.Loop, Place);
  Node->Offset = Offset + Polynomial(BytesBehind);
  Node->Bytes = P.Bytes;
  Node->Write = P.Write;
  if (Packed && Packed->Array == Array)
    Node->Packed = Packed->Offset + P.Extra;
  Nodes.takeAssumptions(Parent);
}

// An access through a value that is one of several: one for each, in a guard. False: it is not that, or too deep.
bool NestAccesses::addChoices(NestNode &Parent, const AccessPiece &P, Obstacle Problem, unsigned Depth) {
  if (!Problem.Culprit || Depth >= MaxChoiceDepth)
    return false;
  if (ChoiceCount > MaxChoices)
    return false;
  std::vector<Choice> Found = Choices.of(*Problem.Culprit);
  if (Found.empty())
    return false;
  if ((ChoiceCount += Found.size()) > MaxChoices) {
    Parent.Reasons.push_back({PME_REASON_OVER_BUDGET, P.Source.Place, "too many accesses through one of several values",
                              /*MayBeIgnored=*/false, "split the function"});
    return false;
  }
  for (Choice &C : Found) {
    NestNode *Guard = Parent.add(NestKind::Guard, P.Source.Place);
    Guard->Alternatives = std::move(C.When);
    Reader.choose(*Problem.Culprit, C.Chosen);
    addPiece(*Guard, P, Depth + 1);
    Reader.choose(*Problem.Culprit, nullptr);
  }
  return true;
}

// What data choose between, at the ends of all tests: j - 1 or j, as in `flux > 0 ? j - 1 : j`. False: it is no choice.
static bool collectArms(const LoopInfo &Loops, const Value &V, SmallVectorImpl<const Value *> &Arms,
                        unsigned Depth = 0) {
  static constexpr unsigned MaxArmDepth = 3;
  if (Depth == 0 && V.getType()->isIntegerTy(1)) { // as a number
    Arms.append({ConstantInt::getFalse(V.getContext()), ConstantInt::getTrue(V.getContext())});
    return true;
  }
  auto *Phi = dyn_cast<PHINode>(&V);
  bool IsJoin = Phi && !Loops.isLoopHeader(Phi->getParent());
  if (Depth < MaxArmDepth && (isa<SelectInst>(V) || IsJoin)) {
    auto *I = cast<Instruction>(&V);
    for (const Use &Arm : isa<SelectInst>(I) ? drop_begin(I->operands()) : I->operands())
      collectArms(Loops, *Arm, Arms, Depth + 1);
    return true;
  }
  if (!is_contained(Arms, &V))
    Arms.push_back(&V);
  return false;
}

/// As far as what data choose between may be from each other, in elements, rows or planes.
static constexpr int64_t MostSteps = 8;

bool NestAccesses::areNeighbours(const Polynomial &A, const Polynomial &B) const {
  auto IsNear = [](const Polynomial &Distance) {
    auto Known = Distance.constant();
    return Known && std::abs(*Known) <= MostSteps;
  };
  Polynomial Distance = A - B; // of min(j + 1, last) and j - 1: of one of the operands
  return any_of(N.Atoms.distribute(Distance, AtomKind::Minimum), IsNear) ||
         any_of(N.Atoms.distribute(Distance, AtomKind::Maximum), IsNear);
}

// An access to one of a few neighbours that data choose (an upwind scheme): whichever it is, the same lines are touched,
// but for the ends. The first one that is plain stands for all.
bool NestAccesses::addNeighbour(NestNode &Parent, const AccessPiece &P, Obstacle Problem, unsigned Depth) {
  SmallVector<const Value *, 4> Arms;
  const Value *Culprit = Problem.Culprit, *Plain = nullptr;
  if (!Culprit || Depth >= MaxChoiceDepth || !Culprit->getType()->isIntegerTy() ||
      !collectArms(Code.Loops, *Culprit, Arms) || Arms.empty())
    return false;
  std::optional<Polynomial> First;
  for (const Value *Arm : Arms) {
    auto Read = Reader.read(Code.SE.getSCEV(const_cast<Value *>(Arm)));
    Reader.takeAssumptions();
    if (!Read || (First && !areNeighbours(*First, *Read)))
      return false;
    First = First ? First : Read;
    if (!Plain && !N.Atoms.uses(*Read, AtomKind::Minimum) && !N.Atoms.uses(*Read, AtomKind::Maximum))
      Plain = Arm;
  }
  NestNode *Guard = Parent.add(NestKind::Guard, P.Source.Place);
  Guard->Assumptions.push_back({PME_ASSUMPTION_NEIGHBOUR_TAKEN, ""});
  Reader.choose(*Culprit, Plain ? Plain : Arms.front());
  addPiece(*Guard, P, Depth + 1);
  Reader.choose(*Culprit, nullptr);
  return true;
}

void NestAccesses::addAccess(const Marker &Marked, const CodePath *Path) {
  NestNode *Parent = Nodes.at(Path);
  if (++AccessCount > MaxAccesses) {
    if (AccessCount == MaxAccesses + 1)
      N.Top.Reasons.push_back({PME_REASON_OVER_BUDGET, {}, "too many accesses in one function"});
    return;
  }
  const SourceAccess &Source = Code.M.Accesses[Marked.Id];
  addPiece(*Parent,
           {Source, Code.Loops.getLoopFor(Marked.Call->getParent()), Code.SE.getSCEV(Marked.Call->getArgOperand(1)),
            Source.Bytes, Source.Write, 0, Code.Kept.loopsOf(Marked), Marked.Id, Code.isOfTeam(Path)},
           0);
  if (Source.Volatile)
    Nodes.addAssumptions(*Parent, {{PME_ASSUMPTION_IN_ORDER, "a volatile access"}});
  if (Source.Atomic && !Source.Write)
    Parent->Reasons.push_back({PME_REASON_ATOMIC_ACCESS, Source.Place, ""});
}

// A block copy or fill is a loop over pieces.
void NestAccesses::addBlock(const Marker &Marked, const CodePath *Path) {
  NestNode *Parent = Nodes.at(Path);
  const SourceAccess &Source = Code.M.Accesses[Marked.Id];
  auto Bytes = Reader.read(Code.SE.getSCEV(Marked.Call->getArgOperand(3)));
  std::optional<NestAssumption> Alike;
  if (!Bytes) {
    Obstacle Problem = Reader.obstacle();
    Reader.takeAssumptions();
    if (Problem.What != Obstacle::Indirect && Problem.What != Obstacle::DataDependent) {
      Parent->Reasons.push_back({PME_REASON_MEMORY_INTRINSIC, Source.Place, Problem.Text});
      return;
    }
    Bytes = Reader.symbol("length of " + std::to_string(N.LoopCount), "copy.bytes");
    N.Symbols.back().LengthOf = Source.Place;
    Alike = {PME_ASSUMPTION_TRIPS_ALIKE, "the length of a copy or fill: " + Problem.Text, true};
  }
  NestNode *Pieces = Parent->add(NestKind::Loop, Source.Place);
  if (Source.Volatile)
    Nodes.addAssumptions(*Pieces, {{PME_ASSUMPTION_IN_ORDER, "a volatile copy or fill"}});
  Pieces->LoopIndex = N.LoopCount++;
  Pieces->Variable = BlockVariable;
  Pieces->Firsts = {Polynomial(0)};
  Pieces->Lasts = {Reader.inElements(*Marked.Call->getArgOperand(3), *Bytes) - Polynomial(1)};
  Pieces->Step = Polynomial(BlockPieceBytes);
  if (Alike)
    Nodes.addAssumptions(*Pieces, {*Alike});
  Polynomial Position = N.Atoms.loop(Pieces->LoopIndex);
  const Loop *Around = Code.Loops.getLoopFor(Marked.Call->getParent());
  auto AddPart = [&](Value *Address, bool Write) {
    addPiece(
        *Pieces,
        {Source, Around, Code.SE.getSCEV(Address), BlockPieceBytes, Write, Position, 0, Marked.Id, Code.isOfTeam(Path)},
        0);
  };
  if (Value *From = Marked.Call->getArgOperand(2); !isa<ConstantPointerNull>(From))
    AddPart(From, /*Write=*/false);
  AddPart(Marked.Call->getArgOperand(1), /*Write=*/true);
}

// What compilers call for arithmetic that the processor has no instruction for: __muldc3 for a product of complex
// numbers.
static bool isArithmetic(StringRef Name) {
  bool Complex = (Name.consume_front("__mul") || Name.consume_front("__div")) && Name.consume_back("c3");
  bool Power = !Complex && Name.consume_front("__powi") && Name.consume_back("f2");
  return (Complex || Power) && Name.size() == 1;
}

// Of Fortran's library what is given numbers and gives a number, `modulo(x, y)`: at most a place of the source, for its
// messages, comes behind them.
static bool isFortranArithmetic(const Function &Callee) {
  ArrayRef<Type *> Given = Callee.getFunctionType()->params();
  if (Given.size() >= 2 && Given.back()->isIntegerTy(32) && Given.drop_back().back()->isPointerTy())
    Given = Given.drop_back(2);
  return Callee.getName().starts_with("_FortranA") && !Callee.getReturnType()->isPointerTy() &&
         none_of(Given, [](const Type *T) { return T->isPointerTy(); });
}

// Barriers of the compiler, pauses, fences: no address comes in, or there is nothing to do with it.
static bool isIdleAssembly(const CallBase &Call) {
  auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return Assembly && (StringRef(Assembly->getAsmString()).trim().empty() ||
                      none_of(Call.args(), [](const Use &Given) { return Given->getType()->isPointerTy(); }));
}

static std::string calleeName(const CallBase &Call) {
  if (const Function *Callee = Call.getCalledFunction())
    return functionName(Callee->getName());
  return Call.isInlineAsm() ? "inline assembly" : "a function that is chosen at run time";
}

bool NestAccesses::isFromLibrary(const Function *Callee) const {
  if (!Callee)
    return false;
  LibFunc Known;
  return (Callee->isDeclaration() && Code.Library.getLibFunc(*Callee, Known)) || isKnownFunction(*Callee) ||
         Callee->getName().starts_with("_FortranA");
}

bool NestAccesses::touchesNothing(const CallBase &Call) const {
  const Function *Callee = Call.getCalledFunction();
  if (isa<IntrinsicInst>(Call) || Call.doesNotAccessMemory() || getFreedOperand(&Call, &Code.Library) ||
      isIdleAssembly(Call))
    return true;
  if (Call.onlyAccessesInaccessibleMemory() && !isAssumedCall(Call))
    return true;
  return Callee && Callee->isDeclaration() && (isArithmetic(Callee->getName()) || isFortranArithmetic(*Callee));
}

static bool callsItself(const Function &F) {
  return any_of(F.users(), [&](const User *U) {
    auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->getCalledOperand() == &F && Call->getFunction() == &F;
  });
}

// Asked once: a function may be called from thousands of places.
bool NestAccesses::isRecursive(const Function &Callee) {
  auto [At, IsNew] = Recursive.try_emplace(&Callee, false);
  if (IsNew)
    At->second = callsItself(Callee);
  return At->second;
}

// Calls that are left may touch memory. Those of the C library hardly do, beside what they are given; of code that is
// elsewhere this has to be assumed.
void NestAccesses::noteCall(CallBase &Call, const CodePath *Path) {
  if (isAllocationFn(&Call, &Code.Library)) {
    if (Code.isOfTeam(Path))
      Arrays.notePrivate(Call);
    return;
  }
  Function *Callee = Call.getCalledFunction();
  if (touchesNothing(Call) || Markers::isLeftOutMemory(Call)) {
    bool IsCounted = Call.mayWriteToMemory() && Code.isCounted(Path);
    if (IsCounted && Callee && Callee->isDeclaration() && keepsState(*Callee))
      Nodes.addAssumptions(*Nodes.at(Path), {{PME_ASSUMPTION_IN_ORDER, calleeName(Call)}});
    return;
  }
  std::string Name = calleeName(Call);
  if (Callee && Callee->isDeclaration() && Call.getDebugLoc() && isFortran(*Call.getDebugLoc()) && Name.back() == '_')
    Name.pop_back(); // flux3_ is `flux3`
  if (isFromLibrary(Callee) || !Code.isCounted(Path)) {
    NestNode *Node = Code.isCounted(Path) ? Nodes.at(Path) : &N.Top;
    Nodes.addAssumptions(*Node, {{PME_ASSUMPTION_CALL_IGNORED, Name}});
    return;
  }
  if (Callee && (!Callee->isDeclaration() || Callee->hasFnAttribute(DefinedAttribute)))
    Name += isRecursive(*Callee) ? ", which calls itself" : ", which is not followed";
  Nodes.at(Path)->Reasons.push_back({PME_REASON_UNKNOWN_CALL, Call.getDebugLoc(), Name, /*MayBeIgnored=*/true});
}
