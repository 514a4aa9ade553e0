// Java 8 programs that print the same on every compiler and virtual machine. docs/add-a-language.md explains the
// marks in braces. What keeps them so:
//
//   - Java has no undefined behaviour; left to rule out are exceptions that nobody catches. Divisors are odd, an
//     index is masked or a loop counter that fits, lists are never empty, nothing is ever null. Inside `try` all
//     this is left to chance, and what is thrown is caught.
//   - Every variable is initialised where it is declared, and what leaves a block (break, continue, return, throw)
//     stands in an `if`, so that nothing is unreachable.
//   - A lambda sees its parameters and static fields alone, because locals would have to be final.
//   - Strings are cut wherever they are kept; doubles are shown by their bits.
//   - Loops of main run often enough for just-in-time compilers to compile what they call.
grammar java;

options { language = Marks; }

@program {
    language = 'java';
    file = 'Main.java';
    promises = 'no_ub deterministic terminates';
    weight = '2';
    known_file = 'Known.java';
    known =
        'public class Known {\n'
        '    public static void main(String[] arguments) {\n'
        '        System.out.println("assay " + 42);\n'
        '        System.exit(42);\n'
        '    }\n'
        '}\n';
    unit = 'Main';
    batch_file = 'Batch.java';
    batch_head =
        'import java.io.*;\n'
        'public class Batch {\n'
        '    static void one(String label, Runnable program) {\n'
        '        PrintStream out = System.out;\n'
        '        ByteArrayOutputStream bytes = new ByteArrayOutputStream();\n'
        '        System.setOut(new PrintStream(bytes, true));\n'
        '        try {\n'
        '            program.run();\n'
        '        } catch (Throwable thrown) {\n'
        '            System.out.println(thrown.getClass().getName());\n'
        '        }\n'
        '        System.out.flush();\n'
        '        System.setOut(out);\n'
        '        out.println(label + " " + bytes.toString().replace("\\n", "|"));\n'
        '    }\n'
        '    public static void main(String[] args) {\n';
    batch_each = '        one("$label", () -> $unit.main(args));\n';
    batch_tail = '    }\n}\n';
}

@limits {
    steps = 3000000;
    function = 20000;
    nest = 12000;
    depth = 4;
}

@types {
    int     : scalar number whole plain stored shown, text = 'int', boxed = 'Integer', shift = 31, one = '1', weight = 8;
    long    : scalar number whole plain stored shown, text = 'long', boxed = 'Long', shift = 63, one = '1L', weight = 3;
    double  : scalar number plain stored, text = 'double', boxed = 'Double';
    boolean : scalar plain stored shown, text = 'boolean', boxed = 'Boolean', weight = 2;
    string  : scalar plain stored shown, text = 'String', boxed = 'String';
    byte    : scalar narrow stored shown, text = 'byte';
    short   : scalar narrow stored shown, text = 'short';
    char    : scalar narrow stored, text = 'char';

    ix4   : counter intlike within4 within8 within16, size = 4, last = 3;
    ix8   : counter intlike within8 within16, size = 8, last = 7;
    ix16  : counter intlike within16, size = 16, last = 15;
    ix70  : counter intlike, size = 70, last = 69;
    hot   : counter intlike, size = 7000, last = 6999;
    count : intlike;

    ai8   : array stored, elem = int, size = 8, mask = 7, text = 'int[]', weight = 4;
    ai16  : array stored, elem = int, size = 16, mask = 15, text = 'int[]';
    al4   : array stored, elem = long, size = 4, mask = 3, text = 'long[]';
    ad4   : array stored, elem = double, size = 4, mask = 3, text = 'double[]';
    ab8   : array narrowArray stored, elem = byte, size = 8, mask = 7, text = 'byte[]';

    list   : container stored, text = 'ArrayList<Integer>';
    map    : container stored, text = 'HashMap<Integer, Integer>';
    boxInt    : box stored, elem = int, text = 'Box<Integer>';
    boxLong   : box stored, elem = long, text = 'Box<Long>';
    boxString : box stored, elem = string, text = 'Box<String>';
    binary    : lambda stored, text = 'IntBinaryOperator';
    unary     : lambda stored, text = 'IntUnaryOperator';
    supplier  : lambda stored, text = 'LongSupplier';
}

