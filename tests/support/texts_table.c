#include "texts_table.h"

#include <criterion/criterion.h>

enum { ROWS_LEAST = 100 };

json_t *texts_read(void)
{
	json_error_t error;
	json_t *rows = json_load_file(PN_SOURCE_DIR "/tests/data/texts.json", 0, &error);

	cr_assert_not_null(rows, "%s", error.text);
	cr_assert_geq(json_array_size(rows), ROWS_LEAST);
	return rows;
}

const char *texts_kept(const json_t *row)
{
	return json_string_value(json_object_get(row, "kept"));
}
