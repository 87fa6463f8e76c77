//===- NestSimplify.cpp - removes superfluous nodes of a nest -------------===//
//
// Compilers put tests in front of loops that say that the loop runs at all; a loop's bounds say the same. They test
// the bounds of a worksharing loop, and load them, in every thread: code of the pragma, not of the source.
//
//===----------------------------------------------------------------------===//

#include "Nest.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pme;

namespace {

using Nodes = std::vector<std::unique_ptr<NestNode>>;

class Simplifier {
public:
  explicit Simplifier(Nest &N) : N(N) {}
  void run() { visit(N.Top); }

private:
  // Puts the children of `Children[I]` in its place and hands what else it holds to the parent.
  void splice(NestNode &Parent, size_t I) {
    std::unique_ptr<NestNode> Node = std::move(Parent.Children[I]);
    for (auto &Child : Node->Children)
      Child->Parent = &Parent;
    Parent.Children.erase(Parent.Children.begin() + I);
    Parent.Children.insert(Parent.Children.begin() + I, std::make_move_iterator(Node->Children.begin()),
                           std::make_move_iterator(Node->Children.end()));
    append_range(Parent.Reasons, Node->Reasons);
    append_range(Parent.Assumptions, Node->Assumptions);
  }

  void visit(NestNode &Parent) {
    for (size_t I = 0; I < Parent.Children.size();) {
      NestNode &Node = *Parent.Children[I];
      visit(Node);
      if (Node.Kind == NestKind::Group) {
        finishGroup(Node);
        if (Node.Kind == NestKind::Group) {
          size_t Count = Node.Children.size();
          splice(Parent, I);
          I += Count;
          continue;
        }
      }
      if (Node.Kind == NestKind::Guard && isSuperfluous(Node)) {
        size_t Count = Node.Children.size();
        splice(Parent, I);
        I += Count;
        continue;
      }
      if (Node.Kind == NestKind::Region)
        simplifyRegion(Node);
      if (Node.Kind == NestKind::Region && isLoopOnly(Node)) {
        NestNode &Loop = *Node.Children.front();
        Loop.Threads = Node.Threads;
        Loop.HasThreads = Node.HasThreads;
        splice(Parent, I);
        ++I;
        continue;
      }
      if (isEmpty(Node)) {
        append_range(Parent.Reasons, Node.Reasons);
        append_range(Parent.Assumptions, Node.Assumptions);
        Parent.Children.erase(Parent.Children.begin() + I);
        continue;
      }
      ++I;
    }
  }

  static bool isEmpty(const NestNode &Node) {
    return Node.Children.empty() && Node.Kind != NestKind::Access && !Node.Parallel;
  }

  static bool holdsLoopOf(const NestNode &Node, int Construct) {
    if (Node.Kind == NestKind::Loop && Node.Construct == Construct)
      return true;
    return any_of(Node.Children, [&](auto &Child) { return holdsLoopOf(*Child, Construct); });
  }

  // A worksharing loop of one iteration has lost its loop.
  void finishGroup(NestNode &Node) {
    if (holdsLoopOf(Node, Node.Construct))
      return;
    Node.Kind = NestKind::Loop;
    Node.LoopIndex = N.LoopCount++;
    Node.Parallel = true;
    Node.Firsts = {Polynomial(0)};
    Node.Lasts = {Polynomial(0)};
  }

  // Does the first iteration of a loop exist exactly when the condition holds?
  bool isImplied(const Polynomial &Condition, const NestNode &Loop) {
    auto Step = Loop.Step.constant();
    bool Down = Step && *Step < 0;
    for (const Polynomial &First : Loop.Firsts)
      for (const Polynomial &Last : Loop.Lasts) {
        Polynomial Room = Down ? First - Last : Last - First;
        if (Room == Condition)
          return true;
        // A condition that is weaker by a constant.
        if (auto Slack = (Condition - Room).constant(); Slack && *Slack >= 0)
          return true;
      }
    return false;
  }

  bool isImpliedByAll(const Polynomial &Condition, const NestNode &Guard) {
    return all_of(Guard.Children, [&](auto &Child) {
      if (Child->Kind == NestKind::Loop)
        return isImplied(Condition, *Child);
      return Child->Kind == NestKind::Guard && isImpliedByAll(Condition, *Child);
    });
  }

  // Drops conditions that the loops below imply; nothing left: the guard is superfluous.
  bool isSuperfluous(NestNode &Guard) {
    if (Guard.OneThread)
      return false;
    if (Guard.Alternatives.empty())
      return true;
    if (Guard.Alternatives.size() > 1)
      return false;
    auto &Conditions = Guard.Alternatives.front();
    erase_if(Conditions, [&](const Polynomial &P) {
      auto Known = P.constant();
      return (Known && *Known >= 0) || isImpliedByAll(P, Guard);
    });
    return Conditions.empty();
  }

  static bool isWorksharing(const std::unique_ptr<NestNode> &Node) {
    return Node->Kind == NestKind::Loop && Node->Parallel;
  }

  static bool isSamePlace(const DebugLoc &A, const DebugLoc &B) {
    return A && B && A.getLine() == B.getLine() && A.getCol() == B.getCol();
  }

  // `parallel for` in one pragma: what stands beside its loop is the compiler's: the bounds, copies of captured
  // variables, the combination of a reduction. Without places: when nothing but loads stands beside it.
  void simplifyRegion(NestNode &Region) {
    if (count_if(Region.Children, isWorksharing) != 1)
      return;
    NestNode &Loop = **find_if(Region.Children, isWorksharing);
    bool Combined = isSamePlace(Region.Place, Loop.Place);
    if (!Region.Place)
      Combined = all_of(Region.Children, [](auto &Child) {
        return isWorksharing(Child) || (Child->Kind == NestKind::Access && !Child->Write);
      });
    if (Combined)
      erase_if(Region.Children, [](auto &Child) { return Child->Kind == NestKind::Access; });
    // The barrier at the end of the region makes the loop's own superfluous.
    if (isWorksharing(Region.Children.back()))
      Loop.Nowait = false;
  }

  static bool isLoopOnly(const NestNode &Region) {
    return Region.Children.size() == 1 && Region.Children.front()->Kind == NestKind::Loop &&
           Region.Children.front()->Parallel;
  }

  Nest &N;
};

} // namespace

void pme::simplify(Nest &N) { Simplifier(N).run(); }
