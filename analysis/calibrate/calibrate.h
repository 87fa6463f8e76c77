/* Measuring what the caches of this machine cost. */
#ifndef PMECACHE_ANALYSIS_CALIBRATE_CALIBRATE_H
#define PMECACHE_ANALYSIS_CALIBRATE_CALIBRATE_H

#include <stdbool.h>
#include <stdio.h>

#include "pmecache/machine.h"

typedef struct calibration {
  pme_machine machine;               /* with costs */
  double spread;                     /* of the least sure figure: how much its 13th fastest run is slower than it */
  char least_sure[48];               /* which one that is */
  double others_share, stolen_share; /* of the processors' time, that other programs and machines took meanwhile */
} calibration;

/* Called before each of the `count` measurements. */
typedef void calibrate_progress(void *context, int number, int count, const char *what);

/* Fills the costs of `host`; those of teams with the OpenMP runtime whose library is `runtime` (NULL: the one that the
 * loader finds). Takes well under a minute. PME_NO_MEMORY; PME_UNSUPPORTED when a thread cannot be started.
 */
pme_status calibrate(const pme_machine *host, const char *runtime, calibrate_progress *progress, void *context,
                     calibration *out, pme_error *error);
/* Whether the figures may be used: PME_UNSUPPORTED, with what is wrong and what disturbed, where a level is slower than
 * one behind it or a figure is spread by more than half. */
pme_status calibrate_check(const calibration *c, pme_error *error);

#endif
