//===- UnitDocument.cpp - the document of all predictions of a compile -------------===//

#include "UnitDocument.h"

#include "LambdaBody.h"
#include "plugin/base/ParsedOptions.h"
#include "plugin/names/Fortran.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace pme;

UnitDocument::UnitDocument(std::string Path, std::string SourceFile)
    : Path(std::move(Path)), SourceFile(std::move(SourceFile)) {}

UnitDocument::~UnitDocument() { pme_json_destroy(Document); }

void UnitDocument::add(const RecoveredFunction &Recovered, const MeasuredParts &Parts, const FoundBeside &Found,
                       const ProfileLookup &Run, const pme_machine *Machine) {
  addAnswers(Parts.prediction(), Found, Machine);
  if (!Document)
    return;
  describe(Recovered, Parts, Found.Calls, Run);
  if (describeBodies(Document, Parts.asked().subject, Recovered.Places) != PME_OK)
    warn("-pmecache-json: out of memory");
}

void UnitDocument::begin(const pme_machine *Machine) {
  pme_error Error = {};
  if (!Document && Machine && pme_json_create("predict", Machine, &Document, &Error) != PME_OK)
    warn(std::string("-pmecache-json: ") + Error.message);
}

void UnitDocument::addAnswers(const pme_prediction &Prediction, const FoundBeside &Found, const pme_machine *Machine) {
  pme_error Error = {};
  begin(Machine);
  if (Document && (pme_json_add(Document, &Prediction, SourceFile.c_str(), &Error) != PME_OK ||
                   (Found.Advice && pme_json_set_advice(Document, Found.Advice, &Error) != PME_OK) ||
                   (Found.Sizes && pme_json_set_sizes(Document, Found.Sizes, &Prediction, &Error) != PME_OK) ||
                   (Found.BySize && pme_json_set_by_size(Document, Found.BySize, &Error) != PME_OK) ||
                   (Found.Orders && pme_json_set_loop_orders(Document, Found.Orders, &Error) != PME_OK))) {
    warn(std::string("-pmecache-json: ") + Error.message);
    pme_json_destroy(Document);
    Document = nullptr;
  }
}

void UnitDocument::describe(const RecoveredFunction &Recovered, const MeasuredParts &Parts, double Calls,
                            const ProfileLookup &Run) {
  pme_error Error = {};
  std::string Name = functionName(Recovered.Function->getName());
  auto InlinedIn = map_to_vector(Recovered.InlinedIn, [](const std::string &Caller) { return Caller.c_str(); });
  if (pme_json_set_source_name(Document, Name.c_str(), &Error) != PME_OK ||
      pme_json_set_inlined(Document, InlinedIn.data(), static_cast<int>(InlinedIn.size()), &Error) != PME_OK ||
      Parts.describe(Document, Run, Error) != PME_OK ||
      (Calls >= 0 && pme_json_set_weight(Document, Calls, Run.name().c_str(), &Error) != PME_OK))
    warn(std::string("-pmecache-json: ") + Error.message);
}

void UnitDocument::save(const pme_machine *Machine) {
  if (!isAsked())
    return;
  begin(Machine);
  if (!Document)
    return;
  pme_error Error = {};
  SmallString<256> Directory;
  sys::fs::current_path(Directory);
  if (pme_json_set_unit(Document, SourceFile.c_str(), Directory.c_str(), &Error) != PME_OK ||
      pme_json_save_unit(Document, Path.c_str(), &Error) != PME_OK)
    complain(std::string("-pmecache-json: ") + Error.message);
}
