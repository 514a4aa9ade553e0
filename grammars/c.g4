// C programs without undefined behaviour, whose output every compiler agrees on. docs/add-a-language.md explains
// the marks in braces. What keeps the programs defined is in the types:
//
//   - `small` is no type of C but a promise: an int in -32768 .. 32767. Sums and products of two smalls fit in an
//     int, so signed arithmetic is done on smalls alone; wide signed values come from unsigned ones by a cast.
//   - The narrow types (char, short) are read as smalls or after a cast, and never take part in arithmetic of the
//     unsigned types, where promotion to int would overflow.
//   - An index is masked, or a loop counter whose bound the array has; a divisor is a literal or made positive; a
//     shift is masked; a pointer points to what lives at least as long as itself.
//   - Expressions change nothing. Functions that do are called by statements of their own, so the order of
//     evaluation never shows.
//   - `real` is a multiple of a quarter within +-32768: every operation on it is exact.
grammar c;

options { language = Marks; }

@program {
    language = 'c';
    file = 'main.c';
    standard = 'c99';
    standards = 'c99 c11 c17 c2x c23';
    promises = 'no_ub deterministic terminates';
    weight = '5';
    data_model = 'yes';
    known =
        '#ifdef __cplusplus\n'
        'extern "C"\n'
        '#endif\n'
        'int printf(const char *, ...);\n'
        'int main(void) {\n'
        '    printf("assay %d\\n", 42);\n'
        '    return 42;\n'
        '}\n';
}

@limits {
    steps = 8000000;
    function = 100000;
    nest = 4000;
    depth = 4;
}

@types {
    u32 : integer scalar unsigned wide stored passed,
          text = 'unsigned', shift = 31, one = '1u', suffix = 'u', weight = 6;
    u64 : integer scalar unsigned wide stored passed,
          text = 'unsigned long long', shift = 63, one = '1ull', suffix = 'ull', weight = 3;
    i32 : integer scalar signed wide stored passed, text = 'int', unsigned = u32, weight = 8;
    i64 : integer scalar signed wide stored passed, text = 'long long', unsigned = u64, weight = 2;
    u8  : integer scalar narrow smallish stored passed, text = 'unsigned char';
    i8  : integer scalar narrow smallish stored passed, text = 'signed char';
    u16 : integer scalar narrow stored passed, text = 'unsigned short';
    i16 : integer scalar narrow smallish stored passed, text = 'short';
    real : scalar stored passed, text = 'double';
    small : value;

    ix4   : counter smallish within4 within8 within16, size = 4, last = 3;
    ix8   : counter smallish within8 within16, size = 8, last = 7;
    ix16  : counter smallish within16, size = 16, last = 15;
    ix60  : counter smallish, size = 60, last = 59;
    count : smallish;

    au8x16 : array stored, elem = u8, size = 16, mask = 15;
    ai16x8 : array stored, elem = i16, size = 8, mask = 7;
    ai32x4 : array stored, elem = i32, size = 4, mask = 3;
    ai32x8 : array stored, elem = i32, size = 8, mask = 7, weight = 4;
    au32x8 : array stored, elem = u32, size = 8, mask = 7;
    au32x16 : array stored, elem = u32, size = 16, mask = 15;
    ai64x4 : array stored, elem = i64, size = 4, mask = 3;
    au64x8 : array stored, elem = u64, size = 8, mask = 7;

    pi16 : pointer scalarPointer stored passed, target = i16;
    pi32 : pointer scalarPointer stored passed, target = i32, weight = 4;
    pu32 : pointer scalarPointer stored passed, target = u32;
    pu64 : pointer scalarPointer stored passed, target = u64;

    string : stored passed text;
}

@sets { records }

@kinds {
    var 'v' fresh freshVariable in stored;
    pure 'f';
    recursive 'r';
    effect 'g';
    struct 'S';
    field 'm';
}

program
    : 'int printf(const char *, ...);' {line}
      'static unsigned long long checksum = 1;' {line}
      structDeclaration*
      {slot}
      globalVariable*
      ({fill 50} function)*
      mainFunction
    ;

// ---------------------------------------------------------------- declarations

