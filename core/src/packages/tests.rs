//! The decisions of packages.

use super::{
    model::{Adoption, Entry, InstalledPackage, State, adoption, compare, entry, litter},
    permissions::{difference, lines},
};
use crate::plugins::Manifest;
use serde_json::json;
use std::cmp::Ordering;

fn known(id: i64, version: &str, digest: &str, state: State) -> InstalledPackage {
    InstalledPackage { id, version: version.into(), digest: digest.into(), state }
}

#[test]
fn a_newcomer_is_judged_by_what_is_here() {
    let here = [
        known(1, "1.0.0", "a", State::Previous),
        known(2, "1.1.0", "b", State::Active),
        known(3, "1.2.0", "c", State::Staged),
        known(4, "0.9.0", "d", State::Removed),
        known(5, "2.0.0", "e", State::Removed),
    ];
    for (version, digest, expected) in [
        ("1.3.0", "x", Entry::New),
        ("1.1.0", "b", Entry::Here(2)),
        ("1.0.0", "a", Entry::Here(1)),
        ("1.1.0", "x", Entry::SameVersion),
        ("1.2.0", "x", Entry::SameVersion),
        ("1.1.0+build", "x", Entry::SameVersion),
        ("1.0.9", "x", Entry::Downgrade { active: "1.1.0".into() }),
        ("1.1.0-beta.1", "x", Entry::Downgrade { active: "1.1.0".into() }),
        ("0.9.0", "d", Entry::Downgrade { active: "1.1.0".into() }),
        ("2.0.0", "e", Entry::Back(5)),
        // A version that was removed may come again with other content.
        ("2.0.0", "x", Entry::New),
    ] {
        assert_eq!(entry(version, digest, &here), expected, "{version} {digest}");
    }
    assert_eq!(entry("0.1.0", "x", &[]), Entry::New);
    let gone = [known(1, "1.0.0", "a", State::Removed)];
    assert_eq!(entry("0.1.0", "x", &gone), Entry::New, "nothing is in use");
    assert_eq!(entry("1.0.0", "a", &gone), Entry::Back(1));
}

#[test]
fn bundled_packages_yield_to_decisions_and_newer_versions() {
    let active = |version| vec![known(1, version, "a", State::Active)];
    assert_eq!(adoption("1.0.0", "x", &[], false), Adoption::Use);
    assert_eq!(adoption("1.1.0", "x", &active("1.0.0"), true), Adoption::Use);
    assert_eq!(adoption("1.1.0", "x", &active("1.0.0"), false), Adoption::Use);
    assert_eq!(adoption("1.0.0", "x", &active("1.1.0"), false), Adoption::Older);
    assert_eq!(adoption("1.0.0", "x", &active("1.0.0"), true), Adoption::Replace(1));
    assert_eq!(adoption("1.0.0", "x", &active("1.0.0"), false), Adoption::Older);
    // What is known stays as it is, whatever was decided about it.
    for state in [State::Active, State::Previous, State::Staged, State::Removed] {
        let rows = [known(1, "1.0.0", "a", state)];
        assert_eq!(adoption("1.0.0", "a", &rows, true), Adoption::Known);
    }
    let gone = [known(1, "1.0.0", "a", State::Removed)];
    assert_eq!(adoption("1.1.0", "x", &gone, false), Adoption::Wait);
}

#[test]
fn only_bytes_that_nobody_can_use_are_litter() {
    let hour = 3_600_000;
    let names = ["active", "staged", "removed", "back", "orphan", "fresh"];
    let stored = |name: &str| if name == "orphan" { 0 } else { 2 * hour };
    let names = names.map(|name| (name.to_owned(), stored(name))).to_vec();
    let rows = [
        ("active", State::Active),
        ("staged", State::Staged),
        ("removed", State::Removed),
        ("back", State::Removed),
        ("back", State::Previous),
    ]
    .map(|(digest, state)| (digest.to_owned(), state));
    assert_eq!(litter(names, &rows, 2 * hour), ["removed", "orphan"]);
}

#[test]
fn versions_compare_by_number() {
    assert_eq!(compare("1.10.0", "1.9.0"), Ordering::Greater);
    assert_eq!(compare("1.0.0+a", "1.0.0+b"), Ordering::Equal);
}

fn manifest(extra: serde_json::Value) -> Manifest {
    let mut whole = json!({
        "id": "acme", "name": "Acme", "version": "1.0.0", "api": "patchbay:plugin@1.0",
        "license": "MIT", "maker": "Acme", "description": "A channel.", "icon": "icon.svg",
        "color": "#000000", "interfaces": ["settings"], "settings": { "schema": "settings.json" },
    });
    for (name, value) in extra.as_object().expect("an object") {
        whole[name] = value.clone();
    }
    serde_json::from_value(whole).expect("a manifest")
}

#[test]
fn a_difference_names_what_comes_and_goes() {
    let old = manifest(json!({
        "net": { "hosts": ["https://a.example"], "host_settings": ["base"] },
        "limits": { "memory": "64MiB" },
    }));
    let new = manifest(json!({
        "net": { "hosts": ["https://b.example"], "host_settings": ["base"], "headers": ["x-a"] },
        "credentials": { "token": {
            "secret": "t", "inject": "header:authorization", "hosts": ["https://b.example"],
        } },
        "interfaces": ["settings", "outbound"],
        "channels": [{ "value": "ACME", "name": "Acme", "group": "chat" }],
        "limits": { "memory": "128MiB" },
    }));
    let changed = difference(&old, &new);
    assert_eq!(
        changed.added,
        [
            "channel ACME",
            "credential token (header:authorization) to https://b.example",
            "host https://b.example",
            "interface outbound",
            "limit memory 128MiB",
            "request header x-a",
        ]
    );
    assert_eq!(changed.removed, ["host https://a.example", "limit memory 64MiB"]);
    let same = difference(&new, &new);
    assert!(same.added.is_empty() && same.removed.is_empty());
    assert!(lines(&old).contains("host from the setting base"));
}
