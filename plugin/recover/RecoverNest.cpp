//===- RecoverNest.cpp - from cleaned-up code to a nest -------------------===//

#include "RecoverNest.h"
#include "Arrays.h"
#include "Choices.h"
#include "CodePath.h"
#include "Conditions.h"
#include "Expressions.h"
#include "OperationCounts.h"
#include "RecoverCollapse.h"
#include "RecoverLoop.h"
#include "plugin/clone/Inline.h"
#include "plugin/clone/Registers.h"
#include "plugin/clone/SourceAccesses.h"
#include "plugin/nest/RowPointers.h"
#include "plugin/nest/Teams.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

namespace {

using LoopSet = SmallPtrSet<const Loop *, 8>;

/// One access, or all accesses of a block operation: `Extra` is then the position in it.
struct Piece {
  const SourceAccess &Source;
  const SCEV *Address;
  int64_t Bytes;
  bool Write;
  Polynomial Extra;
  int KeptLoops;
};

class NestBuilder {
public:
  NestBuilder(Function &F, FunctionAnalysisManager &FAM, const TargetTransformInfo &Costs, const Markers &M,
              const ValueNames &Names, const Descriptors &Shapes, SourceText &Text, const KeptAccesses &Kept,
              const LoopSet &Normalised)
      : F(F), M(M), SE(FAM.getResult<ScalarEvolutionAnalysis>(F)), Loops(FAM.getResult<LoopAnalysis>(F)),
        Library(FAM.getResult<TargetLibraryAnalysis>(F)), Costs(Costs), D(F.getDataLayout(), Names, Shapes, Text),
        N(std::make_unique<Nest>()), Reader(*N, F, SE, Loops, D, M), Taken(F, FAM),
        Arrays(*N, Reader, D, Taken, F.getDataLayout()), Conditions(Reader),
        Choices(*N, Reader, Conditions, Loops, FAM.getResult<DominatorTreeAnalysis>(F)), Paths(F, Loops, M), Kept(Kept),
        Normalised(Normalised), Tree(FAM.getResult<DominatorTreeAnalysis>(F)) {
    Reader.setChoices([this](const Value &V) { return Choices.of(V); });
  }

  /// The nest; none when a loop has to be counted in another way first (`uneven`).
  std::unique_ptr<Nest> run(ArrayRef<int> WorksharingLoops);
  /// The loops without what is in them.
  std::unique_ptr<Nest> runOverBudget(ArrayRef<int> WorksharingLoops);
  const Loop *uneven() const { return Uneven; }

private:
  void describeFunction();
  void leaveOut(NestNode &Node);
  void addUnread(int Id, pme_reason_code Reason, const char *Text);
  void walkLevel(Loop *L, const CodePath *Start);
  void walkBlock(BasicBlock &Block, const CodePath *Path);
  void walkLoop(Loop &L, const CodePath *Path);
  NestNode *nodeFor(const CodePath *Path);
  NestNode *openConstruct(const CodePath &Path, NestNode &Parent);
  NestNode *openGuard(const CodePath &Path, NestNode &Parent);
  void addAccess(const Marker &Found, const CodePath *Path);
  void addBlock(const Marker &Found, const CodePath *Path);
  void addPiece(NestNode &Parent, const Piece &P, unsigned Depth);
  bool addChoices(NestNode &Parent, const Piece &P, Obstacle Problem, unsigned Depth);
  void noteCall(CallBase &Call, const CodePath *Path);
  void fillWorksharing(NestNode &Node, int Id, const CodePath *Path);
  NestNode *addCollapsed(Loop &L, const LoopShape &Shape, ArrayRef<Marker> Variables, NestNode &Parent,
                         const CodePath *Path, int Worksharing);
  SmallVector<Marker, 4> variablesOf(const Loop &L, int Construct);
  bool holdsWorksharing(const Loop &L) const;
  const Instruction *regionOf(const Loop &L) const;
  void walkUncounted(Loop &L, const LoopShape &Shape, NestNode &Parent, const CodePath *Path);
  bool isLoopOf(const Loop &L, int Construct);
  void noteFound(const CodePath &Worksharing) {
    Found.insert(Worksharing.Id);
    FoundCopies.insert(Worksharing.Branch);
  }
  void takeSingleValue(const Marker &Found, const CodePath *Path);
  bool countsOnlyBehind(const Loop &L, ArrayRef<LoopTest> Tests) const;
  bool readLoopTest(const Instruction &Branch, NestNode &Guard);
  void note(NestNode &Node, const Obstacle &Problem, const DebugLoc &Place, bool Bound);
  void takeAssumptions(NestNode &Node);
  void addAssumptions(NestNode &Node, std::vector<NestAssumption> Assumptions);
  bool isCounted(const CodePath *Path) const;
  bool isOfTeam(const CodePath *Path) const;

