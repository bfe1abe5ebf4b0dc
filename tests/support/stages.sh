# For ./dev alone: the stages of its tests, what each of them runs, and how. What they count is in counting.sh.

# The stages of ./dev test in their order: name, function with its arguments, what it
# runs. tests/README.md tells how to add one.
stages=(
	"build|stage_build build_gcc build_clang|everything with gcc and with clang, warnings are errors"
	"gates|stage_build build_gcc_o0 build_clang_o0; stage_scripts tests/gates|what the tree must be, each check proved able to fail"
	"core|stage_criterion build core|unit tests of the core"
	"rulesets|stage_criterion build rulesets|unit tests of the rule books, random play"
	"server|stage_criterion build server|unit tests of the server"
	"contract|stage_criterion build contract; install_node_modules tests/contract; stage_scripts tests/contract; install_node_modules tests/notify; stage_scripts tests/notify|API description, routes, codec, examples, linter, curl, mails, pushes"
	"twin|stage_criterion build twin; stage_scripts tests/twin|worlds that differ in a secret"
	"cases|stage_cases|rule cases through the public codec, and by a runner in another language"
	"golden|stage_golden|hashes of games, gcc and clang, -O0 and -O2, WebAssembly; its cases"
	"instructions|stage_scripts tests/instructions|what a command and a list of actions cost"
	"node|stage_node tests web|what JavaScript must agree with"
	"crash|stage_crash|kill -9, full disk, two daemons"
	"fuzz|stage_fuzz 10|bytes to codec to core under sanitizers"
	"browser|stage_node tests/browser/|two headless browsers play each other"
)
# It takes as long as half of the others: what comes after the gates runs beside it.
aside=browser

# What the files of a folder may break besides what ./dev quick runs: path|stages. What lies in the folder of a
# stage's tests is that stage's.
besides=(
	"CMake|contract"
	"api-spec/|contract server"
	"core/|rulesets twin golden instructions fuzz"
	"dev|gates"
	"server/|server contract twin crash"
	"server/codec/|fuzz"
	"tests/support/|server contract twin"
	"web/|browser"
	"web/referee/|golden"
	"web/words/|server"
)

# stage_row NAME: its row of the table.
stage_row() { printf '%s\n' "${stages[@]}" | grep "^$1|"; }

logs=build/test-logs

# build_quietly BUILD_FUNCTION...: into a log; what went wrong is shown and counted.
build_quietly()
{
	local log=$logs/$1.log
	"$@" >"$log" 2>&1 && return
	count 0 1 "$*"
	grep -E -A3 'error:|undefined reference|multiple definition|CMake Error' "$log" | head -n 60
	return 1
}

# stage_build FUNCTION...: each of those builds.
stage_build()
{
	local function
	for function in "$@"; do
		build_quietly "$function" && count 1 0 "$function"
	done
	return 0
}

# stage_criterion BUILD FOLDER: the binaries of tests/FOLDER in that build. The list is
# that of the sources, so one that was not built is missed.
stage_criterion()
{
	local source name
	for source in tests/"$2"/*_test.c; do
		[[ -f $source ]] || return 0
		name=${source%.c}
		run_beside "$name" tests/support/run_criterion.sh "$source" "$1/$name"
	done
	count_rest
}

# stage_scripts FOLDER: the *.sh there that are tests by themselves, three at a time: most of them
# wait for servers more than they work.
stage_scripts()
{
	local script at_once=3
	for script in "$1"/*.sh; do
		[[ -f $script && $script != */lib*.sh ]] || continue
		run_beside "${script%.sh}" bash "$script"
	done
	count_rest
}

# Each is done with in a few seconds, and needs no build with clang.
quick_gates()
{
	local gate
	for gate in banned clauses commits counted cycles decides documents file_size format includes layout leftovers ruleset_ids vocabulary; do
		run_beside "tests/gates/$gate" bash tests/gates/$gate.sh
	done
	count_rest
}