@sets { records }

@kinds {
    var 'v' fresh freshVariable in stored;
    func 'f';
    class 'C';
    field 'm';
    method 'run';
    label 'L';
    caught 'e';
}

program
    : 'import java.util.*;' {line} 'import java.util.function.*;' {line}
      'public class Main' '{' {indent}
      'static long checksum = 1;' {line}
      'static void note(long x) { checksum = checksum * 31 + x; }' {line}
      'static String cut(String s) { return s.length() > 12 ? s.substring(0, 12) : s; }' {line}
      'static <T> T pick(boolean c, T a, T b) { return c ? a : b; }' {line}
      'static class Box<T>' '{' {indent}
      'private T value;' {line}
      'Box(T value) { this.value = value; }' {line}
      'T get() { return value; }' {line}
      'T set(T other) { T old = value; value = other; return old; }' {line}
      '<R> Box<R> map(Function<T, R> f) { return new Box<R>(f.apply(value)); }' {line}
      {dedent} '}' {line}
      {slot}
      classDefinition*
      ({fill 50} definition)*
      mainMethod
      {dedent} '}' {line}
    ;

// ---------------------------------------------------------------- declarations

// At the outer level a variable is a static field.
freshVariable[T]
    : {outside outermost}? typeName[T] {declare V var T} '=' initial[T] ';' {line}                       # local
    | {inside outermost}? 'static' typeName[T] {declare V var T} '=' initial[T] ';' {line}             # field
    ;

typeName[T]
    : {T in records}? {print T}                                                                     # class
    | {T not in records}? {print T.text}                                                            # known
    ;

initial[T]
    : {T in plain}? literal[T]                                                                      # literal
    | {T in narrow}? '(' {print T.text} ')' literal[int]                                            # narrow
    | {T in array}? 'new' {print T.elem.text} {tight} '[' {print T.size} ']'                        # empty
    | {T in array; T.size = 4}? '{' cell[T.elem] ',' cell[T.elem] ',' cell[T.elem] ',' cell[T.elem] '}' # four
    | {T in array; T.size = 8}? '{' cell[T.elem] ',' cell[T.elem] ',' cell[T.elem] ',' cell[T.elem] ','
      cell[T.elem] ',' cell[T.elem] ',' cell[T.elem] ',' cell[T.elem] '}'                           # eight
    | {T = list}? 'new ArrayList<>(Arrays.asList(' {tight} INT ',' INT ',' INT '))'                 # list
    | {T = map}? 'new HashMap<>()'                                                                  # map
    | {T in box}? 'new' {print T.text} '(' literal[T.elem] ')'                                      # box
    | {T = binary}? '(a, b) -> a' ('+' | '*' | '^' | '-') 'b' ('+' | '^') INT                       # binary
    | {T = unary}? 'a -> a' ('+' | '*' | '^' | '>>>') INT                                           # unary
    | {T = supplier}? '() ->' LONG                                                                  # supplier
    | {T in records}? 'new' {print T} '(' ')'                                                       # object
    ;

cell[T]
    : {T in plain}? literal[T]                                                                      # plain
    | {T in narrow}? BYTE                                                                           # narrow
    ;

classDefinition
    : 'static class' {record R class in records stored} '{' {indent} {scope frame}
      classField[R] classField[R]+
      methodDefinition[R]*
      {dedent} '}' {line}
    ;

classField[R]
    : {any T plain} {print T.text} {declare F field T of R} '=' literal[T] ';' {line}
    ;

methodDefinition[R]
    : {any T plain} {print T.text} {declare F method T of R} {scope frame F; context self R}
      '(' parameters[F] ')' body[T]
    ;

definition
    : {any T plain} 'static' {print T.text} {declare F func T} {scope frame F}
      '(' parameters[F] ')' body[T]
    ;

parameters[F]
    : {weight 30} parameter[F] (',' parameter[F])*                                                  # some
    |                                                                                               # none
    ;

parameter[F]
    : {any T stored} typeName[T] {declare P var T of F; reveal P}
    ;

