#pragma once
/* The log: one JSON object a line, on standard error. Tokens, codes, keys and bodies are
 * never written to it. */

/* `level` is "info", "warning" or "error"; `detail` may be NULL. From any thread. */
void log_line(const char *level, const char *message, const char *detail);
