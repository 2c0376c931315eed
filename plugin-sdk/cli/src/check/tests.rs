//! One plugin that is fine, and one change for each thing that can be wrong.

use super::{Finding, folder, manifest};
use std::collections::BTreeMap;

const MANIFEST: &str = include_str!("../../templates/rust/plugin.toml.txt");
const SCHEMA: &str = include_str!("../../templates/rust/settings.json");
const TEXTS: &str = include_str!("../../templates/rust/texts/en.json");
const ICON: &str = include_str!("../../templates/rust/icon.svg");

fn fill(text: &str) -> String {
    text.replace("{{id}}", "acme").replace("{{type}}", "Acme").replace("{{channel}}", "ACME")
}

/// The findings after replacing `from` by `to` in the manifest and the schema; what ends the
/// reading is the only one.
fn findings(from: &str, to: &str) -> Vec<Finding> {
    let text = fill(MANIFEST);
    assert!(from.is_empty() || text.contains(from) || SCHEMA.contains(from), "{from}");
    let change =
        |text: &str| if from.is_empty() { text.to_owned() } else { text.replace(from, to) };
    let schema = change(SCHEMA);
    let (manifest, mut found) = match manifest(&change(&text), schema.as_bytes()) {
        Ok(read) => read,
        Err(error) => return vec![Finding { error: true, text: error.to_string() }],
    };
    let files =
        [("settings.json", schema), ("texts/en.json", fill(TEXTS)), ("icon.svg", ICON.to_owned())];
    let files: BTreeMap<_, _> =
        files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
    found.extend(folder(&manifest, &files));
    found
}

#[test]
fn the_template_is_fine() {
    assert_eq!(findings("", ""), []);
}

#[test]
fn each_mistake_is_named() {
    for (from, to, expected) in [
        ("id = \"acme\"", "id = \"Acme!\"", "lower-case"),
        ("plugin@1.0", "plugin@2.0", "this host offers"),
        ("\"#5B5BD6\"", "\"violet\"", "six hexadecimal digits"),
        ("icon.svg\"", "logo.svg\"", "logo.svg is missing"),
        ("\"settings\", ", "", "every plugin has the interface"),
        ("\"webhook\", ", "\"webhok\", ", "unknown variant `webhok`"),
        ("opens = \"ticket\"", "opens = \"case\"", "unknown variant `case`"),
        ("value = \"ACME\"", "value = \"acme\"", "capital letters"),
        ("hosts = [\"https://api.example.com\"]", "hosts = [\"api.example.com/\"]", "exact origin"),
        ("[\"https://api.example.com\"]", "[\"http://api.example.com\"]", "everybody on the way"),
        ("host_settings = [\"base_url\"]", "host_settings = [\"url\"]", "no setting `url`"),
        ("header:Authorization", "cookie", "header:NAME"),
        ("secret = \"api_token\"", "secret = \"nothing\"", "no setting `nothing`"),
        ("hmac-sha256", "md5", "unknown variant `md5`"),
        ("json:/id", "id", "webhook.dedupe"),
        ("dedupe = \"provider\"", "dedupe = \"maybe\"", "unknown variant `maybe`"),
        ("\"10/s\"", "\"fast\"", "`30/s`"),
        ("\"16MiB\"", "\"16 GB\"", "`64MiB`"),
        ("http_calls = 5", "http_calls = -5", "http_calls"),
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
fn an_icon_shows_on_light_and_dark_ground() {
    let text = fill(MANIFEST);
    let (manifest, _) = manifest(&text, SCHEMA.as_bytes()).expect("it reads");
    let line =
        r#"<svg xmlns="http://www.w3.org/2000/svg"><path stroke="currentColor" d="M0 0h9"/></svg>"#;
    let files = [("settings.json", SCHEMA), ("texts/en.json", TEXTS), ("icon.svg", line)];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let found = folder(&manifest, &files.into_iter().collect());
    let [Finding { error: false, text }] = &found[..] else { panic!("{found:#?}") };
    assert!(text.contains("`currentColor` is black"), "{text}");
}

#[test]
fn all_mistakes_are_named_at_once_with_their_lines() {
    let text = fill(MANIFEST).replace("#5B5BD6", "violet").replace("\"10/s\"", "\"fast\"");
    let (_, found) = manifest(&text, SCHEMA.as_bytes()).expect("it reads");
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found.iter().all(|finding| finding.text.contains("plugin.toml, line ")), "{found:#?}");
}

#[test]
fn a_misspelt_key_is_an_error() {
    let text = fill(MANIFEST).replace("[limits]", "[limmits]");
    let error = manifest(&text, SCHEMA.as_bytes()).expect_err("no such key").to_string();
    assert!(error.contains("limmits") && error.contains("line"), "{error}");
}
