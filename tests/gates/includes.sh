#!/usr/bin/env bash
# Each outside library has one room: JSON in server/codec/, HTTP in server/http/, SQL
# in server/store/, cryptography in server/base/, drawing in server/picture/,
# other servers in server/notify/. A room of the
# server includes of the others what the table in server/README.md allows it. The core includes
# nothing from outside but the freestanding headers and string.h, the server nothing
# of the core but its public headers, and no rule book another.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# library header|the folders that may include it
rooms=(
	'jansson\.h|^(server/codec/|api-spec/|tests/|web/referee/)'
	'microhttpd\.h|^(server/http/|tests/)'
	'sqlite3\.h|^(server/store/|tests/)'
	'libpq-fe\.h|^(server/store/|tests/)'
	'sodium(/.*)?\.h|^(server/base/|tests/)'
	'openssl/.*\.h|^(server/base/|tests/)'
	'curl/.*\.h|^(server/notify/|tests/)'
	'cairo.*\.h|^(server/picture/|tests/)'
	'pango/.*\.h|^(server/picture/|tests/)'
	'uni(ctype|gbrk|norm|str)\.h|^(server/codec/|tests/)'
	'zlib\.h|^(server/http/|server/base/|tests/)'
	'criterion/.*|^tests/'
	'yaml\.h|^(api-spec/|tests/)'
)

