/* Measuring what the caches of this machine cost. */
#ifndef PMECACHE_ANALYSIS_CALIBRATE_CALIBRATE_H
#define PMECACHE_ANALYSIS_CALIBRATE_CALIBRATE_H

#include <stdbool.h>
#include <stdio.h>

#include "pmecache/machine.h"

typedef struct calibration {
  pme_machine machine; /* with costs */
  double spread;       /* of the least sure figure: (median - fastest eighth) / fastest eighth of its repetitions */
} calibration;

/* Called before each of the `count` measurements. */
typedef void calibrate_progress(void *context, int number, int count, const char *what);

/* Fills the costs of `host`. Takes well under a minute. PME_NO_MEMORY; PME_UNSUPPORTED when a thread cannot be started.
 */
pme_status calibrate(const pme_machine *host, calibrate_progress *progress, void *context, calibration *out,
                     pme_error *error);

#endif
