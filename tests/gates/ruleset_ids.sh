#!/usr/bin/env bash
# Shared code never asks which rule book runs: outside core/rulesets/ no C file names
# one. (Scenarios, cases and the page's words are data and may.)
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

ids='chainmail|battlesystem-1e|battlesystem-2e|conquest-1\.5|ancient-warfare|medieval-warfare|t9a-2e'

check()
{
	local file
	while read -r file; do
		numbered_without_comments "$file" | grep -E "\"($ids)\"" | sed "s#^#${file#"$1"/}:#"
	done < <(tree_files "$1" | grep -E "^$1/(core/src|core/include|server)/.*\.[ch]$" | sort)
}

self_test()
{
	must_find "strcmp on an id" core/src/a.c <<<'int f(char *a) { return strcmp(a, "battlesystem-2e"); }'
	must_find "a default in the server" server/api/a.c <<<'char *a = "t9a-2e";'
	must_accept "a comment" server/api/a.c <<<'/* such as "battlesystem-2e" */ int a;'
	must_accept "the book itself" core/rulesets/t9a-2e/a.c <<<'char *a = "t9a-2e";'
}

run_gate
