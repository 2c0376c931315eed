//! An API at a host of its own, as browsers meet it: its page is let in, and nobody else's.

use crate::harness::{Agent, Ground, PASSWORD, Start, World};
use reqwest::{Method, Response};
use serde_json::json;

on_both_engines!(a_page_asks_the_api_at_its_own_host, without_a_named_host_nothing_is_let_in);

const PAGE: &str = "http://desk.example.com";
const API: &str = "api.desk.example.com";

/// A call as a browser makes it from a page, to a host.
async fn call(desk: &Agent, method: Method, path: &str, from: &str, host: &str) -> Response {
    let request = desk.http.request(method, format!("{}{path}", desk.url));
    let request = request.header("host", host).header("origin", from);
    let body = json!({ "client": "agent1", "password": PASSWORD, "type": "agent" });
    request.header("sec-fetch-site", "same-site").json(&body).send().await.expect("an answer")
}

fn header(response: &Response, name: &str) -> String {
    let values = response.headers().get_all(name).iter();
    let values: Vec<&str> = values.map(|value| value.to_str().expect("text")).collect();
    values.join(" | ")
}

async fn a_page_asks_the_api_at_its_own_host(ground: Ground) {
    let start = Start::default().set("PATCHBAY_SERVER_API_HOSTS", "desk.example.com");
    let world = World::open(ground, start).await;
    let nobody = Agent::nobody(&world.desk.url);
    let path = "/api/auth2";

    let asked = nobody.http.request(Method::OPTIONS, format!("{}{path}", nobody.url));
    let asked = asked.header("host", API).header("origin", PAGE);
    let asked = asked.header("access-control-request-method", "POST").send().await;
    let asked = asked.expect("an answer");
    assert_eq!(
        (asked.status().as_u16(), header(&asked, "access-control-allow-origin")),
        (204, PAGE.into())
    );
    assert_eq!(header(&asked, "access-control-allow-credentials"), "true");
    assert!(header(&asked, "access-control-allow-headers").contains("content-type"));

    for _ in 0..2 {
        let signed_in = call(&nobody, Method::POST, path, PAGE, API).await;
        assert_eq!(signed_in.status(), 200);
        assert_eq!(header(&signed_in, "access-control-allow-origin"), PAGE);
        assert_eq!(header(&signed_in, "vary"), "origin");
        let cookie = header(&signed_in, "set-cookie");
        assert!(
            cookie.starts_with("auth=") && cookie.ends_with("; Domain=desk.example.com"),
            "{cookie}"
        );
        // The cookie opens the API from that page, also for what changes something.
        let value = cookie.split(';').next().expect("a value").to_owned();
        let request = nobody.http.patch(format!("{}/api/me", nobody.url)).header("cookie", &value);
        let request = request.header("host", API).header("origin", PAGE);
        let request = request.header("sec-fetch-site", "same-site").json(&json!({}));
        assert_eq!(request.send().await.expect("an answer").status(), 200);
        // From a page beside it, the same cookie does nothing.
        let request = nobody.http.patch(format!("{}/api/me", nobody.url)).header("cookie", &value);
        let request = request.header("host", API).header("origin", "http://evil.example.com");
        let request = request.header("sec-fetch-site", "same-site").json(&json!({}));
        assert_eq!(request.send().await.expect("an answer").status(), 403);
    }

    for (from, host) in [
        ("http://evil.example.com", API),
        ("https://desk.example.com", API),
        (PAGE, "api.other.example.com"),
        (PAGE, "127.0.0.1"),
    ] {
        let refused = call(&nobody, Method::POST, path, from, host).await;
        assert_eq!(refused.status(), 403, "{from} at {host}");
        assert_eq!(header(&refused, "access-control-allow-origin"), "", "{from} at {host}");
    }
}

async fn without_a_named_host_nothing_is_let_in(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let nobody = Agent::nobody(&world.desk.url);
    let refused = call(&nobody, Method::POST, "/api/auth2", PAGE, API).await;
    assert_eq!(refused.status(), 403);
    assert_eq!(header(&refused, "access-control-allow-origin"), "");
    // The one host works as it always did.
    let own = nobody.url.trim_start_matches("http://").to_owned();
    let body = json!({ "client": "agent1", "password": PASSWORD, "type": "agent" });
    let request = nobody.http.post(format!("{}/api/auth2", nobody.url)).header("host", own);
    let request = request.header("sec-fetch-site", "same-origin").json(&body);
    let signed_in = request.send().await.expect("an answer");
    assert_eq!(signed_in.status(), 200);
    assert!(
        !header(&signed_in, "set-cookie").contains("Domain"),
        "the cookie is this host's alone"
    );
}
