// What javac makes of programs, printed from its tree. In: JSON, a list of texts. Out: a list of texts, null = no program.
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

class Java {
    public static void main(String[] arguments) throws Exception {
        List<String> meanings = new ArrayList<>();
        // Texts are parted by a NUL, which no program holds.
        for (String text : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\0", -1)) meanings.add(meaning(text));
        System.out.write(String.join("\0", meanings).getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    /** Empty = no program. */
    static String meaning(String text) throws Exception {
        var errors = new DiagnosticCollector<JavaFileObject>();
        var file = new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return text;
            }
        };
        var task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(new StringWriter(), null, errors, List.of("-proc:none"), null, List.of(file));
        var meaning = new StringBuilder();
        for (CompilationUnitTree unit : task.parse()) meaning.append(unit);
        boolean isBroken = errors.getDiagnostics().stream().anyMatch(one -> one.getKind() == Diagnostic.Kind.ERROR);
        return isBroken ? "" : meaning.toString().replaceAll("/\\*\\*[\\s\\S]*?\\*/", "");
    }
}
