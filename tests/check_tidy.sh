#!/usr/bin/env bash
# Runs clang-tidy with .clang-tidy over every source. Takes minutes.
#   usage: check_tidy.sh SOURCE_FOLDER BUILD_FOLDER JOBS [--self-test]
# --self-test: succeeds when a mistake in a small file is found out.
set -euo pipefail
source=$(realpath "$1")
build=$(realpath "$2")
jobs=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [[ ${4:-} == --self-test ]]; then
    mkdir "$work/src"
    cp "$source/.clang-tidy" "$work"
    printf '#include <string>\nbool same(const std::string& a, std::string b) { return a.compare(b) == 0; }\n' \
        >"$work/src/bad.cc"
    if clang-tidy --quiet "$work/src/bad.cc" -- -std=gnu++20 >"$work/log" 2>&1; then
        echo "a careless file was not found out"
        exit 1
    fi
    grep -q 'readability-string-compare,-warnings-as-errors' "$work/log"
    grep -q 'performance-unnecessary-value-param,-warnings-as-errors' "$work/log"
    echo "a careless file is found out"
    exit 0
fi
# As a build compiles several sources together: to read their headers is most of the work.
cmake -S "$source" -B "$build/tidy" -G Ninja -DASSAY_TOGETHER=ON -DASSAY_BENCH=ON >"$work/log"
# Its exit status tells; of its output only the complaints are worth a look.
if run-clang-tidy -quiet -p "$build/tidy" -j "$jobs" "^$source/(src|tests|bench)/|/Unity/unity_" >"$work/log" 2>&1; then
    echo "clang-tidy has nothing to say about $(grep -c '^clang-tidy' "$work/log") files and groups of files"
else
    grep -v -E '^clang-tidy|warnings? generated|^Suppressed|^Use -header-filter|^$' "$work/log" || cat "$work/log"
    exit 1
fi
