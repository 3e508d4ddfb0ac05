package org.ringlet.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ringlet.store.ConfigurationException;

class ManagerSettingsTest {
    @Test
    void hasTheDocumentedDefaults() {
        ManagerSettings settings = parse(Map.of());

        assertThat(settings.store()).isEqualTo("file");
        assertThat(settings.loadPolicy()).isEqualTo(LoadPolicy.CACHE_FIRST);
        assertThat(settings.reloadInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.saveMode()).isEqualTo(SaveMode.BEFORE_HEADERS);
        assertThat(settings.dirtyCheck()).isEqualTo(DirtyCheck.READ);
        assertThat(settings.serializer()).isEqualTo(SerializerKind.KRYO);
        assertThat(settings.storeDown()).isEqualTo(StoreDown.LOCAL);
        assertThat(settings.saveTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.maxSessionSize()).isEqualTo(4 << 20);
    }

    @Test
    void takesTheStoresOptions() {
        assertThat(parse(Map.of("file.directory", "/srv/sessions")).storeOptions())
                .containsExactly(Map.entry("directory", "/srv/sessions"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "loadPolicy     | sometimes    | allowed are cache-first, always-load",
                "saveMode       | later        | allowed are before-headers, after-request, on-shutdown",
                "storeDown      | maybe        | allowed are local, fail",
                "dirtyCheck     | all          | allowed are read, set",
                "serializer     | json         | allowed are kryo, java",
                "unsealed       | yes          | allowed are true and false",
                "reloadInterval | five seconds | reloadInterval=\"five seconds\"",
                "maxSessionSize | large        | maxSessionSize=\"large\"",
                "ignore         | (            | not a regular expression",
                "secret         | too short    | at least 32 are needed",
                "store          | redis        | there is no such store",
                "loadPolcy      | always-load  | loadPolicy",
                "file.dirctory  | /srv         | file.directory",
            })
    void refusesWhatIsWrongAndSaysWhatIsAllowed(String name, String value, String message) {
        assertThatThrownBy(() -> parse(Map.of(name, value)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(message);
    }

    @Test
    void neverShowsASecret() {
        String secret = "a secret of more than thirty-two characters";

        assertThat(parse(Map.of("secret", secret)).toString()).doesNotContain(secret);
        assertThatThrownBy(() -> parse(Map.of("secret", "too short"))).hasMessageNotContaining("too short");
    }

    @Test
    void storesAMereAccessFourTimesPerTimeoutButAtLeastEveryFiveMinutes() {
        ManagerSettings settings = parse(Map.of());

        assertThat(settings.accessUpdateMillis(4 * 60)).isEqualTo(60_000);
        assertThat(settings.accessUpdateMillis(4 * 60 * 60)).isEqualTo(5 * 60_000);
        assertThat(settings.accessUpdateMillis(0)).isEqualTo(5 * 60_000);
    }

    private static ManagerSettings parse(Map<String, String> attributes) {
        return ManagerSettings.parse(
                attributes,
                store -> store.equals("file") ? Set.of("directory", "fsync") : null,
                Set.of("maxActiveSessions"));
    }
}
