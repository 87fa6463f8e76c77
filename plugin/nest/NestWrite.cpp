//===- NestWrite.cpp - a nest as a pme_program ---------------------------------------===//

#include "KnownInequalities.h"
#include "Nest.h"
#include "plugin/base/ParsedOptions.h"
#include "plugin/base/SourceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <numeric>
#include <tuple>
#include <utility>

using namespace llvm;
using namespace pme;

NestNode *NestNode::add(NestKind NewKind, DebugLoc NewPlace) {
  auto Node = std::make_unique<NestNode>();
  Node->Kind = NewKind;
  Node->Parent = this;
  Node->Place = std::move(NewPlace);
  Children.push_back(std::move(Node));
  return Children.back().get();
}

NestNode *NestNode::enclosing(NestKind Wanted) {
  for (NestNode *Node = this; Node; Node = Node->Parent)
    if (Node->Kind == Wanted)
      return Node;
  return nullptr;
}

bool NestNode::contains(NestKind Wanted) const {
  return Kind == Wanted || any_of(Children, [&](auto &Child) { return Child->contains(Wanted); });
}

int pme::keptLoops(const NestNode &Access) {
  int Own = 0;
  const NestNode *Around = Access.Parent;
  for (; Around && Around->Kind == NestKind::Loop && !Around->Parallel; Around = Around->Parent)
    Own++;
  const NestNode *Dealt = Around && Around->Kind == NestKind::Loop ? Around : nullptr;
  while (Around && !Around->Parallel && Around->Kind != NestKind::Region)
    Around = Around->Parent;
  if (!Around)
    return 0;
  if (!Dealt)
    return std::min(Access.KeptLoops, Own);
  // The code has one loop for those that are collapsed.
  Own -= Dealt->Collapse - 1;
  if (Access.KeptLoops <= Own)
    return Access.KeptLoops;
  return Dealt->Team || Dealt->Orphaned ? Own : Own + Dealt->Collapse;
}

namespace {

class Writer {
public:
  Writer(Nest &N, std::vector<DebugLoc> *Places) : N(N), Places(Places), Anything(N.Atoms) {}

  pme_program *run() {
    pme_program *Written = write();
    if (Copies <= MaxCopies)
      return Written;
    pme_program_destroy(Written);
    FewWays = true;
    return write();
  }

private:
  /// Most nodes that are written once more because alternatives stand around them, and the alternatives on one way down
  /// when there would be more: each of n guards, one in the other, doubles what is in it.
  static constexpr size_t MaxCopies = 5000, MaxWays = 8;

  pme_program *write() {
    P = pme_program_create();
    if (!P)
      return fail(PME_NO_MEMORY);
    Copies = 0;
    pme_program_set_function(P, N.Function.c_str(), N.File.empty() ? nullptr : N.File.c_str(), N.Line);
    writeArrays();
    LoopNodes.assign(N.LoopCount, PME_NONE);
    writeChildren(N.Top, PME_NONE);
    writeChannels(N.Top, PME_NONE);
    pme_status Status = pme_program_status(P);
    return Status == PME_OK ? P : fail(Status);
  }

  pme_program *fail(pme_status Status) {
    warn(N.Function + ": " + pme_status_text(Status));
    pme_program_destroy(P);
    return nullptr;
  }

  pme_place place(const DebugLoc &Location) {
    if (!Location)
      return {nullptr, 0, 0};
    FileName = fileOf(*Location);
    return {FileName == N.File ? nullptr : FileName.c_str(), static_cast<int>(Location->getLine()),
            static_cast<int>(Location->getColumn())};
  }

  int parameter(const NestSymbol &Symbol) {
    int Id = pme_program_add_parameter(P, Symbol.Name.c_str());
    if (Symbol.Value && Id != PME_NONE)
      pme_program_set_parameter(P, Id, *Symbol.Value);
    return Id;
  }

