int printf(const char *, ...);

enum e0 { E0 = 1, E1 = 2, E2 = 5 };
typedef unsigned long long v1_ullong __attribute__((vector_size(8)));
union U0 {
    long long u0;
    unsigned long long u1;
    unsigned short u2[4];
};
struct S0 {
    int m0;
    int m1;
    long m2;
    int m3;
    int m4;
};

static unsigned long long assay_sum = 14695981039346656037ULL;

static void assay_mix(unsigned long long v) {
    assay_sum = (assay_sum ^ v) * 1099511628211ULL;
    assay_sum ^= assay_sum >> 32;
}

static union U0 g0 = {16777216};
static long g1[16];
static union U0 g2 = {-7345515651631003222LL};
long out0[16];
static union U0 in0 = {3};
static int g3 = -4;
static int out1;
static int g4 = 4;
int in1 = -1642317390;
static int g5 = -3;
unsigned char in2 = 4;
static long v0[7] = {-9007164895002625L, -4503598553628673L, -4, -1642317390, 11, -4,
        9053510394530246730L};
static struct S0 g6 = {-2147483645, -340108464, -3146527381610519639L, -2147483644, -3};

static __attribute__((noinline)) struct S0 turn0(struct S0 a3, int a4);

static int f0(void) {
    out1 = in0.u1 / 4294967293u;
    out1 -= ((g3 | g4) ^ g0.u2[g3 + 6]) & (4u ? ~g1[10] : g4 & g5);
    return (int)((2 | g5) >= E2 * g0.u0 ? in2 << 15 & (in1 | in1) : 4294967295u - in1 | g0.u0);
}

void f1(long a0, unsigned char a1, unsigned char a2) {
    assay_mix(-4);
}

static int f2(void) {
    g2.u1 = (unsigned int)(int)(4294967292u ^ g5) >> 31;
    {
        for (int i0 = 0; i0 <= 3; i0++)
            v0[i0] = (long)(v0[i0 + 3] | i0);
        g2.u0 = v0[4];
    }
    return !('i' == (unsigned char)11 ? in0.u1 : v0[4]) >> ((unsigned int)g5 & 31);
}

void test(void) {
    g2.u2[g4 - 2] >>= (unsigned int)v0[1] - 1073741796u;
    {
        struct S0 s0 = turn0(turn0(g6, 0 > 2147483645u), 5);
        g6 = s0;
        g2.u1 = s0.m0 + g6.m4;
    }
    {
        long v1[5][7] = {{1, 9223372036854775805L, 4503598553628673L, 131072, 3, -536739841,
                -6227618436135732098L},
                {3146527381610519639L, 281200098803712L, -2, -18014398509477889L,
                18014397972611072L, 10, 10}, {4, -2, 2, 10, 8, -1, 7},
                {-4612758635560789312L, 1, 9223372036854775805L, 4, 9223372036854775806L,
                -9223372036854775806L, 9223372036854775805L},
                {-549755813889L, -1721415933681259248L, 4, 72057594037927936L, 18014261070528512L,
                3, -2}};
        for (long i1 = 0; i1 <= 4; ++i1)
            for (int i2 = 0; i2 < 5; ++i2)
                v1[i2][i1] = (long)(v1[i1][i2] ^ i2);
        out1 += v1[4][6];
    }
    {
        v1_ullong va0 = (v1_ullong){(unsigned long long)(in1 < v0[3] ? 3u : g1[6])};
        v1_ullong vb0 = (v1_ullong){(unsigned long long)(long)(-9223372036854775807L - 1)};
        va0 = (v1_ullong)(va0 != vb0) & va0 | ~(v1_ullong)(va0 != vb0) & vb0;
        g6.m0 = va0[0] + vb0[0];
    }
    int x0 = f0();
    f1(g5 != in2 ? x0 : g1[2], (unsigned char)(in0.u0 || g4), (unsigned char)f0());
    out1 = f2();
}

static __attribute__((noinline)) struct S0 turn0(struct S0 a3, int a4) {
    a3.m0 = (int)(a3.m4 ^ a4);
    return a3;
}

int main(void) {
    test();
    assay_mix(g0.u0);
    for (int assay_i0 = 0; assay_i0 < 16; assay_i0++)
        assay_mix(g1[assay_i0]);
    assay_mix(g2.u0);
    for (int assay_i0 = 0; assay_i0 < 16; assay_i0++)
        assay_mix(out0[assay_i0]);
    assay_mix(in0.u0);
    assay_mix(g3);
    assay_mix(out1);
    assay_mix(g4);
    assay_mix(in1);
    assay_mix(g5);
    assay_mix(in2);
    for (int assay_i0 = 0; assay_i0 < 7; assay_i0++)
        assay_mix(v0[assay_i0]);
    assay_mix(g6.m0);
    assay_mix(g6.m1);
    assay_mix(g6.m2);
    assay_mix(g6.m3);
    assay_mix(g6.m4);
    printf("%016llx\n", assay_sum);
    return 0;
}
