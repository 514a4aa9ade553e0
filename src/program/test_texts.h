// Saved programs that several tests use, and what the checker says of one.
#pragma once

#include "base/check.h"
#include "program/check_program.h"
#include "program/text.h"

#include <string_view>

namespace assay::program {

// Has every node kind, every form of the text and every kind of type. Valid in C for lp64.
inline constexpr std::string_view kEveryKind = R"(
; comments reach to the end of the line
(enum Color (RED 0) (GREEN 5) (BLUE -3))
(struct Point (field x int) (field y (array short 3)))
(struct Node (field next (ptr (struct Node))) (field at (struct Point)) (field word (ptr (union Word))))
(struct Flags packed (align 16)
  (bits a uint 3) (bits _ int 0) (bits b bool 1) (bits _ int 5) (field c (volatile char)) (bits d llong 40))
(union Word (field whole uint) (field part (array uchar 4)) (field color (enum Color)))

(global counter int 5)
(global static table (array (array int 2) 3) (init (init 1 2) (init 3)))
(global unobserved word (union Word) (init-member part (init (int uchar 1) (int uchar 2))))
(global static unobserved flags (struct Flags) (init 3u (int bool 1) 'c' -7ll))
(global handler (ptr (fn int int)) twice)
(global node (struct Node) (init (addr node) (init 1 (init (int short 2) (int short 3)))))
(global lanes (vec int 4) (init 1 2 3 4))
(global big (const int128) (int int128 0x123456789abcdef0123456789abcdef))
(global half float 0.5f)
(global third (const double) 0x1.5555555555555p-2)
(global gone (volatile (ptr (const void))) (cast (ptr (const void)) 0))

(func static inline const twice int ((n int)) (block (return (* n 2))))

(func noinline pure first (struct Point) ((p (const (ptr (struct Point)))))
  (block (return (deref p))))

(func even int ((n uint)) (block (if (== n 0u) (return 1)) (return (call odd (- n 1u)))))
(func odd int ((n uint)) (block (if (== n 0u) (return 0) (empty)) (return (call even (- n 1u)))))

(func run void ()
  (block
    (declare i long 0l)
    (declare static seen (array (const uchar) 2) (init (int uchar 7)))
    (declare room (vla int) (length (+ counter 3)))
    (declare p (ptr int) (addr ([] ([] table 1) 0)))
    (declare here (struct Point) (call first (addr (. node at))))
    (declare there (ptr (struct Node)) (addr node))
    (declare wide (vec double 4))
    (do (= ([] room 2) (sizeof table)))
    (for (declare k int 0) (< k 10) (postinc k)
      (block
        (declare i short (int short 3))
        (if (== k 7) (continue))
        (do (+= counter (cast int i)))
        (form 1 (do (preinc counter)))))
    (for _ _ _ (break))
    (for (do (= i 1l)) (<= i 4l) (<<= i 1) (empty))
    (while (> i 0l) (do (postdec i)))
    (dowhile (block (do (predec counter))) (&& (!= counter 0) (>= i 0l)))
    (switch (& counter 7)
      (block
        (case 1)
        (do (|= counter 8))
        (default)
        (do (^= counter 9))
        (break)
        (case (+ GREEN 1))
        (do (&= counter 10))))
    (label again)
    (do (= counter (?: (|| (! counter) (< i 3l)) (comma (-= i 1l) 4) (neg (plus (~ counter))))))
    (if (> counter 1000) (goto again))
    (do (*= counter 3))
    (do (guard (/= counter 2)))
    (do (%= counter 77))
    (do (>>= counter 1))
    (do (= ([] lanes 1) (guard (form 2 (% counter 5)))))
    (do (= lanes (+ lanes (literal (vec int 4) (init 5)))))
    (do (= wide (convertvector (vec double 4) lanes)))
    (do (= (-> there at) (literal (struct Point) (init 4))))
    (do (= (. (deref (-> there next)) word) (addr word)))
    (do (= (. here x) (cast int (. flags a))))
    (observe (builtin popcount 255u))
    (observe (callptr handler 4))
    (observe (callptr (deref handler) (cast int 2.5)))
    (observe (sizeof-type (ptr (fn int))))
    (observe (- (/ half 2.0f) -0.0f))
    (observe (| (<< 1u 3) (>> 8ul 2)))
    (observe (^ (char 10) BLUE))
    (return)))
(entry run)
)";

inline Platform platform_of(std::string_view target, Standard standard) {
    return {target_named(target).value(), standard};
}

// The program of a text that is known to be right.
inline Program loaded(std::string_view text, const Platform& platform = {}) {
    base::Result<Program> program = load(text, platform, "text");
    if (!program) base::fail(program.error().message);
    return std::move(*program);
}

inline std::string complaint(const Program& p) {
    const base::Result<void> checked = check_program(p);
    return checked ? "ok" : checked.error().message;
}

// The message without the place, which depends on how many nodes stand before it.
inline std::string rule(const std::string& message) {
    const size_t end = message.rfind("): ");
    return end == message.npos ? message : message.substr(end + 3);
}

} // namespace assay::program
