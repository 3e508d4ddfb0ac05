package org.ringlet.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.ringlet.cli.CommandFailedException;

class DemoPortsTest {
    @Test
    void followOneAnother() {
        var ports = new DemoPorts(8000, 3);

        assertThat(ports.admin()).isEqualTo(8001);
        assertThat(ports.tomcat(0)).isEqualTo(8002);
        assertThat(ports.tomcat(2)).isEqualTo(8004);
        assertThat(ports.last()).isEqualTo(8007);
    }

    @Test
    void oneThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var ports = new DemoPorts(taken.getLocalPort(), 1);

            assertThatThrownBy(ports::requireFree)
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + ", for the router")
                    .hasMessageContaining("--port");
        }
    }
}
