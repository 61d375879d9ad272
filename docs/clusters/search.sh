#!/bin/sh
# Solves one board on a cluster with Slurm:   sh search.sh SHARDS BOARD [options of taquin units]
# Runs on the login node and waits; started again in the same directory it goes on with the last round.
# NODES is the size from which an iteration is shared (default 1G); options of sbatch go into SBATCH.
set -eu
shards=$1
shift
here=$(dirname "$0")
nodes=${NODES:-1G}
round=1
while [ -e "units-$((round + 1))" ]; do round=$((round + 1)); done
[ -e "units-$round" ] || taquin units "$@" --nodes "$nodes" --out "units-$round" | tee answer
while ! grep -q '(optimal)' answer; do
    # shellcheck disable=SC2086
    UNITS=units-$round sbatch --wait --array="1-$shards" --export=ALL ${SBATCH:-} "$here/array.sh"
    next=$((round + 1))
    taquin merge "units-$round" "units-$round".shard-* --nodes "$nodes" --out "units-$next" | tee answer
    round=$next
done
