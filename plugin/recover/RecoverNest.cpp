//===- RecoverNest.cpp - from cleaned-up code to a nest ------------------------------===//

#include "RecoverNest.h"
#include "CodePath.h"
#include "FunctionReading.h"
#include "NestAccesses.h"
#include "NestNodes.h"
#include "OperationCounts.h"
#include "RecoverCollapse.h"
#include "RecoverLoop.h"
#include "plugin/base/SourceFile.h"
#include "plugin/expressions/Arrays.h"
#include "plugin/expressions/Choices.h"
#include "plugin/expressions/Conditions.h"
#include "plugin/expressions/Expressions.h"
#include "plugin/names/SourceNames.h"
#include "plugin/nest/ArrayOrigins.h"
#include "plugin/nest/IfClauses.h"
#include "plugin/nest/PackedRows.h"
#include "plugin/nest/RowPointers.h"
#include "plugin/nest/Surroundings.h"
#include "plugin/nest/TaskChunks.h"
#include "plugin/nest/Teams.h"

#include "llvm/ADT/SmallSet.h"

using namespace llvm;
using namespace pme;

namespace {

/// Of one function: loops inside of them are walked for each of them.
constexpr size_t MaxChosenLoops = 64;

/// The readers that fill one nest. They refer to each other, in this order.
struct NestReaders {
  NestReaders(const FunctionReading &Code, const RootFunction &Root, Nest &N)
      : D(Code.F.getDataLayout(), Root.Names, Root.Shapes, Root.Text),
        Expressions(N, Code.F, Code.SE, Code.Loops, D, Code.M), Taken(Code.F, Root.Analyses),
        Arrays(N, Expressions, D, Taken, Code.F.getDataLayout()), Conditions(Expressions),
        Choices(N, Expressions, Conditions, Code.Loops, Code.Tree) {
    Expressions.setChoices([this](const Value &V) { return Choices.of(V); });
  }

  Describer D;
  ExpressionReader Expressions;
  Temporaries Taken;
  ArrayFinder Arrays;
  ConditionReader Conditions;
  ChoiceFinder Choices;
};

/// A loop on its way into the nest.
struct LoopVisit {
  Loop &L;
  const CodePath *Path;   ///< at its start
  const CodePath *Around; ///< the construct that it stands in, within the loop around it
  int Worksharing;        ///< the construct that shares its iterations out, -1: none
  NestNode *Parent;
  SmallVector<Marker, 4> Variables;
  LoopSetting Setting = {};
  LoopShape Shape = {};
};

/// Walks the loops and blocks of a function in program order.
class NestBuilder {
public:
  NestBuilder(const RootFunction &Root, const KeptAccesses &Kept, const LoopSet &Normalised)
      : Code(Root, Kept, Normalised), N(std::make_unique<Nest>()), Read(Code, Root, *N), Reader(Read.Expressions),
        Paths(Code.F, Code.Loops, Code.M), Nodes(Code, *N, Reader, Read.Conditions),
        Accesses(Code, *N, Reader, Nodes, Read.Arrays, Read.Choices) {}

  /// The nest; none when a loop has to be counted in another way first (`uneven`).
  std::unique_ptr<Nest> run(ArrayRef<int> WorksharingLoops);
  /// The loops without what is in them.
  std::unique_ptr<Nest> runOverBudget(ArrayRef<int> WorksharingLoops, const char *Text, const char *Hint);
  const Loop *uneven() const { return Nodes.uneven(); }

private:
  void describeFunction();
  void addUnread(int Id, pme_reason_code Reason, const char *Text, const char *Hint);
  void walkLevel(Loop *L, const CodePath *Start);
  void walkBlock(BasicBlock &Block, const CodePath *Path);
  void walkLoop(Loop &L, const CodePath *Path);
  void walkVisit(LoopVisit Visit, unsigned Depth);
  bool walkChoices(const LoopVisit &Visit, unsigned Depth);
  void walkBody(LoopVisit &Visit, NestNode *Node);
  void readShape(LoopVisit &Visit);
  int worksharingOf(const Loop &L, const CodePath *Around) const;
  void leaveLoop(LoopVisit &Visit);
  void walkUncounted(LoopVisit &Visit, bool InParallel);
  void takeSegment(LoopVisit &Visit, NestNode &Node, const Polynomial &Trips);
  bool walkCollapsed(LoopVisit &Visit);
  NestNode *addCollapsed(LoopVisit &Visit);
  void walkPlain(LoopVisit &Visit);
  NestNode *addPlain(LoopVisit &Visit);
  void noteFound(const CodePath &Worksharing) {
    Found.insert(Worksharing.Id);
    FoundCopies.insert(Worksharing.Branch);
  }
  void takeSingleValue(const Marker &Found, const CodePath *Path);