  Function &F;
  const Markers &M;
  ScalarEvolution &SE;
  LoopInfo &Loops;
  const TargetLibraryInfo &Library;
  const TargetTransformInfo &Costs;
  Describer D;
  std::unique_ptr<Nest> N;
  ExpressionReader Reader;
  Temporaries Taken;
  ArrayFinder Arrays;
  ConditionReader Conditions;
  ChoiceFinder Choices;
  CodePaths Paths;
  const KeptAccesses &Kept;
  const LoopSet &Normalised;
  const DominatorTree &Tree;
  const Loop *Uneven = nullptr;
  DenseMap<const Instruction *, LoopTest> Tests; ///< by the branch
  DenseMap<const CodePath *, NestNode *> Nodes;
  SmallSet<int, 8> Found;                                         ///< constructs that have their loop ...
  SmallPtrSet<const Instruction *, 8> FoundCopies;                ///< ... and which of their begin markers
  DenseMap<int, SmallVector<CallBase *, 2>> WorksharingVariables; ///< markers, by construct
  int AccessCount = 0;
};

} // namespace

void NestBuilder::describeFunction() {
  N->Function = F.getName().str();
  if (const DISubprogram *Subprogram = F.getSubprogram()) {
    N->File = Subprogram->getFilename().str();
    N->Line = static_cast<int>(Subprogram->getLine());
  } else
    N->File = F.getParent()->getSourceFileName();
}

// What is assumed for a node need not be said again below it.
static bool isAssumed(const NestNode *Node, const NestAssumption &Assumption) {
  auto Same = [&](const NestAssumption &A) { return A.Code == Assumption.Code && A.Text == Assumption.Text; };
  for (; Node; Node = Node->Parent)
    if (any_of(Node->Assumptions, Same))
      return true;
  return false;
}

void NestBuilder::takeAssumptions(NestNode &Node) { addAssumptions(Node, Reader.takeAssumptions()); }

void NestBuilder::addAssumptions(NestNode &Node, std::vector<NestAssumption> Assumptions) {
  for (NestAssumption &Assumption : Assumptions)
    if (!isAssumed(&Node, Assumption))
      Node.Assumptions.push_back(std::move(Assumption));
}

void NestBuilder::note(NestNode &Node, const Obstacle &Problem, const DebugLoc &Place, bool Bound) {
  if (Problem.What == Obstacle::UnevenStep)
    Uneven = Problem.Loop;
  pme_reason_code Code = Bound ? PME_REASON_NON_AFFINE_BOUND : PME_REASON_NON_AFFINE_SUBSCRIPT;
  if (Problem.What == Obstacle::Indirect)
    Code = Bound ? PME_REASON_DATA_DEPENDENT_BOUND : PME_REASON_INDIRECT_SUBSCRIPT;
  if (Problem.What == Obstacle::DataDependent)
    Code = Bound ? PME_REASON_DATA_DEPENDENT_BOUND : PME_REASON_NON_AFFINE_SUBSCRIPT;
  Node.Reasons.push_back({Code, Place ? Place : Problem.Place, Problem.Text});
  Reader.takeAssumptions();
}

/// The node that code at this path belongs to. Nodes are made when the first code is met, in program order.
NestNode *NestBuilder::nodeFor(const CodePath *Path) {
  if (!Path || Path->What == CodePath::Function)
    return &N->Top;
  NestNode *Parent = nodeFor(Path->Parent);
  if (NestNode *Node = Nodes.lookup(Path)) {
    // A guard that other code was put behind is opened once more, so that the order of the program stays.
    if (Path->What != CodePath::Guard || (Node->Parent == Parent && Parent->Children.back().get() == Node))
      return Node;
  }
  NestNode *Node = Path->What == CodePath::Construct ? openConstruct(*Path, *Parent) : openGuard(*Path, *Parent);
  Nodes[Path] = Node;
  return Node;
}

