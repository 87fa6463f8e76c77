//===- ParsedOptions.cpp - options become requests -----------------------------------===//

#include "ParsedOptions.h"

#include "pmecache/nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace pme;

void pme::warn(const std::string &Text) { errs() << "pmecache: warning: " << Text << "\n"; }
void pme::complain(const std::string &Text) { errs() << "pmecache: error: " << Text << "\n"; }

static void complainAbout(const char *Option, const pme_error &Error) {
  std::string Text = std::string(Option) + ": ";
  if (Error.column > 0)
    Text += (Error.line > 1 ? "line " + std::to_string(Error.line) + ", " : "") + "column " +
            std::to_string(Error.column) + ": ";
  complain(Text + Error.message);
}

/// A whole number from Low to High, the whole text.
static bool readInteger(StringRef Text, int Low, int High, int &Value) {
  return !Text.getAsInteger(10, Value) && Value >= Low && Value <= High;
}

/// "irregular, all or values"
static std::string listed(ArrayRef<const char *> Words) {
  std::string Result;
  for (const char *Word : Words)
    Result += (Result.empty() ? "" : Word == Words.back() ? " or " : ", ") + std::string(Word);
  return Result;
}

std::string pme::didYouMean(const std::string &Word, ArrayRef<const char *> Words) {
  const char *Nearest = pme_nearest(Word.c_str(), Words.data(), static_cast<int>(Words.size()));
  return Nearest ? "; did you mean '" + std::string(Nearest) + "'?" : "";
}

/// Whether the text is one of the words; said on stderr if not, with what is done instead.
static bool isChoice(const char *Option, const std::string &Text, ArrayRef<const char *> Words, const char *Instead) {
  if (is_contained(Words, StringRef(Text)))
    return true;
  complain(std::string(Option) + ": expected " + listed(Words) + ", found '" + Text + "'" + didYouMean(Text, Words) +
           " (" + Instead + ")");
  return false;
}

ParsedOptions::ParsedOptions(const Options &Options) : Asked(Options) {
  readThreads("-pmecache-threads", Options.Threads, WhatIf.threads);
  readThreads("-pmecache-default-threads", Options.DefaultThreads, DefaultThreads);
  readSchedule(Options.Schedule);
  readParameters(Options.Param);
  readBudget(Options.Budget);
  readUnitBudget(Options.UnitBudget);
  readEffort(Options.Effort);
  readAdvise(Options.Advise);
  Sequential = isChoice("-pmecache-scope", Options.Scope, {"parallel", "all"}, "parallel loops are answered") &&
               Options.Scope == "all";
  WhatIf.as_compiled =
      isChoice("-pmecache-accesses", Options.Accesses, {"source", "compiled"}, "accesses are those of the source") &&
      Options.Accesses == "compiled";
  Instruments = !Options.Instrument.empty() &&
                isChoice("-pmecache-instrument", Options.Instrument, {"irregular", "all", "program", "values"},
                         "the program does not measure itself");
  if (!Options.Profile.empty() && !sys::fs::is_regular_file(Options.Profile))
    complain("-pmecache-profile: cannot read '" + Options.Profile + "'");
}

ParsedOptions::~ParsedOptions() { pme_bindings_destroy(Bindings, WhatIf.binding_count); }

const pme_machine *ParsedOptions::machine() {
  if (!IsMachineRead) {
    IsMachineRead = true;
    pme_error Error = {};
    HasMachine = pme_machine_resolve(Asked.Machine.c_str(), &Machine, &Error) == PME_OK;
    if (!HasMachine)
      complainAbout("-pmecache-machine", Error);
  }
  return HasMachine ? &Machine : nullptr;
}

/// The team where the source does not say: an option, else OMP_NUM_THREADS, else one thread a core.
static int defaultThreads(int Wanted, const pme_machine *Machine) {
  int Value;
  if (Wanted > 0)
    return Wanted;
  const char *Environment = std::getenv("OMP_NUM_THREADS");
  if (Environment && readInteger(StringRef(Environment).split(',').first.trim(), 1, 4096, Value))
    return Value;
  return Machine ? Machine->cores : 1;
}

const pme_what_if &ParsedOptions::whatIf() {
  WhatIf.default_threads = defaultThreads(DefaultThreads, machine());
  return WhatIf;
}

void ParsedOptions::readThreads(const char *Option, const std::string &Text, int &Threads) {
  if (!Text.empty() && !readInteger(Text, 1, 4096, Threads)) {
    Threads = 0;
    complain(std::string(Option) + ": expected 1 to 4096, found '" + Text + "'");
  }
}

void ParsedOptions::readSchedule(const std::string &Text) {
  pme_error Error = {};
  if (!Text.empty() && pme_what_if_read_schedule(Text.c_str(), &WhatIf, &Error) != PME_OK)
    complainAbout("-pmecache-schedule", Error);
}

void ParsedOptions::readParameters(const std::string &Text) {
  pme_error Error = {};
  if (pme_bindings_read(Text.c_str(), &Bindings, &WhatIf.binding_count, &Error) != PME_OK)
    complainAbout("-pmecache-param", Error);
  WhatIf.bindings = Bindings;
}

void ParsedOptions::readBudget(const std::string &Text) {
  int Value;
  if (readInteger(Text, 1, 1000000, Value))
    BudgetMs = Value;
  else
    complain("-pmecache-budget: expected 1 to 1000000 milliseconds, found '" + Text + "'");
}

void ParsedOptions::readUnitBudget(const std::string &Text) {
  int Value;
  if (readInteger(Text, 0, 1000000, Value))
    UnitBudgetMs = Value;
  else
    complain("-pmecache-unit-budget: expected 0 to 1000000 milliseconds, found '" + Text + "'");
}

void ParsedOptions::readEffort(const std::string &Text) {
  int Value;
  if (Text.empty())
    return;
  if (readInteger(Text, 1, 1000000, Value))
    EffortMs = Value;
  else
    complain("-pmecache-effort: expected 1 to 1000000 milliseconds, found '" + Text + "'");
}

void ParsedOptions::readAdvise(const std::string &Text) {
  if (!isChoice("-pmecache-advise", Text, {"off", "chunk", "all", "deep"}, "all is advised on"))
    return;
  Scope = Text == "off" ? Advise::Off : Text == "chunk" ? Advise::Chunk : Advise::All;
  Deep = Text == "deep";
}
