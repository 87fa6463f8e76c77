//===- NestNodes.cpp - regions, constructs and guards of a nest ----------------------===//

#include "NestNodes.h"
#include "plugin/base/SourceFile.h"
#include "plugin/nest/IfClauses.h"

using namespace llvm;
using namespace pme;

// What is assumed for a node need not be said again below it, unless it is of the loop itself.
static bool isAssumed(const NestNode *Node, const NestAssumption &Assumption) {
  auto Same = [&](const NestAssumption &A) { return A.Code == Assumption.Code && A.Text == Assumption.Text; };
  for (; Node; Node = Assumption.OfLoop ? nullptr : Node->Parent)
    if (any_of(Node->Assumptions, Same))
      return true;
  return false;
}

void NestNodes::addAssumptions(NestNode &Node, std::vector<NestAssumption> Assumptions) {
  for (NestAssumption &Assumption : Assumptions)
    if (!isAssumed(&Node, Assumption))
      Node.Assumptions.push_back(std::move(Assumption));
}

void NestNodes::note(NestNode &Node, const Obstacle &Problem, const DebugLoc &Place, bool Bound) {
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

NestNode *NestNodes::at(const CodePath *Path) {
  if (!Path || Path->What == CodePath::Function)
    return &N.Top;
  NestNode *Parent = at(Path->Parent);
  if (NestNode *Node = Nodes.lookup(Path)) {
    // A guard that other code was put behind is opened once more, so that the order of the program stays.
    if (Path->What != CodePath::Guard || (Node->Parent == Parent && Parent->Children.back().get() == Node))
      return Node;
  }
  NestNode *Node = Path->What == CodePath::Construct ? openConstruct(*Path, *Parent) : openGuard(*Path, *Parent);
  Nodes[Path] = Node;
  return Node;
}

void NestNodes::readIfClause(const Value &When, NestNode &Region) {
  if (auto *Known = dyn_cast<ConstantInt>(&When)) {
    if (Known->isZero()) {
      Region.Threads = 1;
      Region.HasThreads = true;
    }
    return;
  }
  if (auto Read = Conditions.readValue(When, true))
    Region.If = std::move(*Read);
  else
    Region.Assumptions.push_back(ifClauseHolds(Region.Place));
}

// Unless a program asks for more levels of teams, a region in another one has one thread, whatever its clauses say. There
// are two numbers of threads then, of which a program knows one.
void NestNodes::nestRegion(NestNode &Region) {
  if (Code.asksForThread()) {
    Region.Reasons.push_back({PME_REASON_UNSUPPORTED_CONSTRUCT, Region.Place, "a parallel region in another one"});
    return;
  }
  Region.Threads = 1;
  Region.HasThreads = true;
  Region.If.clear();
  Region.Assumptions = {{PME_ASSUMPTION_TEAM_SIZE, "a region in another one has one thread"}};
}

NestNode *NestNodes::openRegion(const CodePath &Path, NestNode &Parent) {
  const Construct &Entry = Code.M.Constructs[Path.Id];
  NestNode *Node = Parent.add(NestKind::Region, Entry.Place);
  auto *Call = cast<CallBase>(Path.Branch);
  if (Entry.Serial) {
    Node->Threads = 1;
    Node->HasThreads = true;
  } else if (Entry.HasArgument)
    if (auto Threads = Reader.read(Code.SE.getSCEV(Call->getArgOperand(1)))) {
      Node->Threads = *Threads;
      Node->HasThreads = true;
    }
  readIfClause(*Call->getArgOperand(2), *Node);
  if (Parent.enclosing(NestKind::Region))
    nestRegion(*Node);
  takeAssumptions(*Node);
  return Node;
}

NestNode *NestNodes::openConstruct(const CodePath &Path, NestNode &Parent) {
  const Construct &Entry = Code.M.Constructs[Path.Id];
  NestNode *Node = nullptr;
  switch (Entry.Kind) {
  case ConstructKind::Region:
    Node = openRegion(Path, Parent);
    break;
  case ConstructKind::OneThread:
    Node = Parent.add(NestKind::Guard, Entry.Place);
    Node->OneThread = true;
    Node->Alternatives.resize(1);
    break;
  case ConstructKind::Loop:
    Node = Parent.add(NestKind::Group, Entry.Place);
    fillWorksharing(*Node, Path.Id, &Path);
    break;
  case ConstructKind::League:
    Node = Parent.add(NestKind::Guard, Entry.Place);
    if (!Entry.Text.empty())
      addAssumptions(*Node, {{PME_ASSUMPTION_SCHEDULE, Entry.Text}});
    break;
  case ConstructKind::Task:
  case ConstructKind::TaskLoop:
  case ConstructKind::Unsupported:
    Node = Parent.add(NestKind::Guard, Entry.Place);
    Node->Reasons.push_back({PME_REASON_UNSUPPORTED_CONSTRUCT, Entry.Place, Entry.Text});
    break;
  }
  Node->Construct = Path.Id;
  return Node;
}

/// Operands that a condition is followed through.
static constexpr int MaxConditionDepth = 8;

static bool hangsOnThread(const Value &V, const Markers &M, int Depth = MaxConditionDepth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (auto *Call = dyn_cast<CallBase>(&V))
    return M.isThreadNumber(*Call);
  return I && Depth > 0 && !isa<LoadInst, PHINode>(I) &&
         any_of(I->operand_values(), [&](const Value *Operand) { return hangsOnThread(*Operand, M, Depth - 1); });
}

// Rows that a thread has of its own are gone through by no other one.
static bool beginsByThread(const Loop &Around, const Markers &M) {
  return any_of(Around.getHeader()->phis(), [&](const PHINode &Phi) {
    return any_of(Phi.blocks(), [&](const BasicBlock *From) {
      return !Around.contains(From) && hangsOnThread(*Phi.getIncomingValueForBlock(From), M);
    });
  });
}

// `for (i = 0; i < n; i++) if (owner[i] == omp_get_thread_num())`: of what all threads go through each does a part that data
// choose. One of them does it: they are taken to do so in turn.
bool NestNodes::takeTurns(const Instruction &Branch, NestNode &Guard) {
  auto *Test = dyn_cast<BranchInst>(&Branch);
  const Loop *Around = Code.Loops.getLoopFor(Branch.getParent());
  const ActiveLoop *Active = Around ? Reader.active(*Around) : nullptr;
  bool IsGoneThrough = Active && !Active->InParallel && Active->Step.constant() == 1 && !isDealt(N, Active->First) &&
                       !beginsByThread(*Around, Code.M);
  if (!Test || !Test->isConditional() || !IsGoneThrough || !hangsOnThread(*Test->getCondition(), Code.M))
    return false;
  N.addTeamSymbols();
  Polynomial Turn = N.Atoms.modulo(N.Atoms.loop(Active->Index) - Active->First, N.Atoms.symbol(N.TeamSymbol)) -
                    N.Atoms.symbol(N.ThreadSymbol);
  Guard.Alternatives = {{Turn, Polynomial(0) - Turn}};
  std::string Where = Test->getDebugLoc() ? " behind the branch at " + lineWords(*Test->getDebugLoc()) : "";
  Guard.Assumptions.push_back({PME_ASSUMPTION_SCHEDULE, "threads take turns at what data give them" + Where});
  return true;
}

NestNode *NestNodes::openGuard(const CodePath &Path, NestNode &Parent) {
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
  if (takeTurns(*Path.Branch, *Node))
    return Node;
  std::string Where = Place ? "the branch at " + lineWords(*Place) : "a branch";
  Node->Assumptions.push_back({PME_ASSUMPTION_BRANCH_TAKEN, Where});
  return Node;
}

// Code behind a test in the middle of a loop runs while first + step * count - variable >= step.
bool NestNodes::readLoopTest(const Instruction &Branch, NestNode &Guard) {
  auto Test = Tests.find(&Branch);
  if (Test == Tests.end())
    return false;
  auto Count = Test->second.Count ? Reader.readCount(Test->second.Count) : std::nullopt;
  const ActiveLoop *Active = Reader.active(*Code.Loops.getLoopFor(Branch.getParent()));
  if (Count && Active) {
    Polynomial Room = Active->First + Active->Step * (*Count - 1) - N.Atoms.loop(Active->Index);
    auto Step = Active->Step.constant();
    Guard.Alternatives = {{Step && *Step < 0 ? Polynomial(0) - Room : Room}};
    takeAssumptions(Guard);
  } else
    Guard.Assumptions.push_back({PME_ASSUMPTION_EARLY_EXIT, ""});
  Reader.takeAssumptions();
  return true;
}
