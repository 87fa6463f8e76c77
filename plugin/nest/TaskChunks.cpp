//===- TaskChunks.cpp - taskloops among the loops of a team --------------------------===//

#include "TaskChunks.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pme;

// As __kmpc_taskloop has it: no more tasks than iterations, and these as even as can be, the first ones an iteration longer.
// Few tasks keep their number, with grainsize most of many their length, which decides whether they end inside of lines.
Polynomial pme::taskChunk(AtomTable &Atoms, const Polynomial &Trips, TaskSplit Split, const Polynomial &Clause,
                          const Polynomial &Team) {
  if (Split == TaskSplit::ByGrainStrictly)
    return Clause;
  if (Split == TaskSplit::ByGrain) {
    Polynomial Count = Atoms.maximum({Atoms.floorDivide(Trips, Clause), Polynomial(1)});
    return Atoms.floorDivide(Trips * 2 + Count, Count * 2);
  }
  Polynomial Count = Split == TaskSplit::ByTeam ? Team * TasksPerThread : Clause;
  return Atoms.floorDivide(Trips - 1, Count) + 1;
}

namespace {

using Children = std::vector<std::unique_ptr<NestNode>>;

class TaskLoops {
public:
  explicit TaskLoops(Nest &N) : N(N) {}

  void visit(NestNode &Parent) {
    for (size_t I = 0; I < Parent.Children.size(); ++I) {
      NestNode &Node = *Parent.Children[I];
      if (isTaskLoop(Node))
        place(Node);
      visit(Node);
    }
  }

  // Takes taskloops out of guards of one thread, from the innermost outwards.
  static void lift(NestNode &Parent) {
    for (auto &Child : Parent.Children)
      lift(*Child);
    Children Placed;
    for (auto &Child : Parent.Children) {
      if (Child->OneThread && holdsTaskLoop(*Child))
        divide(Parent, std::move(Child), Placed);
      else
        Placed.push_back(std::move(Child));
    }
    Parent.Children = std::move(Placed);
  }

private:
  static bool isTaskLoop(const NestNode &Node) {
    return Node.Kind == NestKind::Loop && Node.Parallel && Node.Tasks != TaskSplit::None;
  }
  static bool holdsTaskLoop(const NestNode &Node) {
    return isTaskLoop(Node) || any_of(Node.Children, [](auto &Child) { return holdsTaskLoop(*Child); });
  }

  // A guard like `Guard`, without what is in it.
  static NestNode &addGuard(NestNode &Parent, const NestNode &Guard, Children &To) {
    auto Copy = std::make_unique<NestNode>();
    Copy->Kind = NestKind::Guard;
    Copy->Parent = &Parent;
    Copy->Place = Guard.Place;
    Copy->Construct = Guard.Construct;
    Copy->OneThread = true;
    Copy->Alternatives.resize(1);
    To.push_back(std::move(Copy));
    return *To.back();
  }

  // The children of a guard, those without taskloops in guards of their own.
  static void divide(NestNode &Parent, std::unique_ptr<NestNode> Guard, Children &To) {
    append_range(Parent.Reasons, Guard->Reasons);
    append_range(Parent.Assumptions, Guard->Assumptions);
    NestNode *Open = nullptr;
    for (auto &Child : Guard->Children) {
      if (holdsTaskLoop(*Child)) {
        Open = nullptr;
        Child->Parent = &Parent;
        guardOthers(*Child, *Guard);
        To.push_back(std::move(Child));
        continue;
      }
      Open = Open ? Open : &addGuard(Parent, *Guard, To);
      Child->Parent = Open;
      Open->Children.push_back(std::move(Child));
    }
  }

  // Of a loop or a branch around a taskloop, what the one thread does beside it.
  static void guardOthers(NestNode &Around, const NestNode &Guard) {
    if (isTaskLoop(Around))
      return;
    auto Whole = std::make_unique<NestNode>();
    Whole->Place = Guard.Place;
    Whole->Construct = Guard.Construct;
    Whole->Children = std::move(Around.Children);
    Around.Children.clear();
    divide(Around, std::move(Whole), Around.Children);
  }

  // Where the tasks are run.
  void place(NestNode &Loop) {
    bool ByOne = false;
    for (NestNode *Node = Loop.Parent; Node; Node = Node->Parent) {
      if (Node->Kind == NestKind::Loop && Node->Parallel)
        return keepInside(Loop);
      ByOne |= Node->OneThread;
      if (Node->Kind == NestKind::Region && !ByOne)
        return refuse(Loop);
      if (Node->Kind == NestKind::Region)
        break;
    }
    setChunk(Loop);
  }