body[T]
    : '{' {indent} {scope} {slot; context result T}
      statement+
      'return' kept[T] ';' {line}
      {dedent} '}' {line}
    ;

mainMethod
    : 'public static void main(String[] args)' '{' {indent} {scope frame} {slot; context main}
      ({fill 100} statement)*
      ({each V visible var shown} 'System.out.println(' {print V} ')' ';' {line})*
      ({each V visible var double} 'System.out.println(Double.doubleToLongBits(' {print V} '))' ';' {line})*
      ({each V visible var array} 'System.out.println(Arrays.hashCode(' {print V} '))' ';' {line})*
      ({each V visible var list} 'System.out.println(' {print V} ')' ';' {line})*
      ({each V visible var map} 'System.out.println(new TreeMap<>(' {print V} '))' ';' {line})*
      ({each V visible var box} 'System.out.println(' {print V} '.get()' ')' ';' {line})*
      ({each V visible var records}
       ({each F of V.type field} 'System.out.println(Objects.hashCode(' {print V} '.' {print F} '))' ';' {line})*)*
      'System.out.println(checksum);' {line}
      {dedent} '}' {line}
    ;

// ---------------------------------------------------------------- statements

block : '{' {indent} {scope} {slot} statement+ {dedent} '}' {line} ;

statement
@limit {4}
    : {weight 20} declaration                                                                       # declare
    | {weight 36} assignment                                                                        # assign
    | {weight 14} change                                                                            # change
    | {weight 12} 'if' '(' expr[boolean] ')' block                                                  # if
    | {weight 8} 'if' '(' expr[boolean] ')' block 'else' block                                      # ifElse
    | {weight 20} loop                                                                              # loop
    | {weight 6} switch                                                                             # switch
    | {weight 8} attempt                                                                            # try
    | {weight 2} block                                                                              # block
    | {weight 12} 'note(' expr[long] ')' ';' {line}                                                 # note
    | {weight 4} {inside loop}? 'if' '(' expr[boolean] ')' 'break' ';' {line}                       # break
    | {weight 4} {inside loop}? 'if' '(' expr[boolean] ')' 'continue' ';' {line}                    # continue
    | {weight 4} {inside label; inside loop}? 'if' '(' expr[boolean] ')' ('break' | 'continue') {print context.label} ';'
      {line}                                                                                        # far
    | {weight 3} {inside result}? {let T = context.result}
      'if' '(' expr[boolean] ')' 'return' kept[T] ';' {line}                                        # return
    | {weight 6} {inside try}? 'if' '(' expr[boolean] ')' 'throw new' exception '(' literal[string] ')' ';' {line} # throw
    | {weight 4} {inside main; outside loop}? {any T shown} 'System.out.println(' shownValue[T] ')' ';' {line}     # print
    | {weight 6} {call F func plain} '(' arguments[F] ')' ';' {line}                                # call
    ;

shownValue[T]
    : {T in plain}? kept[T]                                                                         # plain
    | {T in narrow}? {use V var T}                                                                  # narrow
    ;

declaration
    : {weight 40} {any T plain} {print T.text} {declare V var T shadows} '=' kept[T] ';' {line}     # variable
    | {weight 6} {any T plain} 'final' {print T.text} {declare V var T fixed} '=' kept[T] ';' {line} # constant
    | {weight 8} {any T narrow} {print T.text} {declare V var T} '=' '(' {print T.text} ')' expr[int] ';' {line} # narrow
    | {weight 10} {any T array} {print T.text} {declare V var T} '=' initial[T] ';' {line}          # array
    | {weight 6} {any T array} {print T.text} {declare V var T} '=' {use W var T} {tight} '.clone()' ';' {line} # clone
    | {weight 6} {any T container} {print T.text} {declare V var T} '=' newContainer[T] ';' {line}  # container
    | {weight 6} {any T box} {print T.text} {declare V var T} '=' 'new' {print T.text} '(' kept[T.elem] ')' ';' {line} # box
    | {weight 6} {any T lambda} {print T.text} {declare V var T} '=' lambda[T] ';' {line}           # lambda
    | {weight 10} {any R records} {print R} {declare V var R} '=' 'new' {print R} '(' ')' ';' {line} # object
    ;

