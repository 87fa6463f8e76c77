//===- MeasuredParts.cpp - what runs put in the place of the model's numbers ---------===//

#include "MeasuredParts.h"

using namespace llvm;
using namespace pme;

MeasuredParts::MeasuredParts(const pme_prediction &Asked, const pme_measured_run *Own, double Calls, pme_arena *Arena)
    : Asked(Asked), Calls(Calls), Arena(Arena), Runs{Own} {
  if (Own && pme_prediction_with_measured(&Asked, Own->answer, Calls, Arena, &Composed) != PME_OK)
    Composed = nullptr;
}

void MeasuredParts::addInlined(const pme_measured_run *Run) {
  if (!Run || (!Composed && pme_prediction_with_measured(&Asked, nullptr, Calls, Arena, &Composed) != PME_OK))
    return;
  if (pme_prediction_add_inlined(Composed, Run->answer, Calls, Arena) == PME_OK)
    Runs.push_back(Run);
}

/// Null: there are times by misses alone, or none.
const pme_advice *MeasuredParts::times(const ProfileLookup &Run) const {
  std::vector<const pme_advice *> OfRuns(Runs.size());
  for (size_t Part = 0; Part < Runs.size(); ++Part)
    if (Runs[Part] && pme_time_profile(Run.profile(), Runs[Part]->answer, Arena, &OfRuns[Part]) != PME_OK)
      OfRuns[Part] = nullptr;
  const pme_advice *Times = nullptr;
  return pme_time_measured(Composed, OfRuns.data(), Arena, &Times) == PME_OK ? Times : nullptr;
}

pme_status MeasuredParts::describe(pme_json *Document, const ProfileLookup &Run, pme_error &Error) const {
  if (!Composed)
    return PME_OK;
  pme_status Status = pme_json_set_measured(Document, Composed, Runs.data(), &Error);
  pme_found Found[PME_MAX_LEVELS];
  if (Status == PME_OK && Runs.front() && Calls > 0) {
    pme_prediction_found(Composed, Runs.front()->answer, Calls, Found);
    Status = pme_json_set_found(Document, Found, &Error);
  }
  if (const pme_advice *Times = Status == PME_OK ? times(Run) : nullptr)
    Status = pme_json_set_times(Document, Times, &Error);
  return Status;
}