# What every rule book must have, besides its tables: each test takes a second or two.
quick_books()
{
	local name
	for name in switches odds forced_choices; do
		run_beside "tests/rulesets/${name}_test" tests/support/run_criterion.sh \
			"tests/rulesets/${name}_test.c" "build/tests/rulesets/${name}_test"
	done
	count_rest
}

# stage_node FOLDER...: the *.test.mjs and *.test.js there, two at a time, also the browsers': they are a
# stage of their own, which names its folder with a slash, and other stages run beside it. The largest files
# first: what takes long must not be what is waited for.
stage_node()
{
	local file at_once=2
	install_node_modules
	while read -r file; do
		run_beside "$file" node tests/support/run_node.mjs "$file"
	done < <(find "$@" \( -name node_modules -o -path tests/browser \) -prune -o -name '*.test.*js' -printf '%s %p\n' |
		sort -rn | cut -d' ' -f2-)
	count_rest
}

# As many cases must have run as are written in the files.
stage_cases()
{
	local before=$((passed + failed)) written
	[[ -f tests/cases/run_cases.c ]] || return 0
	written=$(find tests/cases -name '*.json' -exec grep -hoE '"case": *"' {} + | wc -l)
	run_counted cases build/pennon-cases
	((passed + failed - before >= written)) || count 0 1 "only some of $written cases ran"
	before=$((passed + failed))
	build_quietly build_gcc referee && run_counted "cases by another runner" \
		python3 tests/cases/run_cases.py -- node tests/cases/engine.mjs
	((passed + failed - before >= written)) || count 0 1 "another runner ran only some of $written cases"
}

stage_golden()
{
	[[ -f tests/golden/golden.c ]] || return 0
	local compiler level
	for compiler in gcc clang; do
		for level in O0 O2; do
			run_beside "golden $compiler -$level" "$0" golden-one "$compiler" "$level"
		done
	done
	run_beside "golden wasm -Oz" "$0" golden-one wasm Oz
	build_quietly build_gcc cases-for-node &&
		run_beside "cases wasm -Oz" "${in_node[@]}" build/web/referee/pennon-cases.wasm
	count_rest
}

# The states of random games, hash for hash, from gcc's program and from WebAssembly.
stage_agreement()
{
	build_gcc "golden-for-node pennon-golden" >/dev/null
	build/pennon-golden --list 1000 >$logs/games-gcc.txt
	"${in_node[@]}" build/web/referee/pennon-golden.wasm --list 1000 >$logs/games-wasm.txt
	cmp $logs/games-gcc.txt $logs/games-wasm.txt && count "$(wc -l <$logs/games-gcc.txt)" 0 agreement ||
		count 0 1 agreement
}

# A WebAssembly program of the build and its arguments follow.
in_node=(env PENNON_ROOT="$root" node --no-warnings --experimental-wasi-unstable-preview1 tests/support/run_wasi.mjs)

stage_long_network()
{
	run_counted tests/server/proxy_test tests/support/run_criterion.sh tests/server/proxy_test.c \
		build/tests/server/proxy_test
}

# The crash tests kill a daemon that has the named points built in: $PENNON_CRASH_BUILD.
stage_crash()
{
	compgen -G 'tests/crash/*.sh' >/dev/null || return 0
	build_quietly build_crash || return 0
	export PENNON_CRASH_BUILD=$root/build/crash
	stage_scripts tests/crash
}

