#!/usr/bin/env bash
# Fails when a source is not as clang-format would write it; `make format` mends that.
#   usage: check_format.sh SOURCE_FOLDER [--self-test]
# --self-test: succeeds when a badly formatted file is found out.
set -euo pipefail
cd "$1"
if [[ ${2:-} == --self-test ]]; then
    clang-format --dry-run -Werror --assume-filename=src/good.cc <<<'int main() { return 0; }'
    said=$(clang-format --dry-run -Werror --assume-filename=src/bad.cc 2>&1 <<<'int  main( ){return 0 ;}') &&
        { echo "a badly formatted file was not found out"; exit 1; }
    [[ $said == *"[-Wclang-format-violations]"* ]]
    echo "a badly formatted file is found out"
    exit 0
fi
count=$(tests/list_sources.sh . | tr -cd '\0' | wc -c)
if [[ $count == 0 ]]; then
    echo "no sources found, so nothing was checked"
    exit 1
fi
if ! tests/list_sources.sh . | xargs -0 clang-format --dry-run -Werror; then
    echo "run 'make format'"
    exit 1
fi
echo "$count files are well formatted"