newContainer[T]
    : {T = list}? 'new ArrayList<>(Arrays.asList(' {tight} expr[int] (',' expr[int])* '))'          # list
    | {T = list}? 'new ArrayList<>(' {use V var list} ')'                                           # listCopy
    | {T = map}? 'new HashMap<>()'                                                                  # map
    | {T = map}? 'new HashMap<>(' {use V var map} ')'                                               # mapCopy
    ;

lambda[T]
    : {T = binary}? {scope frame closed; context light} '(' {declare A var int; reveal A} ',' {declare B var int; reveal B} ')'
      '->' expr[int]                                                                                # binary
    | {T = unary}? {scope frame closed; context light} {declare A var int; reveal A} '->' expr[int] # unary
    | {T = supplier}? {scope frame closed; context light} '(' ')' '->' expr[long]                   # supplier
    ;

assignment
    : {weight 40} {use V var plain changeable} '=' kept[V.type] ';' {line}                          # variable
    | {weight 8} {use V var narrow changeable} '=' '(' {print V.type.text} ')' expr[int] ';' {line} # narrow
    | {weight 14} {use V var array} '[' index[V.type] ']' '=' stored[V.type.elem] ';' {line}        # element
    | {weight 10} {use V var records} '.' {select F field of V.type plain} '=' kept[F.type] ';' {line}        # field
    | {weight 10} {inside self}? {member F field of context.self plain} 'this.' {tight; print F} '=' kept[F.type] ';'
      {line}                                                                                        # own
    | {weight 8} {use V var box} {tight} '.set(' kept[V.type.elem] ')' ';' {line}                   # box
    | {weight 8} {pick V var list} {print V} {tight} '.set(' position[V] ',' expr[int] ')' ';' {line} # list
    | {weight 6} {use V var map} {tight} '.put(' expr[int] '&' '7' ',' expr[int] ')' ';' {line}     # map
    | {weight 4} {use V var records} '=' {use W var V.type} ';' {line}                              # object
    ;

stored[T]
    : {T in plain}? kept[T]                                                                         # plain
    | {T in narrow}? '(' {print T.text} ')' expr[int]                                               # narrow
    ;

change
    : {weight 20} {use V var whole changeable} ('+=' | '-=' | '*=' | '&=' | '|=' | '^=') expr[V.type] ';' {line} # arithmetic
    | {weight 6} {use V var whole changeable} ('/=' | '%=') divisor[V.type] ';' {line}              # divide
    | {weight 6} {use V var whole changeable} ('<<=' | '>>=' | '>>>=') expr[int] ';' {line}         # shift
    | {weight 6} {use V var double changeable} ('+=' | '-=' | '*=') expr[double] ';' {line}         # double
    | {weight 8} {use V var narrow changeable} ('+=' | '-=' | '*=' | '^=') expr[int] ';' {line}     # narrow
    | {weight 8} {use V var whole changeable} ('++' | '--') ';' {line}                              # step
    | {weight 8} {any T whole} {use V var array with elem = T} '[' index[V.type] ']' ('+=' | '^=' | '*=') expr[T] ';' {line} # element
    | {weight 8} {pick V var list} 'if' '(' {print V} {tight} '.size() < 16)' {print V} {tight} '.add(' expr[int] ')' ';' {line} # grow
    | {weight 5} {pick V var list} 'if' '(' {print V} {tight} '.size() > 1)' {print V} {tight} '.remove(' {tight; print V} {tight} '.size() - 1)' ';' {line} # shrink
    | {weight 5} {use V var map} {tight} '.merge(' expr[int] '&' '7' ',' expr[int] ',' 'Integer::sum' ')' ';' {line} # merge
    ;

