#include "source/without_values.h"

#include <gtest/gtest.h>

namespace assay::source {
namespace {

TEST(WithoutValues, NumbersGoAndPlacesStay) {
    EXPECT_EQ(without_values("int a[2][3] = {{1,2,3},\n {(-4L),0x5BL,~6UL}};\nint b;"),
              "int a[2][3] = {0       \n                   };\nint b;");
    EXPECT_EQ(without_values("struct S s = {0x1234, -5, 6.5e-1f};"), "struct S s = {0                  };");
    EXPECT_EQ(without_values("void f(void) { long l[4] = {1111, 22222, 3, 4}; g(l); }"),
              "void f(void) { long l[4] = {0                }; g(l); }");
}

TEST(WithoutValues, OfEqualAddressesOneStays) {
    EXPECT_EQ(without_values("int *p[2][2] = {{&a,&b[1]},{&a,&b[1]}};\nint c;"),
              "int *p[2][2] = { &a,&b[1],           };\nint c;");
    EXPECT_EQ(without_values("int *p[4] = {(void*)0, &s.f1, (void*)0, &s.f1};"),
              "int *p[4] = {          &s.f1,                };");
    EXPECT_EQ(without_values("int *p[3] = {&a, &b\n, &cccccccc};"), "int *p[3] = {&a, &b\n, &cccccccc};");
    EXPECT_EQ(without_values("int *p[3] = {(void*)0, (void*)0, 0};"), "int *p[3] = {0                    };");
}

TEST(WithoutValues, WhatMeansMoreThanANumberStays) {
    for (const std::string text : {
             "struct S s = {1, &g_2, 3, &g_2, 5, &g_2};",               // each in its place
             "int *p[3] = {&g_1, g_2 + 1, g_2 + 1, g_2};",              // a value
             "int *p[2] = {&(*f(1)), &(*f(2)), &(*f(2))};",             // a call
             "int a[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};",              // the length of the array
             "int a[ ][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};",         //
             "char s[30] = {'a', '=', '{', '}', ' ', '1', 2, 3, 4};",   // characters
             "int x = f((int[3]){1111111, 2222222, 333333});",          // a compound literal
             "int y = ({ int t[3] = {111111, 22222, 33333}; t[0]; });", // inside an expression
             "int z = {safe_add(11111111, 2222222222)};",               // a wrapper
             "const char *t = \"= {1111111, 2222222, 3333333}\";",      // a text
             "int a[2] = {\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n};",      // nothing at all
             "int small[2] = {1, 2};",                                  // not worth it
             "int open[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9",                // not C
         })
        EXPECT_EQ(without_values(text), text);
}

} // namespace
} // namespace assay::source
