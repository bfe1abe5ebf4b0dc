#!/usr/bin/env bash
# Each outside library has one room: JSON in server/codec/, HTTP in server/http/, SQL
# in server/store/, cryptography in server/game/ and server/verify/,
# drawing in server/picture/. The core includes
# nothing from outside but the freestanding headers and string.h, the server nothing
# of the core but its public headers, and no rule book another.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# library header|the folders that may include it
rooms=(
	'jansson\.h|^(server/codec/|api-spec/|tests/)'
	'microhttpd\.h|^(server/http/|tests/)'
	'sqlite3\.h|^(server/store/|tests/)'
	'sodium(/.*)?\.h|^(server/game/|server/verify/|tests/)'
	'cairo.*\.h|^(server/picture/|tests/)'
	'zlib\.h|^(server/http/|tests/)'
	'criterion/.*|^tests/'
	'yaml\.h|^(api-spec/|tests/)'
)

check()
{
	local file name line header room
	while read -r file; do
		name=${file#"$1"/}
		while read -r line header; do
			for room in "${rooms[@]}"; do
				if [[ $header =~ ^${room%|^*}$ && ! $name =~ ^${room##*|^} ]]; then
					echo "$name:$line: $header does not belong here"
				fi
			done
			check_core "$1" "$name" "$line" "$header"
			check_server "$1" "$name" "$line" "$header"
		done < <(sed -nE '/^[[:space:]]*#[[:space:]]*include/{
			=
			s/^[^<"]*[<"]([^>"]*)[>"].*/\1/p
		}' "$file" | paste -d ' ' - -)
	done < <(tree_files "$1" | grep -E '\.[ch]$' | sort)
}

# check_core TREE FILE LINE HEADER
check_core()
{
	[[ $2 == core/* ]] || return 0
	case $4 in
	pennon/*.h | stdbool.h | stddef.h | stdint.h | limits.h | string.h) ;;
	*/*) echo "$2:$3: $4: the core includes its own headers and no folder else" ;;
	*) [[ -n $(find "$1/core" -name "$4") ]] ||
		echo "$2:$3: $4: the core includes nothing from outside" ;;
	esac
	if [[ $2 == core/include/* && $4 != pennon/* && $4 != std*.h && $4 != string.h ]]; then
		echo "$2:$3: $4: a public header includes public headers only"
	fi
}

# check_server TREE FILE LINE HEADER
check_server()
{
	[[ $2 == server/* ]] || return 0
	if [[ $4 == *core/* || $4 == *rulesets/*.h ]] ||
		[[ -n $(find "$1/core/src" "$1/core/rulesets" -name "$(basename "$4")" 2>/dev/null) &&
			-z $(find "$1/server" -name "$(basename "$4")") && $4 != pennon/* ]]; then
		echo "$2:$3: $4: the server includes the core's public headers only"
	fi
}

self_test()
{
	must_find "jansson in api/" server/api/a.c <<<'#include <jansson.h>'
	must_find "microhttpd in game/" server/game/a.c <<<'#  include <microhttpd.h>'
	must_find "sqlite in main.c" server/main.c <<<'#include <sqlite3.h>'
	must_find "sodium in http/" server/http/a.c <<<'#include <sodium.h>'
	must_find "a part of sodium in api/" server/api/a.h <<<'#include <sodium/core.h>'
	must_find "cairo in api/" server/api/b.c <<<'#include <cairo-svg.h>'
	must_find "jansson in the core" core/src/a.c <<<'#include <jansson.h>'
	must_find "stdio in the core" core/src/a.c <<<'#include <stdio.h>'
	must_find "stdlib in a rule book" core/rulesets/x/a.c <<<'#include <stdlib.h>'
	must_find "another book's header" core/rulesets/x/a.c <<<'#include "../y/y.h"'
	must_find "a private header in a public one" core/include/pennon/a.h <<<'#include "turn.h"'
	must_find "a private header in the server" server/game/a.c <<<'#include "../../core/src/turn.h"'
	must_accept "jansson in codec/" server/codec/a.c <<<'#include <jansson.h>'
	must_find "a header of the server in the core" core/src/a.c <<<'#include "embedded.h"'
	must_accept "the core's own" core/src/a.c <<<'#include "pennon/base.h"'
}

run_gate
