#!/usr/bin/env bash
# Functions that overflow, share state, cannot fail loudly or read a clock that is
# not the platform's are not called in the core and the server.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

banned='(^|[^A-Za-z0-9_])(sprintf|vsprintf|strcpy|strcat|strtok|atoi|atol|atof|gets|rand|srand|time)[[:space:]]*\('

check()
{
	tree_files "$1" | grep -E "^$1/(core|server|api-spec)/.*\.[ch]$" | sort |
		numbered_without_comments | sed -E 's/"([^"\\]|\\.)*"/""/g' |
		grep -E "$banned" | sed "s#^$1/##"
}

self_test()
{
	local name
	for name in sprintf strcpy strcat strtok atoi gets rand time; do
		must_find "$name" server/a.c <<<"void f(void) { $name (0); }"
	done
	plant core/src/a.c <<<'/* a comment of /* a comment */ int b;'
	echo 'void f(void) { rand(); }' >"$scratch/tree/core/src/b.c"
	[[ $(check "$scratch/tree") == core/src/b.c:1:* ]]
	verdict $? "finds it in the second file, and says where"
	must_find "time() in the core" core/src/a.c <<<'long f(void) { return time(0); }'
	must_accept "a comment, a string, longer names" server/a.c <<'END'
/* strcpy(a, b) */
void f(void) { snprintf(0, 0, "time("); event_time(0); strftime(0); }
END
}

run_gate
