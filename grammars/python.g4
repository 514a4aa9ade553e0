// Python 3 programs that print the same on every implementation. docs/add-a-language.md explains the marks in
// braces. What keeps them so:
//
//   - Integers are masked wherever they are kept (assigned, passed, put into a list), so that no loop makes them
//     grow; lists and dictionaries are kept short, strings are cut.
//   - Divisors are odd, lists are never empty, an index is taken modulo the length. Inside `try` all this is
//     left to chance, and what is raised is caught; only the name of the exception is seen.
//   - A variable that a function reads was assigned at the outer level or before in the same block; functions
//     assign to their own variables alone (and change lists, dictionaries and objects as they like).
//   - An assignment of two values has two targets: CPython before 3.11.4 gets `v, v = 1, 2` wrong (its issue
//     104615), and that would hide everything else.
//   - Dictionaries are shown in the order of insertion, sets and addresses of objects never.
grammar python;

options { language = Marks; }

tokens { NEWLINE, INDENT, DEDENT }

@program {
    language = 'python';
    file = 'main.py';
    promises = 'no_ub deterministic terminates';
    weight = '2';
    known =
        'import sys\n'
        'print("assay", 42)\n'
        'sys.exit(42)\n';
}

@limits {
    steps = 1500000;
    function = 30000;
    nest = 4000;
    depth = 4;
}

@types {
    int   : scalar shown stored, weight = 6;
    bool  : scalar shown stored, weight = 2;
    str   : scalar shown stored, weight = 2;
    float : scalar shown stored;
    list  : container shown stored, weight = 3;
    dict  : container shown stored;
    func  : stored;
}

@sets { records }

@kinds {
    var 'v' fresh freshVariable in stored;
    func 'f';
    generator 'g';
    class 'C';
    field 'm';
    method 'do';
}

program
    : 'CHECK = [1]' NEWLINE
      'def note(x):' INDENT 'CHECK[0] = (CHECK[0] * 31 + x) % 1000000007' NEWLINE DEDENT
      classDefinition*
      {slot}
      ({fill 50} definition)*
      mainFunction
      'main()' NEWLINE
    ;

// ---------------------------------------------------------------- declarations

freshVariable[T]
    : {T in scalar}? {declare V var T} '=' literal[T] NEWLINE                                       # scalar
    | {T = list}? {declare V var T} '=' '[' literal[int] (',' literal[int])* ']' NEWLINE            # list
    | {T = dict}? {declare V var T} '=' '{' pair (',' pair)* '}' NEWLINE                            # dict
    | {T = func}? {declare V var T} '=' 'lambda x:' '(' 'x' ('+' | '*' | '^' | '-') INT ')' '&' MASK
      NEWLINE                                                                                       # lambda
    | {T in records}? {declare V var T} '=' {print T} '(' ')' NEWLINE                               # object
    ;

pair : KEY ':' literal[int] ;

classDefinition
    : 'class' {record R class in records stored} ':' INDENT
      {scope frame}
      'def __init__(self):' INDENT classField[R] classField[R]+ DEDENT
      methodDefinition[R]*
      DEDENT
    ;

classField[R]
    : {any T shown} 'self.' {tight; declare F field T of R} '=' fieldLiteral[T] NEWLINE
    ;

fieldLiteral[T]
    : {T in scalar}? literal[T]                                                                     # scalar
    | {T = list}? '[' literal[int] (',' literal[int])* ']'                                          # list
    | {T = dict}? '{' pair (',' pair)* '}'                                                          # dict
    ;

methodDefinition[R]
    : {any T scalar} 'def' {declare F method T of R} {scope frame F} '(' 'self'
      (',' parameter[F])* ')' ':' INDENT {scope} {slot} {context self R; context result T}
      statement+
      'return' kept[T] NEWLINE
      DEDENT
    ;

definition
    : {weight 30} {any T scalar} 'def' {declare F func T} {scope frame F}
      '(' ')' ':' INDENT {scope} {slot} {context result T}
      statement+
      'return' kept[T] NEWLINE DEDENT                                                               # plain
    | {weight 60} {any T scalar} 'def' {declare F func T} {scope frame F}
      '(' parameter[F] (',' parameter[F])* ')' ':' INDENT {scope} {slot} {context result T}
      statement+
      'return' kept[T] NEWLINE DEDENT                                                               # parameters
    | {weight 10} 'def' {declare F generator int} {scope frame F; loop 6}
      '(' parameter[F] ')' ':' INDENT {scope} {slot}
      'for' {declare N var int fixed} 'in range(6):' {reveal N} INDENT {scope} {slot; context yields}
      statement+
      'yield' kept[int] NEWLINE DEDENT DEDENT                                                       # generator
    ;