structDeclaration
    : 'struct' {record R struct in records stored passed} '{' {indent}
      structField[R] structField[R]+
      {dedent} '}' ';' {line}
      {extra P in pointer stored passed with target = R}
    ;

structField[R]
    : {any T integer} {print T.text} {declare F field T of R} ';' {line}
    ;

globalVariable
    : {any T stored} freshVariable[T]
    ;

freshVariable[T]
    : {T in scalar}? {print T.text} {declare V var T} '=' literal[T] ';' {line}                     # scalar
    | {T in array}? {print T.elem.text} {declare A var T} '[' {print T.size} ']' '='
      arrayLiteral[T, T.elem] ';' {line}                                                            # array
    | {T in pointer}? {make X var T.target} typeName[T] {declare P var T} '=' '&' {tight; print X} ';'
      {line}                                                                                        # pointer
    | {T in records}? typeName[T] {declare S var T} '=' recordLiteral[T] ';' {line}                 # record
    | {T = string}? typeName[T] {declare S var T} '=' STRING ';' {line}                             # string
    ;

typeName[T]
    : {T in scalar}? {print T.text}                                                                 # scalar
    | {T in records}? 'struct' {print T}                                                            # record
    | {T in pointer}? typeName[T.target] '*' {tight}                                                # pointer
    | {T = string}? 'const char *' {tight}                                                          # string
    ;

arrayLiteral[A, T]
    : {A.size = 4}? '{' literal[T] ',' literal[T] ',' literal[T] ',' literal[T] '}'                 # four
    | '{' literal[T] (',' literal[T])? (',' literal[T])? (',' literal[T])? '}'                      # few
    ;

recordLiteral[R]
    : '{' ({each F of R field} {between} ',' literal[F.type])* '}'
    ;

// ---------------------------------------------------------------- functions

function
    : {weight 20} {any R integer} 'static' {print R.text} {declare F pure R} {scope frame F}
      '(' parameters[F] ')' {context result R} functionBody[R]                                      # pure
    | {weight 5} {any R integer} 'static' {print R.text} {declare F recursive R} {scope frame F; loop 6}
      '(' 'int' {declare N var count fixed; reveal N} (',' parameter[F])? ')' '{' {indent} {scope} {slot}
      'if' '(' {print N} '<=' '0' ')' 'return' expr[R] ';' {line}
      {context result R} statement*
      'return' '(' {print R.text} ')' '(' expr[u64] ('+' | '^' | '*' | '-') '(unsigned long long)'
      {print F} '(' {print N} '-' '1' ({each P of F var} ',' argument[P.type])* ')' ')' ';' {line}
      {dedent} '}' {line}                                                                           # recursive
    | {weight 20} {any R integer} 'static' {print R.text} {declare F effect R} {scope frame F}
      {context effects} '(' parameters[F] ')' {context result R} functionBody[R]                    # effect
    ;

parameters[F]
    : {weight 30} parameter[F] (',' parameter[F])*                                                  # some
    | 'void'                                                                                        # none
    ;

parameter[F]
    : {any T passed} typeName[T] {declare P var T shadows of F; reveal P}
    ;

functionBody[R]
    : '{' {indent} {scope} {slot}
      statement+
      'return' expr[R] ';' {line}
      {dedent} '}' {line}
    ;

mainFunction
    : 'int main(void)' '{' {indent} {scope frame} {slot} {context effects; context main}
      ({fill 100} statement)*
      ({each V visible var integer} 'printf("%lld\\n",' '(long long)' {tight; print V} ')' ';' {line})*
      ({each V visible var real} 'printf("%lld\\n",' '(long long)(' {print V} '* 4))' ';' {line})*
      ({each A visible var array} 'for (int k = 0; k <' {print A.type.size} {tight} '; k++)'
       'printf("%lld\\n",' '(long long)' {tight; print A} {tight} '[k]);' {line})*
      ({each S visible var records}
       ({each F of S.type field} 'printf("%lld\\n",' '(long long)' {tight; print S} '.' {tight; print F} ')' ';'
        {line})*)*
      'printf("%llu\\n", checksum);' {line}
      'return 0;' {line}
      {dedent} '}' {line}
    ;

// ---------------------------------------------------------------- statements

block
    : '{' {indent} {scope} {slot} statement+ {dedent} '}' {line}
    ;

