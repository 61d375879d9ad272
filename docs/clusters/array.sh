#!/bin/sh
#SBATCH --job-name=taquin
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# A task of a Slurm array: one shard of the units in the file $UNITS. A task that is ended and started again goes on where it was.
set -eu
exec taquin work "$UNITS" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --out "$UNITS.shard-$SLURM_ARRAY_TASK_ID"
