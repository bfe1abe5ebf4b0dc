#!/usr/bin/env bash
# Every header stands alone, and twice, under gcc and clang and all the warnings.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

warnings=(-std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes
	-Wmissing-prototypes -Wswitch-enum -Wvla -Wfloat-equal -Werror -fsyntax-only)
mapfile -t libraries < <(pkg-config --cflags-only-I libmicrohttpd jansson uuid sqlite3 libpq libsodium libcrypto pangocairo |
	tr ' ' '\n' | sed '/^$/d; s/^-I/-isystem/')

check()
{
	local header compiler name options
	while read -r header; do
		name=${header#"$1"/}
		options=(-I"$1/core/include")
		[[ $name == server/* ]] && options+=(-I"$1/server" -D_GNU_SOURCE "${libraries[@]}")
		[[ $name == core/src/* || $name == core/geometry/* || $name == core/travel/* || $name == core/opponent/* || $name == core/rulesets/* ]] &&
			options+=(-I"$1/core/src" -I"$1/core/geometry" -I"$1/core/travel" -I"$1/core/opponent" -I"$(dirname "$header")")
		for compiler in gcc clang; do
			printf '#include "%s"\n#include "%s"\nextern int a_declaration;\n' "$header" "$header" |
				"$compiler" "${warnings[@]}" "${options[@]}" -x c - 2>&1 |
				grep -E 'error' | head -n 3 | sed "s#^#$name with $compiler: #"
		done
	done < <(tree_files "$1" | grep -E "^$1/(core|server)/.*\.h$" | sort)
}

self_test()
{
	must_find "a header that needs another first" core/include/pennon/a.h <<<'extern uint8_t a;'
	must_find "a header that cannot stand twice" core/include/pennon/a.h <<<'struct a { int b; };'
	must_find "a declaration without a prototype" server/a.h <<<$'#pragma once\nvoid f();'
	must_accept "a sound header" core/include/pennon/a.h <<<$'#pragma once\n#include <stdint.h>\nextern uint8_t a;'
}

run_gate
