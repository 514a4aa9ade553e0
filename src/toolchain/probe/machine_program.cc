#include "toolchain/probe/machine_program.h"

#include <algorithm>
#include <array>

namespace assay::toolchain {
namespace {

// Options of -m that concern the data model, the scheduler or the passes; none needs another machine.
constexpr std::array<std::string_view, 9> kSameMachine{
    "-m32",   "-m64",     "-mtune=", "-mllvm", "-mcmodel=", "-mno-", "-mprefer-vector-width=",
    "-mabi=", "-msimd128"};

constexpr std::string_view kProgram = R"c(
#ifdef __cplusplus
extern "C"
#endif
int printf(const char *, ...);

#if defined(__GNUC__) && !defined(__TINYC__) && !defined(__PCC__) && !defined(__chibicc__)
#define HAS_VECTORS
#define APART __attribute__((noinline))
#else
#define APART
#endif

#define SIZE 131
static volatile int seed = 5;
static const int lengths[] = {1, 2, 3, 5, 7, 9, 15, 16, 17, 31, 33, 63, 65, 127, 131};

/* The loop in the middle is for vectors; what it must give is computed one by one, through volatile. */
#define WIDTH(NAME, TYPE)                                                                     \
    static TYPE NAME##_a[SIZE], NAME##_b[SIZE], NAME##_c[SIZE];                               \
    APART static void NAME##_compute(int n) {                                                 \
        int i;                                                                                \
        for (i = 0; i < n; ++i) NAME##_c[i] = (TYPE)(NAME##_a[i] * 3 + NAME##_b[i]);          \
    }                                                                                         \
    static int NAME##_is_wrong(int n) {                                                       \
        int i;                                                                                \
        for (i = 0; i < SIZE; ++i) {                                                          \
            NAME##_a[i] = (TYPE)(i + seed);                                                   \
            NAME##_b[i] = (TYPE)(2 * i + seed);                                               \
            NAME##_c[i] = 1;                                                                  \
        }                                                                                     \
        NAME##_compute(n);                                                                    \
        for (i = 0; i < SIZE; ++i) {                                                          \
            volatile TYPE a = (TYPE)(i + seed), b = (TYPE)(2 * i + seed), c = NAME##_c[i];    \
            volatile TYPE expected = i < n ? (TYPE)(a * 3 + b) : (TYPE)1;                     \
            if (c != expected) return 1;                                                      \
        }                                                                                     \
        return 0;                                                                             \
    }

WIDTH(bytes, unsigned char)
WIDTH(shorts, unsigned short)
WIDTH(ints, unsigned int)
WIDTH(longs, unsigned long)
WIDTH(floats, float)
WIDTH(doubles, double)

#ifdef HAS_VECTORS
typedef int Vector __attribute__((vector_size(64)));
static volatile Vector left, right;
/* Without a loop, so that levels without a vectoriser use vectors too. */
APART static int vectors_are_wrong(void) {
    Vector a = {0}, b = {0}, c;
    int i;
    for (i = 0; i < 16; ++i) {
        a[i] = i + seed;
        b[i] = 3 * i - seed;
    }
    left = a;
    right = b;
    c = left + right;
    for (i = 0; i < 16; ++i)
        if (c[i] != 4 * i) return 1;
    return 0;
}
#else
static int vectors_are_wrong(void) { return 0; }
#endif

/* What the compiler relies on; 0: nothing. */
static int least_bits(void) {
#if defined(__riscv_v_fixed_vlen)
    return __riscv_v_fixed_vlen;
#elif defined(__riscv_v_min_vlen)
    return __riscv_v_min_vlen;
#elif defined(__ARM_FEATURE_SVE_BITS)
    return __ARM_FEATURE_SVE_BITS;
#else
    return 0;
#endif
}

static int most_bits(void) {
#if defined(__riscv_v_fixed_vlen)
    return __riscv_v_fixed_vlen;
#elif defined(__ARM_FEATURE_SVE_BITS)
    return __ARM_FEATURE_SVE_BITS;
#else
    return 0;
#endif
}

static int real_bits(void) {
    unsigned long bytes = 0;
#if defined(__riscv_v_fixed_vlen) || defined(__riscv_v_min_vlen)
    __asm__ volatile("csrr %0, vlenb" : "=r"(bytes));
#elif defined(__ARM_FEATURE_SVE_BITS) && defined(__ARM_FEATURE_SVE)
    __asm__ volatile("cntb %0" : "=r"(bytes));
#endif
    return (int)(bytes * 8);
}

int main(void) {
    int i;
    if (least_bits() > 0 && real_bits() < least_bits()) {
        printf("vectors of %d bits, where the options promise %d\n", real_bits(), least_bits());
        return 1;
    }
    if (most_bits() > 0 && real_bits() > most_bits()) {
        printf("vectors of %d bits, where the options promise %d\n", real_bits(), most_bits());
        return 1;
    }
    for (i = 0; i < (int)(sizeof lengths / sizeof lengths[0]); ++i) {
        int n = lengths[i];
        if (bytes_is_wrong(n) || shorts_is_wrong(n) || ints_is_wrong(n) || longs_is_wrong(n) ||
            floats_is_wrong(n) || doubles_is_wrong(n)) {
            printf("vector code and scalar code differ\n");
            return 1;
        }
    }
    if (vectors_are_wrong()) {
        printf("vectors are added wrongly\n");
        return 1;
    }
    printf("assay %d\n", 42);
    return 42;
}
)c";

} // namespace

bool changes_machine(const std::vector<std::string>& options) {
    return std::any_of(options.begin(), options.end(), [](const std::string& option) {
        if (option == "-target-feature" || option == "-target-cpu") return true;
        return option.starts_with("-m") &&
               std::none_of(kSameMachine.begin(), kSameMachine.end(),
                            [&](std::string_view same) { return option.starts_with(same); });
    });
}

std::string_view machine_program() { return kProgram; }

} // namespace assay::toolchain
