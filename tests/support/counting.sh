# For ./dev alone: programs are run into logs in $logs, and what they say of themselves in their last
# line is added up in `passed`, `failed` and `skipped`; what failed is named in `failures`, which the
# end of a run repeats: whoever sees only the end of a long output must see that.
#
# What waits for servers, browsers or a disk may fail because the machine was busy. Where `second_look` is true
# a program of such a stage that fails is not counted, but kept in `again`; look_again runs it once more, alone.
# What passes then has passed, and is named in `unsteady`. In the other stages red is red.

passed=0
failed=0
skipped=()
failures=()
second_look=false
looked_again=" server contract node crash browser "
looks_again=false # in the present stage
again=()    # name and command, in words that the shell reads back
unsteady=() # what failed first, and where its first log is
ran_something=false
declare -gA name_of=() begun_at=() command_of=()
looked_at_most=6   # programs; more of them are no accident
unsteady_at_most=2 # in a run that is green

# begin_stage NAME: is a program of it looked at again?
begin_stage()
{
	looks_again=$second_look
	[[ $looked_again == *" $1 "* ]] || looks_again=false
}

# count PASSED FAILED WHAT [SECONDS]: adds to the sum and says so, and how long it took.
count()
{
	ran_something=true
	passed=$((passed + $1))
	failed=$((failed + $2))
	(($2)) && failures+=("$3")
	printf '%s %-44s %5d passed, %d failed%s\n' "$( (($2)) && echo FAIL || echo '  ok')" "$3" "$1" "$2" \
		"${4:+, $4 s}"
}

# skip WHAT REASON: it could not be tried here. It counts for neither, and is told at the end.
skip()
{
	ran_something=true
	skipped+=("$1: $2")
	printf 'skip %-44s %s\n' "$1" "$2"
}

log_of()
{
	echo "$logs/${1//[^A-Za-z0-9._-]/_}.log"
}

# traces_of NAME: how the files begin that it leaves beside its log when it fails, such as pictures.
traces_of()
{
	realpath -m "$(log_of "$1" | sed 's/\.log$/.trace/')"
}

# run_logged NAME COMMAND...: its output into its log; its exit status is returned. $PENNON_TRACES is its traces_of.
run_logged()
{
	local log limit=1500 traces
	log=$(log_of "$1") traces=$(traces_of "$1")
	rm -f "$traces".*
	shift
	# What the long forms count takes long however few minutes they were given.
	[[ -z ${PENNON_SOAK_MINUTES:-} ]] || limit=$((3600 + 120 * PENNON_SOAK_MINUTES))
	PENNON_TRACES=$traces timeout --kill-after=10 "$limit" "$@" >"$log" 2>&1 </dev/null
}

# run_counted NAME COMMAND...: a program that ends with "N passed, N failed", or with
# "skipped: REASON" when this machine lacks what it tries. One that ends otherwise, runs
# nothing, takes 25 minutes (in the long forms more than an hour) or exits oddly is one
# failure more.
run_counted()
{
	local status=0 begun=$SECONDS
	run_logged "$@" || status=$?
	count_logged "$1" $status $((SECONDS - begun)) "$(words_of "$@")"
}

# words_of WORD...: so that eval reads them back.
words_of()
{
	printf '%q ' "$@"
}

