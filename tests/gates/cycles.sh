#!/usr/bin/env bash
# Files of one folder form layers: what is above calls what is below. Where files call one
# another in a circle, no more than three do, and nobody can read one without the others. Which
# file calls which is taken from the objects of the ordinary build, so no list is kept by hand.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

most=3
# FOLDER NUMBER: larger circles that are still there. A number may only become smaller.
allowed=''

# circles: standard input has a line "FOLDER FILE OBJECT" each; prints a line
# "FOLDER NUMBER FILE..." for each circle of files of one folder, and after it an indented
# line for each file in it that needs another: which symbols make it so.
circles()
{
	python3 -c '
import collections, subprocess, sys

folders = collections.defaultdict(list)
for line in sys.stdin:
    folder, name, path = line.split()
    folders[folder].append((name, path))
sys.setrecursionlimit(10000)

def symbols(path):
    for line in subprocess.check_output(["nm", "-P", path], text=True).splitlines():
        yield line.split()[:2]

def circles_of(graph):
    number, low, stack = {}, {}, []
    found = []
    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in graph[node]:
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            at = stack.index(node)
            found.append(stack[at:])
            del stack[at:]
    for node in graph:
        if node not in number:
            visit(node)
    return [circle for circle in found if len(circle) > 1]

for folder, files in sorted(folders.items()):
    home, needs = {}, collections.defaultdict(set)
    for name, path in files:
        for symbol, kind in symbols(path):
            if kind in "TDRB":
                home[symbol] = name
            elif kind == "U":
                needs[name].add(symbol)
    graph = {name: sorted({home[symbol] for symbol in needs[name] if home.get(symbol, name) != name})
             for name, path in files}
    for circle in circles_of(graph):
        print(folder, len(circle), *sorted(circle))
        for name in sorted(circle):
            for other in graph[name]:
                if other in circle:
                    wanted = sorted(s for s in needs[name] if home.get(s) == other)
                    print(f"\t{name} needs {other}:", *wanted)
'
}

# objects TREE BUILD: of each file of the core and of the server that is there.
objects()
{
	local room object file
	for room in core server; do
		find "$2/$room" -path "*/pn_$room.dir/*.o" -printf '%P\n' 2>/dev/null | sort | while read -r object; do
			file=${object#CMakeFiles/pn_$room.dir/}
			file=${file%.o}
			[[ -f $1/$room/$file ]] && echo "$room/$(dirname "$file") $(basename "$file") $2/$room/$object"
		done
	done
}

# judge ALLOWED: reads circles; prints what is wrong with them, and the calls that make it so.
judge()
{
	awk -v allowed="$1" -v most=$most '
		BEGIN {
			count = split(allowed, word)
			for (i = 1; i < count; i += 2)
				may[word[i]] = word[i + 1]
		}
		/^\t/ {
			if (refused)
				print
			next
		}
		{
			largest[$1] = $2 > largest[$1] ? $2 : largest[$1]
			refused = $2 > most && $2 > may[$1]
			if (refused)
				print $0 ": " $2 " files call one another in a circle, at most " most " may." \
					" Move a function to the lowest file that calls it, or return a result" \
					" instead of calling upwards. These calls make the circle:"
		}
		END {
			for (folder in may)
				if (may[folder] > most && largest[folder] < may[folder])
					print folder ": the largest circle has " largest[folder] + 0 " files now; say so in cycles.sh"
		}'
}

check()
{
	if [[ $1 == "$root" ]]; then
		[[ -n $(objects "$root" "$build") ]] || echo "no objects in the build"
		objects "$root" "$build" | circles | judge "$allowed"
	fi
}

# A folder of four files in a circle, and one of two.
plant_circles()
{
	local number
	for number in 1 2 3 4; do
		echo "void f$(((number % 4) + 1))(void); void f$number(void) { f$(((number % 4) + 1))(); }" |
			gcc -x c -c -o "$scratch/$number.o" -
		echo "a $number.c $scratch/$number.o"
	done
	echo 'void h(void); void g(void) { h(); }' | gcc -x c -c -o "$scratch/g.o" -
	echo 'void g(void); void h(void) { g(); }' | gcc -x c -c -o "$scratch/h.o" -
	printf 'b %s %s\n' g.c "$scratch/g.o" h.c "$scratch/h.o"
}

self_test()
{
	local found
	found=$(plant_circles | circles)
	[[ $(grep -v $'^\t' <<<"$found") == $'a 4 1.c 2.c 3.c 4.c\nb 2 g.c h.c' ]]
	verdict $? "finds circles"
	grep -qx $'\t4.c needs 1.c: f1' <<<"$found"
	verdict $? "names the calls that make them"
	[[ $(judge '' <<<"$found") == a\ 4*$'\t4.c needs 1.c: f1' ]]
	verdict $? "refuses four files, and not two"
	[[ -z $(judge 'a 4' <<<"$found") ]]
	verdict $? "accepts what is allowed"
	[[ -n $(judge 'a 5' <<<"$found") ]]
	verdict $? "notices that less would do"
}

run_gate
