#!/usr/bin/env bash
# libFuzzer on the readers of tests/fuzz/readers.cc.
#   usage: fuzz.sh build SOURCE_FOLDER BUILD_FOLDER [JOBS]
#          fuzz.sh run SOURCE_FOLDER BUILD_FOLDER READER SECONDS     status 1: an input that breaks the reader
# The corpus in the tree is read, never written; what breaks a reader is left in BUILD_FOLDER.
set -euo pipefail
source=$(realpath "$2")
build=$3
if ! command -v clang++ >/dev/null; then
    echo "clang++ is not installed"
    exit 77
fi
if [[ $1 == build ]]; then
    cmake -G Ninja --log-level=WARNING -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
        -DCMAKE_BUILD_TYPE=Fuzz "-DCMAKE_CXX_FLAGS_FUZZ=-O1 -DNDEBUG" \
        -DASSAY_FUZZ=ON -DASSAY_TESTS=OFF -DASSAY_CLANG=OFF -S "$source" -B "$build"
    cmake --build "$build" -j "${4:-2}" --target fuzz
    exit
fi
reader=$4
seconds=$5
if [[ ! -x $build/fuzz_$reader ]]; then
    echo "$build/fuzz_$reader is not built: fuzz.sh build"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/found"
# Readers of files are called with thousands of them in a second: in memory, if there is some.
memory=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work" "$memory"' EXIT
export TMPDIR=$memory
"$build/fuzz_$reader" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="$build/$reader-" "$work/found" "$source/tests/fuzz/corpus/$reader" 2>"$work/log" || {
    grep -v '^#' "$work/log" | tail -60
    exit 1
}
grep -E '^stat::number_of_executed_units|^Done' "$work/log"
