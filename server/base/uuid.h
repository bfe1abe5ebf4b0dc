#pragma once
/* An id as 16 bytes, and as the 36 characters that people see. */

#include <stdint.h>

enum { UUID_SIZE = 16, UUID_TEXT_BYTES = 37 };

/* `text` is one, in lower case. */
void uuid_read(uint8_t out[UUID_SIZE], const char *text);
void uuid_write(char out[UUID_TEXT_BYTES], const uint8_t bytes[UUID_SIZE]);