NestNode *NestBuilder::openConstruct(const CodePath &Path, NestNode &Parent) {
  const Construct &Entry = M.Constructs[Path.Id];
  NestNode *Node = nullptr;
  switch (Entry.Kind) {
  case ConstructKind::Region: {
    Node = Parent.add(NestKind::Region, Entry.Place);
    auto *Call = cast<CallBase>(Path.Branch);
    if (Entry.Serial) {
      Node->Threads = 1;
      Node->HasThreads = true;
    } else if (Entry.HasArgument)
      if (auto Threads = Reader.read(SE.getSCEV(Call->getArgOperand(1)))) {
        Node->Threads = *Threads;
        Node->HasThreads = true;
      }
    if (Parent.enclosing(NestKind::Region))
      Node->Reasons.push_back({PME_REASON_UNSUPPORTED_CONSTRUCT, Entry.Place, "a parallel region in another one"});
    takeAssumptions(*Node);
    break;
  }
  case ConstructKind::OneThread:
    Node = Parent.add(NestKind::Guard, Entry.Place);
    Node->OneThread = true;
    Node->Alternatives.resize(1);
    break;
  case ConstructKind::Loop:
    Node = Parent.add(NestKind::Group, Entry.Place);
    fillWorksharing(*Node, Path.Id, &Path);
    break;
  case ConstructKind::Unsupported:
    Node = Parent.add(NestKind::Guard, Entry.Place);
    Node->Reasons.push_back({PME_REASON_UNSUPPORTED_CONSTRUCT, Entry.Place, Entry.Text});
    break;
  }
  Node->Construct = Path.Id;
  return Node;
}

NestNode *NestBuilder::openGuard(const CodePath &Path, NestNode &Parent) {
  DebugLoc Place = Path.Branch->getDebugLoc();
  NestNode *Node = Parent.add(NestKind::Guard, Place);
  if (readLoopTest(*Path.Branch, *Node))
    return Node;
  if (Path.Side >= 0)
    if (auto Read = Conditions.read(*Path.Branch, static_cast<unsigned>(Path.Side))) {
      Node->Alternatives = std::move(*Read);
      takeAssumptions(*Node);
      return Node;
    }
  Reader.takeAssumptions();
  std::string Where = Place ? "the branch at line " + std::to_string(Place.getLine()) : "a branch";
  Node->Assumptions.push_back({PME_ASSUMPTION_BRANCH_TAKEN, Where});
  return Node;
}

// Code behind a test in the middle of a loop runs while first + step * count - variable >= step.
bool NestBuilder::readLoopTest(const Instruction &Branch, NestNode &Guard) {
  auto Test = Tests.find(&Branch);
  if (Test == Tests.end())
    return false;
  auto Count = Test->second.Count ? Reader.readCount(Test->second.Count) : std::nullopt;
  const ActiveLoop *Active = Reader.active(*Loops.getLoopFor(Branch.getParent()));
  if (Count && Active) {
    Polynomial Room = Active->First + Active->Step * (*Count - 1) - N->Atoms.loop(Active->Index);
    auto Step = Active->Step.constant();
    Guard.Alternatives = {{Step && *Step < 0 ? Polynomial(0) - Room : Room}};
    takeAssumptions(Guard);
  } else
    Guard.Assumptions.push_back({PME_ASSUMPTION_EARLY_EXIT, ""});
  Reader.takeAssumptions();
  return true;
}

// Do all accesses and calls of a loop stand behind all of these tests?
bool NestBuilder::countsOnlyBehind(const Loop &L, ArrayRef<LoopTest> Tests) const {
  auto Counts = [&](Instruction &I) {
    auto Marked = M.read(I);
    if (Marked)
      return Marked->Kind != MarkerKind::Variable && Marked->Kind != MarkerKind::Hidden;
    return isa<CallBase>(I) && I.mayReadOrWriteMemory();
  };
  for (BasicBlock *Block : L.blocks())
    if (any_of(*Block, Counts) && !all_of(Tests, [&](const LoopTest &Test) {
          return Tree.dominates(BasicBlockEdge(Test.Block, Test.Inside), Block);
        }))
      return false;
  return true;
}

