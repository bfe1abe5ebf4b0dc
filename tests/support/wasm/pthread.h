#pragma once
/* Of threads in WebAssembly, where there is one: what the codec asks of them. */

typedef int pthread_once_t;
#define PTHREAD_ONCE_INIT 0

static inline int pthread_once(pthread_once_t *done, void (*task)(void))
{
	if (!*done)
		task();
	*done = 1;
	return 0;
}
