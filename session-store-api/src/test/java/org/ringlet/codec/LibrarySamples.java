package org.ringlet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Lists;
import com.google.common.collect.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.LocalDate;
import org.joda.time.Period;
import org.joda.time.chrono.BuddhistChronology;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;

/** What popular libraries leave in sessions. */
final class LibrarySamples {
    private LibrarySamples() {}

    static Stream<Sample> all() {
        return Stream.of(guava(), joda(), springSecurity()).flatMap(s -> s);
    }

    private static Stream<Sample> guava() {
        return Stream.of(
                Sample.of(
                        "Guava HashMultimap",
                        () -> {
                            HashMultimap<String, Integer> map = HashMultimap.create();
                            map.put("a", 1);
                            map.put("a", 2);
                            return map;
                        },
                        (a, b) -> {
                            assertThat(b).isEqualTo(a);
                            b.put("c", 3);
                            assertThat(b.containsEntry("c", 3)).isTrue();
                            b.removeAll("c");
                        }),
                Sample.of("Guava ImmutableList", () -> ImmutableList.of(1, 2, 3), (a, b) -> assertThat(b)
                        .isEqualTo(a)
                        .hasSameClassAs(a)),
                Sample.of("Guava ImmutableMap", () -> ImmutableMap.of("a", 1, "b", 2), (a, b) -> assertThat(b)
                        .isEqualTo(a)
                        .hasSameClassAs(a)),
                Sample.of(
                        "Guava ImmutableSortedSet",
                        () -> ImmutableSortedSet.orderedBy(Comparator.<Integer>reverseOrder())
                                .add(1, 2)
                                .build(),
                        (a, b) -> assertThat(b.first()).isEqualTo(2)),
                Sample.of(
                        "Guava table",
                        () -> {
                            HashBasedTable<String, String, Integer> table = HashBasedTable.create();
                            table.put("r", "c", 1);
                            return table;
                        },
                        (a, b) -> assertThat(b.get("r", "c")).isEqualTo(1)),
                Sample.of("Guava Range", () -> Range.closedOpen(1, 5), (a, b) -> assertThat(b.contains(4))
                        .isTrue()),
                Sample.of(
                        "Guava reversed view",
                        () -> Map.of(
                                "list",
                                Lists.newArrayList(ImmutableList.of(1, 2).reverse())),
                        (a, b) -> assertThat(b.get("list")).containsExactly(2, 1)));
    }

    private static Stream<Sample> joda() {
        DateTimeZone zone = DateTimeZone.forID("Europe/Zurich");
        return Stream.of(
                Sample.of("Joda DateTime", () -> new DateTime(2026, 1, 2, 3, 4, zone), (a, b) -> {
                    assertThat(b).isEqualTo(a);
                    assertThat(b.getChronology()).isSameAs(a.getChronology());
                }),
                Sample.of(
                        "Joda DateTime of another chronology",
                        () -> new DateTime(0, BuddhistChronology.getInstanceUTC()),
                        (a, b) -> assertThat(b.getYear()).isEqualTo(a.getYear())),
                Sample.of("Joda LocalDate", () -> new LocalDate(2026, 1, 2), (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("Joda Period", () -> Period.days(3).plusMinutes(4), (a, b) -> assertThat(b)
                        .isEqualTo(a)),
                Sample.of("Joda zone", () -> zone, (a, b) -> assertThat(b).isSameAs(a)),
                Sample.of(
                        "Joda values in a map",
                        () -> new HashMap<>(Map.of("a", new DateTime(0, zone), "b", new DateTime(1, zone))),
                        (a, b) -> assertThat(b).isEqualTo(a)));
    }

    private static Stream<Sample> springSecurity() {
        return Stream.of(
                Sample.of("Spring Security context", () -> new SecurityContextImpl(authenticated()), (a, b) -> {
                    assertThat(b.getAuthentication().isAuthenticated()).isTrue();
                    assertThat(b.getAuthentication().getAuthorities())
                            .isEqualTo(a.getAuthentication().getAuthorities());
                    assertThatThrownBy(
                                    () -> b.getAuthentication().getAuthorities().clear())
                            .isInstanceOf(UnsupportedOperationException.class);
                }),
                Sample.of("Spring Security user", LibrarySamples::user, (a, b) -> {
                    assertThat(b).isEqualTo(a);
                    assertThat(new ArrayList<>(b.getAuthorities())).isEqualTo(new ArrayList<>(a.getAuthorities()));
                }),
                Sample.of(
                        "Spring Security failure",
                        () -> new BadCredentialsException("wrong password"),
                        (a, b) -> assertThat(b).hasMessage("wrong password")));
    }

    private static UsernamePasswordAuthenticationToken authenticated() {
        return UsernamePasswordAuthenticationToken.authenticated(user(), "n/a", user().getAuthorities());
    }

    private static User user() {
        return new User(
                "ann",
                "{noop}x",
                List.of(new SimpleGrantedAuthority("ROLE_USER"), new SimpleGrantedAuthority("ROLE_ADMIN")));
    }
}
