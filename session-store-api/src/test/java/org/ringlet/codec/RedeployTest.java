package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ringlet.session.Bytes;

/** What one release of an application stored, the next reads, as far as Java serialisation would. */
class RedeployTest {
    private static final String SERIAL = " static final long serialVersionUID = 1; ";

    private static Bytes store(Deployment release, Object value) {
        try (AttributeCodec codec = AttributeCodec.kryo(CodecSettings.of(release))) {
            return codec.encode(value);
        }
    }

    private static Object load(Deployment release, Bytes frame) {
        try (AttributeCodec codec = AttributeCodec.kryo(CodecSettings.of(release))) {
            return codec.decode(frame);
        }
    }

    private static Object redeploy(String before, String after) {
        Deployment old = Deployment.of(before);
        return load(Deployment.of(after), store(old, old.make("User")));
    }

    @Test
    void aFieldThatIsNewStartsAtItsDefault() {
        Object user = redeploy(
                "class User implements Serializable { String name = \"ann\"; }",
                "class User implements Serializable { int age = 7; String mail = \"none\"; String name; }");
        assertThat(Deployment.field(user, "name")).isEqualTo("ann");
        assertThat(Deployment.field(user, "age")).isEqualTo(0);
        assertThat(Deployment.field(user, "mail")).isNull();
    }

    @Test
    void aFieldThatIsGoneIsPassedOver() {
        Object user = redeploy(
                "class User implements Serializable { int age = 7; List<String> tags = new ArrayList<>(List.of(\"x\")); String name = \"ann\"; }",
                "class User implements Serializable { String name; }");
        assertThat(Deployment.field(user, "name")).isEqualTo("ann");
    }

    @Test
    void aFieldThatIsGoneTogetherWithItsClassIsPassedOver() {
        Deployment old = Deployment.of(
                "class User implements Serializable { Address a = new Address(); Address b = a; Colour c = Colour.RED;"
                        + " Address[] more = { a, new Address() }; String name = \"ann\"; }",
                "class Address implements Serializable { String street = \"s\"; int number = 3; Address next; }",
                "enum Colour { RED }");
        Object user = load(
                Deployment.of("class User implements Serializable { String name; }"), store(old, old.make("User")));
        assertThat(Deployment.field(user, "name")).isEqualTo("ann");
    }

    @Test
    void aClassThatIsMissingWhereItIsWantedIsUnreadable() {
        Deployment old = Deployment.of(
                "class User implements Serializable { Object a = new Address(); Object b = a; String name = \"ann\"; }",
                "class Address implements Serializable {}");
        Deployment next = Deployment.of("class User implements Serializable { Object b; String name; }");
        assertThatThrownBy(() -> load(next, store(old, old.make("User"))))
                .isInstanceOf(UnreadableAttributeException.class)
                .hasMessageContaining("shop.Address");
    }

    @Test
    void theFieldsOfASuperclassThatIsGoneArePassedOver() {
        Deployment old = Deployment.of(
                "class Base implements Serializable { String id = \"old\"; }",
                "class User extends Base { String name = \"ann\"; }");
        Deployment next = Deployment.of(
                "class Party implements Serializable { String id; }", "class User extends Party { String name; }");
        Object user = load(next, store(old, old.make("User")));
        assertThat(Deployment.field(user, "name")).isEqualTo("ann");
    }

    @Test
    void aFieldWhosePrimitiveTypeChangedIsUnreadable() {
        assertThatThrownBy(() -> redeploy(
                        "class User implements Serializable { int age = 7; }",
                        "class User implements Serializable { long age; }"))
                .isInstanceOf(UnreadableAttributeException.class)
                .hasMessageContaining("age");
    }

    @Test
    void aFieldWhoseTypeIsWiderStillTakesTheValue() {
        Object user = redeploy(
                "class User implements Serializable { String name = \"ann\"; }",
                "class User implements Serializable { CharSequence name; }");
        assertThat(Deployment.field(user, "name")).isEqualTo("ann");
    }

    @Test
    void aFieldThatCantTakeTheValueIsUnreadable() {
        assertThatThrownBy(() -> redeploy(
                        "class User implements Serializable { Object name = \"ann\"; }",
                        "class User implements Serializable { Integer name; }"))
                .isInstanceOf(UnreadableAttributeException.class);
    }

    @Test
    void aRecordMayGainAndLoseComponents() {
        Object user = redeploy(
                "record User(String name, int age) implements Serializable { User() { this(\"ann\", 7); } }",
                "record User(long visits, String name) implements Serializable {}");
        assertThat(Deployment.field(user, "name")).isEqualTo("ann");
        assertThat(Deployment.field(user, "visits")).isEqualTo(0L);
    }

    @Test
    void aRecordsConstructorHasTheLastWord() {
        assertThatThrownBy(
                        () -> redeploy(
                                "record User(int age) implements Serializable { User() { this(-1); } }",
                                "record User(int age) implements Serializable { User { if (age < 0) throw new IllegalArgumentException(\"age\"); } }"))
                .isInstanceOf(UnreadableAttributeException.class)
                .hasMessageContaining("age");
    }

    @Test
    void anEnumConstantIsFoundByNameOrNotAtAll() {
        String user = "class User implements Serializable { Object level = Level.HIGH; }";
        Deployment old = Deployment.of(user, "enum Level { LOW, HIGH }");
        Bytes frame = store(old, old.make("User"));
        Object moved = load(Deployment.of(user, "enum Level { HIGH, MIDDLE, LOW }"), frame);
        assertThat(Deployment.field(moved, "level")).hasToString("HIGH");
        assertThatThrownBy(() -> load(Deployment.of(user.replace("HIGH", "LOW"), "enum Level { LOW, TOP }"), frame))
                .isInstanceOf(UnreadableAttributeException.class)
                .hasMessageContaining("HIGH");
    }

    @Test
    void aClassThatWasAnEnumIsUnreadable() {
        Deployment old = Deployment.of(
                "class User implements Serializable { Object level = Level.HIGH; }", "enum Level { HIGH }");
        Deployment next = Deployment.of(
                "class User implements Serializable { Object level; }",
                "class Level implements Serializable { String name; }");
        assertThatThrownBy(() -> load(next, store(old, old.make("User"))))
                .isInstanceOf(UnreadableAttributeException.class);
    }

    @Test
    void aClassThatNowDefinesItsOwnFormIsUnreadable() {
        assertThatThrownBy(
                        () -> redeploy(
                                "class User implements Serializable { String name = \"ann\"; }",
                                "class User implements Serializable { String name; private void readObject(ObjectInputStream in) {} }"))
                .isInstanceOf(UnreadableAttributeException.class)
                .hasMessageContaining("has changed since");
    }

    @Test
    void javaFramesAskForTheSameSerialVersion() {
        Deployment old = Deployment.of("class User implements Serializable { String name = \"ann\"; }");
        Deployment next = Deployment.of("class User implements Serializable { String name; int age; }");
        Deployment same = Deployment.of("class User implements Serializable {" + SERIAL + "String name = \"ann\"; }");
        Deployment grown = Deployment.of("class User implements Serializable {" + SERIAL + "String name; int age; }");
        assertThatThrownBy(() -> load(next, storeByJava(old))).isInstanceOf(UnreadableAttributeException.class);
        assertThat(Deployment.field(load(grown, storeByJava(same)), "name")).isEqualTo("ann");
    }

    private static Bytes storeByJava(Deployment release) {
        try (AttributeCodec codec = AttributeCodec.java(CodecSettings.of(release))) {
            return codec.encode(release.make("User"));
        }
    }
}
