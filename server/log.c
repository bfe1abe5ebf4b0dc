/* Lines of a log are put together whole and written by one call, so that threads do not
 * mix them. */

#include "log.h"

#include <unistd.h>

#include "codec/write.h"
#include "platform.h"

void log_line(const char *level, const char *message, const char *detail)
{
	struct text line = TEXT_EMPTY;

	write_byte(&line, '{');
	if (detail && detail[0])
		write_key_string(&line, "detail", detail);
	write_key_name(&line, "level", level);
	write_key_string(&line, "message", message);
	write_key(&line, "time");
	write_time(&line, platform_real.now_ms(platform_real.context));
	text_add(&line, "}\n", 2);
	/* There is nowhere to tell that the log cannot be written. */
	(void)!write(STDERR_FILENO, line.bytes, line.size);
	text_free(&line);
}
