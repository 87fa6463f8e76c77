//===- MeasuredParts.h - what runs put in the place of the model's numbers -----------===//
//
// The prediction of a function as a document gets it: where the model has no whole answer for a loop, a run has one, of
// the function itself or of another one whose calls are inlined here.

#ifndef PMECACHE_PLUGIN_DRIVER_MEASUREDPARTS_H
#define PMECACHE_PLUGIN_DRIVER_MEASUREDPARTS_H

#include "ProfileLookup.h"

#include "pmecache/report.h"

#include <vector>

namespace pme {

class MeasuredParts {
public:
  /// `Own`: what a run says of the function, null for nothing; `Calls` of it in the run (below 0: not known). What it is
  /// made of must outlive it. Without memory the model's numbers stand.
  MeasuredParts(const pme_prediction &Asked, const pme_measured_run *Own, double Calls, pme_arena *Arena);
  /// `Run` of a function that is inlined in this one; null for nothing.
  void addInlined(const pme_measured_run *Run);

  const pme_prediction &asked() const { return Asked; }
  const pme_prediction &prediction() const { return Composed ? Composed->prediction : Asked; }
  /// Adds to the function that was added last to the document which loops are measured, and their times.
  pme_status describe(pme_json *Document, const ProfileLookup &Run, pme_error &Error) const;

private:
  const pme_advice *times(const ProfileLookup &Run) const;

  const pme_prediction &Asked;
  double Calls;
  pme_arena *Arena;
  pme_composed_prediction *Composed = nullptr;
  std::vector<const pme_measured_run *> Runs; ///< [part]; null: the function itself has none
};

} // namespace pme

#endif
