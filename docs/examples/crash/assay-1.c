// RUN: %clang -O2 -std=c17 -c %s -o %t.o

int a = 1;

int main(void) {
    a = 1 % a;
}
