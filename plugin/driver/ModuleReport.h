//===- ModuleReport.h - from recovered programs to what the user asked for -----------===//
//
// One object a compile: it holds the requests, predicts each recovered function, emits its remarks, and writes its
// program (-pmecache-dump) and the document of all predictions (-pmecache-json).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_MODULEREPORT_H
#define PMECACHE_PLUGIN_DRIVER_MODULEREPORT_H

#include "Allowance.h"
#include "GivenSymbols.h"
#include "KnownAnswers.h"
#include "ProfileLookup.h"
#include "Remarks.h"
#include "UnitDocument.h"
#include "plugin/base/Options.h"
#include "plugin/base/ParsedOptions.h"
#include "plugin/base/UnitClock.h"
#include "plugin/recover/Recover.h"

#include "pmecache/advice.h"
#include "pmecache/prediction.h"
#include "pmecache/report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>

namespace pme {

class ModuleReport {
public:
  /// Whether this compile asks for anything at all.
  static bool wanted(const llvm::Module &Module, const Options &Options);

  ModuleReport(const llvm::Module &Module, const Options &Options, ParsedOptions &Request, const UnitClock &Clock);
  ModuleReport(const ModuleReport &) = delete;
  ModuleReport &operator=(const ModuleReport &) = delete;

  /// How often the run that the profile is of executed the parallel loop at this place of a function; 0: not known.
  double runsOf(const llvm::Function &Source, const llvm::DILocation &Place);
  /// Of all functions that will be added; they must outlive this.
  void expect(llvm::ArrayRef<RecoveredFunction> Functions);
  void add(const RecoveredFunction &Recovered);
  /// Writes what is written once a compile. Call at the end, also when nothing was recovered.
  void finish();

private:
  /// Read when it is first asked for.
  ProfileLookup &run();
  bool hasTime();
  /// Of advice, which gets a share of the time alone.
  bool hasTimeForAdvice();
  /// Of the next function, of what the unit has left; of the search for advice, for each of so many loops.
  double budgetMs() const;
  double effortMs(int Loops) const;
  void answer(const RecoveredFunction &Recovered);
  MeasuredValues measuredValues(const RecoveredFunction &Recovered);
  void emitNotRun(const pme_prediction &Prediction, const MeasuredValues &Values, const RemarkPlaces &Places,
                  pme_arena *Arena);
  const pme_measured_run *findRun(const pme_prediction &Prediction, const MeasuredValues &Values,
                                  const pme_machine &Machine, pme_arena *Arena);
  llvm::ArrayRef<pme_remark> measured(const pme_prediction &Prediction, const pme_measured_run *Seen, pme_arena *Arena);
  void addToDocument(const RecoveredFunction &Recovered, const pme_prediction &Answer, const pme_measured_run *Seen,
                     FoundBeside Found, const MeasuredValues &Values, pme_arena *Arena);
  double callsOf(const RecoveredFunction &Recovered, const MeasuredValues &Values) const;
  llvm::ArrayRef<pme_remark> adviceFromTrace(const pme_prediction &Prediction, const MeasuredValues &Values,
                                             pme_arena *Arena);
  const pme_advice *advise(const pme_prediction &Prediction, const pme_what_if &WhatIf, pme_arena *Arena);
  const pme_sizes *adviseSizes(const pme_program &Program, const pme_what_if &WhatIf, const pme_advice *Advice,
                               pme_arena *Arena);
  const pme_by_size *predictBySize(const pme_prediction &Prediction, const pme_what_if &WhatIf, pme_arena *Arena);
  const pme_loop_orders *findLoopOrders(const pme_prediction &Prediction, const pme_what_if &WhatIf,
                                        const pme_by_size *BySize, pme_arena *Arena);

  const Options &Asked;
  std::string SourceFile;
  unsigned Kinds;
  ParsedOptions &Request;
  const UnitClock &Clock;
  double PredictionMs = 0;   ///< for that of this function
  bool IsLate = false;       ///< something was left out for want of time ...
  bool IsAdviceLate = false; ///< ... or advice was
  double AdviceMs = 0;       ///< that advice has taken so far, by the clock
  Allowance Allowed;
  KnownAnswers Known;
  llvm::ArrayRef<RecoveredFunction> All; ///< functions that are to be answered
  RemarkList Remarks;
  std::optional<ProfileLookup> Run; ///< read when the first function is answered
  UnitDocument Document;
  GivenSymbols Symbols;
};

} // namespace pme

#endif
