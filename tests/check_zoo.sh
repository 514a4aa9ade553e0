#!/usr/bin/env bash
# tools/zoo-here before an archive of few packages: it installs what it asks for and what is offered, by its very name.
#   usage: check_zoo.sh SOURCE_FOLDER
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
write() { cat >"$work/$1" && chmod +x "$work/$1"; }
# As apt-cache does, it takes what is no package's name for a pattern: g++-14 fits clang-14-doc.
write apt-cache <<'END'
#!/bin/sh
case $2 in
gcc-12 | clang-19) printf '%s:\n  Installed: (none)\n  Candidate: 1\n' "$2" ;;
gcc-11) printf 'gcc-11:\n  Installed: (none)\n  Candidate: (none)\n' ;;
g++-14) printf 'clang-14-doc:\n  Installed: (none)\n  Candidate: 1\n' ;;
esac
END
write apt-get <<END
#!/bin/sh
[ "\$1" = install ] && echo "\$@" >>"$work/installed"
exit 0
END
write sudo <<'END'
#!/bin/sh
exec "$@"
END
PATH="$work:$PATH" "$1/tools/zoo-here" gcc clang >"$work/said"
expected="install -y --no-install-recommends --no-remove gcc-12 clang-19"
if [[ $(cat "$work/installed") != "$expected" ]]; then
    echo "expected: $expected"
    echo "     got: $(cat "$work/installed")"
    exit 1
fi
grep -qx 'tools/zoo-here: not offered here: g++-14' "$work/said"
grep -qx 'tools/zoo-here: not offered here: gcc-11' "$work/said"
if PATH="$work:$PATH" "$1/tools/zoo-here" gnu >/dev/null 2>"$work/said"; then exit 1; fi
grep -q "unknown group 'gnu'" "$work/said"
echo "the zoo has what is offered, and nothing else"
