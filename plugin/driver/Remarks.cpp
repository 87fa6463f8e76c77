//===- Remarks.cpp - remarks of clang and opt ----------------------------------------===//

#include "Remarks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <set>
#include <tuple>
#include <vector>

using namespace llvm;
using namespace pme;

static const char PassName[] = "pmecache";

unsigned pme::listenedKinds(LLVMContext &Context) {
  // A record file (-fsave-optimization-record) takes every kind.
  if (Context.getMainRemarkStreamer())
    return PME_REMARK_PREDICTION | PME_REMARK_MISSED | PME_REMARK_ANALYSIS;
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  if (!Handler)
    return 0;
  unsigned Kinds = 0;
  if (Handler->isPassedOptRemarkEnabled(PassName))
    Kinds |= PME_REMARK_PREDICTION;
  if (Handler->isMissedOptRemarkEnabled(PassName))
    Kinds |= PME_REMARK_MISSED;
  if (Handler->isAnalysisRemarkEnabled(PassName))
    Kinds |= PME_REMARK_ANALYSIS;
  return Kinds;
}

/// The place of a node, else of the nearest node around it, else of the function.
static DiagnosticLocation placeOf(const pme_subject *Subject, int Node, ArrayRef<DebugLoc> Places,
                                  const Function &Where) {
  for (; Node != PME_NONE; Node = pme_subject_at(Subject, Node)->parent)
    if (size_t(Node) < Places.size() && Places[Node])
      return Places[Node];
  return Where.getSubprogram();
}

template <typename RemarkT>
static void emit(OptimizationRemarkEmitter &Emitter, const pme_remark &Remark, const DiagnosticLocation &Place,
                 const Function &Where) {
  RemarkT Result(PassName, Remark.name, Place, &Where.getEntryBlock());
  Result << Remark.text;
  // What follows goes into records only, not into the text.
  if (Remark.argument_count > 0)
    Result << ore::setExtraArgs();
  for (const pme_remark_argument &Argument : ArrayRef(Remark.arguments, Remark.argument_count)) {
    if (Argument.text)
      Result << ore::NV(Argument.key, Argument.text);
    else if (Argument.number == std::floor(Argument.number) && std::fabs(Argument.number) < 1e15)
      Result << ore::NV(Argument.key, static_cast<long long>(Argument.number));
    else
      Result << ore::NV(Argument.key, formatv("{0:f6}", Argument.number).str());
  }
  Emitter.emit(Result);
}

void pme::emitAll(ArrayRef<pme_remark> Remarks, const pme_subject *Subject, const RemarkPlaces &Places) {
  OptimizationRemarkEmitter Emitter(&Places.Where);
  std::set<std::tuple<unsigned, unsigned, std::string>> Said;
  for (const pme_remark &Remark : Remarks) {
    DiagnosticLocation Place = placeOf(Subject, Remark.node, Places.OfNodes, Places.Where);
    // Several accesses of a loop may have the same to say.
    if (!Said.insert({Place.getLine(), Place.getColumn(), Remark.text}).second)
      continue;
    switch (Remark.kind) {
    case PME_REMARK_PREDICTION:
      emit<OptimizationRemark>(Emitter, Remark, Place, Places.Where);
      break;
    case PME_REMARK_MISSED:
      emit<OptimizationRemarkMissed>(Emitter, Remark, Place, Places.Where);
      break;
    case PME_REMARK_ANALYSIS:
      emit<OptimizationRemarkAnalysis>(Emitter, Remark, Place, Places.Where);
      break;
    }
  }
}

static bool isMeasured(const pme_remark &Remark, ArrayRef<pme_remark> Measured) {
  return Remark.kind == PME_REMARK_PREDICTION && any_of(Measured, [&](const pme_remark &Other) {
           return Other.kind == PME_REMARK_PREDICTION && Other.node == Remark.node;
         });
}

void pme::emitRemarks(const pme_prediction &Prediction, const pme_explanation *Explanation, const pme_advice *Advice,
                      ArrayRef<pme_remark> Measured, const RemarkPlaces &Places, pme_arena *Arena) {
  const pme_remark *Remarks;
  int Count = 0;
  if (Places.Kinds == 0)
    return;
  if ((Explanation ? pme_remarks_explain(Explanation, Places.Kinds, Arena, &Remarks, &Count, nullptr)
                   : pme_remarks_create(&Prediction, Places.Kinds, Arena, &Remarks, &Count, nullptr)) != PME_OK)
    return;
  std::vector<pme_remark> Kept;
  copy_if(ArrayRef(Remarks, Count), std::back_inserter(Kept),
          [&](const pme_remark &Remark) { return !isMeasured(Remark, Measured); });
  emitAll(Kept, Prediction.subject, Places);
  if (Advice && (Places.Kinds & PME_REMARK_PREDICTION) &&
      pme_remarks_advise(Advice, Arena, &Remarks, &Count, nullptr) == PME_OK)
    emitAll(ArrayRef(Remarks, Count), Prediction.subject, Places);
}

void pme::emitBySize(const pme_by_size &BySize, ArrayRef<pme_remark> Measured, const RemarkPlaces &Places,
                     pme_arena *Arena) {
  const pme_remark *Remarks;
  int Count = 0;
  if (!(Places.Kinds & PME_REMARK_PREDICTION) ||
      pme_remarks_by_size(&BySize, Arena, &Remarks, &Count, nullptr) != PME_OK)
    return;
  std::vector<pme_remark> Kept;
  copy_if(ArrayRef(Remarks, Count), std::back_inserter(Kept),
          [&](const pme_remark &Remark) { return !isMeasured(Remark, Measured); });
  emitAll(Kept, BySize.prediction->subject, Places);
}

void pme::emitSizes(const pme_sizes &Sizes, const pme_prediction &Prediction, const RemarkPlaces &Places,
                    pme_arena *Arena) {
  const pme_remark *Remarks;
  int Count = 0;
  if ((Places.Kinds & PME_REMARK_PREDICTION) &&
      pme_remarks_sizes(&Sizes, &Prediction, Arena, &Remarks, &Count, nullptr) == PME_OK)
    emitAll(ArrayRef(Remarks, Count), Prediction.subject, Places);
}