  FunctionReading Code;
  std::unique_ptr<Nest> N;
  NestReaders Read;
  ExpressionReader &Reader;
  CodePaths Paths;
  NestNodes Nodes;
  NestAccesses Accesses;
  size_t ChosenLoops = 0;                          ///< that stand for one each, whose bound is one of several
  SmallSet<int, 8> Found;                          ///< constructs that have their loop ...
  SmallPtrSet<const Instruction *, 8> FoundCopies; ///< ... and which of their begin markers
};

} // namespace

void NestBuilder::describeFunction() {
  N->Function = Code.F.getName().str();
  if (const DISubprogram *Subprogram = Code.F.getSubprogram()) {
    N->File = fileOf(*Subprogram);
    N->Line = static_cast<int>(Subprogram->getLine());
  } else
    N->File = sourceFileOf(*Code.F.getParent());
}

// The loops of a collapsed nest in place of the flat one; the innermost node, or null when they are not found.
NestNode *NestBuilder::addCollapsed(LoopVisit &Visit) {
  int Flat = N->LoopCount++;
  Reader.enter(Visit.L, {Flat, 0, 1, false, std::nullopt, /*InParallel=*/true});
  std::vector<CollapsedLoop> Collapsed =
      expandCollapsed(Flat, Visit.Shape.Count, Visit.Variables, KnownInequalities(N->Atoms, *Visit.Parent), Reader);
  NestNode *Node = nullptr;
  for (auto [Level, Source] : enumerate(Collapsed)) {
    const SourceVariable &Variable = Code.M.Variables[Visit.Variables[Level].Id];
    Node = (Node ? Node : Visit.Parent)->add(NestKind::Loop, Variable.Place);
    Node->LoopIndex = Source.LoopIndex;
    Node->Variable = Source.Variable;
    Node->Firsts = {Source.First};
    Node->Lasts = {Source.Last};
    Node->Step = Source.Step;
    if (Level > 0)
      continue;
    Nodes.addAssumptions(*Node, Visit.Shape.Assumptions);
    Node->Parallel = true;
    Node->Collapse = static_cast<int>(Collapsed.size());
    Nodes.fillWorksharing(*Node, Visit.Worksharing, Visit.Path);
  }
  return Node;
}

// False: the loops behind the flat one are not found.
bool NestBuilder::walkCollapsed(LoopVisit &Visit) {
  NestNode *Innermost = addCollapsed(Visit);
  if (!Innermost)
    return false;
  noteFound(*Visit.Around);
  const CodePath *Inside = Paths.loop(Visit.L, Visit.Path);
  Nodes.set(Inside, Innermost);
  Innermost->Work = workOf(Visit.L, Code.Loops, Code.Costs, Code.SE);
  Innermost->Carries = Code.handsValuesOn(Visit.L);
  walkLevel(&Visit.L, Inside);
  return true;
}

static bool isInParallel(const NestNode &Node) { return Node.Parallel || (Node.Parent && isInParallel(*Node.Parent)); }

// Not what an expression says that the model has no form for.
static bool isData(const LoopShape &Shape) {
  return Shape.NoExit || Shape.Problem.What == Obstacle::Indirect || Shape.Problem.What == Obstacle::DataDependent;
}

