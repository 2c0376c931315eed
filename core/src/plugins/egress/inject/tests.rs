//! Where a credential may stand and what it cannot change.

use super::*;
use crate::plugins::{account::Secrets, manifest::Manifest};
use std::collections::BTreeMap;

fn ready(url: &str, credentials: &[&str], body: &str, secret: &str) -> Result<Ready, NetError> {
    let text = include_str!("../../../../tests/guests/hostile/plugin.toml");
    let text = text.replace("inject = \"body\"", "inject = \"query:access_token\"");
    let manifest: Manifest = toml::from_str(&text).unwrap();
    let bases = BTreeMap::from([("api_base".to_owned(), "https://base.example/x".to_owned())]);
    let secrets = Secrets::from_iter([("bot_token", secret)]);
    let grant = Grant { manifest: &manifest, bases: &bases, secrets: &secrets };
    let request = Request {
        method: "GET".to_owned(),
        url: url.to_owned(),
        headers: Vec::new(),
        body: RequestBody::Inline(body.to_owned().into()),
        credentials: credentials.iter().map(|c| (*c).to_owned()).collect(),
        timeout: None,
        to_blob: false,
    };
    prepare(&grant, &request)
}

#[test]
fn a_path_takes_the_secret_and_keeps_its_shape() {
    let ready = ready("https://base.example/bot{credential:bot}/a", &["bot"], "", "1:a/../b?#%");
    assert_eq!(ready.unwrap().url.as_str(), "https://base.example/bot1:a%2F..%2Fb%3F%23%25/a");
}

#[test]
fn a_query_takes_the_secret_encoded() {
    let ready = ready("https://base.example/?a=1", &["form"], "", "x&y=z").unwrap();
    assert_eq!(ready.url.query(), Some("a=1&access_token=x%26y%3Dz"));
}

#[test]
fn a_secret_cannot_change_where_the_request_goes() {
    for url in [
        "https://{credential:bot}/",
        "https://base.example{credential:bot}/",
        "https://base.example:{credential:bot}/",
        "{credential:bot}://base.example/",
    ] {
        let result = ready(url, &["bot"], "", ".evil.example");
        assert!(matches!(result, Err(NetError::Denied(_))), "{url}");
    }
}

#[test]
fn a_body_without_a_body_credential_is_left_alone() {
    let ready = ready("https://base.example/", &["bot"], "{credential:bot}", "secret").unwrap();
    assert!(matches!(ready.body, RequestBody::Inline(b) if &b[..] == b"{credential:bot}"));
}

#[test]
fn an_empty_secret_is_told() {
    let Err(NetError::Denied(detail)) = ready("https://base.example/", &["bearer"], "", "") else {
        panic!("it was sent");
    };
    assert_eq!(detail.code, "http.credential.missing");
    assert!(detail.message.contains("bot_token"), "{}", detail.message);
}

/// A text of a push connection to a server whose base URL is `base`.
fn filled(base: &str, url: &str, spot: Spot<'_>, text: &str) -> Result<String, NetError> {
    let manifest = include_str!("../../../../tests/guests/whole/plugin.toml");
    let manifest: Manifest = toml::from_str(manifest).unwrap();
    let bases = BTreeMap::from([("base".to_owned(), base.to_owned())]);
    let secrets = Secrets::from_iter([("token", "s&cret")]);
    let grant = Grant { manifest: &manifest, bases: &bases, secrets: &secrets };
    let url = grant.socket(url)?;
    fill(&grant, &url, spot, text)
}

#[test]
fn a_socket_goes_where_it_is_granted() {
    let to = |base: &str, url: &str| filled(base, url, Spot::Frame, "").is_ok();
    assert!(to("https://base.example/x", "wss://base.example/socket"));
    assert!(to("wss://base.example", "wss://base.example/socket"));
    assert!(to("http://base.example:81", "ws://base.example:81/"));
    assert!(to("https://other.example", "ws://127.0.0.1:2/"), "named in net.hosts");
    for (base, url) in [
        ("https://base.example", "ws://base.example/"),
        ("https://base.example", "wss://base.example:444/"),
        ("https://base.example", "wss://evil.example/"),
        ("https://base.example", "https://base.example/"),
        ("https://base.example", "wss://user@base.example/"),
        ("ftp://base.example", "wss://base.example/"),
        ("", "wss://base.example/"),
    ] {
        assert!(!to(base, url), "{base} {url}");
    }
}

#[test]
fn a_socket_takes_a_credential_only_where_the_manifest_puts_it() {
    let at = |spot: Spot<'_>, text: &str| {
        filled("https://base.example", "wss://base.example/", spot, text)
    };
    assert_eq!(at(Spot::Url, "?t={credential:token}").unwrap(), "?t=s%26cret");
    assert_eq!(at(Spot::Header("X-Token"), "{credential:head}").unwrap(), "s&cret");
    let twice = at(Spot::Frame, "{credential:frame} {credential:frame}").unwrap();
    assert_eq!(twice, "s&cret s&cret");
    assert_eq!(at(Spot::Frame, "{credential:open").unwrap(), "{credential:open");
    for (spot, text) in [
        (Spot::Frame, "{credential:token}"),
        (Spot::Url, "{credential:frame}"),
        (Spot::Header("x-other"), "{credential:head}"),
        (Spot::Frame, "{credential:nobody}"),
    ] {
        assert!(at(spot, text).is_err(), "{text}");
    }
    // A credential is bound to its server, wherever a socket may go.
    let elsewhere =
        filled("https://base.example", "ws://127.0.0.1:2/", Spot::Frame, "{credential:frame}");
    assert!(elsewhere.is_err());
}
