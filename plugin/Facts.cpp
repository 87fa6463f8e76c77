//===- Facts.cpp - what is known where a node of the nest runs ------------===//

#include "Facts.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pme;

std::vector<Polynomial> pme::roomsOf(const NestNode &Loop) {
  auto Step = Loop.Step.constant();
  bool Down = Step && *Step < 0;
  std::vector<Polynomial> Result;
  for (const Polynomial &First : Loop.Firsts)
    for (const Polynomial &Last : Loop.Lasts)
      Result.push_back(Down ? First - Last : Last - First);
  return Result;
}

Facts::Facts(const NestNode &Node) {
  for (const NestNode *N = &Node; N; N = N->Parent) {
    if (N->Kind == NestKind::Loop)
      append_range(Known, roomsOf(*N));
    if (N->Kind == NestKind::Guard && N->Alternatives.size() == 1)
      append_range(Known, N->Alternatives.front());
  }
}

bool Facts::implies(const Polynomial &P) const {
  if (auto Value = P.constant())
    return *Value >= 0;
  return any_of(Known, [&](const Polynomial &Fact) {
    auto Slack = (P - Fact).constant();
    return Slack && *Slack >= 0;
  });
}

Polynomial Facts::resolve(AtomTable &Atoms, const Polynomial &P) const {
  if (Known.empty() || !(Atoms.uses(P, AtomKind::Minimum) || Atoms.uses(P, AtomKind::Maximum)))
    return P;
  return Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
    bool Maximum = A.Kind == AtomKind::Maximum;
    if (!Maximum && A.Kind != AtomKind::Minimum)
      return std::nullopt;
    std::vector<Polynomial> Kept = A.Operands;
    for (size_t I = 0; I < Kept.size() && Kept.size() > 1;) {
      bool Idle = any_of(Kept, [&](const Polynomial &Other) {
        return Other != Kept[I] && implies(Maximum ? Other - Kept[I] : Kept[I] - Other);
      });
      if (Idle)
        Kept.erase(Kept.begin() + I);
      else
        ++I;
    }
    return Maximum ? Atoms.maximum(Kept) : Atoms.minimum(Kept);
  });
}
