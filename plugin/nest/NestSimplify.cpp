//===- NestSimplify.cpp - removes superfluous nodes of a nest ------------------------===//
//
// Compilers put tests in front of loops that say that the loop runs at all; a loop's bounds say the same. They test
// the bounds of a worksharing loop, and load them, in every thread: code of the pragma, not of the source.
//
//===----------------------------------------------------------------------===//

#include "KnownInequalities.h"
#include "Nest.h"

#include "plugin/base/SourceFile.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pme;

namespace {

/// Most extrema that one address, and most alternatives that one guard is taken apart into.
constexpr int MaxSplits = 3;
constexpr size_t MaxSplitAlternatives = 8;

using Nodes = std::vector<std::unique_ptr<NestNode>>;

class Simplifier {
public:
  explicit Simplifier(Nest &N) : N(N) {}
  void run() {
    resolve(N.Top);
    visit(N.Top);
    splitGuards(N.Top);
    dropRepeated(N.Top);
  }

private:
  // Minima and maxima that are decided where a node stands. Others in an address become guards, one for each operand.
  void resolve(NestNode &Parent) {
    KnownInequalities Known(N.Atoms, Parent);
    for (size_t I = 0; I < Parent.Children.size(); ++I) {
      auto &Child = Parent.Children[I];
      bool Assumed = false;
      auto Resolve = [&](Polynomial &P) {
        P = Known.resolve(Known.settleDivisions(Known.withFixedSymbols(P), Assumed));
      };
      for_each(Child->Firsts, Resolve);
      for_each(Child->Lasts, Resolve);
      for (Polynomial *P : {&Child->Offset, &Child->Threads, &Child->Chunk, &Child->Step})
        Resolve(*P);
      for (Conditions &Alternative : Child->Alternatives)
        for_each(Alternative, Resolve);
      bool IsLonger = false;
      if (Child->Kind == NestKind::Access)
        Child->Offset = Known.settleExtents(Child->Offset, IsLonger);
      if (IsLonger)
        Parent.Assumptions.push_back({PME_ASSUMPTION_NO_WRAP, "rows that are touched have a length"});
      if (Assumed)
        (Child->Kind == NestKind::Access ? Parent : *Child)
            .Assumptions.push_back({PME_ASSUMPTION_NO_WRAP, "a division that rounds towards zero is of values >= 0"});
      if (isPlainGuard(*Child))
        resolveGuard(*Child, Known);
      if (Child->Kind == NestKind::Access && (splitAccess(Parent, I) || splitPeriod(Parent, I, Known)))
        --I;
      else
        resolve(*Child);
    }
  }

  // Replaces an access whose address has an extremum by two guards with a copy each. False: it has none.
  bool splitAccess(NestNode &Parent, size_t I) {
    NestNode &Access = *Parent.Children[I];
    auto Found = Access.Splits < MaxSplits ? N.Atoms.takeApart(Access.Offset) : std::nullopt;
    if (!Found)
      return false;
    replaceByTwo(Parent, I, Found->FirstWhen, N.Atoms.takeSide(Access.Offset, *Found, true),
                 N.Atoms.takeSide(Access.Offset, *Found, false));
    return true;
  }

  // The same for a remainder of what stays within two periods: x[(i - 1 + n) % n] is x[i - 1], or x[i - 1 + n].
  bool splitPeriod(NestNode &Parent, size_t I, const KnownInequalities &Known) {
    NestNode &Access = *Parent.Children[I];
    std::optional<Atom> Found;
    N.Atoms.forEachAtom(Access.Offset, [&](const Atom &A) {
      if (!Found && A.Kind == AtomKind::Modulo && !A.Operands[1].constant() && Known.implies(A.Operands[0]) &&
          Known.implies(A.Operands[1] + A.Operands[1] - A.Operands[0] - 1))
        Found = A;
    });
    if (!Found || Access.Splits >= MaxSplits)
      return false;
    auto With = [&](const Polynomial &Value) {
      return N.Atoms.substitute(Access.Offset, [&](const Atom &A) -> std::optional<Polynomial> {
        if (A.Kind == AtomKind::Modulo && A.Operands == Found->Operands)
          return Value;
        return std::nullopt;
      });
    };
    Polynomial Beyond = Found->Operands[0] - Found->Operands[1];
    replaceByTwo(Parent, I, Beyond, With(Beyond), With(Found->Operands[0]));
    return true;
  }

