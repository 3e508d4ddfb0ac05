package org.ringlet.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.apache.catalina.Context;
import org.apache.catalina.authenticator.FormAuthenticator;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A FORM login whose steps are served by different sruns. */
@Tag("tomcat")
class LoginTest {
    private final Script script = new Script();
    private final Browser browser = new Browser();
    private TestCluster cluster;

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    @Test
    void aLoginThatBeganOnOneSrunCanBeFinishedOnAnother() throws Exception {
        start("true");
        assertThat(browser.get(cluster, 0, "/protected").body()).isEqualTo("login page");
        HttpResponse<String> afterLogin = login(1);

        assertThat(afterLogin.statusCode()).isIn(302, 303);
        assertThat(browser.get(cluster, 0, "/protected").body()).isEqualTo("secret of joe");
        assertThat(browser.get(cluster, 1, "/protected").body()).isEqualTo("secret of joe");
    }

    @Test
    void aLoginSurvivesTheDeathOfTheSrunThatServedIt() throws Exception {
        start("true");
        browser.get(cluster, 0, "/protected");
        login(0);
        assertThat(browser.get(cluster, 0, "/protected").body()).isEqualTo("secret of joe");
        cluster.tomcat(0).stop();

        assertThat(browser.get(cluster, 1, "/protected").body()).isEqualTo("secret of joe");
    }

    @Test
    void withoutPersistAuthenticationAnotherSrunAsksAgain() throws Exception {
        start("false");
        browser.get(cluster, 0, "/protected");
        login(0);

        assertThat(browser.get(cluster, 0, "/protected").body()).isEqualTo("secret of joe");
        assertThat(browser.get(cluster, 1, "/protected").body()).isEqualTo("login page");
    }

    @Test
    void aLoginChangesTheIdAndTheOldOneIsDead() throws Exception {
        start("true");
        browser.get(cluster, 0, "/protected");
        String before = browser.sessionId();
        login(1);
        String after = browser.sessionId();
        browser.sessionId(before);

        assertThat(after).isNotEqualTo(before);
        assertThat(browser.get(cluster, 0, "/protected").body()).isEqualTo("login page");
    }

    private HttpResponse<String> login(int srun) throws Exception {
        return browser.post(cluster, srun, "/j_security_check", "j_username=joe&j_password=pass");
    }

    private void start(String persistAuthentication) throws Exception {
        cluster = TestCluster.of()
                .sruns(2)
                .with("persistAuthentication", persistAuthentication)
                .with("loadPolicy", "always-load")
                .servlet("/run", script.servlet())
                .servlet("/login", new Handler((request, response) -> response.getWriter()
                        .print("login page")))
                .servlet("/protected", new Handler((request, response) -> response.getWriter()
                        .print("secret of " + request.getRemoteUser())))
                .context(LoginTest::protect)
                .tomcat(LoginTest::addUser)
                .start();
    }

    private static void addUser(Tomcat tomcat) {
        tomcat.addUser("joe", "pass");
        tomcat.addRole("joe", "user");
    }

    private static void protect(Context context) {
        LoginConfig login = new LoginConfig();
        login.setAuthMethod("FORM");
        login.setLoginPage("/login");
        login.setErrorPage("/login");
        context.setLoginConfig(login);
        context.addSecurityRole("user");
        SecurityConstraint constraint = new SecurityConstraint();
        constraint.addAuthRole("user");
        SecurityCollection collection = new SecurityCollection();
        collection.addPattern("/protected");
        constraint.addCollection(collection);
        context.addConstraint(constraint);
        context.getPipeline().addValve(new FormAuthenticator());
    }
}
