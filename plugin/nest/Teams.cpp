//===- Teams.cpp - team loops --------------------------------------------------------===//

#include "Teams.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pme;

namespace {

class TeamLoops {
public:
  explicit TeamLoops(Nest &N) : N(N) {}

  void visit(NestNode &Node) {
    if (Node.Kind == NestKind::Region) {
      visitRegion(Node);
      return;
    }
    if (isShared(Node))
      return;
    substituteOwn(Node, N.ThreadSymbol, Polynomial(0));
    substituteOwn(Node, N.TeamSymbol, sizeOutside());
    for (auto &Child : Node.Children)
      visit(*Child);
  }

private:
  using Children = std::vector<std::unique_ptr<NestNode>>;

  static bool isShared(const NestNode &Node) {
    return Node.Kind == NestKind::Group || (Node.Kind == NestKind::Loop && Node.Parallel);
  }
  static bool holdsShared(const NestNode &Node) {
    return isShared(Node) || any_of(Node.Children, [](auto &Child) { return holdsShared(*Child); });
  }

  // Code that every thread runs.
  static bool isOfEach(const NestNode &Node) { return !Node.OneThread && !holdsShared(Node); }

  bool asks(const Polynomial &P) const {
    bool Found = false;
    N.Atoms.forEachAtom(P, [&](const Atom &A) { Found |= A.Kind == AtomKind::Symbol && A.Index == N.ThreadSymbol; });
    return Found;
  }
  // Does the number decide which code runs, and not only where it goes?
  bool isRuled(const NestNode &Node) const {
    auto Asks = [&](const Polynomial &P) { return asks(P); };
    bool Own = any_of(Node.Firsts, Asks) || any_of(Node.Lasts, Asks) || asks(Node.Step) ||
               any_of(Node.Alternatives, [&](const Conditions &All) { return any_of(All, Asks); });
    return Own || any_of(Node.Children, [&](auto &Child) { return isRuled(*Child); });
  }
  bool isAsked(const NestNode &Node) const {
    return asks(Node.Offset) || isRuled(Node) || any_of(Node.Children, [&](auto &Child) { return isAsked(*Child); });
  }
  static bool hasReason(const NestNode &Node) {
    return !Node.Reasons.empty() || any_of(Node.Children, [](auto &Child) { return hasReason(*Child); });
  }

  // A region in another one has one thread: what it knows of a team is what the one around it has asked for.
  void keepSizeAround(NestNode &Region) {
    const NestNode *Around = Region.Parent ? Region.Parent->enclosing(NestKind::Region) : nullptr;
    if (Around)
      substituteAll(Region, N.TeamSymbol, Around->HasThreads ? Around->Threads : N.symbolNamed(PME_LARGEST_TEAM));
  }
  void substituteAll(NestNode &Node, int Symbol, const Polynomial &Value) {
    substituteOwn(Node, Symbol, Value);
    for (auto &Child : Node.Children)
      substituteAll(*Child, Symbol, Value);
  }
  void visitNested(NestNode &Node) {
    for (auto &Child : Node.Children) {
      if (Child->Kind == NestKind::Region)
        keepSizeAround(*Child);
      visitNested(*Child);
    }
  }

  void visitRegion(NestNode &Region) {
    visitNested(Region);
    bool Shared = holdsShared(Region);
    if (!Shared && (isAsked(Region) || hasReason(Region))) {
      NestNode &Loop = wrap(Region, 0, Region.Children.size());
      Loop.Reasons = std::move(Region.Reasons);
      Region.Reasons.clear();
    } else if (Shared) {
      wrapParts(Region);
    }
  }

  // From the first to the last of the parts between worksharing loops that the number rules. Loops and guards around
  // worksharing loops are looked into.
  void wrapParts(NestNode &Parent) {
    for (size_t I = 0; I < Parent.Children.size(); ++I) {
      NestNode &Child = *Parent.Children[I];
      if (holdsShared(Child)) {
        if (!isShared(Child))
          wrapParts(Child);
        continue;
      }
      if (Child.OneThread)
        substitute(Child, Polynomial(0));
      if (!isRuled(Child))
        continue;
      size_t End = I + 1;
      for (size_t Next = End; Next < Parent.Children.size() && isOfEach(*Parent.Children[Next]); ++Next)
        if (isRuled(*Parent.Children[Next]))
          End = Next + 1;
      wrap(Parent, I, End);
    }
  }