parameter[F]
    : {any T stored} {declare P var T of F; reveal P}
    ;

mainFunction
    : 'def main():' INDENT {scope frame} {slot; context main}
      ({fill 100} statement)*
      ({each V visible var shown} 'print(' {print V} ')' NEWLINE)*
      ({each V visible var records}
       ({each F of V.type field} 'print(' {print V} '.' {print F} ')' NEWLINE)*)*
      'print(CHECK[0])' NEWLINE DEDENT
    ;

// ---------------------------------------------------------------- statements

block : INDENT {scope} {slot} statement+ DEDENT ;

statement
@limit {4}
    : {weight 20} declaration                                                                       # declare
    | {weight 36} assignment                                                                        # assign
    | {weight 16} change                                                                            # change
    | {weight 12} 'if' expr[bool] ':' block                                                         # if
    | {weight 8} 'if' expr[bool] ':' block 'else' ':' block                                         # ifElse
    | {weight 5} 'if' expr[bool] ':' block 'elif' expr[bool] ':' block 'else' ':' block             # ifElif
    | {weight 20} loop                                                                              # loop
    | {weight 8} attempt                                                                            # try
    | {weight 12} 'note(' expr[int] '&' MASK ')' NEWLINE                                            # note
    | {weight 4} {inside loop}? 'if' expr[bool] ':' INDENT 'break' NEWLINE DEDENT                   # break
    | {weight 4} {inside loop}? 'if' expr[bool] ':' INDENT 'continue' NEWLINE DEDENT                # continue
    | {weight 3} {inside result}? {let T = context.result}
      'if' expr[bool] ':' INDENT 'return' kept[T] NEWLINE DEDENT                                    # return
    | {weight 6} {inside try}? 'if' expr[bool] ':' INDENT 'raise' exception '(' literal[str] ')' NEWLINE DEDENT
                                                                                                    # raise
    | {weight 4} {inside main; outside loop}? {any T scalar} 'print(' kept[T] ')' NEWLINE           # print
    | {weight 3} {inside main; outside loop}?
      'print(f"' {tight} '{' {tight; use V var shown; tight} '}' '{' {tight; use W var scalar; tight} '}' {tight} '")' NEWLINE # format
    | {weight 4} {outside loop; outside yields; outside inner}? {any T scalar} 'def' {declare F func T} {scope frame F; context inner; without main; without try}
      '(' parameter[F] ')' ':' INDENT {scope} {slot} {context result T} statement+ 'return' kept[T] NEWLINE DEDENT # inner
    ;

declaration
    : {weight 40} {any T scalar} {declare V var T} '=' kept[T] NEWLINE                              # variable
    | {weight 10} {declare V var list} '=' newList NEWLINE                                          # list
    | {weight 8} {declare V var dict} '=' newDict NEWLINE                                           # dict
    | {weight 8} {declare V var func} '=' lambda NEWLINE                                            # lambda
    | {weight 10} {any R records} {declare V var R} '=' {print R} '(' ')' NEWLINE                   # object
    ;

newList
    : '[' kept[int] (',' kept[int])* ']'                                                            # display
    | {pick Y var list} '[' comprehended {cost 80} 'for x in' {print Y} ']'                         # map
    | {scope; loop 7} '[' rangeItem ']'                                                             # range
    | 'sorted(' {use V var list} ')'                                                                # sorted
    | '(' {use V var list} '+' {use W var list} ')[:12]'                                            # joined
    | {use V var list} {tight} '[::-1]'                                                             # reversed
    ;

comprehended : '(' 'x' ('+' | '*' | '^') INT ')' '&' MASK ;

rangeItem
    : '(' '(' 'k' ('*' | '+' | '^') expr[int] ')' '&' MASK ')' 'for k in range(' ITEMS ')'
    ;

newDict
    : '{' dictItem (',' dictItem)* '}'                                                              # display
    | {scope; loop 7} '{' 'k:' '(' 'k' ('*' | '+') expr[int] ')' '&' MASK 'for k in range(' ITEMS ')' '}' # comprehension
    | 'dict(' {use V var dict} ')'                                                                  # copy
    ;

