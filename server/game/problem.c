/* One table maps a problem's code to what HTTP says about it. */

#include "game/problem.h"

static const struct problem {
	const char *wire;
	int status;
	const char *title;
} problems[PROBLEM_COUNT] = {
#define X(name, code, status, title) [PROBLEM_##name] = {code, status, title},
	PROBLEMS(X)
#undef X
};

const char *problem_wire(enum problem_code code)
{
	return problems[code].wire;
}

int problem_status(enum problem_code code)
{
	return problems[code].status;
}

const char *problem_title(enum problem_code code)
{
	return problems[code].title;
}