static NestAssumption tripsAlike(const LoopShape &Shape) {
  std::string Text = Shape.Variable.empty() ? "a loop" : "loop '" + Shape.Variable + "'";
  if (Shape.Place)
    Text += " at " + lineWords(*Shape.Place);
  return {PME_ASSUMPTION_TRIPS_ALIKE, Text + ": " + (Shape.NoExit ? "no countable exit" : Shape.Problem.Text), true,
          /*OfLoop=*/true};
}

// Rows of a sparse matrix, blocks of a table: `for (k = start[i]; k < start[i + 1]; k++)`. As each runs as often, and
// they follow each other, start[i] is i times that. So do rows from row[i] to row[i + 1], pointers.
void NestBuilder::takeSegment(LoopVisit &Visit, NestNode &Node, const Polynomial &Trips) {
  if (PointerSegment Segment = pointerSegment(Visit.L, Code.SE); Segment.Start) {
    Read.Arrays.noteSegment(*Segment.Start, *Segment.End);
    Reader.takeAssumptions();
    return;
  }
  const LoadInst *Start = segmentStart(Visit.L, Visit.Variables, Code.SE);
  if (!Start || Visit.L.contains(Start))
    return;
  auto Entry = Read.Arrays.entryOf(*Start);
  Reader.takeAssumptions();
  if (!Entry)
    return;
  Reader.standFor(*Start, Trips * Entry->Number);
  Nodes.addAssumptions(
      Node, {{PME_ASSUMPTION_ROWS_CONTIGUOUS, "what '" + N->Arrays[Entry->Array].Name + "' has the starts of"}});
}

// Rounds until something converges, or as data says: nobody knows how many, but each can be read. Their number is a
// symbol.
void NestBuilder::walkUncounted(LoopVisit &Visit, bool InParallel) {
  NestNode *Node = Visit.Parent->add(NestKind::Loop, Visit.Shape.Place);
  Node->LoopIndex = N->LoopCount++;
  bool Named = !Visit.Shape.Variable.empty() && !isReservedName(Visit.Shape.Variable);
  Node->Variable = Named ? Visit.Shape.Variable : "round";
  Node->Firsts = {Polynomial(1)};
  Polynomial Trips =
      Reader.symbol("rounds of " + std::to_string(Node->LoopIndex),
                    Named && InParallel ? Node->Variable + ".trips" : "rounds", std::nullopt, Code.regionOf(Visit.L));
  Node->Lasts = {Trips};
  N->Symbols.back().RoundsOf = Visit.Shape.Place;
  if (InParallel) {
    Node->Work = workOf(Visit.L, Code.Loops, Code.Costs, Code.SE);
    Node->Carries = Code.handsValuesOn(Visit.L);
    Nodes.addAssumptions(*Node, {tripsAlike(Visit.Shape)});
    takeSegment(Visit, *Node, Trips);
  }
  Reader.enter(Visit.L, {Node->LoopIndex, 1, 1, false, std::nullopt, isInParallel(*Node), Trips});
  walkBody(Visit, Node);
  Reader.leave(Visit.L, std::nullopt);
}

void NestBuilder::walkBody(LoopVisit &Visit, NestNode *Node) {
  const CodePath *Inside = Paths.loop(Visit.L, Visit.Path);
  Nodes.set(Inside, Node);
  walkLevel(&Visit.L, Inside);
}

// The construct that shares out the iterations of this loop, -1: none.
int NestBuilder::worksharingOf(const Loop &L, const CodePath *Around) const {
  bool Shares = Around && Code.M.Constructs[Around->Id].Kind == ConstructKind::Loop &&
                !FoundCopies.contains(Around->Branch) && Code.isLoopOf(L, Around->Id);
  return Shares ? Around->Id : -1;
}

