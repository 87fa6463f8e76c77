//===- ArrayOrigins.cpp - where Fortran's arrays begin -------------------------------===//

#include "ArrayOrigins.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;
using namespace pme;

namespace {

/// Fortran's own lower bound.
constexpr int64_t Usual = 1;

class Origins {
public:
  explicit Origins(Nest &N) : N(N) {}

  void run() {
    for (size_t I = 0; I < N.Symbols.size(); ++I)
      if (!N.Symbols[I].OriginOf.empty())
        Moved.insert(static_cast<int>(I));
    if (Moved.empty())
      return;
    forEachBound(N.Top, [&](const Polynomial &P) { collect(P, Deciding); });
    keepDeciding();
    place(N.Top);
    for (NestRows &Rows : N.Rows)
      for (Polynomial &Reach : Rows.Reaches)
        Reach = placed(Reach);
    say();
  }

private:
  using Visitor = function_ref<void(const Polynomial &)>;

  // Of those that bounds have, such stay as decide how often a loop goes round.
  void keepDeciding() {
    for (int Symbol : Deciding)
      if (!onlyMoves(Symbol))
        Moved.erase(Symbol);
  }

  void collect(const Polynomial &P, std::set<int> &Symbols) {
    N.Atoms.forEachAtom(P, [&](const Atom &A) {
      if (A.Kind == AtomKind::Symbol && Moved.count(A.Index))
        Symbols.insert(A.Index);
    });
  }

  static void forEachBound(NestNode &Node, Visitor Visit) {
    for (const auto *Bounds : {&Node.Firsts, &Node.Lasts})
      for (const Polynomial &P : *Bounds)
        Visit(P);
    forEachOther(Node, Visit);
    for (auto &Child : Node.Children)
      forEachBound(*Child, Visit);
  }

  static void forEachOther(NestNode &Node, Visitor Visit) {
    for (const Polynomial &P : {Node.Step, Node.Chunk, Node.Threads})
      Visit(P);
    for (const auto *Ways : {&Node.If, &Node.Alternatives})
      for (const Conditions &Way : *Ways)
        for (const Polynomial &P : Way)
          Visit(P);
  }

  Polynomial withUsual(const Polynomial &P, function_ref<bool(int)> Is) {
    return N.Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
      if (A.Kind == AtomKind::Symbol && Is(A.Index))
        return Polynomial(Usual);
      return std::nullopt;
    });
  }

  bool has(const Polynomial &P, int Symbol) {
    bool Result = false;
    N.Atoms.forEachAtom(P, [&](const Atom &A) { Result |= A.Kind == AtomKind::Symbol && A.Index == Symbol; });
    return Result;
  }

  // Loops that begin with the symbol are as many rounds further up with it; all the rest stays as it is.
  bool onlyMoves(int Symbol) {
    std::map<int, Polynomial> Shifts;
    return onlyMoves(N.Top, Symbol, Shifts);
  }

  bool onlyMoves(NestNode &Node, int Symbol, std::map<int, Polynomial> &Shifts) {
    auto Shifted = [&](const Polynomial &P) {
      return N.Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
        auto Shift = A.Kind == AtomKind::Loop ? Shifts.find(A.Index) : Shifts.end();
        if (Shift == Shifts.end())
          return std::nullopt;
        return N.Atoms.loop(A.Index) + Shift->second;
      });
    };
    Polynomial Shift(0);
    if (Node.Kind == NestKind::Loop && Node.Firsts.size() == 1) {
      Polynomial First = Shifted(Node.Firsts.front());
      Shift = First - withUsual(First, [&](int Index) { return Index == Symbol; });
    }
    bool IsSame = true;
    for (const auto *Bounds : {&Node.Firsts, &Node.Lasts})
      for (const Polynomial &P : *Bounds)
        IsSame = IsSame && !has(Shifted(P) - Shift, Symbol);
    forEachOther(Node, [&](const Polynomial &P) { IsSame = IsSame && !has(Shifted(P), Symbol); });
    if (Node.Kind == NestKind::Loop && Shift != Polynomial(0))
      Shifts[Node.LoopIndex] = Shift;
    return IsSame && all_of(Node.Children, [&](auto &Child) { return onlyMoves(*Child, Symbol, Shifts); });
  }

  Polynomial placed(const Polynomial &P) {
    return withUsual(P, [&](int Index) {
      bool Is = Moved.count(Index);
      if (Is)
        Met.insert(Index);
      return Is;
    });
  }

  void place(NestNode &Node) {
    for (auto *Bounds : {&Node.Firsts, &Node.Lasts})
      for (Polynomial &P : *Bounds)
        P = placed(P);
    for (Polynomial *P : {&Node.Step, &Node.Chunk, &Node.Threads, &Node.Offset})
      *P = placed(*P);
    for (auto *Ways : {&Node.If, &Node.Alternatives})
      for (Conditions &Way : *Ways)
        for (Polynomial &P : Way)
          P = placed(P);
    for (auto &Child : Node.Children)
      place(*Child);
  }

  void say() {
    std::set<std::string> Said;
    for (int Symbol : Met)
      if (const std::string &Array = N.Symbols[Symbol].OriginOf; Said.insert(Array).second)
        N.Top.Assumptions.push_back({PME_ASSUMPTION_ARRAY_ORIGIN, "'" + Array + "'"});
    for (NestArray &Array : N.Arrays)
      if (Array.Seen && Said.count(Array.Name) && isMovedInWhole(Array.Name)) {
        Array.Seen->Place += Array.Seen->ToOnes;
        Array.Seen->Bytes -= Array.Seen->ToOnes;
      }
  }

  /// A loop that begins with the bound still begins with the first element.
  bool isMovedInWhole(const std::string &Array) {
    for (size_t I = 0; I < N.Symbols.size(); ++I)
      if (N.Symbols[I].OriginOf == Array && (!Moved.count(static_cast<int>(I)) || Deciding.count(static_cast<int>(I))))
        return false;
    return true;
  }

  Nest &N;
  std::set<int> Moved, Met, Deciding;
};

} // namespace

void pme::placeOrigins(Nest &N) { Origins(N).run(); }
