//===- Surroundings.cpp - code that is not counted ---------------------------------------===//

#include "Surroundings.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;
using namespace pme;

/// More lines than this are not named one by one.
static constexpr size_t MaxLinesNamed = 4;

static bool holdsParallel(const NestNode &Node) {
  return any_of(Node.Children, [](auto &Child) { return Child->Parallel || holdsParallel(*Child); });
}

// Reasons about code that is not counted, as against those that say that nothing was read, or read otherwise.
static bool isOfCode(const NestReason &Reason) {
  switch (Reason.Code) {
  case PME_REASON_NON_AFFINE_SUBSCRIPT:
  case PME_REASON_INDIRECT_SUBSCRIPT:
  case PME_REASON_NON_AFFINE_BOUND:
  case PME_REASON_DATA_DEPENDENT_BOUND:
  case PME_REASON_UNKNOWN_CALL:
  case PME_REASON_MEMORY_INTRINSIC:
  case PME_REASON_IRREGULAR_CONTROL:
    return true;
  default:
    return false;
  }
}

static std::string linesOf(ArrayRef<NestReason> Reasons) {
  std::set<unsigned> Lines;
  for (const NestReason &Reason : Reasons)
    if (Reason.Place && Reason.Place.getLine() > 0)
      Lines.insert(Reason.Place.getLine());
  if (Lines.empty())
    return "";
  if (Lines.size() > MaxLinesNamed)
    return std::to_string(Lines.size()) + " places from line " + std::to_string(*Lines.begin()) + " to " +
           std::to_string(*Lines.rbegin());
  std::string Result;
  for (unsigned Line : Lines)
    Result += (Result.empty() ? "line " : ", ") + std::to_string(Line);
  return Result;
}

static void leaveOutOwn(NestNode &Node) {
  std::vector<NestReason> Left;
  copy_if(Node.Reasons, std::back_inserter(Left), isOfCode);
  if (Left.empty())
    return;
  erase_if(Node.Reasons, isOfCode);
  erase_if(Node.Children, [](auto &Child) { return Child->Scattered > 0; });
  Node.Assumptions.push_back({PME_ASSUMPTION_AROUND_LEFT_OUT, linesOf(Left)});
}

static void leaveOut(NestNode &Node) {
  leaveOutOwn(Node);
  for (auto &Child : Node.Children)
    if (!Child->Parallel && holdsParallel(*Child))
      leaveOut(*Child);
}

void pme::leaveOutSurroundings(Nest &N) {
  if (holdsParallel(N.Top))
    leaveOut(N.Top);
  else
    leaveOutOwn(N.Top);
}

static int countAccesses(const NestNode &Node) {
  int Result = Node.Kind == NestKind::Access && Node.Scattered == 0;
  for (auto &Child : Node.Children)
    Result += countAccesses(*Child);
  return Result;
}

static void ignoreCalls(NestNode &Node, int Accesses) {
  if (Node.Parallel && Accesses == 0)
    Accesses = countAccesses(Node);
  if (Accesses > 0) {
    std::set<std::string> Names;
    for (const NestReason &Reason : Node.Reasons)
      if (Reason.MayBeIgnored)
        Names.insert(Reason.Text);
    erase_if(Node.Reasons, [](const NestReason &Reason) { return Reason.MayBeIgnored; });
    for (const std::string &Name : Names)
      Node.Assumptions.push_back(
          {PME_ASSUMPTION_CALL_IGNORED,
           Name + ", beside " + std::to_string(Accesses) + (Accesses == 1 ? " reference" : " references"), true});
  }
  for (auto &Child : Node.Children)
    ignoreCalls(*Child, Accesses);
}

void pme::ignoreCalls(Nest &N) { ::ignoreCalls(N.Top, 0); }
