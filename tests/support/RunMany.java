// Compiles and runs many programs in one Java machine, because starting one costs more than most programs.
//     java RunMany compile FOLDER COMPILER       each FOLDER/*/Main.java, to FOLDER/*/COMPILER; javac or ecj
//     java RunMany run FOLDER COMPILER NAME      each FOLDER/*/COMPILER/Main.class, its output to FOLDER/*/NAME
// What goes wrong is told on standard output, a line each.
import java.io.*;
import java.lang.management.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

public class RunMany {
    public static void main(String[] arguments) throws Exception {
        File[] folders = new File(arguments[1]).listFiles(File::isDirectory);
        Arrays.sort(folders);
        for (File folder : folders) {
            if (arguments[0].equals("compile")) compile(folder, arguments[2]);
            else run(folder, arguments[2], arguments[3]);
        }
    }

    static void compile(File folder, String compiler) throws Exception {
        StringWriter messages = new StringWriter();
        File classes = new File(folder, compiler);
        classes.mkdir();
        List<String> options = Arrays.asList("-nowarn", "-proc:none", "-d", classes.getPath());
        File source = new File(folder, "Main.java");
        boolean ok = compiler.equals("ecj") ? ecj(options, source, messages) : javac(options, source, messages);
        if (!ok) System.out.println(folder + ": " + compiler + ": " + messages.toString().replace('\n', ' '));
    }

    static boolean javac(List<String> options, File source, Writer messages) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        return compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source)).call();
    }

    // By reflection, as this must compile where ecj is absent.
    static boolean ecj(List<String> options, File source, Writer messages) throws Exception {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(Arrays.asList("-17", source.getPath()));
        PrintWriter writer = new PrintWriter(messages);
        String room = "org.eclipse.jdt.core.compiler.";
        return (boolean) Class.forName(room + "batch.BatchCompiler")
            .getMethod("compile", String[].class, PrintWriter.class, PrintWriter.class,
                Class.forName(room + "CompilationProgress"))
            .invoke(null, arguments.toArray(new String[0]), writer, writer, null);
    }

    // Other processes may be busy: what counts is the time of this thread.
    static long cpu() { return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(); }

    static void run(File folder, String compiler, String name) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        System.setOut(new PrintStream(shown));
        long start = cpu();
        String problem = null;
        URL classes = new File(folder, compiler).toURI().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null)) {
            loader.loadClass("Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (Throwable thrown) {
            problem = thrown + " " + thrown.getCause();
        }
        System.out.flush();
        System.setOut(console);
        Files.write(new File(folder, name).toPath(), shown.toByteArray());
        if (problem != null) console.println(folder + ": " + problem);
        if (cpu() - start > 2_000_000_000L) console.println(folder + ": more than 2 s");
    }
}