void NestBuilder::fillWorksharing(NestNode &Node, int Id, const CodePath *Path) {
  const Construct &Entry = M.Constructs[Id];
  Node.Construct = Id;
  Node.Place = Entry.Place;
  Node.Schedule = Entry.Schedule;
  Node.Nowait = Entry.Nowait;
  Node.Ordered = Entry.Ordered;
  if (Entry.Cancelled && Node.Kind == NestKind::Loop)
    addAssumptions(Node, {{PME_ASSUMPTION_EARLY_EXIT, "the loop is not cancelled"}});
  bool InRegion = false;
  for (const CodePath *P = Path; P; P = P->Parent)
    if (P->What == CodePath::Construct) {
      InRegion |= M.Constructs[P->Id].Kind == ConstructKind::Region;
      if (P->Id == Id && Entry.HasArgument)
        if (auto Chunk = Reader.read(SE.getSCEV(cast<CallBase>(P->Branch)->getArgOperand(1)))) {
          Node.Chunk = *Chunk;
          Node.HasChunk = true;
        }
    }
  Node.Orphaned = !InRegion;
  takeAssumptions(Node);
}

// Markers of variables in the blocks of this loop; of the construct if it is a worksharing loop, else of no construct.
SmallVector<Marker, 4> NestBuilder::variablesOf(const Loop &L, int Construct) {
  SmallVector<Marker, 4> Result;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (auto Marked = M.read(I); Marked && Marked->Kind == MarkerKind::Variable) {
        int Owner = M.Variables[Marked->Id].Construct;
        if (Construct >= 0 ? Owner == Construct : (Owner < 0 && Loops.getLoopFor(Block) == &L))
          Result.push_back(*Marked);
      }
  // Passes copy markers: one for each level of a collapsed nest.
  auto Level = [&](const Marker &Marked) { return M.Variables[Marked.Id].Level; };
  stable_sort(Result, [&](const Marker &A, const Marker &B) { return Level(A) < Level(B); });
  if (Construct >= 0)
    Result.erase(std::unique(Result.begin(), Result.end(),
                             [&](const Marker &A, const Marker &B) { return Level(A) == Level(B); }),
                 Result.end());
  return Result;
}

// The loops of a collapsed nest in place of the flat one; the innermost node, or null when they are not found.
NestNode *NestBuilder::addCollapsed(Loop &L, const LoopShape &Shape, ArrayRef<Marker> Variables, NestNode &Parent,
                                    const CodePath *Path, int Worksharing) {
  int Flat = N->LoopCount++;
  Reader.enter(L, {Flat, 0, 1});
  std::vector<CollapsedLoop> Collapsed =
      expandCollapsed(Flat, Shape.Count, Variables, KnownInequalities(N->Atoms, Parent), M, *N, Reader);
  NestNode *Node = nullptr;
  for (auto [Level, Source] : enumerate(Collapsed)) {
    Node = (Node ? Node : &Parent)->add(NestKind::Loop, M.Variables[Variables[Level].Id].Place);
    Node->LoopIndex = Source.LoopIndex;
    Node->Variable = Source.Variable;
    Node->Firsts = {Source.First};
    Node->Lasts = {Source.Last};
    Node->Step = Source.Step;
    if (Level > 0)
      continue;
    addAssumptions(*Node, Shape.Assumptions);
    Node->Parallel = true;
    Node->Collapse = static_cast<int>(Collapsed.size());
    fillWorksharing(*Node, Worksharing, Path);
  }
  return Node;
}

// A worksharing loop has the marker of its variable on its own level. A construct that runs one iteration has no loop:
// then the marker stands outside of all loops of the construct.
bool NestBuilder::isLoopOf(const Loop &L, int Construct) {
  bool Elsewhere = false;
  for (CallBase *Call : WorksharingVariables.lookup(Construct)) {
    if (Loops.getLoopFor(Call->getParent()) == &L)
      return true;
    Elsewhere |= !L.contains(Call->getParent());
  }
  return !Elsewhere;
}