# count_logged NAME STATUS SECONDS WORDS: what run_logged left, and what it was given, by words_of.
count_logged()
{
	local name=$1 status=$2 log good=0 bad=0
	log=$(log_of "$1")
	if ((status == 0)) && [[ $(tail -n 1 "$log") =~ ^skipped:\ (.+) ]]; then
		skip "$name" "${BASH_REMATCH[1]}"
		return
	fi
	if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
		good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
	fi
	((good + bad == 0 || (status != 0 && bad == 0))) && bad=$((bad + 1))
	((bad)) || rm -f "$(traces_of "$name")".* # tests that share a window leave some though they pass
	if ((bad)) && $looks_again; then
		ran_something=true
		again+=("$4")
		printf 'once more, later: %-33s %d passed, %d failed, %s s\n' "$name" "$good" "$bad" "$3"
	else
		count "$good" "$bad" "$name" "$3"
	fi
	if ((bad)); then
		echo "--- exit status $status, what failed in $log and its end:"
		marked_lines "$log" 20
		echo "..."
		tail -n "${PENNON_LOG_LINES:-40}" "$log"
		echo "---"
		$looks_again || mapfile -t -O ${#failures[@]} failures < <(first_words "$log" | sed 's/^/     /'; tell_traces "$name"; echo "     all in $log")
	fi
}

# look_again: runs what `again` holds once more, one after the other, and counts what came of it. The log of
# the first time is kept beside the second.
look_again()
{
	local command looked=0 failed_before first
	local -a words
	((${#again[@]})) || return 0
	looks_again=false
	echo "== second look: ${#again[@]} that failed, each alone"
	for command in "${again[@]}"; do
		eval "words=($command)"
		if ((++looked > looked_at_most)); then
			count 0 1 "${words[0]}: one of too many for a second look"
			continue
		fi
		first=$(log_of "${words[0]}.first")
		mv "$(log_of "${words[0]}")" "$first"
		keep_traces "${words[0]}"
		failed_before=$failed
		run_counted "${words[@]}"
		((failed > failed_before)) ||
			unsteady+=("${words[0]}, the first time in $first"$'\n'"$(first_words "$first" | sed 's/^/     /'; tell_traces "${words[0]}.first")")
	done
	((${#unsteady[@]} <= unsteady_at_most)) ||
		count 0 1 "${#unsteady[@]} unsteady programs, at most $unsteady_at_most may be"
}

# keep_traces NAME: what it left the first time stays when it is run once more.
keep_traces()
{
	local file before after
	before=$(traces_of "$1") after=$(traces_of "$1.first")
	rm -f "$after".*
	for file in "$before".*; do
		[[ ! -f $file ]] || mv "$file" "$after${file#"$before"}"
	done
}

# tell_traces NAME: a line for each text that it left; the picture beside it has the same name.
tell_traces()
{
	local file
	for file in "$(traces_of "$1")".*.txt; do
		[[ ! -f $file ]] || echo "     seen: $file, its picture beside it"
	done
}

# first_words LOG: the tests that failed, each with the first thing that was said of it.
first_words()
{
	awk '
		/Assertion Failed/ { print; said = 1; next } # Criterion tells it before the name
		said && /^\[----\] +[^ ]/ { print; said = 0 }
		/^(FAIL|not ok|✖|\[FAIL\])/ && !/failing tests:/ && !seen[$0]++ { print; follows = 1; next }
		follows && /^ +[^ ]/ { print }
		{ follows = 0 }' "$1" | head -n 8 | cut -c 1-200 || true
}

# marked_lines LOG COUNT: the first lines that say what failed, in the words of each kind of program.
marked_lines()
{
	grep -aE '^(FAIL|not ok|✖|\[FAIL\])' "$1" | grep -av 'failing tests:' | awk '!seen[$0]++' | head -n "$2" || true
}

# Those that run beside each other tell by a pipe that they have ended: bash forgets what has ended while it
# waited for something else, and `wait -n` then knows no such job.
open_ended() { exec {ended_fd}<> <(:); }
open_ended

# run_beside NAME COMMAND...: as run_counted, two at a time, or as many as `at_once` says;
# count_rest waits for the last.
run_beside()
{
	while ((${#name_of[@]} >= ${at_once:-2})); do
		count_next
	done
	(
		status=0
		run_logged "$@" || status=$?
		echo "$BASHPID $status" >&"$ended_fd"
	) &
	name_of[$!]=$1 begun_at[$!]=$SECONDS command_of[$!]=$(words_of "$@")
}

# The next of name_of (process: name) that ends is counted, and is out of it.
count_next()
{
	local ended status
	read -r ended status <&"$ended_fd"
	count_logged "${name_of[$ended]}" "$status" $((SECONDS - begun_at[$ended])) "${command_of[$ended]}"
	unset "name_of[$ended]" "begun_at[$ended]" "command_of[$ended]"
}

count_rest()
{
	while ((${#name_of[@]})); do
		count_next
	done
}

# run_aside ROW: as run_stage, by a process of its own, beside those that follow. What it says and counts is
# kept for join_aside.
run_aside()
{
	echo "== ${1%%|*}: begins, beside what follows"
	: >"$logs/aside.sums" >"$logs/aside.times" >"$logs/aside.skipped" >"$logs/aside.failures" >"$logs/aside.again"
	(
		aside_process=$BASHPID
		open_ended
		passed=0 failed=0 skipped=() failures=() times=() again=()
		run_stage "$1"
		printf '%s\n' "${times[@]}" >"$logs/aside.times"
		((${#skipped[@]} == 0)) || printf '%s\n' "${skipped[@]}" >"$logs/aside.skipped"
		((${#failures[@]} == 0)) || printf '%s\n' "${failures[@]}" >"$logs/aside.failures"
		((${#again[@]} == 0)) || printf '%s\n' "${again[@]}" >"$logs/aside.again"
		echo "$passed $failed" >"$logs/aside.sums"
		spent >"$logs/aside.spent"
	) >"$logs/aside.said" 2>&1 &
	beside=$!
}

# join_aside: waits for it, if there is one, shows what it said and adds what it counted. One that did not
# come to its end is one failure.
join_aside()
{
	local sums
	[[ -n ${beside:-} ]] || return 0
	wait "$beside" || true
	rm -f "$logs/aside.spent" # from here on all that was spent is counted
	cat "$logs/aside.said"
	sums=$(<"$logs/aside.sums")
	if [[ -z $sums ]]; then
		count 0 1 "what ran beside the others did not come to its end"
		return
	fi
	passed=$((passed + ${sums% *})) failed=$((failed + ${sums#* }))
	mapfile -t -O ${#times[@]} times <"$logs/aside.times"
	mapfile -t -O ${#skipped[@]} skipped <"$logs/aside.skipped"
	mapfile -t -O ${#failures[@]} failures <"$logs/aside.failures"
	mapfile -t -O ${#again[@]} again <"$logs/aside.again"
}