dictItem : KEY ':' kept[int] ;

lambda
    : 'lambda x:' '(' 'x' ('+' | '*' | '^' | '-') simple ')' '&' MASK                               # arithmetic
    | 'lambda x:' '(' simple 'if' 'x' relation simple 'else' 'x' ')' '&' MASK                       # choose
    ;

simple
    : INT                                                                                           # literal
    | {use V var int}                                                                               # variable
    | '(' simple ('+' | '-' | '*' | '&' | '|' | '^') simple ')'                                     # arithmetic
    ;

assignment
    : {weight 40} {use V var scalar changeable local} '=' kept[V.type] NEWLINE                      # variable
    | {weight 14} {use V var list} {tight} '[' index[V] ']' '=' kept[int] NEWLINE                   # element
    | {weight 10} {use V var dict} {tight} '[' key ']' '=' kept[int] NEWLINE                        # item
    | {weight 10} {use V var records having field int} '.' {select F field of V.type int} '=' kept[int] NEWLINE # field
    | {weight 10} {inside self}? {member F field of context.self scalar} 'self.' {tight; print F} '=' kept[F.type] NEWLINE
                                                                                                    # own
    | {weight 5} {use V var int changeable local} ',' {use W var int changeable local besides V} '=' kept[int] ',' kept[int]
      NEWLINE                                                                                       # pair
    | {weight 4} {use V var list changeable local} '=' newList NEWLINE                              # list
    ;

change
    : {weight 20} {use V var int changeable local} ('^=' | '&=' | '|=') kept[int] NEWLINE           # bits
    | {weight 20} {use V var int changeable local} '=' '(' {print V} ('+' | '-' | '*') expr[int] ')' '&' MASK NEWLINE # arithmetic
    | {weight 6} {use V var int changeable local} ('//=' | '%=') divisor NEWLINE                    # divide
    | {weight 6} {use V var float changeable local} ('+=' | '-=' | '*=') expr[float] NEWLINE        # float
    | {weight 6} {use V var str changeable local} '=' '(' {print V} '+' expr[str] ')[-12:]' NEWLINE # append
    | {weight 12} {pick V var list} 'if' 'len(' {print V} ')' '< 16:' INDENT {print V} {tight} '.append(' kept[int] ')'
      NEWLINE DEDENT                                                                                # grow
    | {weight 8} {pick V var list} 'if' 'len(' {print V} ')' '> 1:' INDENT {print V} {tight} '.pop()' NEWLINE DEDENT # shrink
    | {weight 4} {use V var list} {tight} ('.sort()' | '.reverse()') NEWLINE                        # order
    | {weight 4} {use V var dict} {tight} '.pop(' key ', 0)' NEWLINE                                # remove
    | {weight 4} {use V var dict} {tight} '.setdefault(' key ',' kept[int] ')' NEWLINE              # default
    ;

loop
    : {weight 14} {scope; loop 4} 'for' {declare N var int fixed} 'in range(4):' {reveal N; context loop} block  # four
    | {weight 12} {scope; loop 12} 'for' {declare N var int fixed} 'in range(' LOW ',' '12' (',' STEP)? ')' ':'
      {reveal N; context loop} block                                                                # range
    | {weight 8} {scope; loop 40} 'for' {declare N var int fixed} 'in range(40):' {reveal N; context loop} block # forty
    | {weight 12} {inside main; outside loop}? {scope; loop 1500} 'for' {declare N var int fixed} 'in range(1500):'
      {reveal N; context loop} block                                                                # hot
    | {weight 10} {scope; loop 16} 'for' {declare N var int fixed} 'in' 'list(' {use V var list} ')' ':'
      {reveal N; context loop} block                                                                # elements
    | {weight 6} {scope; loop 20} 'for' {declare K var int fixed} ',' {declare N var int fixed} 'in'
      'list(' {use V var dict} {tight} '.items()' ')' ':' {reveal K; reveal N; context loop} block  # items
    | {weight 6} {plan G generator int} {scope; loop 6} 'for' {declare N var int fixed} 'in' {print G}
      '(' arguments[G] ')' ':' {reveal N; context loop} block                                       # generator
    | {weight 8} {scope; loop 9} {declare N var int fixed} '=' '0' NEWLINE
      'while' {print N} '< 9' 'and' expr[bool] ':' {reveal N; context loop}
      INDENT {print N} '+= 1' NEWLINE {scope} {slot} statement+ DEDENT                              # while
    ;

