#!/bin/sh
# A sweep as a Slurm array: every task makes one part, and goes on with it when it is started again.
#
#   sbatch --array=1-16 sweep_array.sh ball.ode --over "angle=10:80:71" --keep "x(ground)"
#   involute sweep --collect parts/*.csv -o all.csv       # when all tasks are done
#
# The words are those of `involute sweep`; the folder of the parts is $PARTS, or `parts`.
#SBATCH --job-name=sweep
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
parts=${PARTS:-parts}
mkdir -p "$parts"
exec "${INVOLUTE:-involute}" sweep "$@" --quiet --resume --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" -o "$parts/part$SLURM_ARRAY_TASK_ID.csv"