check()
{
	local name line header room
	declare -A in_core=() private=() in_server=() in_rooms=() may=()
	read_table "$1"
	while read -r name; do in_core[$name]=1; done < <(headers_of "$1/core")
	while read -r name; do private[$name]=1; done < <(headers_of "$1/core/src" "$1/core/geometry" "$1/core/travel" "$1/core/opponent" "$1/core/rulesets")
	while read -r name; do in_server[$name]=1; done < <(headers_of "$1/server")
	while read -r name; do in_rooms[$name]=1; done < <(find "$root/server" -type f -printf '%P\n')
	while IFS=: read -r name line header; do
		for room in "${rooms[@]}"; do
			if [[ $header =~ ^${room%|^*}$ && ! $name =~ ^${room##*|^} ]]; then
				echo "$name:$line: $header does not belong here"
			fi
		done
		check_core "$name" "$line" "$header"
		check_server "$name" "$line" "$header"
		check_room "$name" "$line" "$header"
	done < <(cd "$1" && tree_files . | grep -E '\.[ch]$' | sort |
		xargs -r grep -HnE '^[[:space:]]*#[[:space:]]*include' |
		sed -E 's#^\./##; s/^([^:]*:[0-9]+:)[^<"]*[<"]([^>"]*)[>"].*/\1\2/')
}

# headers_of FOLDER...: the names of the files there.
headers_of()
{
	find "$@" -type f -printf '%f\n' 2>/dev/null
}

# check_core FILE LINE HEADER
check_core()
{
	[[ $1 == core/* ]] || return 0
	case $3 in
	pennon/*.h | stdbool.h | stddef.h | stdint.h | limits.h | string.h) ;;
	books.def) [[ $1 == core/src/registry.c ]] || # which books there are, made by CMake
		echo "$1:$2: $3: only the registry knows which books there are" ;;
	*/*) echo "$1:$2: $3: the core includes its own headers and no folder else" ;;
	*) [[ -n ${in_core[$3]:-} ]] || echo "$1:$2: $3: the core includes nothing from outside" ;;
	esac
	if [[ $1 == core/include/* && $3 != pennon/* && $3 != std*.h && $3 != string.h ]]; then
		echo "$1:$2: $3: a public header includes public headers only"
	fi
}

# read_table TREE: what each room of the server may include, out of the table of
# server/README.md, or of the real one when TREE has none. A room must be in it.
read_table()
{
	local table=$1/server/README.md room list folder
	[[ -f $table ]] || table=$root/server/README.md
	while read -r room list; do may[$room]=$list; done < <(
		sed -nE 's#^\| `([a-z]+)/` \|[^|]*\|[^|]*\|([^|]*)\|$#\1 \2#p' "$table" | tr -d ,)
	for folder in "$1"/server/*/; do
		folder=$(basename "$folder")
		if compgen -G "$1/server/$folder/*.c" >/dev/null && [[ ! -v may[$folder] ]]; then
			echo "server/README.md: the table of rooms lacks $folder/"
		fi
	done
}

# check_room FILE LINE HEADER: only files in a room are asked.
check_room()
{
	local room=${1#server/} header=$3 allowed
	[[ $1 == server/*/* && -n ${in_rooms[$header]:-} ]] || return 0
	room=${room%%/*}
	for allowed in "$room" ${may[$room]:-}; do
		[[ $header == "$allowed" || $header == "$allowed"/* ]] && return 0
	done
	echo "$1:$2: $header: server/README.md does not let $room/ include it"
}

# check_server FILE LINE HEADER
check_server()
{
	[[ $1 == server/* ]] || return 0
	if [[ $3 == *core/* || $3 == *rulesets/*.h ]] ||
		[[ -n ${private[${3##*/}]:-} && -z ${in_server[${3##*/}]:-} && $3 != pennon/* ]]; then
		echo "$1:$2: $3: the server includes the core's public headers only"
	fi
}

self_test()
{
	must_find "jansson in api/" server/api/a.c <<<'#include <jansson.h>'
	must_find "microhttpd in game/" server/game/a.c <<<'#  include <microhttpd.h>'
	must_find "sqlite in main.c" server/main.c <<<'#include <sqlite3.h>'
	must_find "sodium in http/" server/http/a.c <<<'#include <sodium.h>'
	must_find "a part of sodium in api/" server/api/a.h <<<'#include <sodium/core.h>'
	must_find "libcrypto in codec/" server/codec/a.c <<<'#include <openssl/evp.h>'
	must_find "sodium in game/" server/game/b.c <<<'#include <sodium.h>'
	must_find "Unicode's tables in api/" server/api/c.c <<<'#include <unictype.h>'
	must_find "cairo in api/" server/api/b.c <<<'#include <cairo-svg.h>'
	must_find "pango in api/" server/api/d.c <<<'#include <pango/pangocairo.h>'
	must_find "curl in game/" server/game/c.c <<<'#include <curl/curl.h>'
	must_find "jansson in the core" core/src/a.c <<<'#include <jansson.h>'
	must_find "stdio in the core" core/src/a.c <<<'#include <stdio.h>'
	must_find "stdlib in a rule book" core/rulesets/x/a.c <<<'#include <stdlib.h>'
	must_find "another book's header" core/rulesets/x/a.c <<<'#include "../y/y.h"'
	must_find "a private header in a public one" core/include/pennon/a.h <<<'#include "step.h"'
	must_find "a private header in the server" server/game/a.c <<<'#include "../../core/src/step.h"'
	must_find "the list of books in a book" core/rulesets/x/a.c <<<'#include "books.def"'
	must_accept "the list of books in the registry" core/src/registry.c <<<'#include "books.def"'
	must_find "game in codec/" server/codec/a.c <<<'#include "game/service.h"'
	must_find "codec in base/" server/base/a.c <<<'#include "codec/json.h"'
	must_find "api in game/" server/game/a.c <<<'#include "api/api.h"'
	must_find "the program in http/" server/http/a.c <<<'#include "machine.h"'
	must_find "another header than the one allowed" server/picture/a.c <<<'#include "game/hub.h"'
	must_accept "base in codec/" server/codec/a.c <<<'#include "base/text.h"'
	must_accept "the header allowed" server/picture/a.c <<<'#include "game/snapshot.h"'
	must_accept "its own" server/store/a.c <<<'#include "store/schema.h"'
	must_accept "a room in the program" server/main.c <<<'#include "api/api.h"'
	must_find "a room that the table lacks" server/cellar/a.c <<<'int a;'
	must_accept "jansson in codec/" server/codec/a.c <<<'#include <jansson.h>'
	must_find "a header of the server in the core" core/src/a.c <<<'#include "embedded.h"'
	must_accept "the core's own" core/src/a.c <<<'#include "pennon/base.h"'
}

run_gate
