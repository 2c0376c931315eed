//! Manifests with one thing wrong each, and what is said about it.

use super::*;
use serde_json::json;

const GOOD: &str = include_str!("../../../../core/tests/guests/hostile/plugin.toml");

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../core/tests/guests/hostile/settings.json"))
        .unwrap()
}

fn problem(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "nothing to change: {from}");
    let changed = GOOD.replacen(from, to, 1);
    parse(&changed, &schema()).err().unwrap_or_else(|| panic!("{to} was accepted")).to_string()
}

#[test]
fn a_good_manifest_is_read() {
    let m = parse(GOOD, &schema()).unwrap();
    assert_eq!(m.limits.memory_bytes(), 32 << 20);
    assert!(m.offers(Interface::Mail));
    assert_eq!(m.net.hosts, ["https://api.example.com"]);
}

#[test]
fn origins_are_written_one_way() {
    let changed = GOOD.replacen("https://api.example.com", "https://API.example.com:443/", 1);
    assert_eq!(parse(&changed, &schema()).unwrap().net.hosts, ["https://api.example.com"]);
    let below = GOOD.replacen("https://api.example.com", "https://*.EXAMPLE.com/", 1);
    assert_eq!(parse(&below, &schema()).unwrap().net.hosts, ["https://*.example.com"]);
}

#[test]
fn unknown_keys_are_errors_with_their_line() {
    let text = problem("cpu_ms = 400", "cpu = 400");
    assert!(text.contains("unknown field `cpu`") && text.contains("line"), "{text}");
}

#[test]
fn each_problem_names_key_and_line() {
    for (from, to, key, said) in [
        ("id = \"hostile\"", "id = \"Hostile!\"", "id", "lower-case"),
        ("version = \"0.1.0\"", "version = \"1\"", "version", "three numbers"),
        ("plugin@1.0\"", "plugin@2.0\"", "api", "patchbay:plugin@1.0"),
        ("#AA0000", "red", "color", "hexadecimal"),
        ("value = \"HOSTILE\"", "value = \"HOS TILE\"", "channels.0.value", "letters"),
        ("\"https://api.example.com\"]", "\"https://*.com\"]", "net.hosts.0", "hosts of everybody"),
        (
            "\"https://api.example.com\"]",
            "\"https://a.example/path\"]",
            "net.hosts.0",
            "exact origin",
        ),
        (
            "host_settings = [\"api_base\"]",
            "host_settings = [\"x\"]",
            "net.host_settings.0",
            "no setting `x`",
        ),
        (
            "host_settings = [\"api_base\"]",
            "host_settings = [\"bot_token\"]",
            "net.host_settings.0",
            "is secret",
        ),
        ("secret = \"bot_token\"", "secret = \"arg\"", "credentials.bot.secret", "x-secret"),
        ("inject = \"url\"", "inject = \"cookie:x\"", "credentials.bot.inject", "header:NAME"),
        ("inject = \"url\"", "inject = \"header:Host\"", "credentials.bot.inject", "header:NAME"),
        ("format = \"Bearer {}\"", "format = \"Bearer\"", "credentials.bearer.format", "{}"),
        (
            "hosts = [\"setting:api_base\"]",
            "hosts = [\"https://b.example\"]",
            "credentials.bot.hosts.0",
            "not in net.hosts",
        ),
        ("header = \"X-Secret-Token\"\n", "", "webhook.verify.0.header", "name the header"),
        (
            "dedupe = \"json:/update_id\"",
            "dedupe = \"update_id\"",
            "webhook.dedupe",
            "json:/pointer",
        ),
        ("rate = \"30/s\"", "rate = \"30 per second\"", "send.rate", "30/s"),
        ("memory = \"32MiB\"", "memory = \"32 GB\"", "limits.memory", "64MiB"),
        ("cpu_ms = 400", "cpu_ms = 100000", "limits.cpu_ms", "between"),
    ] {
        let text = problem(from, to);
        assert!(text.contains(&format!("{key}: ")) && text.contains(said), "{text}");
        assert!(text.contains("plugin.toml, line "), "{text}");
    }
}

#[test]
fn an_author_hears_of_everything_at_once() {
    let changed = GOOD
        .replacen("#AA0000", "red", 1)
        .replacen("inject = \"url\"", "inject = \"cookie\"", 1)
        .replacen("cpu_ms = 400", "cpu_ms = 0", 1);
    let (manifest, found) = examine(&changed, &schema());
    assert!(manifest.is_some());
    let keys: Vec<String> = found
        .iter()
        .filter_map(|e| match e {
            ManifestError::Value { key, line, .. } => line.map(|_| key.clone()),
            ManifestError::Syntax(_) => None,
        })
        .collect();
    assert_eq!(keys, ["color", "credentials.bot.inject", "limits.cpu_ms"]);
    assert_eq!(parse(&changed, &schema()).err(), found.into_iter().next());
    let (manifest, found) = examine(&GOOD.replacen("cpu_ms = 400", "cpu = 400", 1), &schema());
    assert!(manifest.is_none() && found[0].line().is_some(), "{found:?}");
}

#[test]
fn lines_are_those_of_the_file() {
    let text = problem("memory = \"32MiB\"", "memory = \"no\"");
    let line = GOOD.lines().position(|l| l.starts_with("memory")).unwrap() + 1;
    assert!(text.contains(&format!("line {line}:")), "{text}");
}

#[test]
fn a_webhook_without_verification_is_refused() {
    let from = GOOD.find("[[webhook.verify]]").unwrap();
    let to = GOOD.find("[webhook]").unwrap();
    let changed = format!("{}{}", &GOOD[..from], &GOOD[to..]);
    let text = parse(&changed, &schema()).unwrap_err().to_string();
    assert!(text.contains("webhook.verify"), "{text}");
}

#[test]
fn sizes_and_rates_are_read() {
    assert_eq!(bytes_of("64MiB"), Some(64 << 20));
    assert_eq!(bytes_of("1 GiB"), Some(1 << 30));
    assert_eq!(bytes_of("100"), Some(100));
    assert_eq!(bytes_of("1MB"), None);
    assert_eq!(bytes_of("99999999999999999999GiB"), None);
    assert_eq!(rate_of("30/s"), Some((30, 1_000)));
    assert_eq!(rate_of("20/m"), Some((20, 60_000)));
    assert_eq!(rate_of("0/s"), None);
    assert_eq!(rate_of("30"), None);
}

#[test]
fn a_schema_without_properties_has_no_settings() {
    let text = parse(GOOD, &json!({ "type": "object" })).unwrap_err().to_string();
    assert!(text.contains("no setting"), "{text}");
}

#[test]
fn the_button_of_a_sign_in_takes_the_place_of_no_typed_setting() {
    let whole = include_str!("../../../../core/tests/guests/whole/plugin.toml");
    let settings = include_str!("../../../../core/tests/guests/whole/settings.json");
    let mut settings: Value = serde_json::from_str(settings).unwrap();
    parse(whole, &settings).unwrap();
    settings["properties"]["client_id"]["x-oauth"] = json!("main");
    let text = parse(whole, &settings).err().unwrap().to_string();
    assert!(text.contains("`client_id`, which has to be typed"), "{text}");
}
