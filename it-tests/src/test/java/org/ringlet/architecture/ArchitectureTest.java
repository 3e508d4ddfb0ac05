package org.ringlet.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which way dependencies point. Each rule is checked twice: that the code keeps it, and that it would notice if it were
 * broken, on classes beside this one that break it.
 */
class ArchitectureTest {
    private static final String[] API = {
        "org.ringlet.session..",
        "org.ringlet.store",
        "org.ringlet.cluster..",
        "org.ringlet.codec..",
        "org.ringlet.form..",
        "org.ringlet.seal.."
    };
    private static final String[] STORES = {"org.ringlet.store.*.."};

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("architecture"))
            .importPackages("org.ringlet");

    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages("org.ringlet.architecture.broken");

    record Rule(String name, ArchRule rule, ArchRule onBrokenCode) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Rule> rules() {
        return Stream.of(
                new Rule("the API knows nobody", apiKnowsNobody(API), apiKnowsNobody("..broken.api..")),
                new Rule("a store knows no Tomcat", knowsNoTomcat(STORES), knowsNoTomcat("..broken.store..")),
                new Rule(
                        "stores don't know each other",
                        apart("org.ringlet.store.(*).."),
                        apart("..broken.store.(*)..")),
                new Rule(
                        "the router knows neither Tomcat nor a store",
                        knowsNoTomcatAndNoStore("org.ringlet.router.."),
                        knowsNoTomcatAndNoStore("..broken.router..")),
                new Rule(
                        "the Manager knows no store but through the API",
                        knowsNoStore("org.ringlet.tomcat.."),
                        knowsNoStore("..broken.manager..")),
                new Rule("nobody prints", nobodyPrints("org.ringlet.."), nobodyPrints("..broken..")),
                new Rule(
                        "exceptions are unchecked",
                        exceptionsAreUnchecked("org.ringlet.."),
                        exceptionsAreUnchecked("..broken..")));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void isKept(Rule rule) {
        rule.rule().check(CODE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void wouldBeNoticedIfItWereBroken(Rule rule) {
        assertThat(rule.onBrokenCode().evaluate(BROKEN).hasViolation()).isTrue();
        assertThatCode(() -> rule.onBrokenCode().check(BROKEN)).isInstanceOf(AssertionError.class);
    }

    private static ArchRule apiKnowsNobody(String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.ringlet.tomcat..",
                        "org.ringlet.router..",
                        "org.ringlet.cli..",
                        "org.ringlet.store.*..",
                        "org.apache.catalina..",
                        "org.apache.coyote..",
                        "jakarta..",
                        "io.netty..");
    }

    private static ArchRule knowsNoTomcat(String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.ringlet.tomcat..", "org.apache.catalina..", "org.apache.coyote..", "jakarta..");
    }

    private static ArchRule knowsNoTomcatAndNoStore(String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.ringlet.tomcat..", "org.apache.catalina..", "jakarta..", "org.ringlet.store.*..");
    }

    private static ArchRule knowsNoStore(String... packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.ringlet.store.*..");
    }

    private static ArchRule apart(String packages) {
        return slices().matching(packages).should().notDependOnEachOther().allowEmptyShould(true);
    }

    private static ArchRule nobodyPrints(String packages) {
        return noClasses()
                .that()
                .resideInAPackage(packages)
                .and()
                .resideOutsideOfPackage("org.ringlet.cli..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err");
    }

    private static ArchRule exceptionsAreUnchecked(String packages) {
        return classes()
                .that()
                .resideInAPackage(packages)
                .and()
                .areAssignableTo(Exception.class)
                .should()
                .beAssignableTo(RuntimeException.class);
    }
}
