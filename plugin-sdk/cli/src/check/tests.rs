//! One plugin that is fine, and one change for each thing that can be wrong.

use super::{Finding, folder};
use crate::build::parse;
use std::collections::BTreeMap;

const MANIFEST: &str = include_str!("../../templates/rust/plugin.toml.txt");
const SCHEMA: &str = include_str!("../../templates/rust/settings.json");
const TEXTS: &str = include_str!("../../templates/rust/texts/en.json");
const ICON: &str = include_str!("../../templates/rust/icon.svg");

fn fill(text: &str) -> String {
    text.replace("{{id}}", "acme").replace("{{type}}", "Acme").replace("{{channel}}", "ACME")
}

/// The findings after replacing `from` by `to` in the manifest and the schema.
fn findings(from: &str, to: &str) -> Vec<Finding> {
    let manifest = fill(MANIFEST);
    assert!(from.is_empty() || manifest.contains(from) || SCHEMA.contains(from), "{from}");
    let change =
        |text: &str| if from.is_empty() { text.to_owned() } else { text.replace(from, to) };
    let manifest = parse(&change(&manifest)).expect("the manifest reads");
    let files = [
        ("settings.json", change(SCHEMA)),
        ("texts/en.json", fill(TEXTS)),
        ("icon.svg", ICON.to_owned()),
    ];
    let files: BTreeMap<_, _> =
        files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
    folder(&manifest, &files)
}

#[test]
fn the_template_is_fine() {
    assert_eq!(findings("", ""), []);
}

#[test]
fn each_mistake_is_named() {
    for (from, to, expected) in [
        ("id = \"acme\"", "id = \"Acme!\"", "small letter"),
        ("plugin@1.0", "plugin@2.0", "builds for"),
        ("\"#5B5BD6\"", "\"violet\"", "six digits"),
        ("icon.svg\"", "logo.svg\"", "logo.svg is missing"),
        ("\"settings\", ", "", "every plugin has the interface"),
        ("\"webhook\", ", "\"webhok\", ", "no interface `webhok`"),
        ("opens = \"ticket\"", "opens = \"case\"", "`ticket` or `livechat`"),
        ("value = \"ACME\"", "value = \"acme\"", "capital letters"),
        ("hosts = [\"https://api.example.com\"]", "hosts = [\"api.example.com/\"]", "exact origin"),
        ("host_settings = [\"base_url\"]", "host_settings = [\"url\"]", "names `url`"),
        ("header:Authorization", "cookie", "header:NAME"),
        ("secret = \"api_token\"", "secret = \"nothing\"", "uses the secret `nothing`"),
        ("hmac-sha256", "md5", "there are header-equals"),
        ("json:/id", "id", "webhook.dedupe"),
        ("dedupe = \"none\"", "dedupe = \"maybe\"", "send.dedupe"),
        ("\"10/s\"", "\"fast\"", "must be like `30/s`"),
        ("\"16MiB\"", "\"16 GB\"", "must be like `64MiB`"),
        ("http_calls = 5", "http_calls = -5", "0 to 1000"),
        ("\"x-secret\": true,\n      \"x-order\": 1", "\"x-order\": 1", "looks like a secret"),
        ("\"title\": \"API address\",", "", "needs a `title`"),
        ("\"default\": \"https://api.example.com\"", "\"default\": 3", "is no string"),
        ("\"required\": [\"api_token\"", "\"required\": [\"token\"", "is no setting"),
    ] {
        let found = findings(from, to);
        assert!(
            found.iter().any(|finding| finding.text.contains(expected)),
            "{from} -> {to}: {found:#?}"
        );
    }
}

#[test]
fn a_misspelt_key_is_an_error() {
    let error = parse(&fill(MANIFEST).replace("[limits]", "[limmits]")).expect_err("no such key");
    assert!(error.to_string().contains("limmits"), "{error}");
}
