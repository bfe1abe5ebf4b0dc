#include "game/mail_pace.h"

#include <stddef.h>

bool mail_may_ask(struct mail_asked *asked, int64_t now_ms)
{
	size_t oldest = 0;

	for (size_t i = 1; i < MAIL_UNCONFIRMED_A_DAY; i++) {
		if (asked->sent_ms[i] < asked->sent_ms[oldest])
			oldest = i;
	}
	if (asked->sent_ms[oldest] && now_ms - asked->sent_ms[oldest] < (int64_t)MAIL_DAY_S * 1000)
		return false;
	asked->sent_ms[oldest] = now_ms;
	return true;
}

int64_t mail_game_due(int64_t last_ms, int64_t now_ms)
{
	const int64_t due_ms = last_ms ? last_ms + (int64_t)MAIL_GAME_PAUSE_S * 1000 : now_ms;

	return due_ms > now_ms ? due_ms : now_ms;
}
