//===- TakenChoices.h - values of flags that nobody gives ---------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_TAKENCHOICES_H
#define PMECACHE_PLUGIN_DRIVER_TAKENCHOICES_H

#include "pmecache/choices.h"

namespace pme {

/// The program with what is `Given` and what is taken beside that, `WhatIf`.
inline pme_status evaluate(const pme_program *Program, const pme_what_if &Given, pme_arena *Arena, pme_what_if &WhatIf,
                           pme_concrete *&Concrete, pme_error &Error) {
  pme_status Status = pme_take_choices(Program, &Given, Arena, &WhatIf);
  return Status == PME_OK ? pme_concrete_create(Program, &WhatIf, &Concrete, &Error) : Status;
}

/// The answer with numbers for arms that do not run with what was taken, beside advice, which is for those that do;
/// where there is no memory for it, as it is.
inline const pme_prediction &withOtherChoices(const pme_prediction &Answer, const pme_what_if &Given,
                                              const pme_predict_options &Options, pme_arena *Arena) {
  const pme_prediction *Whole = nullptr;
  pme_choices_question Question = {&Answer, &Given, &Options};
  return pme_predict_other_choices(&Question, Arena, &Whole) == PME_OK ? *Whole : Answer;
}

} // namespace pme

#endif