loop
    : {weight 14} {loop 4} countedLoop[ix4]                                                         # four
    | {weight 14} {loop 8} countedLoop[ix8]                                                         # eight
    | {weight 14} {loop 16} countedLoop[ix16]                                                       # sixteen
    | {weight 8} {loop 70} countedLoop[ix70]                                                        # seventy
    | {weight 16} {inside main; outside loop}? {loop 7000} countedLoop[hot]                         # hot
    | {weight 8} {any T whole} {scope; loop 16} 'for' '(' {print T.text} {declare N var T} ':' {use A var array with elem = T} ')'
      {reveal N; context loop} block                                                                # elements
    | {weight 6} {scope; loop 18} 'for' '(' 'int' {declare N var int} ':' 'new ArrayList<>(' {use V var list} ')' ')'
      {reveal N; context loop} block                                                                # list
    | {weight 8} {scope; loop 9} 'int' {declare N var count fixed} '=' '9' ';' {line}
      'while' '(' {print N} {tight} '--' '> 0' '&&' expr[boolean] ')' {reveal N; context loop} block  # while
    | {weight 6} {scope; loop 5} 'int' {declare N var count fixed} '=' '0' ';' {line}
      'do' {reveal N; context loop} block 'while' '(' '++' {tight; print N} '< 5' '&&' expr[boolean] ')' ';' {line} # do
    | {weight 6} {outside label}? {scope; loop 8} {declare L label int; context label L} {tight} ':' {line} countedLoop[ix8] # labelled
    ;

countedLoop[I]
    : {scope} 'for' '(' 'int' {declare N var I fixed} '=' '0' ';' {print N} '<' {print I.size} ';'
      {print N} '++' ')' {reveal N; context loop} block                                             # up
    | {scope} 'for' '(' 'int' {declare N var I fixed} '=' {print I.last} ';' {print N} '>=' '0' ';'
      {print N} '--' ')' {reveal N; context loop} block                                             # down
    ;

switch
    : 'switch' '(' expr[int] '&' '3' ')' '{' {line}
      'case 0:' caseBody breakOrFall
      ('case 1:' caseBody breakOrFall)?
      ('case 2:' 'case 3:' caseBody breakOrFall)?
      'default:' caseBody
      '}' {line}                                                                                    # number
    | 'switch' '(' expr[string] ')' '{' {line}
      'case "a":' caseBody breakOrFall
      'case "b1":' caseBody breakOrFall
      'default:' caseBody
      '}' {line}                                                                                    # text
    ;

caseBody : '{' {indent} {scope} {slot} statement* {dedent} '}' {line} ;

breakOrFall
    : {weight 20} 'break' ';' {line}                                                                # leave
    |                                                                                               # fall
    ;

attempt
    : 'try' tried handler                                                                           # catch
    | 'try' tried handler 'finally' last                                                            # finally
    ;

tried : '{' {indent} {scope} {slot; context try} statement+ {dedent} '}' {line} ;

last : '{' {indent} {scope} {slot; without loop; without label; without result} statement+ {dedent} '}' {line} ;

handler
    : {scope} 'catch (RuntimeException' {declare E caught int} ')' '{' {indent} {scope} {slot}
      'note(' {print E} {tight} '.getClass().getName().length());' {line}
      statement* {dedent} '}' {line}                                                                # all
    | {scope} 'catch (ArithmeticException' {declare E caught int} ')' '{' {indent} 'note(7);' {line} {dedent} '}' {line}
      'catch (IndexOutOfBoundsException | IllegalStateException | IllegalArgumentException' {declare D caught int} ')'
      '{' {indent} {scope} {slot} 'note(8);' {line}
      statement* {dedent} '}' {line}                                                                # some
    ;

exception : 'IllegalStateException' | 'IllegalArgumentException' | 'ArithmeticException' ;

arguments[F]
    : ({each P of F var} {between} ',' argument[P.type])*
    ;

argument[T]
    : {weight 20} {T in plain}? kept[T]                                                             # plain
    | {weight 20} {T in narrow}? '(' {print T.text} ')' expr[int]                                   # narrow
    | {weight 20} {T in array}? {use V var T}                                                       # array
    | {weight 20} {T in container}? {use V var T}                                                   # container
    | {weight 20} {T in box}? {use V var T}                                                         # box
    | {weight 10} {T in lambda}? {use V var T}                                                      # lambda
    | {weight 10} {T in lambda}? lambda[T]                                                          # newLambda
    | {weight 20} {T in records}? {use V var T}                                                     # object
    ;

// ---------------------------------------------------------------- expressions

// What may be kept for long: strings of bounded length.
kept[T]
    : {T != string}? expr[T]                                                                        # plain
    | {T = string}? 'cut(' expr[string] ')'                                                         # cut
    ;

