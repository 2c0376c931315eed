//! Guests that want to get out: other hosts, private addresses, redirects, headers, secrets.

use crate::{TOKEN, World, server::Server};
use futures_util::future::BoxFuture;
use patchbay::plugins::Resolver;
use serde_json::{Value, json};
use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

async fn http(server: &Server, world: &World, spec: Value) -> Vec<(String, String)> {
    let facts = server.facts(world, "http", &spec.to_string()).await;
    for (name, value) in &facts {
        assert!(!value.contains(TOKEN), "the guest learnt its token from {name}");
    }
    facts
}

fn body(facts: &[(String, String)]) -> &str {
    &facts.iter().find(|(n, _)| n == "body").unwrap_or_else(|| panic!("{facts:?}")).1
}

/// Expects a refusal with this code and gives its text.
fn refused<'a>(facts: &'a [(String, String)], code: &str) -> &'a str {
    assert_eq!(facts[0].0, code, "{facts:?}");
    &facts[0].1
}

#[tokio::test]
async fn only_granted_origins_are_reached_and_the_refusal_names_the_line() {
    let server = Server::start().await;
    let world = server.world();
    let facts = http(&server, &world, json!({ "url": server.url("/echo") })).await;
    assert_eq!(facts[0], ("status".to_owned(), "200".to_owned()));
    for url in [
        "https://evil.example.com/".to_owned(),
        "http://api.example.com/".to_owned(),
        "https://api.example.com:8443/".to_owned(),
        "https://api.example.com.evil.com/".to_owned(),
        format!("http://127.0.0.1:{}/", server.address.port().wrapping_add(1)),
    ] {
        let facts = http(&server, &world, json!({ "url": url })).await;
        let text = refused(&facts, "http.host");
        let origin = url.trim_end_matches('/');
        let line = format!("hosts = [\"https://api.example.com\", \"{origin}\"]");
        assert!(text.contains(&line), "{text}");
    }
    for (url, code) in [
        ("https://user:pass@api.example.com/", "http.userinfo"),
        ("file:///etc/passwd", "http.scheme"),
        ("no url", "http.url"),
    ] {
        refused(&http(&server, &world, json!({ "url": url })).await, code);
    }
    let facts = http(&server, &world, json!({ "url": server.url("/"), "method": "CONNECT" })).await;
    refused(&facts, "http.method");
    world.serves().await;
}

#[tokio::test]
async fn a_granted_origin_with_a_private_address_is_refused() {
    let server = Server::start().await;
    // This world may not reach the loopback address, although the admin typed it as the base URL.
    let world = World::start();
    let facts = http(&server, &world, json!({ "url": server.url("/echo") })).await;
    let text = refused(&facts, "http.address");
    assert!(
        text.contains(&format!("egress.allow_private = [\"plugin/hostile/1={}\"]", server.address)),
        "{text}"
    );
    assert!(server.seen.lock().is_empty());
    world.serves().await;
}

/// Answers with the next list at each look-up, the last one for ever.
struct Script(Vec<Vec<SocketAddr>>, AtomicUsize);

impl Resolver for Script {
    fn lookup<'a>(&'a self, _: &'a str, _: u16) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        let at = self.1.fetch_add(1, Ordering::SeqCst).min(self.0.len() - 1);
        Box::pin(std::future::ready(Ok(self.0[at].clone())))
    }
}

#[tokio::test]
async fn names_that_resolve_to_private_addresses_are_refused_even_in_part() {
    let server = Server::start().await;
    let public: SocketAddr = "93.184.216.34:443".parse().unwrap();
    for answer in [vec![server.address], vec![public, server.address]] {
        let world = World::with(&[], Arc::new(Script(vec![answer], AtomicUsize::new(0))));
        let facts = http(&server, &world, json!({ "url": "https://api.example.com/" })).await;
        let said = refused(&facts, "http.address");
        assert!(said.contains("api.example.com leads to no public address"), "{said}");
        assert!(!said.contains(&server.address.ip().to_string()), "{said}");
        world.serves().await;
    }
}