# stage_steady TIMES FILE...: each file of tests so often, beside two loops that leave it little of the processors;
# then a table of what came of it.
stage_steady()
{
	local often=$1 file run rows=() failed_before begun longest loops=()
	shift
	install_node_modules
	build_quietly build_gcc || return 0
	if [[ " $* " == *" tests/crash/"* ]]; then
		build_quietly build_crash || return 0
		export PENNON_CRASH_BUILD=$root/build/crash
	fi
	for run in 1 2; do
		# They end with this process, however it ends.
		bash -c 'while [[ -e /proc/$0 ]]; do :; done' $$ &
		loops+=($!)
	done
	for file in "$@"; do
		longest=0 failed_before=$failed
		for ((run = 1; run <= often; run++)); do
			begun=$SECONDS
			run_file "$file" "$run"
			((SECONDS - begun <= longest)) || longest=$((SECONDS - begun))
		done
		rows+=("$(printf '%-44s %4d %8d %5d s' "$file" "$often" $((failed - failed_before)) $longest)")
	done
	kill "${loops[@]}"
	printf '%-44s %4s %8s %7s\n' file runs failures longest
	printf '%s\n' "${rows[@]}"
}

# run_file FILE RUN: the program that this file of tests is, or is the source of.
run_file()
{
	case $1 in
	*_test.c) run_counted "$1 $2" tests/support/run_criterion.sh "$1" "build/${1%.c}" ;;
	*.sh) run_counted "$1 $2" bash "$1" ;;
	*) run_counted "$1 $2" node tests/support/run_node.mjs "$1" ;;
	esac
}

stage_fuzz()
{
	local source name
	compgen -G 'tests/fuzz/*_fuzz.c' >/dev/null || return 0
	build_quietly build_fuzz || return 0
	for source in tests/fuzz/*_fuzz.c; do
		name=$(basename "$source" .c)
		run_counted "fuzz $name" tests/support/run_fuzz.sh "$name" "$1"
	done
}

# What the tests stand on: criterion without /proc runs no test and calls it success.
require_machine()
{
	[[ -r /proc/self/stat ]] || die "/proc is not mounted: criterion would run no test"
	[[ -d /dev/shm && -w /dev/shm ]] || die "/dev/shm is not there or not writable"
}

# Seconds of processor time that was spent on what has ended: by this shell's children, without those of
# the process that runs a stage aside, or by those alone.
spent()
{
	local aside=0
	[[ -n ${aside_process:-} || ! -f $logs/aside.spent ]] || aside=$(<$logs/aside.spent)
	awk -v tick="$(getconf CLK_TCK)" -v aside="$aside" '{ print int(($16 + $17) / tick - aside) }' \
		"/proc/${aside_process:-$$}/stat"
}

# run_stage ROW: one row of the table above, with its time.
run_stage()
{
	local name functions what started=$SECONDS failed_before=$failed step steps spent_before
	IFS='|' read -r name functions what <<<"$1"
	ran_something=false
	begin_stage "$name"
	spent_before=$(spent)
	echo "== $name: $what"
	IFS=';' read -ra steps <<<"$functions"
	for step in "${steps[@]}"; do
		# shellcheck disable=SC2086 # a step is a function with its arguments
		$step || count 0 1 "$step"
	done
	if ! $ran_something; then
		count 0 1 "stage $name has nothing to run"
	fi
	times+=("$(printf '%-10s %5d s, of processors %5d s%s' "$name" $((SECONDS - started)) \
		$(($(spent) - spent_before)) "$( ((failed > failed_before)) && echo '  FAILED')")")
	echo "-- ${times[-1]}"
}

# changed_files: what differs from the branch main, and what git does not know yet.
changed_files()
{
	git diff --name-only "$(git merge-base HEAD main 2>/dev/null || echo HEAD)" -- 2>/dev/null || true
	git ls-files --others --exclude-standard 2>/dev/null || true
}

# stages_besides: names the stages that the files on standard input should go through, in the order of the table.
stages_besides()
{
	local file row wanted=" " name in_quick=" build core cases node "
	while IFS= read -r file; do
		for row in "${besides[@]}"; do
			[[ $file != "${row%%|*}"* ]] || wanted+="${row#*|} "
		done
		[[ $file != tests/*/* ]] || wanted+="$(cut -d/ -f2 <<<"$file") "
	done
	for row in "${stages[@]}"; do
		name=${row%%|*}
		[[ $wanted != *" $name "* || $in_quick == *" $name "* ]] || printf '%s ' "$name"
	done
}