statement
@limit {4}
    : {weight 20} declaration                                                                       # declare
    | {weight 30} assignment                                                                        # assign
    | {weight 14} update                                                                            # update
    | {weight 12} 'if' '(' condition ')' block                                                      # if
    | {weight 8} 'if' '(' condition ')' block 'else' block                                          # ifElse
    | {weight 20} loop                                                                              # loop
    | {weight 6} switch                                                                             # switch
    | {weight 3} block                                                                              # block
    | {weight 8} {inside effects}? 'checksum = checksum * 31 +' expr[u64] ';' {line}                # note
    | {weight 14} {inside effects; exists effect integer}? effectCall                                                      # call
    | {weight 4} {inside loop}? 'if' '(' condition ')' 'break' ';' {line}                           # break
    | {weight 4} {inside loop}? 'if' '(' condition ')' 'continue' ';' {line}                        # continue
    | {weight 3} {inside result}? {let R = context.result}
      'if' '(' condition ')' 'return' expr[R] ';' {line}                                            # return
    | {weight 4} {inside main; outside loop}? {any T wide}
      'printf("%lld\\n",' '(long long)' expr[T] ')' ';' {line}                                      # print
    ;

declaration
    : {weight 40} {any T scalar} {print T.text} {declare V var T shadows} '=' expr[T] ';' {line}    # variable
    | {weight 6} {any T integer} 'const' {print T.text} {declare V var T fixed} '=' expr[T] ';'
      {line}                                                                                        # constant
    | {weight 10} {any T array} {print T.elem.text} {declare A var T} '[' {print T.size} ']' '='
      '{' expr[T.elem] (',' expr[T.elem])? (',' expr[T.elem])? '}' ';' {line}                       # array
    | {weight 10} {any T pointer} typeName[T] {declare P var T} '=' address[T] ';' {line}           # pointer
    | {weight 10} {any T records} typeName[T] {declare S var T} '='
      '{' ({each F of T field} {between} ',' expr[F.type])* '}' ';' {line}                          # record
    | {weight 4} {any T records} typeName[T] {declare S var T} '=' {use V var T} ';' {line}         # copy
    ;

address[T]
    : '&' {tight; use V var T.target changeable}                                                    # variable
    | {pick A var array with elem = T.target} '&' {tight; print A} '[' index[A.type] ']'            # element
    | {pick S var records having field T.target} '&' {tight; print S} '.'
      {select F field of S.type T.target}                                                           # field
    | {use P var T}                                                                                 # pointer
    ;

assignment
    : {weight 30} {inside effects}? {use V var scalar changeable} '=' expr[V.type] ';' {line}       # variable
    | {weight 30} {use V var scalar changeable local} '=' expr[V.type] ';' {line}                   # local
    | {weight 12} {inside effects}? {use A var array} '[' index[A.type] ']' '=' expr[A.type.elem] ';'
      {line}                                                                                        # element
    | {weight 10} {use A var array local} '[' index[A.type] ']' '=' expr[A.type.elem] ';' {line}    # localElement
    | {weight 12} {inside effects}? {pick P var scalarPointer} '*' {tight; print P} '='
      expr[P.type.target] ';' {line}                                                                # pointee
    | {weight 8} {inside effects}? {any R records} {use P var pointer with target = R} {tight} '->'
      {tight; select F field of R integer} '=' expr[F.type] ';' {line}                              # arrow
    | {weight 10} {use S var records local} '.' {select F field of S.type integer} '=' expr[F.type] ';'
      {line}                                                                                        # field
    | {weight 6} {use S var records local} '=' {use V var S.type} ';' {line}                        # record
    | {weight 6} {use P var pointer changeable local} '=' '&'
      {tight; use V var P.type.target changeable outliving P} ';' {line}                            # redirect
    ;

