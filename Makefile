# The short commands. CMake does the work; see CMakeLists.txt and docs/architecture.md.
#   make build            build/assay
#   make test             everything that must hold, in minutes
#   make hunt             one short hunt with the compilers of this machine
#   make compilers        makes or updates roots with today's compilers (tools/zoo); tools/zoo-here installs
#                         those of this machine's own distribution
#   make test-slow        the tests labelled slow     make tidy   clang-tidy over the tree (one of them)
#   make fuzz             libFuzzer targets of all readers: build-fuzz/fuzz_NAME tests/fuzz/corpus/NAME (clang)
#   make test-sanitized   the unit tests on a build of Assay with ASan and UBSan
#   make bench            benchmarks                  make format make clean
# SETUP=true leaves out tools/setup. JOBS=N for another number of processes than there are processors.
SETUP ?= tools/setup
JOBS ?= $(shell nproc)
CONFIGURE = cmake -G Ninja --log-level=WARNING -S .
CTEST = ctest --output-on-failure --no-tests=error -j$(JOBS)

.PHONY: build test test-slow test-sanitized fuzz tidy hunt compilers bench format clean setup
.DEFAULT_GOAL := build

setup:
	@$(SETUP)

build: setup
	@$(CONFIGURE) -B build
	@cmake --build build -j$(JOBS) --target assay

test: setup
	@$(CONFIGURE) -B build
	@cmake --build build -j$(JOBS)
	@$(CTEST) --test-dir build -LE slow

test-slow: setup
	@$(CONFIGURE) -B build
	@cmake --build build -j$(JOBS)
	@$(CTEST) --test-dir build -L slow

tidy: setup
	@$(CONFIGURE) -B build
	@tests/check_tidy.sh . build $(JOBS)

# Only the unit tests: the checks of the tree do not depend on the build, and whole campaigns wait for compilers,
# with many processes and limits of time that a sanitizer's cost upsets.
test-sanitized: setup
	@$(CONFIGURE) -B build-sanitized -DASSAY_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug
	@cmake --build build-sanitized -j$(JOBS)
	@$(CTEST) --test-dir build-sanitized -LE 'slow|tree|campaign'

fuzz: setup
	@tests/fuzz/fuzz.sh build . build-fuzz $(JOBS)

# Exit status 1 means that something was found, which is what a hunt is for.
hunt: build
	@build/assay hunt --for 2m --campaign build/hunt; status=$$?; [ $$status -le 1 ]

compilers:
	@tools/zoo

bench: setup
	@$(CONFIGURE) -B build -DASSAY_BENCH=ON
	@cmake --build build -j$(JOBS) --target bench

format: setup
	@tests/list_sources.sh . | xargs -0 clang-format -i

clean:
	rm -rf build build-sanitized build-fuzz