  NestNode &wrap(NestNode &Parent, size_t Begin, size_t End) {
    auto Loop = std::make_unique<NestNode>();
    Loop->Kind = NestKind::Loop;
    Loop->Parent = &Parent;
    Loop->Place = Parent.enclosing(NestKind::Region)->Place;
    Loop->LoopIndex = N.LoopCount++;
    Loop->Variable = N.ThreadName;
    Loop->Firsts = {Polynomial(0)};
    Loop->Lasts = {N.Atoms.symbol(N.TeamSymbol) - Polynomial(1)};
    Loop->Parallel = Loop->Team = Loop->Nowait = true;
    auto First = Parent.Children.begin() + Begin, Last = Parent.Children.begin() + End;
    for (auto Child = First; Child != Last; ++Child) {
      (*Child)->Parent = Loop.get();
      Loop->Children.push_back(std::move(*Child));
    }
    Parent.Children.erase(First, Last);
    NestNode &Result = **Parent.Children.insert(Parent.Children.begin() + Begin, std::move(Loop));
    substitute(Result, N.Atoms.loop(Result.LoopIndex));
    return Result;
  }

  static void collectRegions(const NestNode &Node, std::vector<const NestNode *> &Regions) {
    if (Node.Kind == NestKind::Region)
      Regions.push_back(&Node);
    for (auto &Child : Node.Children)
      collectRegions(*Child, Regions);
  }

  // The size that teams of the function have: what their clause says, or as many as there can be.
  Polynomial sizeOutside() {
    std::vector<const NestNode *> Regions;
    collectRegions(N.Top, Regions);
    auto HasClause = [](const NestNode *Region) { return Region->HasThreads; };
    bool Alike = all_of(Regions, [&](const NestNode *Region) {
      return Region->HasThreads == Regions.front()->HasThreads && Region->Threads == Regions.front()->Threads;
    });
    if (Alike && any_of(Regions, HasClause))
      return Regions.front()->Threads;
    return N.symbolNamed(none_of(Regions, HasClause) ? PME_LARGEST_TEAM : "omp_get_num_threads()");
  }

  // The variable of the loop is the number.
  void substitute(NestNode &Node, const Polynomial &Number) {
    substituteOwn(Node, N.ThreadSymbol, Number);
    for (auto &Child : Node.Children)
      substitute(*Child, Child->OneThread || Child->Kind == NestKind::Region ? Polynomial(0) : Number);
  }

  void substituteOwn(NestNode &Node, int Symbol, const Polynomial &Value) {
    auto Replace = [&](Polynomial &P) {
      P = N.Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
        if (A.Kind == AtomKind::Symbol && A.Index == Symbol)
          return Value;
        return std::nullopt;
      });
    };
    for_each(Node.Firsts, Replace);
    for_each(Node.Lasts, Replace);
    for (Polynomial *P : {&Node.Step, &Node.Offset, &Node.Threads})
      Replace(*P);
    for (Conditions &Alternative : Node.Alternatives)
      for_each(Alternative, Replace);
  }

  Nest &N;
};

} // namespace

Polynomial Nest::symbolNamed(StringRef Name) {
  auto Place = find_if(Symbols, [&](const NestSymbol &Symbol) { return Symbol.Name == Name; });
  if (Place == Symbols.end())
    Place = Symbols.insert(Place, NestSymbol{Name.str(), std::nullopt, nullptr});
  return Atoms.symbol(static_cast<int>(Place - Symbols.begin()));
}

void Nest::addTeamSymbols() {
  if (ThreadSymbol >= 0)
    return;
  ThreadSymbol = static_cast<int>(Symbols.size());
  TeamSymbol = ThreadSymbol + 1;
  Symbols.resize(Symbols.size() + 2);
}

void pme::placeTeamLoops(Nest &N, bool Asked) {
  if (Asked)
    N.addTeamSymbols();
  if (N.ThreadSymbol >= 0)
    TeamLoops(N).visit(N.Top);
}
