//===- IfClauses.cpp - regions that have a team only at some sizes -------------------===//

#include "IfClauses.h"

#include "plugin/base/SourceFile.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;
using namespace pme;

NestAssumption pme::ifClauseHolds(const DebugLoc &Place) {
  return {PME_ASSUMPTION_IF_CLAUSE,
          Place ? "the region at " + lineWords(*Place) + " has a team" : "the region has a team"};
}

NestAssumption pme::tasksAreMade(const DebugLoc &Place) {
  return {PME_ASSUMPTION_IF_CLAUSE,
          Place ? "the taskloop at " + lineWords(*Place) + " makes tasks" : "the taskloop makes tasks"};
}

namespace {

class IfClauses {
public:
  explicit IfClauses(Nest &N) : N(N) {}

  void visit(NestNode &Node) {
    if (!Node.If.empty())
      resolve(Node);
    for (auto &Child : Node.Children)
      visit(*Child);
  }

private:
  void collectSymbols(const Polynomial &P, std::set<int> &Symbols) {
    N.Atoms.forEachAtom(P, [&](const Atom &A) {
      if (A.Kind == AtomKind::Symbol)
        Symbols.insert(A.Index);
    });
  }

  // Of the bounds of loops: without values for these nothing is known of the region anyway.
  void collectBounds(const NestNode &Node, std::set<int> &Symbols) {
    for (const auto *Bounds : {&Node.Firsts, &Node.Lasts})
      for (const Polynomial &P : *Bounds)
        collectSymbols(P, Symbols);
    for (auto &Child : Node.Children)
      collectBounds(*Child, Symbols);
  }

  bool isOfSizes(const NestNode &Region) {
    std::set<int> Sizes, Asked;
    collectBounds(Region, Sizes);
    bool HasLoops = false;
    for (const Conditions &Alternative : Region.If)
      for (const Polynomial &P : Alternative) {
        collectSymbols(P, Asked);
        HasLoops = HasLoops || !P.isValid() || N.Atoms.uses(P, AtomKind::Loop);
      }
    for (int Symbol : Asked)
      if (!Sizes.count(Symbol) && !N.Symbols[Symbol].Value)
        return false;
    return !HasLoops && !Asked.count(N.ThreadSymbol) && !Asked.count(N.TeamSymbol);
  }

  // 1 where one of the alternatives holds, which exclude each other, else 0.
  Polynomial holds(const std::vector<Conditions> &Alternatives) {
    Polynomial Result(0);
    for (const Conditions &Alternative : Alternatives) {
      std::vector<Polynomial> Least = {Polynomial(1)};
      for (const Polynomial &P : Alternative)
        Least.push_back(P + Polynomial(1));
      Result = Result + N.Atoms.maximum({N.Atoms.minimum(std::move(Least)), Polynomial(0)});
    }
    return Result;
  }

  void resolve(NestNode &Region) {
    if (isOfSizes(Region)) {
      Polynomial Holds = holds(Region.If);
      if (Holds != Polynomial(1)) {
        Polynomial Team = Region.HasThreads ? Region.Threads : N.symbolNamed(PME_LARGEST_TEAM);
        Region.Threads = (Team - Polynomial(1)) * Holds + Polynomial(1);
        Region.HasThreads = true;
      }
    } else {
      Region.Assumptions.push_back(ifClauseHolds(Region.Place));
    }
    Region.If.clear();
  }

  Nest &N;
};

} // namespace

void pme::resolveIfClauses(Nest &N) { IfClauses(N).visit(N.Top); }
