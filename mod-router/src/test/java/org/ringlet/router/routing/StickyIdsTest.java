package org.ringlet.router.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ringlet.session.SessionId;

class StickyIdsTest {
    private final StickyIds stickyIds = new StickyIds("JSESSIONID", "jsessionid");

    /** Two header lines are parted by " & "; the ids found are parted by a blank. */
    @ParameterizedTest(name = "{0} with {1}: {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            textBlock =
                    """
            # cookies | target | ids
            - | / | -
            JSESSIONID=aaab1 | / | aaab1
            JSESSIONID=aaab1.route | / | aaab1
            a=b; JSESSIONID=aaab1; c=d | / | aaab1
            a=b;JSESSIONID=aaab1;c=d | / | aaab1
            JSESSIONID = aaab1 | / | -
            JSESSIONID="aaab1" | / | aaab1
            JSESSIONID= | / | -
            JSESSIONID=" | / | -
            JSESSIONID | / | -
            XJSESSIONID=aaab1 | / | -
            JSESSIONIDX=aaab1 | / | -
            jsessionid=aaab1 | / | -
            a=JSESSIONID=aaab1 | / | -
            a=b JSESSIONID=aaab1 | / | -
            JSESSIONID=aa!b1 | / | -
            JSESSIONID=aaab1; JSESSIONID=acad2 | / | aaab1 acad2
            JSESSIONID=aaab1 & JSESSIONID=acad2 | / | aaab1 acad2
            JSESSIONID=a%20b & JSESSIONID=acad2 | / | acad2
            - | /;jsessionid=aaab1 | aaab1
            - | /a;jsessionid=aaab1?b=c | aaab1
            - | /a;jsessionid=aaab1.route | aaab1
            - | /a;x=y;jsessionid=aaab1 | aaab1
            - | /a;jsessionid=aaab1;x=y | aaab1
            - | /a;jsessionid=aaab1/b | aaab1
            - | /a;x=y/b;jsessionid=aaab1 | aaab1
            - | /a;jsessionid=aaab1;jsessionid=acad2 | acad2
            - | /a;JSESSIONID=aaab1 | -
            - | /a;xjsessionid=aaab1 | -
            - | /a?;jsessionid=aaab1 | -
            - | /a?b=;jsessionid=aaab1 | -
            - | /a;jsessionid= | -
            - | /a; | -
            - | /jsessionid=aaab1 | -
            JSESSIONID=aaab1 | /;jsessionid=acad2 | aaab1 acad2
            JSESSIONID=? | /;jsessionid=acad2 | acad2
            """)
    void findsWhatTomcatWouldFind(String cookies, String target, String ids) {
        List<String> lines = cookies == null ? List.of() : Arrays.asList(cookies.split(" & ", -1));

        List<SessionId> found = stickyIds.find(lines.iterator(), target);

        assertThat(found.stream().map(SessionId::value))
                .containsExactlyElementsOf(ids == null ? List.of() : List.of(ids.split(" ", -1)));
    }
}
