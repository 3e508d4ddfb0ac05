package org.ringlet.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HtmlTest {
    @Test
    void escapesWhatIsPutIn() {
        assertThat(Html.of("<p title=\"{}\">{}</p>", "\" onclick='x'", "<b>&</b>")
                        .markup())
                .isEqualTo("<p title=\"&quot; onclick=&#39;x&#39;\">&lt;b&gt;&amp;&lt;/b&gt;</p>");
    }

    @Test
    void doesNotEscapeMarkupTwice() {
        assertThat(Html.of("<p>{}</p>", Html.of("<b>{}</b>", "&")).markup()).isEqualTo("<p><b>&amp;</b></p>");
    }

    @Test
    void doesNotTakeBracesInAValueForAPlace() {
        assertThat(Html.of("{} {}", "{}", "x").markup()).isEqualTo("{} x");
    }

    @Test
    void refusesFewerValuesThanPlaces() {
        assertThatThrownBy(() -> Html.of("{} {}", "a")).hasMessageContaining("1 values are too few");
    }

    @Test
    void refusesMoreValuesThanPlaces() {
        assertThatThrownBy(() -> Html.of("{}", "a", "b")).hasMessageContaining("2 values are too many");
    }
}