void NestBuilder::readShape(LoopVisit &Visit) {
  Loop &L = Visit.L;
  bool Collapsed = Visit.Worksharing >= 0 && Visit.Variables.size() > 1;
  std::vector<LoopTest> TestsInside = loopTests(L, Code.SE);
  Visit.Setting = {Visit.Worksharing >= 0, Collapsed, Collapsed || Code.Normalised.contains(&L),
                   !TestsInside.empty() && !L.isLoopExiting(L.getLoopLatch()) &&
                       Code.countsOnlyBehind(L, TestsInside, Visit.Worksharing)};
  Visit.Shape = readLoop(L, Visit.Variables, Visit.Setting, KnownInequalities(N->Atoms, *Visit.Parent), Reader);
  if (!Visit.Setting.TestFirst)
    for (const LoopTest &Test : TestsInside) {
      Nodes.setTest(Test);
      Paths.addLoopTest(*Test.Block->getTerminator());
    }
  // Without a marker of its own: the place of the header has to do.
  if (Visit.Shape.Variable.empty() && Visit.Worksharing < 0 && !Visit.Shape.Place)
    Visit.Shape.Place = L.getStartLoc();
}

// A loop inside of an iteration whose trip count cannot be read.
void NestBuilder::leaveLoop(LoopVisit &Visit) {
  bool IsAnswered = isInParallel(*Visit.Parent) || Code.isOfTeam(Visit.Path) || Code.isSequential();
  if (IsAnswered && isData(Visit.Shape)) {
    Reader.takeAssumptions();
    walkUncounted(Visit, /*InParallel=*/true);
    return;
  }
  if (Visit.Shape.NoExit)
    Visit.Parent->Reasons.push_back({PME_REASON_IRREGULAR_CONTROL, Visit.Shape.Place, ""});
  else
    Nodes.note(*Visit.Parent, Visit.Shape.Problem, Visit.Shape.Place, /*Bound=*/true);
  if (Code.holdsWorksharing(Visit.L))
    walkUncounted(Visit, /*InParallel=*/false);
}

NestNode *NestBuilder::addPlain(LoopVisit &Visit) {
  NestNode *Node = Visit.Parent->add(NestKind::Loop, Visit.Shape.Place);
  Node->LoopIndex = N->LoopCount++;
  Node->Variable = Visit.Shape.Variable;
  Node->Step = Visit.Shape.Step;
  Node->Work = workOf(Visit.L, Code.Loops, Code.Costs, Code.SE);
  Node->Carries = Code.handsValuesOn(Visit.L);
  Nodes.addAssumptions(*Node, Visit.Shape.Assumptions);
  if (Visit.Worksharing >= 0) {
    noteFound(*Visit.Around);
    Node->Parallel = true;
    Nodes.fillWorksharing(*Node, Visit.Worksharing, Visit.Path);
  }
  return Node;
}

void NestBuilder::walkPlain(LoopVisit &Visit) {
  const LoopShape &Shape = Visit.Shape;
  NestNode *Node = addPlain(Visit);
  if (!Shape.HasLast) {
    if (!isData(Shape))
      Nodes.note(*Node, Shape.Problem, Shape.Place, /*Bound=*/true);
    else
      Nodes.addAssumptions(*Node, {tripsAlike(Shape)});
    std::string Name = (Shape.Variable.empty() ? "loop" : Shape.Variable) + ".last";
    Node->Firsts = {Polynomial(0)};
    Node->Lasts = {Reader.symbol("last of " + std::to_string(Node->LoopIndex), Name)};
    if (Visit.Variables.size() <= 1)
      N->Symbols.back().LastOf = Visit.Worksharing;
    if (isData(Shape))
      takeSegment(Visit, *Node, Node->Lasts.front() + Polynomial(1));
    Reader.enter(Visit.L, {Node->LoopIndex, 0, 1, false, std::nullopt, isInParallel(*Node)});
    walkBody(Visit, Node);
    Reader.leave(Visit.L, std::nullopt);
    return;
  }
  Node->Firsts = Shape.Firsts;
  Node->Lasts = Shape.Lasts;
  Reader.enter(Visit.L, {Node->LoopIndex, Shape.First, Shape.Step, false, std::nullopt, isInParallel(*Node)});
  walkBody(Visit, Node);
  // Where a test in front of the code ends a loop, or one of several, it may not have run at all, or not to the end.
  bool EndsLast = !Visit.Setting.TestFirst && !Visit.Setting.Worksharing && Visit.L.getExitingBlock();
  Reader.leave(Visit.L, EndsLast ? std::optional(Shape.Count) : std::nullopt);
}

