# Sourced by the scripts of this folder and of Guest.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/swipelock
virtme_version=1.42
bundle=.build/debug/swipelockPackageTests.xctest

fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# The newest kernel that prepare-kernel has finished, or nothing.
kernel_image() {
  find "$cache/kernel" -path '*/boot/vmlinuz-*' 2>/dev/null | sort -V | tail -n 1
}

# The test targets of a tier.
modules_of() {
  case $1 in
    mocked) echo MockedTests ;;
    kernel) echo KernelTests ;;
    pure) (cd "$root/Tests" && ls -d -- *Tests) | grep -vxE 'MockedTests|KernelTests' ;;
  esac
}

# The tests of a tier that are commands: a sentence, a tab, and what to run.
commands_of() {
  case $1 in
    plain) printf '%s\t%s\n' \
      'with no trait a libinput recording says how to get it read' run_plain \
      'each benchmark does the work that it did' smoke_bench ;;
    lives) printf '%s\t%s\n' \
      'a hundred thousand lives of a store have no free guess' lead_lives ;;
    kiosk) printf '%s\t%s\n' \
      'by the commands of the README a system becomes a kiosk that boots locked' boot_kiosk ;;
    fuzz) printf '%s\t%s\n' \
      'a minute of damaged captures breaks no reader' 'fuzz_harness Captures' \
      'in a minute of arbitrary events nothing unlocks that was not drawn' 'fuzz_harness Session' \
      'each planted fault is found within a minute' 'find_faults Session' ;;
  esac
}

# The sentence of each test of a tier, read from the source: nothing need be built for it.
tests_of() {
  local module
  commands_of "$1" | cut -f1
  for module in $(modules_of "$1"); do tests_in "$root/Tests/$module"; done
}

# The same of a folder or a file.
tests_in() {
  find "$1" -name '*.swift' -print0 2>/dev/null | sort -z |
    xargs -0 --no-run-if-empty awk '
      FNR == 1 { marked = 0 }
      /(^|[ )])@Test([ (]|$)/ { marked = 1 }
      marked && match($0, /func (`[^`]+`|[A-Za-z0-9_]+)/) {
        name = substr($0, RSTART + 5, RLENGTH - 5)
        gsub(/`/, "", name)
        print name
        marked = 0
      }'
}

# Text as a regular expression that means just that text.
quoted() {
  sed 's/[][\\.*^$(){}?+|/]/\\&/g' <<<"$1"
}

# The one regular expression for the tests of a tier whose name matches another.
filter_for() {
  local modules
  modules=$(modules_of "$1" | paste -sd '|')
  printf '^(%s)\\..*%s' "$modules" "$2"
}

# umockdev answers for the devices of the mocked tier; the others must meet the real system.
preload_for() {
  [[ $1 != mocked ]] || echo libumockdev-preload.so.0
}
