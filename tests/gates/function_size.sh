#!/usr/bin/env bash
# A function of the core and the server has at most 70 lines: clang-tidy counts.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

tidy()
{
	clang-tidy --quiet --config-file="$root/.clang-tidy" "$@" 2>/dev/null | grep -E '(error|warning):'
}

check()
{
	local commands=$build/clang-O2/compile_commands.json files
	mapfile -t files < <(tree_files "$1" | grep -E "^$1/(core|server|api-spec)/.*\.c$" | sort)
	((${#files[@]})) || return 0
	if [[ $1 != "$root" ]]; then
		tidy "${files[@]}" --
	elif [[ ! -f $commands ]]; then
		echo "$commands is not there: ./dev test build"
	else
		export root
		export -f tidy
		printf '%s\0' "${files[@]}" |
			xargs -0 -n 4 -P "$(nproc)" bash -c 'tidy -p "$0" "$@"' "$build/clang-O2" | sort -u
	fi
}

# long_function LINES: a function whose body has that many.
long_function()
{
	echo "int f(int a)"
	echo "{"
	seq "$1" | sed 's/.*/	a += &;/'
	echo "	return a;"
	echo "}"
}

self_test()
{
	must_find "a function of 90 lines" core/src/a.c < <(long_function 90)
	must_accept "a function of 60 lines" core/src/a.c < <(long_function 60)
}

run_gate
