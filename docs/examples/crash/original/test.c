int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);

typedef unsigned char v16_uchar __attribute__((vector_size(16)));
struct S0 {
    int m0;
    int f0 : 19;
    int m1;
    int m2;
    unsigned char *p0;
    unsigned int m3;
};

static unsigned long long assay_sum = 14695981039346656037ULL;

static void assay_mix(unsigned long long v) {
    assay_sum = (assay_sum ^ v) * 1099511628211ULL;
    assay_sum ^= assay_sum >> 32;
}

static unsigned long long assay_double_bits(double v) {
    unsigned long long bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

unsigned char in0 = 52;
static unsigned char t0 = 231;
struct S0 g0 = {-3, 262112, -730264867, -3, &t0, 536870912};
static double out0 = -10.0;
static unsigned char out1;
static int g1 = 1024;
unsigned char in1 = 6;

static int f1(char a0) {
    g0.m0 ^= (long)(in0 - (a0 ^ in1)) < (long)(unsigned char)254 ? (long)(in0 - (a0 ^ in1))
            : (long)(unsigned char)254;
    return (g1 >= a0 ? in1 : +a0) >> (t0 >= g0.m1 ^ g0.p0[0] % g0.m3) - 200u;
}

static unsigned int f2(v16_uchar a1, char a2) {
    out1 = in0;
    return (unsigned int)(g1 ^ (in0 || 16777216 | in0));
}

void test(void) {
    g0.m0 = in0;
    g1 = (unsigned char)((in0 << 8) % (unsigned char)g0.m1);
    int x0 = f1((char)(in1 ^ in0));
    unsigned int x1 = f2((v16_uchar){232, 15, 254, 32, 254, 254, 255, 14, 221, 253, 199, 16, 128,
            12, 57, 254}, (char)(in0 << (x0 & 31)));
}

int main(void) {
    test();
    assay_mix(in0);
    assay_mix(t0);
    assay_mix(g0.m0);
    assay_mix(g0.f0);
    assay_mix(g0.m1);
    assay_mix(g0.m2);
    assay_mix(g0.m3);
    assay_mix(assay_double_bits(out0));
    assay_mix(out1);
    assay_mix(g1);
    assay_mix(in1);
    printf("%016llx\n", assay_sum);
    return 0;
}
