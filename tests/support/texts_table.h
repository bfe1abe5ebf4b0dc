#pragma once
/* The table tests/data/texts.json; what its members say stands in tests/README.md. */

#include <jansson.h>

/* Its rows; the caller's. A table that cannot be read fails the test. */
json_t *texts_read(void);

/* What is kept of a row's text; NULL when it is refused. */
const char *texts_kept(const json_t *row);