  pme_expr atom(AtomId Id) {
    const Atom &A = N.Atoms.get(Id);
    switch (A.Kind) {
    case AtomKind::Symbol:
      if (A.Index == N.ThreadSymbol)
        return pme_expr_thread(P);
      if (A.Index == N.TeamSymbol)
        return pme_expr_team(P);
      return pme_expr_parameter(P, parameter(N.Symbols[A.Index]));
    case AtomKind::Loop:
      return pme_expr_loop(P, LoopNodes[A.Index]);
    case AtomKind::FloorDivide:
      return pme_expr_floor_divide(P, expression(A.Operands[0]), expression(A.Operands[1]));
    case AtomKind::Modulo:
      return pme_expr_modulo(P, expression(A.Operands[0]), expression(A.Operands[1]));
    case AtomKind::Minimum:
    case AtomKind::Maximum: {
      std::vector<Polynomial> Operands = orderedOperands(A.Operands);
      pme_expr Result = expression(Operands.front());
      for (const Polynomial &Operand : drop_begin(Operands)) {
        pme_expr Next = expression(Operand);
        Result = A.Kind == AtomKind::Minimum ? pme_expr_minimum(P, Result, Next) : pme_expr_maximum(P, Result, Next);
      }
      return Result;
    }
    }
    return PME_NONE;
  }

  pme_expr term(const Monomial &Product, int64_t Coefficient) {
    pme_expr Result = pme_expr_constant(P, Coefficient);
    for (AtomId Id : Product)
      Result = pme_expr_multiply(P, Result, atom(Id));
    return Result;
  }

  // Where an atom stands in a product and a sum: symbols, then loops from the outside in, then operations. Ids tell in
  // which order recovery happened to meet them, which is no business of a reader.
  std::tuple<int, int> rank(AtomId Id) const {
    const Atom &A = N.Atoms.get(Id);
    bool Operation = A.Kind != AtomKind::Symbol && A.Kind != AtomKind::Loop;
    return {Operation ? 2 : A.Kind == AtomKind::Loop, Operation ? Id : A.Index};
  }
  bool ranksBefore(const Monomial &A, const Monomial &B) const {
    return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end(),
                                        [&](AtomId Left, AtomId Right) { return rank(Left) < rank(Right); });
  }
  std::vector<std::pair<Monomial, int64_t>> orderedTerms(const Polynomial &Value) const {
    std::vector<std::pair<Monomial, int64_t>> Result(Value.terms().begin(), Value.terms().end());
    for (auto &[Product, Coefficient] : Result)
      sort(Product, [&](AtomId A, AtomId B) { return rank(A) < rank(B); });
    sort(Result, [&](auto &A, auto &B) { return ranksBefore(A.first, B.first); });
    return Result;
  }
  std::vector<Polynomial> orderedOperands(std::vector<Polynomial> Operands) const {
    stable_sort(Operands, [&](const Polynomial &A, const Polynomial &B) {
      auto Left = orderedTerms(A), Right = orderedTerms(B);
      return std::lexicographical_compare(Left.begin(), Left.end(), Right.begin(), Right.end(), [&](auto &X, auto &Y) {
        return ranksBefore(X.first, Y.first) || (!ranksBefore(Y.first, X.first) && X.second < Y.second);
      });
    });
    return Operands;
  }

  // Positive terms first, the constant last: `8*n*i + 8*j - 8`.
  pme_expr expression(const Polynomial &Value) {
    pme_expr Result = PME_NONE;
    auto Terms = orderedTerms(Value);
    auto Add = [&](const Monomial &Product, int64_t Coefficient) {
      pme_expr Term;
      if (Result == PME_NONE)
        Term = term(Product, Coefficient);
      else if (Coefficient < 0 && Coefficient != INT64_MIN) {
        Result = pme_expr_subtract(P, Result, term(Product, -Coefficient));
        return;
      } else
        Term = term(Product, Coefficient);
      Result = Result == PME_NONE ? Term : pme_expr_add(P, Result, Term);
    };
    for (bool Positive : {true, false})
      for (auto &[Product, Coefficient] : Terms)
        if (!Product.empty() && (Coefficient > 0) == Positive)
          Add(Product, Coefficient);
    if (auto Constant = Value.terms().find({}); Constant != Value.terms().end())
      Add(Constant->first, Constant->second);
    return Result == PME_NONE ? pme_expr_constant(P, 0) : Result;
  }

  std::vector<pme_expr> expressions(const std::vector<Polynomial> &Values) {
    std::vector<pme_expr> Result;
    for (const Polynomial &Value : Values)
      Result.push_back(expression(Value));
    return Result;
  }

