#!/usr/bin/env bash
# Carries out the Dockerfile without Docker: each FROM is a root made by debootstrap
# (or a copy of an earlier stage), its RUN, COPY, USER, WORKDIR and CMD mean what they
# mean there. Then the last stage is started in a network of its own and must answer
# /healthz, as a user who is not root, and the HEALTHCHECK must tell a server that is
# up from one that is not. Run it as root.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

declare -A stage_root
stage='' here='' user=root directory=/ image_command='' image_environment='' health_command=''

# The instructions, one a line: comments away, continued lines joined.
instructions()
{
	grep -vE '^[[:space:]]*#' "$source_tree/Dockerfile" |
		sed -e ':a' -e '/\\$/{N; s/\\\n[[:space:]]*/ /; ba' -e '}' | grep -vE '^[[:space:]]*$'
}

# words_of '["a", "b"]': a, b, as an array `words`.
words_of()
{
	mapfile -t words < <(tr -d '[]' <<<"$1" | tr ',' '\n' | sed -E 's/^ *"(.*)" *$/\1/')
}

do_from()
{
	stage=${3:-last}
	user=root directory=/ image_command='' image_environment='' health_command=''
	here=$place/$stage
	if [[ -n ${stage_root[$1]:-} ]]; then
		cp -a --reflink=auto "${stage_root[$1]}" "$here"
	elif [[ $1 == debian:bookworm-slim ]]; then
		make_root "$stage"
	else
		echo "FROM $1: no such stage or image"
		return 1
	fi
	stage_root[$stage]=$here
}

do_run()
{
	mount_in "$here"
	local status=0
	home_inside=/root inside "$here" sh -c "cd '$directory' && $1" >"$place/$stage.log" 2>&1 || status=$?
	unmount_all
	((status == 0)) || tail -n 40 "$place/$stage.log"
	return $status
}

# The build context is the tree without what .dockerignore names.
do_copy()
{
	local target=${*: -1} from=$source_tree ignored=()
	[[ $target == /* ]] || target=$directory/$target
	if [[ $1 == --from=* ]]; then
		from=${stage_root[${1#--from=}]}
		shift
	else
		mapfile -t ignored < <(sed -E 's#^\*\*/##; t; s#^#./#' "$source_tree/.dockerignore" |
			sed 's/^/--exclude=/')
	fi
	mkdir -p "$here$target"
	while (($# > 1)); do
		if [[ $1 == . ]]; then
			tar -C "$from" "${ignored[@]}" -cf - . | tar -C "$here$target" -xf -
		else
			cp -a "$from/${1#/}" "$here$target/"
		fi
		shift
	done
}

replay()
{
	local instruction rest
	while read -r instruction rest; do
		[[ $stage == test && $instruction != FROM ]] && continue
		echo "$instruction $rest"
		# shellcheck disable=SC2086 # the words of the line
		case $instruction in
		FROM) do_from $rest || return 1 ;;
		WORKDIR) directory=$rest && mkdir -p "$here$rest" ;;
		COPY) do_copy $rest || return 1 ;;
		RUN) do_run "$rest" || return 1 ;;
		USER) user=$rest ;;
		CMD | ENTRYPOINT) image_command=$rest ;;
		ENV) image_environment=$rest ;;
		HEALTHCHECK) health_command=${rest##*CMD } ;;
		VOLUME | EXPOSE) ;;
		*) echo "$instruction: not understood" && return 1 ;;
		esac
	done < <(instructions)
}

# in_image WORDS...: becomes that command, as the image's user.
in_image()
{
	# shellcheck disable=SC2086 # the environment is a list of words
	exec chroot --userspec="$user" "$here" env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/data \
		$image_environment "$@" </dev/null
}

# is_health STATUS: does the image's health check end with it? 1 means unhealthy.
is_health()
{
	local status=0
	words_of "$health_command"
	(in_image "${words[@]}") >"$place/health.log" 2>&1 || status=$?
	((status == $1)) || cat "$place/health.log" >&2
	((status == $1))
}

# serve: in a network that has only its own loopback. Prints each fact that holds.
serve()
{
	local server second
	ip link set lo up
	is_health 1 && echo health-check-says-down-before
	words_of "$image_command"
	in_image "${words[@]}" >"$place/serve.log" 2>&1 &
	server=$!
	for ((second = 0; second < 30; second++)); do
		curl --silent --fail --max-time 2 http://127.0.0.1:8080/healthz >/dev/null && break
		sleep 1
	done
	if ((second < 30)); then
		echo answers
		[[ $(stat -c %u "/proc/$server") != 0 ]] && echo not-root
	fi
	is_health 0 && echo health-check-says-up
	kill "$server"
	wait "$server" && echo stops-cleanly
	is_health 1 && echo health-check-says-down-after
	words_of "$image_command"
	in_image "${words[@]}" --listen 0.0.0.0:9000 >>"$place/serve.log" 2>&1 &
	server=$!
	for ((second = 0; second < 30; second++)); do
		curl --silent --fail --max-time 2 http://127.0.0.1:9000/healthz >/dev/null && break
		sleep 1
	done
	is_health 0 && echo health-check-follows-the-port
	kill "$server"
	wait "$server"
}

check "every instruction of the Dockerfile" replay
((failed == 0)) || finish
mount_in "$here"
export -f serve is_health in_image words_of
export place here user image_command image_environment health_command
facts=$(unshare --net bash -c serve || true)
cat "$place/serve.log"
for fact in answers not-root health-check-says-up stops-cleanly \
	health-check-says-down-before health-check-says-down-after health-check-follows-the-port; do
	check "$fact" grep -qx "$fact" <<<"$facts"
done
finish