attempt
    : 'try:' INDENT tried DEDENT handler                                                            # except
    | 'try:' INDENT tried DEDENT handler 'finally:' INDENT last DEDENT                              # finally
    ;

tried : {scope} {slot} {context try} statement+ ;

last : {without loop; without result; scope} {slot} 'note(5)' NEWLINE statement* ;

handler
    : 'except' '(ValueError, ZeroDivisionError, IndexError, KeyError)' 'as' 'e' ':' INDENT {scope} {slot}
      'note(len(type(e).__name__))' NEWLINE statement* DEDENT                                       # all
    | 'except' 'ZeroDivisionError:' INDENT 'note(7)' NEWLINE DEDENT
      'except' '(ValueError, LookupError):' INDENT {scope} {slot} 'note(8)' NEWLINE statement* DEDENT # some
    ;

exception : 'ValueError' | 'IndexError' | 'KeyError' | 'ZeroDivisionError' ;

arguments[F]
    : ({each P of F var} {between} ',' argument[P.type])*
    ;

argument[T]
    : {T in scalar}? kept[T]                                                                        # scalar
    | {T in container}? {use V var T}                                                               # container
    | {T in records}? {use V var T}                                                                 # object
    | {T = func}? {use V var T}                                                                     # function
    ;

// ---------------------------------------------------------------- expressions

// What may be kept for long: integers and strings of bounded size.
kept[T]
    : {weight 20} {T = int}? '(' expr[int] ')' '&' MASK                                             # mask
    | {weight 10} {T = int}? '(' expr[int] ')' '%' MODULUS                                          # modulo
    | {weight 6} {T = int}? literal[int]                                                            # literal
    | {weight 6} {T = int}? {use V var int}                                                         # variable
    | {weight 20} {T = str}? '(' expr[str] ')[:12]'                                                 # cut
    | {weight 20} {T = float}? expr[float]                                                          # float
    | {weight 20} {T = bool}? expr[bool]                                                            # bool
    ;

index[V]
    : {weight 20} expr[int] '%' 'len(' {print V} ')'                                                # modulo
    | {weight 10} '0'                                                                               # first
    | {weight 10} '-1'                                                                              # last
    | {weight 10} {inside try}? expr[int] '% 9'                                                     # chance
    ;

key
    : KEY                                                                                           # literal
    | '(' expr[int] ')' '% 8'                                                                       # modulo
    ;

divisor
    : NONZERO                                                                                       # literal
    | '(' expr[int] '| 1' ')'                                                                       # odd
    | {inside try}? '(' expr[int] '& 3' ')'                                                         # chance
    ;

relation : '<' | '<=' | '>' | '>=' | '==' | '!=' ;