bool NestBuilder::holdsWorksharing(const Loop &L) const {
  return any_of(L.blocks(), [&](BasicBlock *Block) {
    return any_of(*Block, [&](Instruction &I) {
      auto Marked = M.read(I);
      return Marked && Marked->Kind == MarkerKind::Begin && M.Constructs[Marked->Id].Kind == ConstructKind::Loop;
    });
  });
}

// Where a region starts that each round of the loop runs; null when none stands on the loop's own level.
const Instruction *NestBuilder::regionOf(const Loop &L) const {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (auto Marked = M.read(I); Marked && Marked->Kind == MarkerKind::Begin && Loops.getLoopFor(Block) == &L &&
                                   M.Constructs[Marked->Id].Kind == ConstructKind::Region)
        return &I;
  return nullptr;
}

// Rounds until something converges: nobody knows how many, but each holds loops that can be read. Their number is a
// symbol.
void NestBuilder::walkUncounted(Loop &L, const LoopShape &Shape, NestNode &Parent, const CodePath *Path) {
  NestNode *Node = Parent.add(NestKind::Loop, Shape.Place);
  Node->LoopIndex = N->LoopCount++;
  Node->Variable = Shape.Variable.empty() ? "round" : Shape.Variable;
  Node->Firsts = {Polynomial(1)};
  Node->Lasts = {Reader.symbol("rounds of " + std::to_string(Node->LoopIndex), "rounds", std::nullopt, regionOf(L))};
  Reader.enter(L, {Node->LoopIndex, 1, 1});
  const CodePath *Inside = Paths.loop(L, Path);
  Nodes[Inside] = Node;
  walkLevel(&L, Inside);
}

void NestBuilder::walkLoop(Loop &L, const CodePath *Path) {
  const CodePath *Around = Path->construct(/*WithinLoop=*/true);
  int Worksharing = -1;
  if (Around && M.Constructs[Around->Id].Kind == ConstructKind::Loop && !FoundCopies.contains(Around->Branch) &&
      isLoopOf(L, Around->Id))
    Worksharing = Around->Id;

  NestNode *Parent = nodeFor(Path);
  SmallVector<Marker, 4> Variables = variablesOf(L, Worksharing);
  bool Collapsed = Worksharing >= 0 && Variables.size() > 1;
  std::vector<LoopTest> TestsInside = loopTests(L, SE);
  LoopSetting Setting = {Worksharing >= 0, Collapsed, Collapsed || Normalised.contains(&L),
                         !TestsInside.empty() && !L.isLoopExiting(L.getLoopLatch()) &&
                             countsOnlyBehind(L, TestsInside)};
  LoopShape Shape = readLoop(L, Variables, Setting, KnownInequalities(N->Atoms, *Parent), M, *N, Reader);
  if (!Setting.TestFirst)
    for (const LoopTest &Test : TestsInside) {
      Tests[Test.Block->getTerminator()] = Test;
      Paths.addLoopTest(*Test.Block->getTerminator());
    }
  if (Shape.Variable.empty() && Worksharing < 0) {
    // Without a marker of its own: the place of the header has to do.
    if (!Shape.Place)
      Shape.Place = L.getStartLoc();
  }
  if (!Shape.HasLast && Worksharing < 0) {
    if (Shape.NoExit)
      Parent->Reasons.push_back({PME_REASON_IRREGULAR_CONTROL, Shape.Place, ""});
    else
      note(*Parent, Shape.Problem, Shape.Place, /*Bound=*/true);
    if (holdsWorksharing(L))
      walkUncounted(L, Shape, *Parent, Path);
    return;
  }

  if (Collapsed && Shape.HasLast)
    if (NestNode *Innermost = addCollapsed(L, Shape, Variables, *Parent, Path, Worksharing)) {
      noteFound(*Around);
      const CodePath *Inside = Paths.loop(L, Path);
      Nodes[Inside] = Innermost;
      Innermost->Work = workOf(L, Loops, Costs);
      walkLevel(&L, Inside);
      return;
    }

  NestNode *Node = Parent->add(NestKind::Loop, Shape.Place);
  Node->LoopIndex = N->LoopCount++;
  Node->Variable = Shape.Variable;
  Node->Step = Shape.Step;
  Node->Work = workOf(L, Loops, Costs);
  addAssumptions(*Node, Shape.Assumptions);
  if (Worksharing >= 0) {
    noteFound(*Around);
    Node->Parallel = true;
    fillWorksharing(*Node, Worksharing, Path);
  }
  if (!Shape.HasLast) {
    note(*Node, Shape.Problem, Shape.Place, /*Bound=*/true);
    std::string Name = (Shape.Variable.empty() ? "loop" : Shape.Variable) + ".last";
    Node->Firsts = {Polynomial(0)};
    Node->Lasts = {Reader.symbol("last of " + std::to_string(Node->LoopIndex), Name)};
    return;
  }
  Node->Firsts = Shape.Firsts;
  Node->Lasts = Shape.Lasts;
  Reader.enter(L, {Node->LoopIndex, Shape.First, Shape.Step});
  const CodePath *Inside = Paths.loop(L, Path);
  Nodes[Inside] = Node;
  walkLevel(&L, Inside);
  // Where a test in front of the code ends a loop, or one of several, it may not have run at all, or not to the end.
  bool EndsLast = !Setting.TestFirst && !Setting.Worksharing && L.getExitingBlock();
  Reader.leave(L, EndsLast ? std::optional(Shape.Count) : std::nullopt);
}