update
    : {use V var unsigned changeable local} ('+=' | '-=' | '*=' | '&=' | '|=' | '^=') expr[V.type] ';'
      {line}                                                                                        # wrap
    | {use V var unsigned changeable local} ('/=' | '%=') nonzero[V.type] ';' {line}                # divide
    | {use V var unsigned changeable local} ('<<=' | '>>=') shift[V.type] ';' {line}                # shift
    | {use V var narrow changeable local} ('+=' | '-=' | '*=' | '&=' | '|=' | '^=') expr[small] ';'
      {line}                                                                                        # narrow
    | {use V var signed changeable local} ('&=' | '|=' | '^=') expr[V.type] ';' {line}              # bits
    | {use V var signed changeable local} ('/=' | '%=') positive[V.type] ';' {line}                 # divideSigned
    | {use V var narrow changeable local} ('++' | '--') ';' {line}                                  # step
    | {inside effects}? {use V var unsigned changeable} ('++' | '--') ';' {line}                    # stepUnsigned
    | {inside effects}? {any T unsigned} {use A var array with elem = T} '[' index[A.type] ']'
      ('+=' | '^=' | '*=') expr[T] ';' {line}                                                       # element
    ;

loop
    : {weight 14} {loop 4} countedLoop[ix4]                                                         # four
    | {weight 14} {loop 8} countedLoop[ix8]                                                         # eight
    | {weight 14} {loop 16} countedLoop[ix16]                                                       # sixteen
    | {weight 8} {loop 60} countedLoop[ix60]                                                        # sixty
    | {weight 8} {scope; loop 9} 'int' {declare N var count fixed} '=' '9' ';' {line}
      'while' '(' {print N} {tight} '--' '> 0' '&&' condition ')' {reveal N; context loop} block    # while
    | {weight 6} {scope; loop 5} 'int' {declare N var count fixed} '=' '0' ';' {line}
      'do' {reveal N; context loop} block 'while' '(' '++' {tight; print N} '< 5' '&&' condition ')' ';'
      {line}                                                                                        # do
    ;

countedLoop[I]
    : {scope} 'for' '(' 'int' {declare N var I fixed} '=' '0' ';' {print N} '<' {print I.size} ';'
      {print N} '++' ')' {reveal N; context loop} block                                             # up
    | {scope} 'for' '(' 'int' {declare N var I fixed} '=' {print I.last} ';' {print N} '>=' '0' ';'
      {print N} '--' ')' {reveal N; context loop} block                                             # down
    | {scope} 'for' '(' 'int' {declare N var I fixed} '=' '0' ';' {print N} '<' {print I.size} ';'
      {print N} '+=' STEP ')' {reveal N; context loop} block                                        # steps
    ;

switch
    : 'switch' '(' expr[i32] '&' '3' ')' '{' {line}
      'case 0:' caseBody breakOrFall
      ('case 1:' caseBody breakOrFall)?
      ('case 2:' 'case 3:' caseBody breakOrFall)?
      'default:' caseBody
      '}' {line}
    ;

caseBody : '{' {indent} {scope} {slot} statement* {dedent} '}' {line} ;

breakOrFall
    : {weight 20} 'break' ';' {line}                                                                # leave
    |                                                                                               # fall
    ;

effectCall
    : {call F effect integer} '(' arguments[F] ')' ';' {line}                                       # drop
    | {plan F effect integer} {print F.type.text} {declare V var F.type} '=' {print F} '(' arguments[F] ')' ';'
      {line}                                                                                        # keep
    | {plan F effect integer} {use V var F.type changeable local} '=' {print F} '(' arguments[F] ')' ';'
      {line}                                                                                        # assign
    ;

arguments[F]
    : ({each P of F var} {between} ',' argument[P.type])*
    ;

argument[T]
    : {T in scalar}? expr[T]                                                                        # value
    | {T in records}? {use V var T}                                                                 # record
    | {T in pointer}? address[T]                                                                    # address
    | {T = string}? {use V var T}                                                                   # text
    | {T = string}? STRING                                                                          # literal
    ;

// ---------------------------------------------------------------- expressions

condition
@limit {2}
    : {weight 40} {any T integer} expr[T] relation expr[T]                                          # compare
    | {weight 4} expr[real] relation expr[real]                                                     # compareReal
    | {weight 10} expr[i32]                                                                         # number
    | {weight 6} condition '&&' condition                                                           # and
    | {weight 6} '(' condition '||' condition ')'                                                   # or
    | {weight 6} '!' '(' condition ')'                                                              # not
    | {weight 4} {any T pointer} {use P var T} ('==' | '!=') {use Q var T}                          # samePointer
    ;

