#!/bin/sh
# A single-node Slurm of our own, in a folder that is gone afterwards, runs examples/slurm/sweep_array.sh; one task is
# ended in the middle and started again; the parts, put together, are the file of one process.
# Ends with 77 (skipped) where there is no slurm-wlm, or where we may not start it.
set -eu
program=$(realpath "$1") source=$(realpath "$(dirname "$0")/../..")
for tool in slurmctld slurmd sbatch munged; do
    command -v "$tool" >/dev/null 2>&1 || { echo "no $tool here: scripts/setup --slurm" >&2; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "slurmd wants to be started by root" >&2; exit 77; }

folder=$(mktemp -d /tmp/involute_slurm.XXXXXX)
chmod 755 "$folder"
host=$(hostname -s)
munge=
finish() {
    code=$?
    for name in slurmctld slurmd; do
        [ -f "$folder/$name.pid" ] || continue
        daemon=$(cat "$folder/$name.pid")
        kill "$daemon" 2>/dev/null || true
        for _ in $(seq 100); do kill -0 "$daemon" 2>/dev/null || break; sleep 0.1; done
    done
    [ -z "$munge" ] || { kill "$munge" 2>/dev/null && wait "$munge" || true; }
    [ "$code" = 0 ] || [ "$code" = 77 ] || tail -n 20 "$folder"/*.log >&2 || true
    cd / && rm -rf "$folder"
    exit "$code"
}
trap finish EXIT

# munge says who asks: a key, a socket and logs of our own
mkdir -m 700 "$folder/munge"
dd if=/dev/urandom of="$folder/munge/key" bs=128 count=1 2>/dev/null
chmod 400 "$folder/munge/key"
socket=$folder/munge.socket
munged --force --foreground --key-file="$folder/munge/key" --socket="$socket" --pid-file="$folder/munge/pid" \
    --log-file="$folder/munge.log" --seed-file="$folder/munge/seed" &
munge=$!

cat >"$folder/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$socket
CredType=cred/munge
SlurmctldPort=26817
SlurmdPort=26818
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
mkdir "$folder/state" "$folder/spool"
export SLURM_CONF=$folder/slurm.conf
for _ in $(seq 100); do [ -S "$socket" ] && break; sleep 0.1; done
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF"
# On a busy machine Slurm may not hear what it is asked.
patiently() {
    for _ in $(seq 120); do
        "$@" && return
        sleep 0.5
    done
    return 1
}
is_up() { sinfo -h -o %t 2>/dev/null | grep -q idle; }
patiently is_up || { echo "no node came up" >&2; exit 1; }

cd "$folder"
cp "$source/models/pendulum.ode" .
# a run takes about a millisecond, a part some seconds
set -- pendulum.ode --to 200 --over "g=1:2:${RUNS:-4000}" --keep "x(end)"
export INVOLUTE="$program"
"$program" sweep "$@" --quiet -o alone.csv
job=$(patiently sbatch --parsable --array=1-4 "$source/examples/slurm/sweep_array.sh" "$@")
for _ in $(seq 300); do [ -s parts/part1.csv ] && break; sleep 0.1; done
patiently scontrol requeue "${job}_1"   # ended in the middle, and started again by Slurm
for _ in $(seq 3000); do
    left=$(squeue -h -j "$job" 2>/dev/null) && [ -z "$left" ] && break
    sleep 0.2
done
"$program" sweep --collect parts/part*.csv -o all.csv
cmp all.csv alone.csv
patiently scontrol show job "${job}_1" >details
grep -q "Restarts=1" details || { echo "no task was started again" >&2; exit 1; }
echo "the array gives the file of one process"
