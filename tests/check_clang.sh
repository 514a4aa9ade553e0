#!/usr/bin/env bash
# Builds all of Assay with clang, where warnings are errors as they are with g++. Takes minutes.
#   usage: check_clang.sh SOURCE_FOLDER BUILD_FOLDER JOBS [--self-test]
# --self-test: succeeds when a warning in a small project with our settings is found out.
set -euo pipefail
source=$(realpath "$1")
build=$(realpath "$2")
jobs=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Unoptimised: what clang warns of does not depend on that, and it takes half the time.
configure=(cmake -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug)
if [[ ${4:-} == --self-test ]]; then
    { grep -E '^(cmake_minimum_required|project|set\(CMAKE_CXX_STANDARD|add_compile_options)' "$source/CMakeLists.txt"
        echo 'add_library(bad STATIC bad.cc)'; } >"$work/CMakeLists.txt"
    echo 'struct A { virtual void f(int); virtual ~A(); }; struct B : A { void f(char); };' >"$work/bad.cc"
    "${configure[@]}" -S "$work" -B "$work/build" >"$work/log"
    if cmake --build "$work/build" >"$work/log" 2>&1; then
        echo "a function that hides another was not found out"
        exit 1
    fi
    grep -q -- '-Werror,-Woverloaded-virtual' "$work/log"
    echo "a function that hides another is found out"
    exit 0
fi
"${configure[@]}" -DASSAY_BENCH=ON -S "$source" -B "$build/clang" >"$work/log"
if cmake --build "$build/clang" -j "$jobs" --target all >"$work/log" 2>&1; then
    echo "clang builds all of it without a warning"
else
    grep -v -E '^\[[0-9]+/[0-9]+\]|^ninja:' "$work/log" || cat "$work/log"
    exit 1
fi
