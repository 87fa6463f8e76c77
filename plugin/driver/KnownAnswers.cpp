//===- KnownAnswers.cpp - functions of a unit that have one answer -------------------===//

#include "KnownAnswers.h"

#include "pmecache/program.h"

#include <tuple>

using namespace llvm;
using namespace pme;

/// Programs that are compared one by one with each other: more that agree in their counts are taken to differ.
static constexpr size_t MostCompared = 8;

static auto countsOf(const pme_program *Program) {
  return std::tuple(pme_program_node_count(Program), pme_program_array_count(Program),
                    pme_program_parameter_count(Program), pme_program_reason_count(Program));
}

void KnownAnswers::compare(ArrayRef<RecoveredFunction> Functions) {
  std::map<decltype(countsOf(nullptr)), std::vector<const pme_program *>> Different;
  for (const RecoveredFunction &Function : Functions) {
    const pme_program *Program = Function.Program.get();
    std::vector<const pme_program *> &Candidates = Different[countsOf(Program)];
    auto Found = find_if(Candidates, [&](const pme_program *First) { return pme_is_answered_alike(First, Program); });
    if (Found != Candidates.end())
      FirstOf[Program] = FirstOf[*Found] = *Found;
    else if (Candidates.size() < MostCompared)
      Candidates.push_back(Program);
  }
}

const KnownAnswers::Answer *KnownAnswers::of(const pme_program *Program) const {
  auto First = FirstOf.find(Program);
  auto Found = First == FirstOf.end() ? Answers.end() : Answers.find(First->second);
  return Found == Answers.end() ? nullptr : &Found->second;
}

void KnownAnswers::keep(const pme_program *Program, ArenaHandle &Arena, const pme_by_size *BySize,
                        const pme_sizes *Sizes) {
  if (auto First = FirstOf.find(Program); First != FirstOf.end() && First->second == Program)
    Answers[Program] = {std::move(Arena), BySize, Sizes};
}