  // Puts two guards in place of an access: it goes to `First` when that condition holds, else to `Second`.
  void replaceByTwo(NestNode &Parent, size_t I, const Polynomial &FirstWhen, const Polynomial &First,
                    const Polynomial &Second) {
    NestNode &Access = *Parent.Children[I];
    std::vector<std::unique_ptr<NestNode>> Guards;
    for (const auto &[When, Offset] : {std::pair(FirstWhen, First), std::pair(Polynomial(-1) - FirstWhen, Second)}) {
      auto Guard = std::make_unique<NestNode>();
      Guard->Kind = NestKind::Guard;
      Guard->Parent = &Parent;
      Guard->Place = Access.Place;
      Guard->Alternatives = {{When}};
      NestNode *Copy = Guard->add(NestKind::Access, Access.Place);
      Copy->Array = Access.Array;
      Copy->Offset = Offset;
      Copy->Bytes = Access.Bytes;
      Copy->Write = Access.Write;
      Copy->Scattered = Access.Scattered;
      Copy->Stays = Access.Stays;
      Copy->Splits = Access.Splits + 1;
      Guards.push_back(std::move(Guard));
    }
    Parent.Children[I] = std::move(Guards[0]);
    Parent.Children.insert(Parent.Children.begin() + I + 1, std::move(Guards[1]));
  }

  void splitGuards(NestNode &Parent) {
    KnownInequalities Known(N.Atoms, Parent);
    for (auto &Child : Parent.Children) {
      if (isPlainGuard(*Child) && splitConditions(*Child))
        resolveGuard(*Child, Known);
      splitGuards(*Child);
    }
    erase_if(Parent.Children, [](auto &Child) { return isPlainGuard(*Child) && isEmpty(*Child); });
  }

  // The same for conditions: two alternatives for one.
  bool splitConditions(NestNode &Guard) {
    bool Changed = false;
    for (size_t I = 0; I < Guard.Alternatives.size() && Guard.Alternatives.size() < MaxSplitAlternatives; ++I) {
      std::optional<ExtremumSplit> Found;
      for (const Polynomial &P : Guard.Alternatives[I])
        Found = Found ? Found : N.Atoms.takeApart(P);
      if (!Found)
        continue;
      Conditions First = {Found->FirstWhen}, Second = {Polynomial(-1) - Found->FirstWhen};
      for (const Polynomial &P : Guard.Alternatives[I]) {
        First.push_back(N.Atoms.takeSide(P, *Found, true));
        Second.push_back(N.Atoms.takeSide(P, *Found, false));
      }
      Guard.Alternatives[I] = std::move(First);
      Guard.Alternatives.insert(Guard.Alternatives.begin() + I + 1, std::move(Second));
      Changed = true;
      --I;
    }
    return Changed;
  }

  // What is assumed around a node need not be said again.
  static void dropRepeated(NestNode &Node) {
    std::vector<NestAssumption> Kept;
    auto Same = [](const NestAssumption &A, const NestAssumption &B) { return A.Code == B.Code && A.Text == B.Text; };
    for (NestAssumption &Assumption : Node.Assumptions) {
      auto Known = [&](const NestAssumption &Other) { return Same(Assumption, Other); };
      bool Above = any_of(Kept, Known);
      for (const NestNode *N = Node.Parent; N && !Assumption.OfLoop; N = N->Parent)
        Above |= any_of(N->Assumptions, Known);
      if (!Above)
        Kept.push_back(std::move(Assumption));
    }
    Node.Assumptions = std::move(Kept);
    for (auto &Child : Node.Children)
      dropRepeated(*Child);
  }

  static bool holdsParallel(const NestNode &Node) {
    return any_of(Node.Children, [](auto &Child) { return Child->Parallel || holdsParallel(*Child); });
  }

  // Of conditions that differ by a constant the strongest says all.
  static void dropWeaker(Conditions &All) {
    for (size_t I = 0; I < All.size();) {
      bool Weaker = any_of(All, [&](const Polynomial &Other) {
        auto Slack = All[I].distanceTo(Other);
        return &Other != &All[I] && Slack && (*Slack > 0 || (*Slack == 0 && &Other < &All[I]));
      });
      if (Weaker)
        All.erase(All.begin() + I);
      else
        ++I;
    }
  }

  // Alternatives that cannot be, and conditions that always hold, go. No alternative left: the code never runs;
  // worksharing loops are still shown.
  static void resolveGuard(NestNode &Guard, const KnownInequalities &Known) {
    if (Guard.Alternatives.empty())
      return;
    erase_if(Guard.Alternatives, [&](const Conditions &Alternative) {
      KnownInequalities Inside = Known;
      return !Inside.addAll(Alternative);
    });
    for (Conditions &Alternative : Guard.Alternatives) {
      erase_if(Alternative, [&](const Polynomial &P) { return Known.implies(P); });
      dropWeaker(Alternative);
    }
    bool Always = any_of(Guard.Alternatives, [](const Conditions &Alternative) { return Alternative.empty(); });
    if (Guard.Alternatives.empty() && !holdsParallel(Guard))
      Guard.Children.clear();
    else if (Guard.Alternatives.empty())
      Guard.Alternatives = {{Polynomial(-1)}};
    if (Always)
      Guard.Alternatives.clear();
  }

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