// Blocks that are dealt out by hand, the last one longer (`end = t == team - 1 ? n : first + rows`): a loop for each of
// the values that its bound may have, where the bound has it. False: it has no such bound.
bool NestBuilder::walkChoices(const LoopVisit &Visit, unsigned Depth) {
  static constexpr unsigned MaxDepth = 3;
  const Value *Culprit = Visit.Shape.Problem.Culprit;
  if (!Culprit || Depth >= MaxDepth || Code.holdsWorksharing(Visit.L))
    return false;
  std::vector<Choice> Found = Read.Choices.of(*Culprit);
  Reader.takeAssumptions();
  if ((ChosenLoops += Found.size()) > MaxChosenLoops)
    return false;
  for (Choice &C : Found) {
    NestNode *Guard = Visit.Parent->add(NestKind::Guard, Visit.Shape.Place);
    Guard->Alternatives = std::move(C.When);
    Reader.choose(*Culprit, C.Chosen);
    walkVisit({Visit.L, Visit.Path, Visit.Around, Visit.Worksharing, Guard, Visit.Variables}, Depth + 1);
    Reader.choose(*Culprit, nullptr);
  }
  if (!Found.empty())
    Reader.leave(Visit.L, std::nullopt);
  return !Found.empty();
}

void NestBuilder::walkLoop(Loop &L, const CodePath *Path) {
  const CodePath *Around = Path->construct(/*WithinLoop=*/true);
  int Worksharing = worksharingOf(L, Around);
  walkVisit({L, Path, Around, Worksharing, Nodes.at(Path), Code.variablesOf(L, Worksharing)}, 0);
}

void NestBuilder::walkVisit(LoopVisit Visit, unsigned Depth) {
  readShape(Visit);
  if (!Visit.Shape.HasLast && Visit.Worksharing < 0) {
    if (!walkChoices(Visit, Depth))
      leaveLoop(Visit);
    return;
  }
  if (Visit.Setting.Collapsed && Visit.Shape.HasLast && walkCollapsed(Visit))
    return;
  walkPlain(Visit);
}

void NestBuilder::walkLevel(Loop *L, const CodePath *Start) {
  for (const LevelUnit &Unit : Paths.level(L, Start)) {
    if (uneven())
      return;
    if (Unit.Inner)
      walkLoop(*Unit.Inner, Unit.In);
    else
      walkBlock(*Unit.Block, Unit.In);
  }
}

void NestBuilder::walkBlock(BasicBlock &Block, const CodePath *Path) {
  for (Instruction &I : Block) {
    auto Marked = Code.M.read(I);
    if (!Marked) {
      if (auto *Call = dyn_cast<CallBase>(&I))
        Accesses.noteCall(*Call, Path);
      continue;
    }
    switch (Marked->Kind) {
    case MarkerKind::Begin:
      Path = Paths.after(*Marked, Path);
      Nodes.at(Path);
      break;
    case MarkerKind::End:
      Path = Paths.after(*Marked, Path);
      break;
    case MarkerKind::Access:
      Accesses.addAccess(*Marked, Path);
      break;
    case MarkerKind::Block:
      Accesses.addBlock(*Marked, Path);
      break;
    case MarkerKind::Variable:
      takeSingleValue(*Marked, Path);
      break;
    case MarkerKind::Hidden:
      break;
    }
  }
}

// The value of a worksharing loop's variable outside of any loop of it: its only one.
void NestBuilder::takeSingleValue(const Marker &Marked, const CodePath *Path) {
  const SourceVariable &Variable = Code.M.Variables[Marked.Id];
  const CodePath *Around = Path->construct(/*WithinLoop=*/true);
  if (Variable.Construct < 0 || Variable.Level > 0 || !Around || Around->Id != Variable.Construct)
    return;
  NestNode *Node = Nodes.at(Around);
  if (Node->Kind != NestKind::Group || FoundCopies.contains(Around->Branch))
    return;
  if (auto Value = Reader.read(Code.SE.getSCEV(Marked.Call->getArgOperand(1)))) {
    Node->Variable = Variable.Name;
    Node->Firsts = Node->Lasts = {*Value};
  }
  Nodes.takeAssumptions(*Node);
}