expr[T]
@limit {4}
    : {weight 20} {T in scalar}? literal[T]                                                         # literal
    | {weight 50} {T in scalar}? {use V var T}                                                      # variable
    | {weight 36} {T = int}? '(' expr[int] ('+' | '-' | '*' | '&' | '|' | '^') expr[int] ')'        # arithmetic
    | {weight 8} {T = int}? '(' expr[int] ('//' | '%') divisor ')'                                  # divide
    | {weight 6} {T = int}? '(' expr[int] ('<<' | '>>') '(' expr[int] '& 7' ')' ')'                 # shift
    | {weight 3} {T = int}? '(' '(' expr[int] '% 7' ')' '**' POWER ')'                              # power
    | {weight 5} {T = int}? ('-' | '~') '(' expr[int] ')'                                           # unary
    | {weight 4} {T = int}? ('min(' | 'max(') expr[int] ',' expr[int] ')'                           # least
    | {weight 4} {T = int}? 'abs(' expr[int] ')'                                                    # abs
    | {weight 12} {T = int}? {use V var list} {tight} '[' index[V] ']'                              # element
    | {weight 8} {T = int}? {use V var dict} {tight} '.get(' key ',' expr[int] ')'                  # item
    | {weight 4} {T = int; inside try}? {use V var dict} {tight} '[' key ']'                        # itemOrError
    | {weight 6} {T = int}? ('len(' | 'sum(' | 'min(' | 'max(') {use V var list} ')'                # fold
    | {weight 4} {T = int}? 'len(' {use V var dict} ')'                                             # size
    | {weight 4} {T = int}? 'len(' expr[str] ')'                                                    # length
    | {weight 3} {T = int}? 'ord(' '(' expr[str] '+' literal[str] ')[0]' ')'                        # ord
    | {weight 4} {T = int}? 'int(' expr[bool] ')'                                                   # truth
    | {weight 6} {T = int}? {use V var func} {tight} '(' expr[int] {cost 10} ')'                    # lambda
    | {weight 4} {T = int; outside loop}? {loop 8} 'sum(' 'k' ('*' | '^') expr[int] 'for k in range(' ITEMS ')' ')' # sum
    | {weight 4} {T = float}? 'float(' '(' expr[int] ')' '&' MASK ')'                               # toFloat
    | {weight 20} {T = float}? '(' expr[float] ('+' | '-' | '*') expr[float] ')'                    # floating
    | {weight 6} {T = float}? '(' expr[float] '/' '(' 'abs(' expr[float] ')' '+ 1.0' ')' ')'        # divideFloat
    | {weight 8} {T = float}? '(' '(' expr[int] ')' '&' MASK ')' '/' NONZERO                        # ratio
    | {weight 30} {T = bool}? {any S scalar} '(' expr[S] relation expr[S] ')'                       # compare
    | {weight 6} {T = bool}? '(' expr[bool] ('and' | 'or') expr[bool] ')'                           # logic
    | {weight 4} {T = bool}? '(' 'not' expr[bool] ')'                                               # not
    | {weight 4} {T = bool}? '(' expr[int] ('in' | 'not in') {use V var list} ')'                   # among
    | {weight 4} {T = bool}? '(' key 'in' {use V var dict} ')'                                      # has
    | {weight 3} {T = bool}? '(' expr[int] '<' expr[int] '<=' expr[int] ')'                         # chain
    | {weight 3} {T = bool}? {pick V var list} '(' {print V} ('==' | '!=') {use W var list} ')'                     # sameList
    | {weight 12} {T = str}? '(' expr[str] '+' expr[str] ')'                                        # concat
    | {weight 8} {T = str}? 'str(' '(' expr[int] ')' '&' MASK ')'                                   # toText
    | {weight 6} {T = str}? 'f"' {tight} '{' {tight; use V var scalar; tight} '}' {tight} '"'              # format
    | {weight 5} {T = str}? {use V var str} {tight} ('.upper()' | '.lower()' | '[::-1]' | '[1:]' | '[:3]' | '.strip()') # method
    | {weight 3} {T = str}? '(' {use V var str} '* 2' ')'                                           # twice
    | {weight 12} {T in scalar}? '(' expr[T] 'if' expr[bool] 'else' expr[T] ')'                     # choose
    | {weight 10} {T in scalar}? {use V var records having field T} '.' {select F field of V.type T} # field
    | {weight 10} {inside self; T in scalar}? {member F field of context.self T} 'self.' {tight; print F} # own
    | {weight 16} {T in scalar}? {call F func T} '(' arguments[F] ')'                               # call
    | {weight 12} {T in scalar}? {use V var records having method T} '.' {invoke F method of V.type T} '(' arguments[F] ')'
                                                                                                    # invoke
    ;

literal[T]
    : {T = int}? INT                                                                                # int
    | {T = bool}? ('True' | 'False')                                                                # bool
    | {T = str}? STRING                                                                             # str
    | {T = float}? FLOAT                                                                            # float
    ;

// ---------------------------------------------------------------- tokens

INT : [0-9] | [1-9] [0-9] | [1-9] [0-9] [0-9] | '(-' [1-9] [0-9]? ')' | '0x' HEX HEX HEX HEX | '65535' | '(-1)' ;
MASK : '0xff' | '0xffff' | '0xffffff' | '0x7fffffff' | '0x3fff' ;
MODULUS : '10007' | '257' | '65521' | '1000' | '97' ;
NONZERO : [1-9] | [1-9] [0-9] | '(-3)' | '7' ;
POWER : [1-5] ;
ITEMS : [1-7] ;
KEY : [0-7] ;
LOW : [0-5] ;
STEP : [1-3] ;
FLOAT : [0-9] '.' [0-9] | [1-9] [0-9] '.25' | '0.5' | '1e3' | '-2.5' ;
STRING : '"' LETTER LETTER? LETTER? LETTER? '"' | '"' LETTER '"' ;
fragment LETTER : [a-zA-Z0-9 _] ;
fragment HEX : [0-9a-f] ;
