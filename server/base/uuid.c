#include "base/uuid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void uuid_read(uint8_t out[UUID_SIZE], const char *text)
{
	for (int i = 0; i < UUID_SIZE; i++) {
		char digits[3] = "";

		text += *text == '-';
		memcpy(digits, text, 2);
		out[i] = (uint8_t)strtoul(digits, NULL, 16);
		text += 2;
	}
}

void uuid_write(char out[UUID_TEXT_BYTES], const uint8_t bytes[UUID_SIZE])
{
	for (int i = 0; i < UUID_SIZE; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*out++ = '-';
		out += snprintf(out, 3, "%02x", bytes[i]);
	}
}