#[tokio::test]
async fn a_name_that_changes_its_address_is_resolved_once_per_connection_and_judged_each_time() {
    let server = Server::start().await;
    let origin = format!("http://rebind.example:{}", server.address.port());
    let private: SocketAddr = format!("10.0.0.1:{}", server.address.port()).parse().unwrap();
    let script = Arc::new(Script(vec![vec![server.address], vec![private]], AtomicUsize::new(0)));
    // The name itself is allowed to be on the loopback address in one world, in the other not.
    let world = World::with(&[format!("rebind.example:{}", server.address.port())], script.clone());
    let account = world.account(json!({
        "do": "http", "api_base": origin,
        "arg": json!({ "url": format!("{origin}/echo") }).to_string(),
    }));
    let facts = world.host.check(&account).await.result.unwrap().facts;
    assert_eq!(facts[0].1, "200");
    assert_eq!(script.1.load(Ordering::SeqCst), 1, "one look-up, whose answer was connected to");

    let script = Arc::new(Script(vec![vec![server.address]], AtomicUsize::new(0)));
    let world = World::with(&[], script.clone());
    let account = world.account(account.config.clone());
    let before = server.seen.lock().len();
    let facts = world.host.check(&account).await.result.unwrap().facts;
    refused(&facts, "http.address");
    assert_eq!(server.seen.lock().len(), before);
    world.serves().await;
}

#[tokio::test]
async fn connections_are_not_shared_between_accounts() {
    let server = Server::start().await;
    let name = format!("shared.example:{}", server.address.port());
    let script = Arc::new(Script(vec![vec![server.address]], AtomicUsize::new(0)));
    let world = World::with(std::slice::from_ref(&name), script.clone());
    let origin = format!("http://{name}");
    let account = world.account(json!({
        "do": "http", "api_base": origin,
        "arg": json!({ "url": format!("{origin}/echo") }).to_string(),
    }));
    for (client_id, channel_id, lookups) in [(1, 7, 1), (1, 7, 1), (1, 8, 2), (2, 9, 3)] {
        let account = patchbay::plugins::Account { client_id, channel_id, ..account.clone() };
        let facts = world.host.check(&account).await.result.unwrap().facts;
        assert_eq!(facts[0].1, "200");
        assert_eq!(script.1.load(Ordering::SeqCst), lookups, "channel {channel_id}");
    }
}

#[tokio::test]
async fn an_echoed_credential_is_masked_in_errors_and_logs() {
    let server = Server::start().await;
    let world = server.world();
    // The request fails after the credential is in its address.
    let spec = json!({
        "url": server.url("/slow/{credential:bot}"), "credentials": ["bot"], "timeout_ms": 50,
    });
    let called = world.host.check(&server.account(&world, "http", &spec.to_string())).await;
    assert!(!format!("{:?}", called.report.logs).contains(TOKEN));
    assert!(!format!("{:?}", called.result).contains("secret/token"));
    // Basic credentials come back in Base64, where the secret begins in the middle of a group.
    let spec = json!({
        "url": server.url("/basic"), "method": "POST", "credentials": ["form"],
        "body": "{credential:form}",
    });
    let facts = http(&server, &world, spec).await;
    let echoed = body(&facts);
    assert!(echoed.contains("****") && echoed.starts_with("dXNlc"), "{echoed}");
}

