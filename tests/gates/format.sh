#!/usr/bin/env bash
# The C files are as clang-format writes them: ./dev fmt.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

check()
{
	local files
	mapfile -t files < <(tree_files "$1" | grep -E '\.[ch]$' | sort)
	((${#files[@]})) || return 0
	clang-format --style=file:"$root/.clang-format" --dry-run -Werror "${files[@]}" 2>&1 |
		grep -E 'error:' | sed 's/ \[-Wclang.*//' | sort -u -t: -k1,1
}

self_test()
{
	must_find "four spaces" core/src/a.c <<<$'int f(void)\n{\n    return 0;\n}'
	must_find "a brace on the wrong line" server/a.c <<<$'int f(void) {\n\treturn 0;\n}'
	must_find "a star at the type" tests/a.h <<<'extern char* name;'
	must_accept "the house's style" core/src/a.c <<<$'int f(void)\n{\n\treturn 0;\n}'
}

run_gate
