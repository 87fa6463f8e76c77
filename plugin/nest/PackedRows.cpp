//===- PackedRows.cpp - rows of different lengths, one behind the other --------------===//

#include "PackedRows.h"

#include "KnownInequalities.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pme;

namespace {

class PackedResolver {
public:
  explicit PackedResolver(Nest &N) : N(N) {}

  void visit(NestNode &Node) {
    for (auto &Child : Node.Children) {
      if (Child->Packed && resolve(Node, *Child))
        erase_if(Node.Reasons, [&](const NestReason &R) { return isOf(R, *Child); });
      visit(*Child);
    }
  }

private:
  static bool isOf(const NestReason &R, const NestNode &Access) {
    return R.Code == PME_REASON_NON_AFFINE_SUBSCRIPT && R.Place == Access.Place;
  }

  Polynomial with(const Polynomial &P, int Loop, const Polynomial &Value) {
    return N.Atoms.substitute(P, [&](const Atom &A) -> std::optional<Polynomial> {
      return A.Kind == AtomKind::Loop && A.Index == Loop ? std::optional(Value) : std::nullopt;
    });
  }

  Polynomial difference(const Polynomial &P, int Loop) { return with(P, Loop, N.Atoms.loop(Loop) + Polynomial(1)) - P; }

  // For all values of its atoms: a square is even where its root is.
  static bool isEven(const Polynomial &P) {
    Polynomial Parity;
    for (auto &[Product, Coefficient] : P.terms()) {
      Polynomial Term(Coefficient);
      for (auto [I, Id] : enumerate(Product))
        if (I == 0 || Product[I - 1] != Id)
          Term = Term * Polynomial::atom(Id);
      Parity = Parity + Term;
    }
    return P.isValid() && Parity.content() % 2 == 0;
  }

  // Two times `P`, with i*(i + 1) in place of two times its half.
  Polynomial doubled(const Polynomial &P) const {
    Polynomial Result;
    for (auto &[Product, Coefficient] : P.terms()) {
      Polynomial Term(Coefficient);
      bool IsHalf = false;
      for (AtomId Id : Product) {
        const Atom &A = N.Atoms.get(Id);
        bool Halves = !IsHalf && A.Kind == AtomKind::FloorDivide && A.Operands[1] == Polynomial(2);
        IsHalf |= Halves && isEven(A.Operands[0]);
        Term = Term * (Halves && IsHalf ? A.Operands[0] : Polynomial::atom(Id));
      }
      Result = Result + (IsHalf ? Term : Term + Term);
    }
    return Result;
  }

  // The one loop around that the rows are counted in; null: there is none, or several.
  const NestNode *loopOfRows(const NestNode &Inside, const Polynomial &P) {
    const NestNode *Found = nullptr;
    for (const NestNode *Node = &Inside; Node; Node = Node->Parent) {
      if (Node->Kind != NestKind::Loop || Node->LoopIndex < 0)
        continue;
      Polynomial Step = difference(P, Node->LoopIndex);
      if (Step == with(Step, Node->LoopIndex, 0))
        continue;
      if (Found)
        return nullptr;
      Found = Node;
    }
    return Found;
  }

  // Terms of `P` in which no other loop's variable stands; none: there is something else than symbols and loops in them.
  std::optional<Polynomial> termsOf(const Polynomial &P, int Loop) const {
    Polynomial Result;
    for (auto &[Product, Coefficient] : P.terms()) {
      Polynomial Term(Coefficient);
      int Others = 0, Own = 0;
      for (AtomId Id : Product) {
        const Atom &A = N.Atoms.get(Id);
        if (A.Kind != AtomKind::Symbol && A.Kind != AtomKind::Loop)
          return std::nullopt;
        Own += A.Kind == AtomKind::Loop && A.Index == Loop;
        Others += A.Kind == AtomKind::Loop && A.Index != Loop;
        Term = Term * Polynomial::atom(Id);
      }
      if (Others > 1 || (Others && Own))
        return std::nullopt;
      if (Own)
        Result = Result + Term;
    }
    return Result;
  }

  // Which sign a sum of products of symbols has: these are sizes.
  static std::optional<bool> isPositive(const AtomTable &Atoms, const Polynomial &P) {
    auto Negative = [](const auto &Term) { return Term.second < 0; };
    if (P.isZero() || !P.isValid() || Atoms.uses(P, AtomKind::Loop) ||
        (any_of(P.terms(), Negative) && !all_of(P.terms(), Negative)))
      return std::nullopt;
    return !Negative(*P.terms().begin());
  }

  bool isNeverNegative(const Polynomial &P, const NestNode &Inside) {
    auto Least = lowest(P, Inside, nullptr);
    return Least && (Least->isZero() || isPositive(N.Atoms, *Least).value_or(false));
  }