#[tokio::test]
async fn redirects_are_judged_again_and_lose_credentials() {
    let server = Server::start().await;
    let other = Server::start().await;
    let world = World::with(
        &[server.address.to_string(), other.address.to_string()],
        Arc::new(patchbay::plugins::SystemResolver),
    );
    let to = |target: &str| server.url(&format!("/redirect?to={target}"));
    // To a host that is not granted, although its address may be reached.
    let facts = http(&server, &world, json!({ "url": to(&other.url("/echo")) })).await;
    refused(&facts, "http.host");
    assert!(other.seen.lock().is_empty());
    // To a metadata service and to a granted host at a private address.
    let facts = http(&server, &world, json!({ "url": to("http://169.254.169.254/latest") })).await;
    refused(&facts, "http.host");
    // Within the origin credentials stay.
    let spec = json!({ "url": to("/echo"), "credentials": ["bearer"] });
    let facts = http(&server, &world, spec).await;
    assert!(body(&facts).contains("/echo | Bearer ****"), "{facts:?}");
    assert_eq!(server.last().1["authorization"], format!("Bearer {TOKEN}"));
    // Round and round.
    let facts = http(&server, &world, json!({ "url": server.url("/circle") })).await;
    refused(&facts, "http.redirects");
    // To a granted host that turns out to be at a private address.
    let private: SocketAddr = "10.0.0.1:443".parse().unwrap();
    let script = Arc::new(Script(vec![vec![private]], AtomicUsize::new(0)));
    let inside = server.world_resolving(script.clone());
    let facts = http(&server, &inside, json!({ "url": to("https://api.example.com/") })).await;
    let refusal = refused(&facts, "http.address");
    assert!(refusal.starts_with("api.example.com leads to no public address"), "{refusal}");
    // Addresses of the operator's own network are not the client's to know.
    assert!(!refusal.contains("10.0.0"), "{refusal}");
    assert_eq!(script.1.load(Ordering::SeqCst), 1);
    // A POST becomes a GET, unless the redirect keeps it.
    let spec = json!({ "url": to("/echo"), "method": "POST", "body": "x" });
    assert!(body(&http(&server, &world, spec).await).ends_with("|  | "));
    let url = server.url("/rewind?to=/echo");
    let spec = json!({ "url": url, "method": "POST", "body": "x" });
    assert!(body(&http(&server, &world, spec).await).ends_with("| x"));
    world.serves().await;
}

#[tokio::test]
async fn credentials_are_injected_and_never_come_back() {
    let server = Server::start().await;
    let world = server.world();
    // In the path, as Telegram has it: the colon stays, the slash cannot add a segment.
    let spec = json!({
        "url": server.url("/bot{credential:bot}/getMe"), "credentials": ["bot"], "to_blob": true,
    });
    let facts = http(&server, &world, spec).await;
    assert_eq!(server.last().0, "/bot123:secret%2Ftoken%2Bvalue/getMe");
    assert!(body(&facts).starts_with("/bot****"), "{facts:?}");
    // In a header, echoed in a header and in the body.
    let spec = json!({ "url": server.url("/echo"), "credentials": ["bearer"] });
    let facts = http(&server, &world, spec).await;
    assert_eq!(server.last().1["authorization"], format!("Bearer {TOKEN}"));
    assert!(facts.iter().any(|(n, v)| n == "header x-echo" && v.starts_with("Bearer ****")));
    // In a body.
    let spec = json!({
        "url": server.url("/echo"), "method": "POST", "credentials": ["form"],
        "body": "token={credential:form}",
    });
    http(&server, &world, spec).await;
    assert_eq!(server.last().2, format!("token={TOKEN}").as_bytes());
    // Only where the manifest says.
    for (spec, code) in [
        (json!({ "url": "https://api.example.com/", "credentials": ["bot"] }), "http.credential"),
        (json!({ "url": server.url("/x"), "credentials": ["nobody"] }), "http.credential"),
        (json!({ "url": server.url("/{credential:bot}") }), "http.credential"),
        (
            json!({ "url": format!("http://{{credential:bot}}@{}/", server.address),
                 "credentials": ["bot"] }),
            "http.userinfo",
        ),
    ] {
        refused(&http(&server, &world, spec).await, code);
    }
    world.serves().await;
}

