#!/usr/bin/env bash
# A file that somebody must read has at most 600 lines. Data and documents are free.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

check()
{
	local file lines
	while read -r file; do
		lines=$(wc -l <"$file")
		((lines <= 600)) || echo "${file#"$1"/}: $lines lines"
	done < <(tree_files "$1" | grep -E '(\.(c|h|js|mjs|css|html|sh|sql|cmake)|CMakeLists\.txt|/dev)$' | sort)
}

self_test()
{
	must_find "601 lines of C" core/src/a.c < <(seq 601)
	must_find "601 lines of JavaScript" web/a.js < <(seq 601)
	must_accept "600 lines" core/src/a.c < <(seq 600)
	must_accept "a long case file" tests/cases/a.json < <(seq 2000)
}

run_gate
