// Saved programs: a text that people can write and read. It does not say what follows from the rest (derived
// types), so one text can be loaded for several targets and standards. `;` starts a comment that ends with
// the line.
//
// Top level, in any order; types and functions may be used before their line, globals only after it:
//   (enum E (A 0) (B 5))                     (global [static] [unobserved] NAME TYPE [INIT])
//   (struct S [packed] [(align 16)] (field a int) (bits b uint 3) (bits _ int 0))      (union U ...)
//   (func [static] [inline] [noinline] [pure] [const] NAME RESULT ((x int) (p (ptr int))) (block ...))
//   (entry NAME)                             the void (void) function that main calls
// A struct may only hold earlier ones by value. Globals are Extern unless static, and observed unless
// unobserved.
//
// Types: void bool char schar uchar short ushort int uint long ulong llong ullong int128 uint128 float double
//   (enum E) (struct S) (union U) (ptr T) (array T 3) (vla T) (vec T lanes) (fn RESULT T...) (const T)
//   (volatile T)
//
// Expressions
//   5 -5 5u 5l 5ul 5ll 5ull 0xff     (int T 5) for any integer type     decimal: the value; hexadecimal: the
//   bits 1.5 1.5f 0x1.8p+3 (float T 1)    'a' (char 10)      NAME: the innermost variable, else a function,
//   else an enumerator
//   (+ a b) and the other binary operators    (neg a) (plus a) (~ a) (! a)    (&& a b) (|| a b) (?: c a b)
//   (comma a b)
//   (= a b) (+= a b) ...    (preinc a) (predec a) (postinc a) (postdec a)     (cast T a) (convertvector T a)
//   (. a member) (-> p member) ([] a i) (deref p) (addr a)     (sizeof-type T) (sizeof a)
//   (call f a...) (callptr e a...) (builtin clz a)             (literal T INIT)
//   (guard e): Node::guarded     (form 2 e): Node::form, of statements too
// INIT: an expression, or (init a...) with nested INITs in order, or of a union (init-member NAME INIT).
//
// Statements
//   (do e) (declare [static] NAME TYPE [INIT]) (declare NAME (vla T) (length e)) (block ...) (if c s [s])
//   (for s c e s) with _ for what is missing    (while c s) (dowhile s c) (switch e (block (case 1) ...
//   (default) ...)) (break) (continue) (return [e]) (goto L) (label L) (empty) (observe e)
#pragma once

#include "base/result.h"
#include "program/program.h"

#include <string>
#include <string_view>

namespace assay::program {

// The same program always gives the same text, and save(load(save(p))) == save(p). The program must pass
// check_program: names stand for variables, so a program whose scopes are wrong would load as another one.
std::string save(const Program& program);

// A program with sound tables, resolved names and types that fit; what else C demands is for check_program to
// say. Errors read "file:line:column: what is wrong".
base::Result<Program> load(std::string_view text, const Platform& platform, std::string_view file_name);

} // namespace assay::program