#[tokio::test]
async fn headers_of_the_host_are_the_hosts() {
    let server = Server::start().await;
    let world = server.world();
    for name in [
        "Host",
        "Authorization",
        "Cookie",
        "Content-Length",
        "Transfer-Encoding",
        "Connection",
        "Proxy-Authorization",
        "X-Forwarded-For",
        "Upgrade",
        "Expect",
        "Accept-Encoding",
    ] {
        let spec = json!({ "url": server.url("/echo"), "headers": { name: "1" } });
        let facts = http(&server, &world, spec).await;
        refused(&facts, "http.header");
    }
    for (name, value) in [
        ("x-a", "1\r\nHost: evil"),
        ("x-a", "1\nx: y"),
        ("x-a\r\nhost", "evil"),
        ("x a", "1"),
        ("", "1"),
        ("x-a", "nul\u{0}"),
    ] {
        let spec = json!({ "url": server.url("/echo"), "headers": { name: value } });
        refused(&http(&server, &world, spec).await, "http.header");
    }
    // In any spelling, twice, and beside the credential that the host puts there.
    for headers in [
        json!([["x-a", "1"], ["HOST", "evil"]]),
        json!([["hOsT", "evil"], ["host", "evil"]]),
        json!([["AUTHORIZATION", "Bearer mine"]]),
    ] {
        let spec = json!({
            "url": server.url("/echo"), "headers": headers, "credentials": ["bearer"],
        });
        refused(&http(&server, &world, spec).await, "http.header");
    }
    assert!(server.seen.lock().is_empty());
    // One of the guest's own that comes twice stays two: joining them could change their meaning.
    let spec = json!({ "url": server.url("/echo"), "headers": [["x-a", "1"], ["x-a", "2"]] });
    http(&server, &world, spec).await;
    let twice: Vec<_> = server.last().1.get_all("x-a").iter().cloned().collect();
    assert_eq!(twice, ["1", "2"]);
    let spec = json!({ "url": server.url("/echo"), "headers": { "x-fine": "1" } });
    http(&server, &world, spec).await;
    assert_eq!(server.last().1["x-fine"], "1");
    assert_eq!(server.last().1["accept-encoding"], "identity");
    world.serves().await;
}

#[tokio::test]
async fn answers_are_capped_and_files_become_blobs() {
    let server = Server::start().await;
    let world = server.world();
    let facts = http(&server, &world, json!({ "url": server.url("/big") })).await;
    assert_eq!(facts[0].0, "too-large");
    let facts = http(&server, &world, json!({ "url": server.url("/big"), "to_blob": true })).await;
    assert!(facts[1].1.contains("5242880"), "{facts:?}");
    let facts = http(&server, &world, json!({ "url": server.url("/file"), "to_blob": true })).await;
    assert!(facts[1].1.contains("image/png") && facts[1].1.contains("\"a.png\""), "{facts:?}");
    let facts = http(&server, &world, json!({ "url": server.url("/status/500") })).await;
    assert_eq!(facts[0].1, "500");
}

#[tokio::test]
async fn files_go_out_as_bodies_and_as_parts() {
    let server = Server::start().await;
    let world = server.world();
    let spec = json!({ "url": server.url("/echo"), "method": "POST", "file": "a note" });
    http(&server, &world, spec).await;
    let (_, headers, sent) = server.last();
    assert_eq!(
        (headers["content-type"].as_bytes(), &sent[..]),
        (&b"text/plain"[..], &b"a note"[..])
    );
    assert_eq!(headers["content-length"], "6");
    let spec = json!({
        "url": server.url("/echo"), "method": "POST", "file": "a note", "body": "v", "multipart": true,
    });
    http(&server, &world, spec).await;
    let (_, headers, sent) = server.last();
    let sent = String::from_utf8_lossy(&sent).into_owned();
    assert!(headers["content-type"].to_str().unwrap().starts_with("multipart/form-data"));
    assert!(headers.contains_key("content-length"));
    assert!(sent.contains("filename=\"note.txt\"") && sent.contains("a note"), "{sent}");
}

#[tokio::test]
async fn requests_have_a_budget_and_traffic_is_counted() {
    let server = Server::start().await;
    let world = server.world();
    let spec = json!({ "url": server.url("/echo"), "method": "POST", "body": "12345" });
    let called = world.host.check(&server.account(&world, "http-flood", &spec.to_string())).await;
    let facts = called.result.unwrap().facts;
    assert_eq!(facts.iter().filter(|(n, _)| n == "status").count(), 8);
    assert_eq!(facts.iter().filter(|(n, _)| n == "budget").count(), 12);
    let url = server.url("/echo").len() as u64;
    assert_eq!(called.report.bytes_out, 8 * (5 + url));
    assert!(called.report.bytes_in > 0 && called.report.host_calls == 20);
}
