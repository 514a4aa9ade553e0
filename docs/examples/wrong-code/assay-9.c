/* { dg-do run } */
/* { dg-options "-O3 -std=c17" } */

typedef long v1_long __attribute__((vector_size(8)));

int a;
int b;

int main(void) {
    v1_long c = (v1_long){a < b};
    a = c[0] + a;
    if (a != 0) __builtin_abort();
}