  // Arguments in the order in which they are passed, as most programs allocate them, in place of that of their first use.
  void writeArrays() {
    std::vector<int> Given, Sorted;
    for (int A = 0; A < static_cast<int>(N.Arrays.size()); A++)
      if (N.Arrays[A].Argument >= 0)
        Given.push_back(A);
    Sorted = Given;
    llvm::stable_sort(Sorted, [&](int A, int B) { return N.Arrays[A].Argument < N.Arrays[B].Argument; });
    std::vector<int> Order(N.Arrays.size());
    std::iota(Order.begin(), Order.end(), 0);
    for (size_t I = 0; I < Given.size(); I++)
      Order[Given[I]] = Sorted[I];
    ArrayIds.resize(N.Arrays.size());
    for (size_t I = 0; I < Order.size(); I++) {
      ArrayIds[Order[I]] = static_cast<int>(I);
      writeArray(N.Arrays[Order[I]]);
    }
  }

  void writeArray(const NestArray &Array) {
    std::vector<pme_expr> Extents = expressions(Array.Extents);
    if (Array.OutermostUnknown && !Extents.empty())
      Extents.front() = PME_NONE;
    pme_array Out = {};
    Out.name = Array.Name.c_str();
    Out.element_bytes = Array.ElementBytes;
    Out.extent_count = static_cast<int>(Extents.size());
    Out.extents = Extents.data();
    Out.alignment_bytes = Array.Alignment;
    bool HasCompany = Array.Place && count_if(N.Arrays, [&](const NestArray &Other) {
                                       return Other.Place && Other.Place->Section == Array.Place->Section;
                                     }) > 1;
    Out.group = HasCompany ? Array.Place->Section : PME_NONE;
    Out.has_base = HasCompany;
    Out.base_bytes = HasCompany ? static_cast<uint64_t>(Array.Place->OffsetBytes) : 0;
    Out.is_private = Array.Private;
    Out.is_heap = Array.Heap;
    Out.is_unmapped = Array.Unmapped;
    Out.is_likely_heap = Array.LikelyHeap;
    if (Array.Seen) {
      Out.allocated_bytes = Array.Seen->Bytes;
      Out.allocated_at = Array.Seen->Place;
      Out.is_about_there = Array.Seen->IsAbout;
    }
    pme_program_add_array(P, &Out);
  }

  int writeLoop(const NestNode &Node, int Parent) {
    std::vector<pme_expr> Firsts = expressions(orderedOperands(Node.Firsts));
    std::vector<pme_expr> Lasts = expressions(orderedOperands(Node.Lasts));
    pme_loop Loop = {};
    Loop.variable = Node.Variable.empty() ? "i" : Node.Variable.c_str();
    Loop.first_count = static_cast<int>(Firsts.size());
    Loop.firsts = Firsts.data();
    Loop.last_count = static_cast<int>(Lasts.size());
    Loop.lasts = Lasts.data();
    Loop.step = expression(Node.Step);
    Loop.parallel = Node.Parallel;
    Loop.is_team = Node.Team;
    Loop.schedule = Node.Schedule;
    Loop.chunk = Node.HasChunk ? expression(Node.Chunk) : PME_NONE;
    Loop.threads = Node.HasThreads ? expression(Node.Threads) : PME_NONE;
    Loop.collapse = Node.Collapse;
    Loop.nowait = Node.Nowait;
    Loop.ordered = Node.Ordered;
    Loop.orphaned = Node.Orphaned;
    Loop.is_taskloop = Node.Tasks != TaskSplit::None;
    Loop.carries = Node.Carries;
    Loop.work = Node.Work;
    int Id = pme_program_add_loop(P, Parent, &Loop, place(Node.Place));
    LoopNodes[Node.LoopIndex] = Id;
    return Id;
  }

  int writeRegion(const NestNode &Node, int Parent) {
    pme_region Region = {Node.HasThreads ? expression(Node.Threads) : PME_NONE};
    return pme_program_add_region(P, Parent, &Region, place(Node.Place));
  }

  int writeAccess(const NestNode &Node, int Parent) {
    pme_access Access = {ArrayIds[Node.Array], expression(Node.Offset), Node.Bytes, Node.Write,
                         keptLoops(Node),      Node.Scattered,          Node.Stays, Node.Carried};
    return pme_program_add_access(P, Parent, &Access, place(Node.Place));
  }