index[A]
    : {A.size = 4}? INDEX4                                                                          # literal4
    | {A.size = 8}? INDEX8                                                                          # literal8
    | {A.size = 16}? INDEX16                                                                        # literal16
    | {weight 40} {A.size = 4}? {use N var within4}                                                 # counter4
    | {weight 40} {A.size = 8}? {use N var within8}                                                 # counter8
    | {weight 40} {A.size = 16}? {use N var within16}                                               # counter16
    | expr[int] '&' {print A.mask}                                                                  # mask
    | {inside try}? expr[int] '%' '20'                                                              # chance
    ;

position[V]
    : '0'                                                                                           # first
    | 'Math.floorMod(' expr[int] ',' {print V} {tight} '.size())'                                   # modulo
    | {inside try}? expr[int] '%' '20'                                                              # chance
    ;

divisor[T]
    : NONZERO                                                                                       # literal
    | '(' expr[T] '|' {print T.one} ')'                                                             # odd
    | {inside try}? '(' expr[T] '&' '3' ')'                                                         # chance
    ;

relation : '<' | '<=' | '>' | '>=' | '==' | '!=' ;

expr[T]
@limit {4}
    : {weight 20} {T in plain}? literal[T]                                                          # literal
    | {weight 50} {T in plain}? {use V var T}                                                       # variable
    | {weight 10} {T = int}? {use V var intlike}                                                    # counter
    | {weight 8} {T = int}? {pick V var narrow} '(' '+' {tight; print V} ')'                        # narrow
    | {weight 36} {T in number}? '(' expr[T] ('+' | '-' | '*') expr[T] ')'                          # arithmetic
    | {weight 14} {T in whole}? '(' expr[T] ('&' | '|' | '^') expr[T] ')'                           # bits
    | {weight 8} {T in whole}? '(' expr[T] ('/' | '%') divisor[T] ')'                               # divide
    | {weight 8} {T in whole}? '(' expr[T] ('<<' | '>>' | '>>>') expr[int] ')'                      # shift
    | {weight 5} {T in whole}? '(' ('-' | '~') expr[T] ')'                                          # unary
    | {weight 5} {T in number}? ('Math.max(' | 'Math.min(') expr[T] ',' expr[T] ')'                 # least
    | {weight 3} {T in number}? 'Math.abs(' expr[T] ')'                                             # abs
    | {weight 8} {T in number}? {any S number} '(' {print T.text} ')' expr[S]                       # convert
    | {weight 4} {T in number}? {any S narrow} '(' {print T.text} ')' '(' {print S.text} ')' expr[int] # narrowed
    | {weight 8} {T = double}? '(' expr[double] '/' expr[double] ')'                                # ratio
    | {weight 14} {T in plain}? {use A var array with elem = T} '[' index[A.type] ']'               # element
    | {weight 5} {T = int}? {pick A var narrowArray} '(' '+' {tight; print A} {tight} '[' index[A.type] ']' ')' # byteElement
    | {weight 8} {T = int}? {pick V var list} '((int)' {print V} {tight} '.get(' position[V] '))'   # list
    | {weight 6} {T = int}? '((int)' {use V var map} {tight} '.getOrDefault(' expr[int] '&' '7' ',' expr[int] '))' # map
    | {weight 4} {T = int}? ({use V var list} | {use W var map}) {tight} '.size()'                  # size
    | {weight 4} {T = int}? expr[string] {tight} ('.length()' | '.hashCode()')                      # length
    | {weight 3} {T = int}? '(' '0 +' '(' expr[string] '+' literal[string] ')' {tight} '.charAt(0)' ')' # character
    | {weight 3} {T = int}? ('Integer.bitCount(' | 'Integer.reverse(' | 'Integer.numberOfLeadingZeros(') expr[int] ')' # builtin
    | {weight 3} {T = long}? ('Long.rotateLeft(' | 'Long.rotateRight(') expr[long] ',' expr[int] ')' # rotate
    | {weight 10} {T = int; outside light}? {use V var binary} {tight} '.applyAsInt(' expr[int] ',' expr[int] {cost 30} ')' # binary
    | {weight 8} {T = int; outside light}? {use V var unary} {tight} '.applyAsInt(' expr[int] {cost 30} ')'      # unary
    | {weight 6} {T = long; outside light}? {use V var supplier} {tight} '.getAsLong(' {cost 30} ')' # supplier
    | {weight 30} {T = boolean}? {any S number} '(' expr[S] relation expr[S] ')'                    # compare
    | {weight 10} {T = boolean}? '(' expr[boolean] ('&&' | '||' | '^' | '&' | '|' | '==' | '!=') expr[boolean] ')' # logic
    | {weight 4} {T = boolean}? '!' expr[boolean]                                                   # not
    | {weight 4} {T = boolean}? expr[string] {tight} ('.equals(' | '.startsWith(' | '.contains(') expr[string] ')' # equals
    | {weight 3} {T = boolean}? {use V var list} {tight} '.contains(' expr[int] ')'                 # among
    | {weight 14} {T = string}? '(' expr[string] '+' expr[string] ')'                               # concat
    | {weight 10} {T = string}? {any S shown} '(' literal[string] '+' shownValue[S] ')'             # append
    | {weight 5} {T = string}? 'String.valueOf(' expr[long] ')'                                     # toText
    | {weight 4} {T = string}? expr[string] {tight} ('.toUpperCase()' | '.trim()' | '.concat("z")' | '.replace(\'a\', \'b\')') # method
    | {weight 12} {T in plain}? '(' expr[boolean] '?' expr[T] ':' expr[T] ')'                       # choose
    | {weight 5} {T in plain}? '((' {print T.text} {tight} ') pick(' {tight} expr[boolean] ',' expr[T] ',' expr[T] '))' # pick
    | {weight 10} {T in plain}? {pick V var box with elem = T} '((' {print T.text} {tight} ')' {print V} {tight} '.get())' # box
    | {weight 3} {T = int; outside light}? {pick V var boxInt} '((int)' {print V} {tight} '.map(x -> x' ('+' | '*' | '^') INT ').get())' # mapped
    | {weight 12} {T in plain}? {use V var records having field T} '.' {select F field of V.type T} # field
    | {weight 12} {inside self; outside light; T in plain}? {member F field of context.self T} 'this.' {tight; print F} # own
    | {weight 18} {T in plain; outside light}? {call F func T} '(' arguments[F] ')'                 # call
    | {weight 14} {T in plain; outside light}? {use V var records having method T} '.' {invoke F method of V.type T}
      '(' arguments[F] ')'                                                                          # invoke
    ;

