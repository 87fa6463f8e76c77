//===- RowPointers.cpp - arrays of pointers to rows ----------------------------------===//

#include "RowPointers.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pme;

namespace {

/// Most rows of different lengths whose longest is the pitch. Such a maximum stands in each address, and each of its
/// operands is compared with each other one wherever an address stands.
constexpr size_t MaxLengths = 4;

class RowResolver {
public:
  explicit RowResolver(Nest &N) : N(N) { collectLoops(N.Top); }

  void run() {
    for (const NestRows &Rows : N.Rows) {
      std::optional<Polynomial> Pitch = pitchOf(Rows);
      if (!Pitch)
        continue;
      Replacements.push_back({Rows.PitchSymbol, *Pitch});
    }
    if (!Replacements.empty())
      replaceIn(N.Top);
  }

private:
  void collectLoops(const NestNode &Node) {
    if (Node.Kind == NestKind::Loop)
      Loops.push_back(&Node);
    for (auto &Child : Node.Children)
      collectLoops(*Child);
  }

  // The largest value over all loops: variables with positive factors at their last values, others at their first.
  // Loops are listed outer before inner.
  std::optional<Polynomial> largest(Polynomial P) {
    for (const NestNode *Loop : reverse(Loops)) {
      Polynomial Variable = N.Atoms.loop(Loop->LoopIndex);
      Polynomial Slope = valueAt(P, Loop->LoopIndex, 1) - valueAt(P, Loop->LoopIndex, 0);
      if (Slope.isZero())
        continue;
      auto Known = sign(Slope), Step = sign(Loop->Step);
      if (!Known || !Step || valueAt(P, Loop->LoopIndex, 0) + Slope * Variable != P)
        return std::nullopt;
      bool TakeLast = *Known == *Step;
      P = valueAt(P, Loop->LoopIndex, TakeLast ? Loop->Lasts.front() : Loop->Firsts.front());
    }
    if (N.Atoms.uses(P, AtomKind::Loop))
      return std::nullopt;
    return P;
  }

  // Symbols that are multiplied with a counter are lengths of rows.
  std::optional<bool> sign(const Polynomial &P) {
    auto Negative = [](const auto &Term) { return Term.second < 0; };
    if (P.isZero() || N.Atoms.uses(P, AtomKind::Loop))
      return std::nullopt;
    if (any_of(P.terms(), Negative) && !all_of(P.terms(), Negative))
      return std::nullopt;
    return !Negative(*P.terms().begin());
  }

  Polynomial valueAt(const Polynomial &P, int LoopIndex, const Polynomial &Value) {
    return N.Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
      if (A.Kind == AtomKind::Loop && A.Index == LoopIndex)
        return Value;
      return std::nullopt;
    });
  }

  std::optional<Polynomial> pitchOf(const NestRows &Rows) {
    std::vector<Polynomial> Lengths;
    for (const Polynomial &Reach : Rows.Reaches) {
      auto Length = largest(replaced(Reach));
      if (!Length)
        return std::nullopt;
      if (!is_contained(Lengths, *Length))
        Lengths.push_back(*Length);
    }
    Polynomial Length = N.Atoms.maximum(Lengths);
    if (auto Longest = Length.singleAtom(); Longest && N.Atoms.get(*Longest).Operands.size() > MaxLengths)
      return std::nullopt;
    if (Rows.UnitBytes == 1)
      return Length;
    return N.Atoms.floorDivide(Length + Polynomial(BlockHeaderBytes + RowUnitBytes - 1), Polynomial(RowUnitBytes));
  }

  Polynomial replaced(const Polynomial &P) {
    return N.Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
      if (A.Kind == AtomKind::Symbol)
        for (auto &[Symbol, Value] : Replacements)
          if (A.Index == Symbol)
            return Value;
      return std::nullopt;
    });
  }

  void replaceIn(NestNode &Node) {
    if (Node.Kind == NestKind::Access)
      Node.Offset = replaced(Node.Offset);
    for (auto &Child : Node.Children)
      replaceIn(*Child);
  }

  Nest &N;
  std::vector<const NestNode *> Loops;
  std::vector<std::pair<int, Polynomial>> Replacements;
};

} // namespace

void pme::resolveRows(Nest &N) {
  if (!N.Rows.empty())
    RowResolver(N).run();
}
