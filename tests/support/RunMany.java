// Compiles and runs many programs in one Java machine, because starting one costs more than most programs.
//     java RunMany compile FOLDER          each FOLDER/*/Main.java
//     java RunMany run FOLDER NAME         each FOLDER/*/Main.class, its output to FOLDER/*/NAME
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
            if (arguments[0].equals("compile")) compile(folder);
            else run(folder, arguments[2]);
        }
    }

    static void compile(File folder) {
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        List<String> options = Arrays.asList("-nowarn", "-proc:none", "-d", folder.getPath());
        boolean ok = compiler.getTask(messages, files, null, options, null,
            files.getJavaFileObjects(new File(folder, "Main.java"))).call();
        if (!ok) System.out.println(folder + ": " + messages.toString().replace('\n', ' '));
    }

    // Other processes may be busy: what counts is the time of this thread.
    static long cpu() { return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(); }

    static void run(File folder, String name) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        System.setOut(new PrintStream(shown));
        long start = cpu();
        String problem = null;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toURI().toURL()}, null)) {
            loader.loadClass("Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (Throwable thrown) {
            problem = String.valueOf(thrown.getCause());
        }
        System.out.flush();
        System.setOut(console);
        Files.write(new File(folder, name).toPath(), shown.toByteArray());
        if (problem != null) console.println(folder + ": " + problem);
        if (cpu() - start > 2_000_000_000L) console.println(folder + ": more than 2 s");
    }
}