  // Alternatives exclude each other: one guard each, with a copy of the children. What the guards around exclude is no
  // alternative: of a long chain of `else if` there would be a copy for each way to come to its end.
  void writeGuard(const NestNode &Node, int Parent) {
    static const std::vector<Conditions> Always(1);
    if (!FewWays && Copies > MaxCopies)
      return;
    if (FewWays && Node.Alternatives.size() > 1 && Ways * Node.Alternatives.size() > MaxWays)
      return writeOneWay(Node, Parent);
    size_t WaysAround = std::exchange(Ways, Ways * std::max<size_t>(1, Node.Alternatives.size()));
    for (const Conditions &Alternative : Node.Alternatives.empty() ? Always : Node.Alternatives) {
      KnownInequalities Inside = *Known;
      if (!Inside.addAll(Alternative))
        continue;
      std::vector<pme_expr> Conditions = expressions(Alternative);
      pme_guard Guard = {static_cast<int>(Conditions.size()), Conditions.data(), Node.OneThread};
      int Id = pme_program_add_guard(P, Parent, &Guard, place(Node.Place));
      const KnownInequalities *Around = std::exchange(Known, &Inside);
      finish(Node, Id);
      Known = Around;
    }
    Ways = WaysAround;
  }

  // Of alternatives that are too many what they have in common; that one of them holds is assumed.
  void writeOneWay(const NestNode &Node, int Parent) {
    Conditions Common = Node.Alternatives.front();
    erase_if(Common, [&](const Polynomial &P) {
      return any_of(Node.Alternatives, [&](const Conditions &Other) { return !is_contained(Other, P); });
    });
    int Id = Parent;
    if (!Common.empty() || Node.OneThread) {
      std::vector<pme_expr> Conditions = expressions(Common);
      pme_guard Guard = {static_cast<int>(Conditions.size()), Conditions.data(), Node.OneThread};
      Id = pme_program_add_guard(P, Parent, &Guard, place(Node.Place));
    }
    std::string Text = "one of " + std::to_string(Node.Alternatives.size()) + " conditions at line " +
                       std::to_string(Node.Place ? Node.Place.getLine() : 0);
    pme_assumption Taken = {PME_ASSUMPTION_BRANCH_TAKEN, Id, Text.c_str()};
    pme_program_add_assumption(P, &Taken);
    if (Id != Parent)
      return finish(Node, Id);
    writeChildren(Node, Id);
    writeChannels(Node, Id);
  }

  void finish(const NestNode &Node, int Id) {
    Copies += Ways > 1;
    if (Places && Id >= 0) {
      Places->resize(std::max(Places->size(), static_cast<size_t>(Id) + 1));
      (*Places)[Id] = Node.Place;
    }
    writeChildren(Node, Id);
    writeChannels(Node, Id);
  }

  void writeChildren(const NestNode &Node, int Id) {
    for (auto &Child : Node.Children)
      switch (Child->Kind) {
      case NestKind::Loop:
        finish(*Child, writeLoop(*Child, Id));
        break;
      case NestKind::Region:
        finish(*Child, writeRegion(*Child, Id));
        break;
      case NestKind::Access:
        finish(*Child, writeAccess(*Child, Id));
        break;
      case NestKind::Guard:
        writeGuard(*Child, Id);
        break;
      case NestKind::Top:
      case NestKind::Group:
        break;
      }
  }

  void writeChannels(const NestNode &Node, int Id) {
    for (const NestReason &Reason : Node.Reasons) {
      pme_reason Out = {Reason.Code, Id, place(Reason.Place), Reason.Text.c_str(), Reason.Hint};
      pme_program_add_reason(P, &Out);
    }
    for (const NestAssumption &Assumption : Node.Assumptions) {
      pme_assumption Out = {Assumption.Code, Id, Assumption.Text.c_str()};
      pme_program_add_assumption(P, &Out);
    }
  }

  const Nest &N;
  std::vector<DebugLoc> *Places;
  KnownInequalities Anything;
  const KnownInequalities *Known = &Anything; ///< of the guards around
  bool FewWays = false;                       ///< alternatives would be too many copies
  size_t Ways = 1;                            ///< alternatives of the guards around
  size_t Copies = 0;
  pme_program *P = nullptr;
  std::vector<int> LoopNodes, ArrayIds; ///< of the program
  std::string FileName;
};

} // namespace

pme_program *pme::writeProgram(Nest &N, std::vector<DebugLoc> *Places) { return Writer(N, Places).run(); }