  // The least of `P` in all iterations of the loops around but `Kept`. Innermost first, each variable is where `P` is
  // lowest.
  std::optional<Polynomial> lowest(Polynomial P, const NestNode &Inside, const NestNode *Kept) {
    for (const NestNode *Node = &Inside; Node; Node = Node->Parent) {
      if (Node->Kind != NestKind::Loop || Node->LoopIndex < 0 || Node == Kept)
        continue;
      Polynomial At0 = with(P, Node->LoopIndex, 0), Slope = with(P, Node->LoopIndex, 1) - At0;
      if (Slope.isZero())
        continue;
      auto Up = isPositive(N.Atoms, Slope), Forward = isPositive(N.Atoms, Node->Step);
      if (!Up || !Forward || Node->Firsts.empty() || Node->Lasts.empty() ||
          At0 + Slope * N.Atoms.loop(Node->LoopIndex) != P)
        return std::nullopt;
      P = with(P, Node->LoopIndex, *Up == *Forward ? Node->Firsts.front() : Node->Lasts.front());
    }
    return P;
  }

  // Columns are counted from the first one of each row, or from the row's own number.
  bool resolve(NestNode &Parent, NestNode &Access) {
    bool Assumed = false;
    Polynomial Twice = doubled(KnownInequalities(N.Atoms, Parent).settleDivisions(*Access.Packed, Assumed));
    const NestNode *Loop = loopOfRows(Parent, Twice);
    auto Start = Loop ? termsOf(Twice, Loop->LoopIndex) : std::nullopt;
    if (!Start || Assumed)
      return false;
    Polynomial Diagonal = N.Atoms.loop(Loop->LoopIndex) * Polynomial((Twice - *Start).content());
    for (const Polynomial &Begin : {*Start, *Start + Diagonal}) {
      auto Inside = (Twice - Begin).exactQuotient(2), Pitch = difference(Begin, Loop->LoopIndex).exactQuotient(2);
      if (!Inside || !Pitch || !isNeverNegative(*Inside, Parent) ||
          !isNeverNegative(*Pitch - *Inside - Polynomial(Access.Bytes), Parent))
        continue;
      // Rows with gaps, as x[i*i], lie further apart than what is touched of them.
      Polynomial Rows = with(Begin, Loop->LoopIndex, N.Atoms.loop(0));
      auto Gap = lowest(*Pitch - *Inside - Polynomial(Access.Bytes), Parent, Loop);
      if (!Packed.count({Access.Array, Rows}) && (!Gap || !Gap->isZero()))
        continue;
      Parent.Assumptions.push_back({PME_ASSUMPTION_ROWS_CONTIGUOUS, "rows of '" + N.Arrays[Access.Array].Name +
                                                                        "', as far apart as the longest is long"});
      place(Access, Rows, Loop->LoopIndex, *Inside);
      return true;
    }
    return false;
  }

  void place(NestNode &Access, const Polynomial &Begin, int Row, const Polynomial &Inside) {
    auto [Known, IsNew] = Packed.try_emplace({Access.Array, Begin}, static_cast<int>(N.Rows.size()));
    if (IsNew)
      addRows(Access.Array);
    NestRows &Rows = N.Rows[Known->second];
    Polynomial Reach = Inside + Polynomial(Access.Bytes);
    if (!is_contained(Rows.Reaches, Reach))
      Rows.Reaches.push_back(Reach);
    Access.Array = Rows.Array;
    Access.Offset = N.Atoms.symbol(Rows.PitchSymbol) * N.Atoms.loop(Row) + Inside;
    Access.Scattered = Access.Stays = 0;
  }

  void addRows(int Array) {
    NestArray Rows = N.Arrays[Array];
    std::string Table = Rows.Name;
    Rows.Name += "[]";
    for (int Number = 2; any_of(N.Arrays, [&](const NestArray &Other) { return Other.Name == Rows.Name; }); ++Number)
      Rows.Name = Table + "[]" + std::to_string(Number);
    Rows.Extents.clear();
    Rows.Place.reset();
    N.Rows.push_back({static_cast<int>(N.Arrays.size()), static_cast<int>(N.Symbols.size()), 1, Table, {}});
    N.Symbols.push_back({"pitch of " + Rows.Name, std::nullopt});
    N.Arrays.push_back(std::move(Rows));
  }

  Nest &N;
  std::map<std::pair<int, Polynomial>, int> Packed; ///< by array and where rows begin: index into N.Rows
};

} // namespace

void pme::resolvePackedRows(Nest &N) { PackedResolver(N).visit(N.Top); }