  static void keepInside(NestNode &Loop) {
    Loop.Parallel = false;
    Loop.Tasks = TaskSplit::None;
    Loop.HasChunk = false;
    Loop.Collapse = 1;
    Loop.Assumptions.push_back(
        {PME_ASSUMPTION_SCHEDULE, "a taskloop in a parallel loop: who makes its tasks runs them"});
  }

  static void refuse(NestNode &Loop) {
    Loop.Children.clear();
    Loop.HasChunk = false;
    Loop.Reasons.push_back(
        {PME_REASON_UNSUPPORTED_CONSTRUCT, Loop.Place, "a taskloop that each thread of the team makes tasks of"});
  }

  // ---- chunks ----

  // A loop around has a value in the middle of its range; said where it is used.
  Polynomial inMiddle(Polynomial P, const NestNode &Inside, bool &IsTaken) {
    for (const NestNode *Node = &Inside; Node; Node = Node->Parent) {
      if (Node->Kind != NestKind::Loop || Node->LoopIndex < 0)
        continue;
      P = N.Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
        if (A.Kind != AtomKind::Loop || A.Index != Node->LoopIndex)
          return std::nullopt;
        IsTaken = true;
        return N.Atoms.floorDivide(N.Atoms.maximum(Node->Firsts) + N.Atoms.minimum(Node->Lasts), 2);
      });
    }
    return P;
  }

  // Of the loop and those that are collapsed into it.
  Polynomial tripsOf(const NestNode &Loop) {
    Polynomial Trips = 1;
    const NestNode *Node = &Loop;
    for (int Level = 0; Level < Loop.Collapse; ++Level) {
      auto Step = Node->Step.constant();
      if (!Step || *Step == 0)
        return Polynomial::invalid();
      bool IsUp = *Step > 0;
      Polynomial First = IsUp ? N.Atoms.maximum(Node->Firsts) : N.Atoms.minimum(Node->Firsts);
      Polynomial Last = IsUp ? N.Atoms.minimum(Node->Lasts) : N.Atoms.maximum(Node->Lasts);
      Polynomial Way = IsUp ? Last - First : First - Last;
      Trips = Trips * (N.Atoms.floorDivide(Way, std::abs(*Step)) + 1);
      if (Level + 1 == Loop.Collapse)
        break;
      if (Node->Children.empty() || Node->Children.front()->Kind != NestKind::Loop)
        return Polynomial::invalid();
      Node = Node->Children.front().get();
    }
    return Trips;
  }

  static const NestNode &innermostOf(const NestNode &Loop) {
    const NestNode *Node = &Loop;
    for (int Level = 1; Level < Loop.Collapse && !Node->Children.empty(); ++Level)
      Node = Node->Children.front().get();
    return *Node;
  }

  static std::string textOf(TaskSplit Split) {
    switch (Split) {
    case TaskSplit::ByTeam:
      return "a taskloop has " + std::to_string(TasksPerThread) +
             " tasks for each thread, as LLVM's runtime makes them, dealt as chunks of a dynamic schedule";
    case TaskSplit::ByCount:
      return "the tasks of a taskloop are dealt as chunks of a dynamic schedule";
    default:
      return "the tasks of a taskloop, as even as grainsize lets them be, are dealt as chunks of a dynamic schedule";
    }
  }

  void setChunk(NestNode &Loop) {
    if (Loop.Tasks != TaskSplit::ByTeam && !Loop.HasChunk) {
      Loop.Reasons.push_back({PME_REASON_UNSUPPORTED_CONSTRUCT, Loop.Place, "a taskloop whose clause is not read"});
      Loop.Children.clear();
      return;
    }
    N.addTeamSymbols();
    bool IsTaken = false;
    Polynomial Chunk = taskChunk(N.Atoms, tripsOf(Loop), Loop.Tasks, Loop.Chunk, N.Atoms.symbol(N.TeamSymbol));
    Chunk = inMiddle(Chunk, innermostOf(Loop), IsTaken);
    bool IsKnown = Chunk.isValid() && !N.Atoms.uses(Chunk, AtomKind::Loop);
    Loop.Chunk = IsKnown ? Chunk : Polynomial(1);
    Loop.HasChunk = true;
    Loop.Assumptions.push_back({PME_ASSUMPTION_SCHEDULE, textOf(Loop.Tasks)});
    if (IsTaken || !IsKnown)
      Loop.Assumptions.push_back(
          {PME_ASSUMPTION_TRIPS_ALIKE, IsKnown ? "its tasks are as long as where the loops around are in their middle"
                                               : "its tasks are of one iteration each"});
  }

  Nest &N;
};

} // namespace

void pme::placeTaskLoops(Nest &N) {
  TaskLoops Placing(N);
  Placing.visit(N.Top);
  TaskLoops::lift(N.Top);
}