relation : '<' | '<=' | '>' | '>=' | '==' | '!=' ;

expr[T]
@limit {4}
    : {weight 20} {T != real}? literal[T]                                                           # literal
    | {weight 20} {T = real}? REAL                                                                  # real
    | {weight 45} {T in scalar}? {use V var T}                                                      # variable
    | {weight 40} {T = small}? {use V var smallish}                                                 # smallVariable
    | {weight 26} {T in unsigned}? '(' expr[T] ('+' | '-' | '*' | '&' | '|' | '^') expr[T] ')'      # wrap
    | {weight 6} {T in unsigned}? '(' expr[T] ('/' | '%') nonzero[T] ')'                            # divide
    | {weight 8} {T in unsigned}? '(' expr[T] ('<<' | '>>') shift[T] ')'                            # shift
    | {weight 6} {T in wide}? '(' '~' expr[T] ')'                                                   # complement
    | {weight 14} {T in signed}? '(' expr[T] ('&' | '|' | '^') expr[T] ')'                          # bits
    | {weight 8} {T in signed}? '(' expr[T] ('/' | '%') positive[T] ')'                             # divideSigned
    | {weight 8} {T in signed}? '(' expr[T] '>>' SHIFT31 ')'                                        # shiftSigned
    | {weight 8} {T in signed}? '(' {print T.text} ')' expr[T.unsigned]                             # fromUnsigned
    | {weight 20} {T = i32}? '(' expr[small] ('+' | '-' | '*') expr[small] ')'                      # arithmetic
    | {weight 8} {T = i32}? '(' expr[small] '*' expr[small] ('+' | '-') expr[small] ')'             # multiplyAdd
    | {weight 4} {T = i32}? '(' '-' expr[small] ')'                                                 # negate
    | {weight 6} {T = i32}? '(' '(' expr[small] '&' '255' ')' '<<' SHIFT15 ')'                      # shiftLeft
    | {weight 4} {T = i32}? '(int)' '(' expr[real] ('+' | '-') expr[real] ')'                       # fromReal
    | {weight 3} {T = i32}? '(int)' '(' expr[real] '*' expr[small] ')'                              # scaleReal
    | {weight 20} {T = i64}? '(' '(long long)' expr[i32] ('+' | '-' | '*') expr[i32] ')'            # widen
    | {weight 8} {T in integer}? {any S integer} '(' {print T.text} ')' expr[S]                     # cast
    | {weight 14} {T = small}? '(' expr[i32] '%' MODULUS ')'                                        # remainder
    | {weight 8} {T = small}? '(' expr[i32] '&' MASK ')'                                            # mask
    | {weight 5} {T = small}? '(' expr[i32] '>>' '16' ')'                                           # high
    | {weight 8} {T = small}? {any S integer} '(' expr[S] relation expr[S] ')'                      # truth
    | {weight 3} {T = small}? '!' '(' condition ')'                                                 # falsehood
    | {weight 4} {T = small}? {use S var text} '[' index8 ']'                                       # character
    | {weight 14} {T = real}? '(' expr[small] '*' QUARTERS ')'                                      # quarters
    | {weight 10} {T = real}? '(double)' expr[small]                                                # toReal
    | {weight 10} {T in scalar}? '(' condition '?' expr[T] ':' expr[T] ')'                          # choose
    | {weight 12} {T in integer}? {use A var array with elem = T} '[' index[A.type] ']'             # element
    | {weight 10} {T in integer}? {pick P var pointer with target = T} '(' '*' {tight; print P} ')' # pointee
    | {weight 10} {T in integer}? {use S var records having field T} '.' {select F field of S.type T} # field
    | {weight 6} {T in integer}? {any R records having field T} {use P var pointer with target = R} {tight} '->'
      {tight; select F field of R T}                                                                # arrow
    | {weight 14} {T in integer}? {call F pure T} '(' arguments[F] ')'                              # call
    | {weight 6} {T in integer}? {call F recursive T} '(' STEP ({each P of F var} ',' argument[P.type])* ')'
                                                                                                    # recurse
    | {weight 2} {T in wide}? '(' {print T.text} ')' 'sizeof' '(' {use V var scalar} ')'            # size
    ;