void NestBuilder::walkLevel(Loop *L, const CodePath *Start) {
  for (const LevelUnit &Unit : Paths.level(L, Start)) {
    if (Uneven)
      return;
    if (Unit.Inner)
      walkLoop(*Unit.Inner, Unit.In);
    else
      walkBlock(*Unit.Block, Unit.In);
  }
}

void NestBuilder::walkBlock(BasicBlock &Block, const CodePath *Path) {
  for (Instruction &I : Block) {
    auto Marked = M.read(I);
    if (!Marked) {
      if (auto *Call = dyn_cast<CallBase>(&I))
        noteCall(*Call, Path);
      continue;
    }
    switch (Marked->Kind) {
    case MarkerKind::Begin:
      Path = Paths.after(*Marked, Path);
      nodeFor(Path);
      break;
    case MarkerKind::End:
      Path = Paths.after(*Marked, Path);
      break;
    case MarkerKind::Access:
      addAccess(*Marked, Path);
      break;
    case MarkerKind::Block:
      addBlock(*Marked, Path);
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
  const SourceVariable &Variable = M.Variables[Marked.Id];
  const CodePath *Around = Path->construct(/*WithinLoop=*/true);
  if (Variable.Construct < 0 || Variable.Level > 0 || !Around || Around->Id != Variable.Construct)
    return;
  NestNode *Node = nodeFor(Around);
  if (Node->Kind != NestKind::Group || FoundCopies.contains(Around->Branch))
    return;
  if (auto Value = Reader.read(SE.getSCEV(Marked.Call->getArgOperand(1)))) {
    Node->Variable = Variable.Name;
    Node->Firsts = Node->Lasts = {*Value};
  }
  takeAssumptions(*Node);
}

/// In loops and in regions an unknown call hides something from the count; what stands outside of them runs once.
bool NestBuilder::isCounted(const CodePath *Path) const {
  for (; Path; Path = Path->Parent)
    if (Path->What == CodePath::Loop || Path->What == CodePath::Construct)
      return true;
  return false;
}

/// Does every thread of a team run this? A function that starts no region is called by all of them.
bool NestBuilder::isOfTeam(const CodePath *Path) const {
  bool InRegion = !F.hasFnAttribute(ForksAttribute);
  for (; Path; Path = Path->Parent) {
    if (Path->What != CodePath::Construct)
      continue;
    if (M.Constructs[Path->Id].Kind == ConstructKind::OneThread)
      return false;
    InRegion |= M.Constructs[Path->Id].Kind == ConstructKind::Region;
  }
  return InRegion;
}

void NestBuilder::addPiece(NestNode &Parent, const Piece &P, unsigned Depth) {
  Reader.setSplitting(true);
  auto Place = Arrays.find(P.Address, P.Bytes);
  Reader.setSplitting(false);
  if (!Place && addChoices(Parent, P, Arrays.obstacle(), Depth))
    return;
  if (!Place)
    Place = Arrays.find(P.Address, P.Bytes);
  if (Place) {
    NestNode *Node = Parent.add(NestKind::Access, P.Source.Place);
    Node->Array = Place->Array;
    Node->Offset = Place->Offset + P.Extra;
    Node->Bytes = P.Bytes;
    Node->Write = P.Write;
    Node->KeptLoops = P.KeptLoops;
    takeAssumptions(Parent);
    return;
  }
  note(Parent, Arrays.obstacle(), P.Source.Place, /*Bound=*/false);
}

// An access through a value that is one of several: one for each, in a guard. False: it is not that, or too deep.
bool NestBuilder::addChoices(NestNode &Parent, const Piece &P, Obstacle Problem, unsigned Depth) {
  if (!Problem.Culprit || Depth >= MaxChoiceDepth)
    return false;
  std::vector<Choice> Found = Choices.of(*Problem.Culprit);
  if (Found.empty())
    return false;
  for (Choice &C : Found) {
    NestNode *Guard = Parent.add(NestKind::Guard, P.Source.Place);
    Guard->Alternatives = std::move(C.When);
    Reader.choose(*Problem.Culprit, C.Chosen);
    addPiece(*Guard, P, Depth + 1);
    Reader.choose(*Problem.Culprit, nullptr);
  }
  return true;
}

void NestBuilder::addAccess(const Marker &Marked, const CodePath *Path) {
  NestNode *Parent = nodeFor(Path);
  if (++AccessCount > MaxAccesses) {
    if (AccessCount == MaxAccesses + 1)
      N->Top.Reasons.push_back({PME_REASON_OVER_BUDGET, {}, "too many accesses in one function"});
    return;
  }
  const SourceAccess &Source = M.Accesses[Marked.Id];
  addPiece(*Parent,
           {Source, SE.getSCEV(Marked.Call->getArgOperand(1)), Source.Bytes, Source.Write, 0, Kept.loopsOf(Marked)}, 0);
  if (Source.Atomic && !Source.Write)
    Parent->Reasons.push_back({PME_REASON_ATOMIC_ACCESS, Source.Place, ""});
}

// A block copy or fill is a loop over pieces.
void NestBuilder::addBlock(const Marker &Marked, const CodePath *Path) {
  NestNode *Parent = nodeFor(Path);
  const SourceAccess &Source = M.Accesses[Marked.Id];
  auto Bytes = Reader.read(SE.getSCEV(Marked.Call->getArgOperand(3)));
  if (!Bytes) {
    Parent->Reasons.push_back({PME_REASON_MEMORY_INTRINSIC, Source.Place, Reader.obstacle().Text});
    Reader.takeAssumptions();
    return;
  }
  NestNode *Pieces = Parent->add(NestKind::Loop, Source.Place);
  Pieces->LoopIndex = N->LoopCount++;
  Pieces->Variable = "byte";
  Pieces->Firsts = {Polynomial(0)};
  Pieces->Lasts = {*Bytes - Polynomial(1)};
  Pieces->Step = Polynomial(BlockPieceBytes);
  Polynomial Position = N->Atoms.loop(Pieces->LoopIndex);
  Value *From = Marked.Call->getArgOperand(2);
  if (!isa<ConstantPointerNull>(From))
    addPiece(*Pieces, {Source, SE.getSCEV(From), BlockPieceBytes, /*Write=*/false, Position, 0}, 0);
  addPiece(*Pieces, {Source, SE.getSCEV(Marked.Call->getArgOperand(1)), BlockPieceBytes, /*Write=*/true, Position, 0},
           0);
}

// What compilers call for arithmetic that the processor has no instruction for: __muldc3 for a product of complex
// numbers.
static bool isArithmetic(StringRef Name) {
  bool Complex = (Name.consume_front("__mul") || Name.consume_front("__div")) && Name.consume_back("c3");
  bool Power = !Complex && Name.consume_front("__powi") && Name.consume_back("f2");
  return (Complex || Power) && Name.size() == 1;
}

// Calls that are left may touch memory. Those of the C library hardly do, beside what they are given.
void NestBuilder::noteCall(CallBase &Call, const CodePath *Path) {
  if (isAllocationFn(&Call, &Library)) {
    if (isOfTeam(Path))
      Arrays.notePrivate(Call);
    return;
  }
  if (isa<IntrinsicInst>(Call) || Call.doesNotAccessMemory() || Call.onlyAccessesInaccessibleMemory() ||
      getFreedOperand(&Call, &Library))
    return;
  Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->isDeclaration() && isArithmetic(Callee->getName()))
    return;
  std::string Name = Callee ? Callee->getName().str() : "a function that is chosen at run time";
  LibFunc Known;
  bool FromLibrary = Callee && Callee->isDeclaration() && Library.getLibFunc(*Callee, Known);
  if (Callee && (Name.rfind("omp_", 0) == 0 || Name.rfind("__kmpc_", 0) == 0 || Name.rfind("_FortranA", 0) == 0))
    FromLibrary = true;
  if (FromLibrary || !isCounted(Path)) {
    NestNode *Node = isCounted(Path) ? nodeFor(Path) : &N->Top;
    addAssumptions(*Node, {{PME_ASSUMPTION_CALL_IGNORED, Name}});
    return;
  }
  nodeFor(Path)->Reasons.push_back({PME_REASON_UNKNOWN_CALL, Call.getDebugLoc(), Name});
}

void NestBuilder::addUnread(int Id, pme_reason_code Reason, const char *Text) {
  NestNode *Node = N->Top.add(NestKind::Loop, M.Constructs[Id].Place);
  fillWorksharing(*Node, Id, nullptr);
  Node->Orphaned = Node->Nowait = false;
  Node->LoopIndex = N->LoopCount++;
  Node->Parallel = true;
  Node->Firsts = Node->Lasts = {Polynomial(0)};
  Node->Reasons.push_back({Reason, M.Constructs[Id].Place, Text});
}

std::unique_ptr<Nest> NestBuilder::runOverBudget(ArrayRef<int> WorksharingLoops) {
  describeFunction();
  for (int Id : WorksharingLoops)
    addUnread(Id, PME_REASON_OVER_BUDGET, "the function is too large");
  return std::move(N);
}

void NestBuilder::leaveOut(NestNode &Node) {
  if (Node.Construct >= 0 && M.Constructs[Node.Construct].LeftOut)
    Node.Children.clear();
  for (auto &Child : Node.Children)
    leaveOut(*Child);
}

std::unique_ptr<Nest> NestBuilder::run(ArrayRef<int> WorksharingLoops) {
  describeFunction();
  for (Instruction &I : instructions(F))
    if (auto Marked = M.read(I); Marked && Marked->Kind == MarkerKind::Variable)
      if (int Construct = M.Variables[Marked->Id].Construct; Construct >= 0)
        WorksharingVariables[Construct].push_back(Marked->Call);
  walkLevel(nullptr, Paths.function());
  if (Uneven)
    return nullptr;
  for (auto &[Path, Node] : Nodes)
    if (Node->Kind == NestKind::Group)
      Found.insert(Node->Construct);
  for (int Id : WorksharingLoops)
    if (!Found.contains(Id))
      addUnread(Id, PME_REASON_LOOP_NOT_FOUND, "");
  leaveOut(N->Top);
  placeTeamLoops(*N, any_of(instructions(F), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && M.isThreadNumber(*Call);
  }));
  resolveRows(*N);
  simplify(*N);
  return std::move(N);
}

bool pme::isTooLarge(const Function &Root) { return Root.getInstructionCount() > MaxReadInstructions; }

std::unique_ptr<Nest> pme::recoverNest(Function &Root, FunctionAnalysisManager &FAM, const TargetTransformInfo &Costs,
                                       const Markers &M, const ValueNames &Names, const Descriptors &Shapes,
                                       SourceText &Text, ArrayRef<int> WorksharingLoops) {
  LoopSet Normalised;
  if (isTooLarge(Root))
    return NestBuilder(Root, FAM, Costs, M, Names, Shapes, Text, {}, Normalised).runOverBudget(WorksharingLoops);
  KeptAccesses Kept(Root, FAM, M);
  for (;;) {
    NestBuilder Builder(Root, FAM, Costs, M, Names, Shapes, Text, Kept, Normalised);
    if (auto Result = Builder.run(WorksharingLoops))
      return Result;
    // Each round counts one more loop from 0 by 1; such a loop is never uneven.
    if (!Builder.uneven() || !Normalised.insert(Builder.uneven()).second)
      return nullptr;
  }
}
