#!/bin/sh
# launch.sh -x HOST COMMAND...: stands for ssh in MPICH's mpiexec, for a host that is a network
# namespace. The host knows its own name, and has a session of its own, so that the kernel shares
# the processors among the hosts.
shift
host=$1
shift
# shellcheck disable=SC2016  # for the inner shells
exec ip netns exec "$host" unshare --uts sh -c 'echo "$0" >/proc/sys/kernel/hostname && exec setsid -w sh -c "$*"' "$host" "$@"
