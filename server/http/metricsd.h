#pragma once
/* /metrics on an address of its own, for a Prometheus that a proxy stands beside: whoever
 * reaches the address may read. Nothing else is answered there. */

#include "api/api.h"

struct metricsd;

/* Listen on "9464" (of 127.0.0.1) or "10.0.0.5:9464". 0, or a negative errno. */
int metricsd_start(struct metricsd **out, struct app *app, const char *listen);

/* "http://127.0.0.1:9464". Borrowed. */
const char *metricsd_address(const struct metricsd *metricsd);

/* Takes NULL. */
void metricsd_stop(struct metricsd *metricsd);