  // Conditions that cannot hold together: a >= 0 and -a - 1 >= 0, for one.
  static bool exclude(const NestNode &A, const NestNode &B) {
    if (A.Alternatives.size() != 1 || B.Alternatives.size() != 1)
      return false;
    for (const Polynomial &P : A.Alternatives.front())
      for (const Polynomial &Q : B.Alternatives.front())
        if (auto Sum = (P + Q).constant(); Sum && *Sum < 0)
          return true;
    return false;
  }

  static bool isPlainGuard(const NestNode &Node) { return Node.Kind == NestKind::Guard && !Node.OneThread; }

  // A guard joins an earlier one with the same conditions when only guards that exclude it stand in between.
  static void mergeGuards(NestNode &Parent) {
    for (size_t I = 1; I < Parent.Children.size();) {
      NestNode &Node = *Parent.Children[I];
      NestNode *Same = nullptr;
      for (size_t J = I; isPlainGuard(Node) && !Node.Alternatives.empty() && J-- > 0;) {
        NestNode &Earlier = *Parent.Children[J];
        if (isPlainGuard(Earlier) && Earlier.Alternatives == Node.Alternatives)
          Same = &Earlier;
        if (Same || !isPlainGuard(Earlier) || !exclude(Earlier, Node))
          break;
      }
      if (!Same) {
        ++I;
        continue;
      }
      for (auto &Child : Node.Children) {
        Child->Parent = Same;
        Same->Children.push_back(std::move(Child));
      }
      append_range(Same->Reasons, Node.Reasons);
      append_range(Same->Assumptions, Node.Assumptions);
      Parent.Children.erase(Parent.Children.begin() + I);
    }
  }

  void visit(NestNode &Parent) {
    mergeGuards(Parent);
    for (size_t I = 0; I < Parent.Children.size();) {
      NestNode &Node = *Parent.Children[I];
      visit(Node);
      if (Node.Collapse > 1)
        shortenCollapse(Node);
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
        Loop.Nowait = false; // the team joins there
        splice(Parent, I);
        ++I;
        continue;
      }
      if (isEmpty(Node)) {
        keepWork(Node, Parent);
        // What was assumed to count its code need not be said any more.
        append_range(Parent.Reasons, Node.Reasons);
        Parent.Children.erase(Parent.Children.begin() + I);
        continue;
      }
      ++I;
    }
  }

  static bool isInParallel(const NestNode &Node) {
    return Node.Parallel || (Node.Parent && isInParallel(*Node.Parent));
  }

  static bool leavesWorkOut(const NestAssumption &A) { return A.Code == PME_ASSUMPTION_WORK_LEFT_OUT; }

  // Iterations of a loop that always runs as often.
  static std::optional<int64_t> constantTrips(const NestNode &Loop) {
    if (Loop.Firsts.size() != 1 || Loop.Lasts.size() != 1 || !Loop.Reasons.empty() ||
        any_of(Loop.Assumptions, [](const NestAssumption &A) {
          return A.Code == PME_ASSUMPTION_TRIPS_ALIKE || A.Code == PME_ASSUMPTION_EARLY_EXIT || leavesWorkOut(A);
        }))
      return std::nullopt;
    auto Way = (Loop.Lasts[0] - Loop.Firsts[0]).constant(), Step = Loop.Step.constant();
    if (!Way || !Step || *Step == 0)
      return std::nullopt;
    return *Way != 0 && (*Way < 0) != (*Step < 0) ? 0 : *Way / *Step + 1;
  }

  static bool addWork(const pme_work &Inner, int64_t Trips, pme_work &Outer) {
    pme_work Sum = Outer;
    auto Add = [&](int64_t More, int64_t &To) {
      int64_t Product;
      return !__builtin_mul_overflow(More, Trips, &Product) && !__builtin_add_overflow(To, Product, &To);
    };
    if (!Add(Inner.operations, Sum.operations) || !Add(Inner.divisions, Sum.divisions) ||
        !Add(Inner.chain, Sum.chain) || !Add(Inner.library, Sum.library))
      return false;
    Outer = Sum;
    return true;
  }

  // Calls that are left out are said of what stands around them, too.
  static void keepCalls(const NestNode &Node, NestNode &Parent) {
    for (const NestAssumption &A : Node.Assumptions)
      if (A.Code == PME_ASSUMPTION_CALL_IGNORED && none_of(Parent.Assumptions, [&](const NestAssumption &Known) {
            return Known.Code == A.Code && Known.Text == A.Text;
          }))
        Parent.Assumptions.push_back(A);
  }

