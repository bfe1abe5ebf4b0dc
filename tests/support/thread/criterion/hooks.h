#pragma once
#pragma GCC system_header
/* What is done before the first test and after the last, in the process of run.c. */

struct criterion_test_set;
struct criterion_global_stats;

extern void (*criterion_hook_PRE_ALL)(struct criterion_test_set *tests);
extern void (*criterion_hook_POST_ALL)(struct criterion_global_stats *stats);

#define CRITERION_HOOK_OF_PRE_ALL struct criterion_test_set
#define CRITERION_HOOK_OF_POST_ALL struct criterion_global_stats

#define ReportHook(kind_) \
	static void kind_##_hook(CRITERION_HOOK_OF_##kind_ *); \
	__attribute__((constructor)) static void kind_##_add(void) \
	{ \
		criterion_hook_##kind_ = kind_##_hook; \
	} \
	static void kind_##_hook
