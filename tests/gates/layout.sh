#!/usr/bin/env bash
# The top of the tree holds what the design lists and no more; what is built or
# installed is not in it.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

allowed='^(CMakeLists\.txt|CMakePresets\.json|Dockerfile|README\.md|LICENSE|dev|\.ci|\.github|server|core|api-spec|tests|web|build|data|\.git|\.gitignore|\.dockerignore|\.clang-format|\.clang-tidy|\.clangd|\.editorconfig)$'

check()
{
	find "$1" -mindepth 1 -maxdepth 1 -printf '%f\n' | grep -vE "$allowed" | sed 's/$/: not at the top/'
	[[ -e $1/.git ]] || return 0
	git -C "$1" ls-files 2>/dev/null | grep -v '^tests/data/' |
		grep -E '(^|/)(build|data|node_modules)/' |
		sed 's/$/: must not be committed/'
	git -C "$1" ls-files 2>/dev/null | grep -E 'package-lock\.json$' | while read -r file; do
		grep -Hn '"resolved"' "$1/$file" | head -n 1 | sed 's/$/: names a download host/'
	done
}

self_test()
{
	must_find "a folder too many" docs/a.md <<<'x'
	must_find "a file too many" setup.py <<<'x'
	must_accept "a folder of the design" core/src/a.c <<<'x'
}

run_gate