nonzero[T]
    : NONZERO {tight; print T.suffix}                                                               # literal
    | '(' expr[T] '|' {print T.one} ')'                                                             # odd
    ;

positive[T]
    : NONZERO                                                                                       # literal
    | '(' '(' expr[T] '&' MASK ')' '+' '1' ')'                                                      # shifted
    ;

shift[T]
    : SHIFT31                                                                                       # literal
    | '(' expr[u32] '&' {print T.shift} ')'                                                         # masked
    ;

index[A]
    : {A.size = 4}? INDEX4                                                                          # literal4
    | {A.size = 8}? INDEX8                                                                          # literal8
    | {A.size = 16}? INDEX16                                                                        # literal16
    | {weight 40} {A.size = 4}? {use N var within4}                                                 # counter4
    | {weight 40} {A.size = 8}? {use N var within8}                                                 # counter8
    | {weight 40} {A.size = 16}? {use N var within16}                                               # counter16
    | expr[u32] '&' {print A.mask}                                                                  # mask
    | expr[u64] '%' {print A.size}                                                                  # remainder
    ;

index8
    : INDEX8                                                                                        # literal
    | {use N var within8}                                                                           # counter
    | expr[u32] '&' '7'                                                                             # mask
    ;

literal[T]
    : {T = u32}? U32
    | {T = u64}? U64
    | {T = i32}? I32
    | {T = i64}? I64
    | {T = u8}? U8
    | {T = i8}? I8
    | {T = u16}? U16
    | {T = i16}? I16
    | {T = small}? I16
    | {T = real}? REAL
    ;

// ---------------------------------------------------------------- tokens

U32 : NUMBER 'u' | '0x' HEX8 'u' | '4294967295u' | '2147483648u' | '2147483647u' | '65536u' ;
U64 : NUMBER 'ull' | '0x' HEX8 'ull' | '0x' HEX8 HEX8 'ull' | '18446744073709551615ull' | '9223372036854775808ull' ;
I32 : NUMBER | '-' NUMBER | '0x7' HEX7 | '2147483647' | '(-2147483647 - 1)' | '-1' ;
I64 : NUMBER 'll' | '-' NUMBER 'll' | '0x7' HEX7 HEX8 'll' | '9223372036854775807ll' | '(-9223372036854775807ll - 1)' ;
U8  : [1-9] [0-9]? | '1' [0-9] [0-9] | '0' | '255' | '128' ;
I8  : '-'? [1-9] [0-9]? | '0' | '127' | '-128' | '-1' ;
U16 : NUMBER | [1-5] [0-9] [0-9] [0-9] [0-9] | '65535' | '32768' | '0' ;
I16 : '-'? NUMBER | '-'? [1-2] [0-9] [0-9] [0-9] [0-9] | '32767' | '-32768' | '0' | '-1' ;
REAL : '-'? NUMBER ('.0' | '.25' | '.5' | '.75') ;
QUARTERS : '0.25' | '0.5' | '0.75' | '1.0' ;
NONZERO : [1-9] [0-9]? [0-9]? | '2' | '3' | '16' | '1000' ;
MODULUS : [2-9] | [1-9] [0-9] | [1-9] [0-9] [0-9] [0-9] | '32767' ;
MASK : '1' | '7' | '15' | '255' | '0x' HEX HEX | '32767' ;
SHIFT31 : [0-9] | '1' [0-9] | '2' [0-9] | '31' ;
SHIFT15 : [0-9] | '1' [0-5] ;
INDEX4 : [0-3] ;
INDEX8 : [0-7] ;
INDEX16 : [0-9] | '1' [0-5] ;
STEP : [1-4] ;
STRING : '"' LETTER LETTER LETTER LETTER LETTER LETTER LETTER LETTER '"' ;
fragment LETTER : [a-zA-Z0-9 _+-] ;
fragment NUMBER : [0-9] | [1-9] [0-9] | [1-9] [0-9] [0-9] | [1-9] [0-9] [0-9] [0-9] ;
fragment HEX : [0-9a-f] ;
fragment HEX7 : HEX HEX HEX HEX HEX HEX HEX ;
fragment HEX8 : HEX7 HEX ;
