#!/usr/bin/env bash
# The same seed must take the same decisions and make the same bytes whatever compiler and standard library Assay
# was built with: builds the digest programs (tests/*_digest.cc) with clang++ and libc++ and compares what they print
# with what those of the build folder print. To prove that it can fail, it also compares runs from different seeds.
#   usage: same_bytes.sh SOURCE_FOLDER BUILD_FOLDER
# Exit status 77 means skipped.
set -euo pipefail
source=$(realpath "$1")
build=$(realpath "$2")
other=$build/libcxx
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
    echo "skipped: $1; tools/setup installs it"
    exit 77
}
command -v clang++ >"$work/log" || skip "clang++ is missing"
echo '#include <vector>' | clang++ -stdlib=libc++ -std=gnu++20 -fsyntax-only -x c++ - 2>"$work/log" ||
    skip "libc++ is missing (libc++-14-dev, libc++abi-14-dev)"

if ! { cmake -S "$source/tests/libcxx" -B "$other" -G Ninja -DCMAKE_CXX_COMPILER=clang++ &&
    cmake --build "$other" -j2; } >"$work/log" 2>&1; then
    cat "$work/log"
    exit 1
fi
for name in choice_digest generate_digest; do
    # Not through a pipe: grep -q ends early, and ldd would fail on the closed pipe now and then.
    libraries=$(ldd "$other/$name")
    if [[ $libraries != *libc++.so* ]]; then
        echo "the second $name does not use libc++, so nothing was compared"
        exit 1
    fi
    "$build/$name" >"$work/here.txt"
    "$other/$name" >"$work/there.txt"
    "$build/$name" other-seed >"$work/other.txt"
    if ! diff "$work/here.txt" "$work/there.txt"; then
        echo "$name: < as built in $build, > with clang++ and libc++"
        exit 1
    fi
    if [[ -n $(comm -12 <(sort -u "$work/here.txt") <(sort -u "$work/other.txt")) ]]; then
        echo "$name: runs from different seeds share lines, so the digest sees nothing"
        exit 1
    fi
    echo "$name: the same $(wc -l <"$work/here.txt") lines with this build's library and with libc++"
done
