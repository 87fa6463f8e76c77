//===- UnitDocument.h - the document of all predictions of a compile ---------------===//
//
// What -pmecache-json asks for: one function after the other is added, and the whole is saved at the end. What cannot be
// written is warned of, and the compile goes on.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_UNITDOCUMENT_H
#define PMECACHE_PLUGIN_DRIVER_UNITDOCUMENT_H

#include "MeasuredParts.h"
#include "plugin/recover/Recover.h"

#include "pmecache/advice.h"
#include "pmecache/prediction.h"
#include "pmecache/report.h"

#include <string>

namespace pme {

/// What was found beside a prediction: null for what there is not.
struct FoundBeside {
  const pme_advice *Advice;
  const pme_sizes *Sizes;
  const pme_by_size *BySize;
  const pme_loop_orders *Orders;
  double Calls; ///< in the run, of this way of the function; below 0: not known
};

class UnitDocument {
public:
  /// `Path` of the file: "" where none is asked for. `SourceFile` as the document calls it.
  UnitDocument(std::string Path, std::string SourceFile);
  ~UnitDocument();
  UnitDocument(const UnitDocument &) = delete;
  UnitDocument &operator=(const UnitDocument &) = delete;

  bool isAsked() const { return !Path.empty(); }
  /// A function, with what a run said of it. Only when asked for.
  void add(const RecoveredFunction &Recovered, const MeasuredParts &Parts, const FoundBeside &Found,
           const ProfileLookup &Run, const pme_machine *Machine);
  /// Also when nothing was added. `Machine`: null where there is none, and no document then.
  void save(const pme_machine *Machine);

private:
  void begin(const pme_machine *Machine);
  void addAnswers(const pme_prediction &Prediction, const FoundBeside &Found, const pme_machine *Machine);
  void describe(const RecoveredFunction &Recovered, const MeasuredParts &Parts, double Calls, const ProfileLookup &Run);

  std::string Path, SourceFile;
  pme_json *Document = nullptr;
};

} // namespace pme

#endif