  // A loop that touches no memory goes; what it computes belongs to the iteration around it, as far as it is known.
  static void keepWork(const NestNode &Node, NestNode &Parent) {
    keepCalls(Node, Parent);
    if (!isInParallel(Parent) || any_of(Parent.Assumptions, leavesWorkOut))
      return;
    if (Node.Kind != NestKind::Loop) {
      copy_if(Node.Assumptions, std::back_inserter(Parent.Assumptions), leavesWorkOut);
      return;
    }
    auto Trips = Parent.Kind == NestKind::Loop ? constantTrips(Node) : std::nullopt;
    if (Trips && addWork(Node.Work, *Trips, Parent.Work))
      return;
    std::string Text = Node.Place ? "the loop at " + lineWords(*Node.Place) : "";
    Parent.Assumptions.push_back({PME_ASSUMPTION_WORK_LEFT_OUT, Text});
  }

  static bool isEmpty(const NestNode &Node) {
    return Node.Children.empty() && Node.Kind != NestKind::Access && !Node.Parallel;
  }

  // A collapsed loop whose inner loops have vanished because nothing is in them is a loop of its own.
  static void shortenCollapse(NestNode &Loop) {
    int Deep = 1;
    for (NestNode *N = &Loop; N->Children.size() == 1 && N->Children.front()->Kind == NestKind::Loop; ++Deep)
      N = N->Children.front().get();
    Loop.Collapse = std::min(Loop.Collapse, Deep);
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
    if (Node.Firsts.empty())
      Node.Firsts = Node.Lasts = {Polynomial(0)};
  }

  // Does the condition hold wherever an access below `Node` runs?
  static bool isImpliedBelow(const Polynomial &Condition, const NestNode &Node, const KnownInequalities &Above) {
    return all_of(Node.Children, [&](auto &Child) {
      if (Child->Kind == NestKind::Access || Above.implies(Condition))
        return Above.implies(Condition);
      KnownInequalities Known = Above;
      if (Child->Kind == NestKind::Loop)
        Known.addLoop(*Child);
      if (Child->Kind == NestKind::Guard && Child->Alternatives.size() == 1)
        for (const Polynomial &Inner : Child->Alternatives.front())
          Known.add(Inner);
      return Child->Children.empty() ? Known.implies(Condition) : isImpliedBelow(Condition, *Child, Known);
    });
  }

  // Drops conditions that the loops below imply. Nothing left: the loops run only where the guard lets them.
  bool isSuperfluous(NestNode &Guard) {
    if (Guard.OneThread)
      return false;
    if (Guard.Alternatives.empty())
      return true;
    for (Conditions &Alternative : Guard.Alternatives) {
      Conditions Left = Alternative;
      erase_if(Left, [&](const Polynomial &P) {
        auto Known = P.constant();
        return (Known && *Known >= 0) || isImpliedBelow(P, Guard, KnownInequalities(N.Atoms));
      });
      if (Left.empty())
        return true;
      if (Guard.Alternatives.size() == 1)
        Alternative = std::move(Left);
    }
    return false;
  }

  static bool isWorksharing(const std::unique_ptr<NestNode> &Node) {
    return Node->Kind == NestKind::Loop && Node->Parallel && !Node->Team;
  }

  static bool isSamePlace(const DebugLoc &A, const DebugLoc &B) {
    return A && B && A.getLine() == B.getLine() && A.getCol() == B.getCol();
  }

  // `parallel for` in one pragma: what stands beside its loop is the compiler's: the bounds, copies of captured
  // variables, the combination of a reduction. Where that cannot be seen by the place: nothing but loads.
  void simplifyRegion(NestNode &Region) {
    if (count_if(Region.Children, isWorksharing) != 1)
      return;
    NestNode &Loop = **find_if(Region.Children, isWorksharing);
    bool Combined = isSamePlace(Region.Place, Loop.Place) || all_of(Region.Children, [](auto &Child) {
                      return isWorksharing(Child) || (Child->Kind == NestKind::Access && !Child->Write);
                    });
    if (Combined)
      erase_if(Region.Children, [](auto &Child) { return Child->Kind == NestKind::Access; });
    // The barrier at the end of the region makes the loop's own superfluous.
    if (isWorksharing(Region.Children.back()))
      Loop.Nowait = false;
  }

  // An access below that optimised code moves out of the dealt loop `Loop`, to where each thread of the region runs it.
  static bool isLeft(const NestNode &Loop, int Depth = 1) {
    return any_of(Loop.Children, [&](auto &Child) {
      return Child->Kind == NestKind::Access ? keptLoops(*Child) >= Depth : isLeft(*Child, Depth + 1);
    });
  }

  static bool isLoopOnly(const NestNode &Region) {
    if (Region.Children.size() != 1)
      return false;
    const NestNode &Loop = *Region.Children.front();
    return Loop.Kind == NestKind::Loop && Loop.Parallel && !isLeft(Loop);
  }

  Nest &N;
};

} // namespace

void pme::simplify(Nest &N) { Simplifier(N).run(); }
