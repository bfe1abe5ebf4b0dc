#!/usr/bin/env bash
# The core needs no symbol but the memory and string primitives and the assert hook,
# holds no floating point, divides no 128 bits, and keeps no state of its own: looked
# up in its objects, of gcc and of clang, at -O0 and at -O2.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

allowed='^(memcpy|memmove|memset|memcmp|strlen|strcmp|strncmp|pn_assert_failed)$'

# faults_of FILE...: what is wrong with these objects, taken together.
faults_of()
{
	nm --defined-only "$@" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$scratch/defined"
	nm --undefined-only "$@" 2>/dev/null | awk 'NF == 2 { print $2 }' | sort -u |
		grep -vxFf "$scratch/defined" | grep -vE "$allowed|^_GLOBAL_OFFSET_TABLE_$" |
		sed 's/^/needs the symbol /'
	# A table of pointers is constant and lies in .data.rel.ro: only these are state.
	objdump -t "$@" 2>/dev/null | awk '$0 ~ /[[:space:]](\.data|\.bss|\*COM\*)[[:space:]]/ &&
		$NF !~ /^\./ { print "keeps state in " $NF }'
	objdump -d "$@" 2>/dev/null | grep -E '%[xyz]mm[0-9]|%st\b' | head -n 3 |
		sed 's/^[[:space:]]*/holds floating point: /'
}

# objects_of TREE COMPILER LEVEL: compiles the core as CMakeLists.txt does.
objects_of()
{
	local folder=$scratch/objects/$2$3
	rm -rf "$folder"
	mkdir -p "$folder"
	find "$1/core" -name '*.c' -print0 | xargs -0 -P "$(nproc)" -I '{}' sh -c '
		"$1" -std=c17 "$2" -w -mgeneral-regs-only -I"$3/core/include" -I"$3/core/src" -I"$3/core/geometry" \
			-I"$3/core/travel" -I"$3/core/opponent" -I"$6" -c "$5" -o "$4/$(echo "$5" | cksum | cut -d" " -f1).o" 2>"$4/$(basename "$5").log" ||
			echo "does not compile: $5: $(grep -m1 error "$4/$(basename "$5").log")"
		' sh "$2" "$3" "$1" "$folder" '{}' "$build/core/generated"
}

# built TREE COMPILER LEVEL: the folder of the core's objects of that build, if they are of this
# tree: nothing there is newer, and there are as many.
built()
{
	local folder=$build/$2$3 objects
	[[ $2$3 == gcc-O2 ]] && folder=$build
	objects=$folder/core/CMakeFiles/pn_core.dir
	[[ $1 == "$root" && -f $folder/core/libpn_core.a &&
		-z $(find "$1/core" -name '*.[ch]' -newer "$folder/core/libpn_core.a") &&
		$(find "$1/core" -name '*.c' | wc -l) == $(find "$objects" -name '*.o' | wc -l) ]] &&
		echo "$objects"
}

check()
{
	local compiler level folder objects
	for compiler in gcc clang; do
		for level in -O0 -O2; do
			if ! folder=$(built "$1" "$compiler" "$level"); then
				objects_of "$1" "$compiler" "$level"
				folder=$scratch/objects/$compiler$level
			fi
			mapfile -t objects < <(find "$folder" -name '*.o')
			if ((${#objects[@]})); then
				faults_of "${objects[@]}" | sed "s/^/$compiler $level: /"
			else
				echo "$compiler $level: the core has no objects"
			fi
		done
	done
}

self_test()
{
	must_find "the heap" core/src/a.c <<<'void *malloc(unsigned long); void *f(void) { return malloc(1); }'
	must_find "a clock" core/src/a.c <<<'long time(long *); long f(void) { return time(0); }'
	must_find "floating point in arguments" core/src/a.c <<<'int f(int a) { return (int)(a * 1.5); }'
	must_find "floating point in memory" core/src/a.c <<<'void f(double *a) { *a = *a * 2; }'
	must_find "a division of 128 bits" core/src/a.c <<<'__int128 f(__int128 a, __int128 b) { return a / b; }'
	must_find "a remainder of 128 bits" core/src/a.c <<<'unsigned __int128 f(unsigned __int128 a) { return a % 10; }'
	must_find "state of its own" core/src/a.c <<<'int f(void) { static int a; return a++; }'
	must_find "a shared variable" core/src/a.c <<<'int counter = 3;'
	must_accept "products of 128 bits" core/src/a.c <<<'int f(__int128 a, long b, long c) { return a < (__int128)b * c; }'
	must_accept "tables and the hook" core/src/a.c <<'END'
void pn_assert_failed(const char *, const char *, int);
unsigned long strlen(const char *);
static const char *const names[] = {"a", "b"};
unsigned long f(int a) { if (a > 1) pn_assert_failed("a", "b", 1); return strlen(names[a]); }
END
}

run_gate
