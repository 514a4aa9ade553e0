#!/usr/bin/env bash
# Lists the C++ files of src, tests and bench, separated by NUL: those that git knows or would take, or in a
# folder without git all of them.
#   usage: list_sources.sh SOURCE_FOLDER
set -euo pipefail
cd "$1"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard -- src tests bench |
        grep -z -E '\.(h|cc)$' | sort -z -u |
        while IFS= read -r -d '' file; do # a deleted file is still in git's index
            if [[ -e $file ]]; then printf '%s\0' "$file"; fi
        done
else
    find src tests bench -type f \( -name '*.h' -o -name '*.cc' \) -print0 | sort -z
fi
