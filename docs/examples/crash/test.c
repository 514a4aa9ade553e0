int a = 1;

int main(void) {
    a = 1 % a;
}