void NestBuilder::addUnread(int Id, pme_reason_code Reason, const char *Text, const char *Hint) {
  NestNode *Node = N->Top.add(NestKind::Loop, Code.M.Constructs[Id].Place);
  Nodes.fillWorksharing(*Node, Id, nullptr);
  Node->Orphaned = Node->Nowait = false;
  Node->LoopIndex = N->LoopCount++;
  Node->Parallel = true;
  Node->Firsts = Node->Lasts = {Polynomial(0)};
  if (Code.M.Constructs[Id].Kind != ConstructKind::Loop)
    Node->Schedule = PME_SCHEDULE_DYNAMIC; // who comes takes a task
  Node->Reasons.push_back({Reason, Code.M.Constructs[Id].Place, Text, /*MayBeIgnored=*/false, Hint});
}

std::unique_ptr<Nest> NestBuilder::runOverBudget(ArrayRef<int> WorksharingLoops, const char *Text, const char *Hint) {
  describeFunction();
  for (int Id : WorksharingLoops)
    addUnread(Id, PME_REASON_OVER_BUDGET, Text, Hint);
  return std::move(N);
}

// In a loop that threads share, which says so itself.
static bool isInShared(const NestNode &Node, int Construct) {
  if (Node.Construct == Construct && isInParallel(Node))
    return true;
  return any_of(Node.Children, [&](auto &Child) { return isInShared(*Child, Construct); });
}

std::unique_ptr<Nest> NestBuilder::run(ArrayRef<int> WorksharingLoops) {
  describeFunction();
  walkLevel(nullptr, Paths.function());
  if (uneven())
    return nullptr;
  Nodes.forEachGroup([&](int Construct) { Found.insert(Construct); });
  for (int Id : WorksharingLoops)
    if (const Construct &Own = Code.M.Constructs[Id]; Own.Kind == ConstructKind::Loop && !Found.contains(Id))
      addUnread(Id, PME_REASON_LOOP_NOT_FOUND, "", "");
    else if (Own.Kind != ConstructKind::Loop && !isInShared(N->Top, Id))
      addUnread(Id, PME_REASON_UNSUPPORTED_CONSTRUCT, Own.Text.c_str(), "");
  placeTaskLoops(*N);
  resolveIfClauses(*N);
  placeOrigins(*N);
  placeTeamLoops(*N, Code.asksForThread());
  resolvePackedRows(*N);
  resolveRows(*N);
  simplify(*N);
  // What stood in nodes that are gone stands around the loops now.
  ignoreCalls(*N);
  leaveOutSurroundings(*N);
  return std::move(N);
}

std::unique_ptr<Nest> pme::recoverNest(const RootFunction &Root, ArrayRef<int> WorksharingLoops) {
  LoopSet Normalised;
  if (Root.IsLate)
    return NestBuilder(Root, {}, Normalised)
        .runOverBudget(
            WorksharingLoops, "the time for this unit is used up",
            "raise the limit: PMECACHE_UNIT_BUDGET=60000 (milliseconds for a unit; 10000 where it is not set)");
  if (Root.IsTooLarge)
    return NestBuilder(Root, {}, Normalised)
        .runOverBudget(WorksharingLoops, "the function is too large", "move its loops into functions of their own");
  KeptAccesses Kept(Root.F, Root.Analyses, Root.M);
  for (;;) {
    NestBuilder Builder(Root, Kept, Normalised);
    if (auto Result = Builder.run(WorksharingLoops))
      return Result;
    // Each round counts one more loop from 0 by 1; one that is uneven even so has addresses that are not divided.
    if (!Builder.uneven() || !Normalised.insert(Builder.uneven()).second)
      return NestBuilder(Root, {}, Normalised)
          .runOverBudget(WorksharingLoops, "an address has too many terms",
                         "move its loops into functions of their own");
  }
}