literal[T]
    : {T = int}? INT                                                                                # int
    | {T = long}? LONG                                                                              # long
    | {T = double}? DOUBLE                                                                          # double
    | {T = boolean}? ('true' | 'false')                                                             # boolean
    | {T = string}? STRING                                                                          # String
    ;

// ---------------------------------------------------------------- tokens

INT : NUMBER | '-' NUMBER | '0x' HEX8 | 'Integer.MAX_VALUE' | 'Integer.MIN_VALUE' | '65536' | '-1' ;
LONG : NUMBER 'L' | '-' NUMBER 'L' | '0x' HEX8 HEX8 'L' | 'Long.MAX_VALUE' | 'Long.MIN_VALUE' | '4294967296L' ;
DOUBLE : NUMBER '.' [0-9] | '-' NUMBER '.25' | '1e9' | '0.5' | '-0.0' ;
BYTE : '-'? [1-9] [0-9]? | '0' | '127' | '-128' ;
NONZERO : [1-9] | [1-9] [0-9] | '-3' | '7' | '-1' ;
INDEX4 : [0-3] ;
INDEX8 : [0-7] ;
INDEX16 : [0-9] | '1' [0-5] ;
STRING : '"' LETTER LETTER? LETTER? LETTER? '"' | '"a"' | '"b1"' ;
fragment LETTER : [a-zA-Z0-9 _] ;
fragment NUMBER : [0-9] | [1-9] [0-9] | [1-9] [0-9] [0-9] | [1-9] [0-9] [0-9] [0-9] ;
fragment HEX : [0-9a-f] ;
fragment HEX8 : HEX HEX HEX HEX HEX HEX HEX HEX ;
