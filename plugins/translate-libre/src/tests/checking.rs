//! The check of the settings.

use super::{account, failed};
use crate::LibreTranslate;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::{Guest as _, Validation};
use patchbay_plugin::testing;

const LANGUAGES: &str = r#"[{"code":"en","name":"English"},{"code":"zh","name":"Chinese"}]"#;

fn check() -> Validation {
    LibreTranslate::check(account()).expect("a check answers")
}

fn problems(found: &Validation) -> Vec<(&str, &str)> {
    found.problems.iter().map(|(name, detail)| (name.as_str(), detail.code.as_str())).collect()
}

#[test]
fn a_server_without_a_key_tells_what_it_can_do() {
    testing::answers(200, r#"{"charLimit":5000,"keyRequired":false}"#);
    testing::answers(200, LANGUAGES);
    let found = check();
    assert_eq!(problems(&found), []);
    let facts = [("Characters in one request", "5000"), ("Languages", "2"), ("Chinese as", "zh")];
    assert_eq!(found.facts, facts.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let asked: Vec<_> = testing::take_sent().into_iter().map(|sent| sent.url).collect();
    assert_eq!(asked, ["https://lt.example/frontend/settings", "https://lt.example/languages"]);
}

#[test]
fn a_missing_key_and_a_small_limit_are_named() {
    testing::answers(200, r#"{"charLimit":50,"keyRequired":true}"#);
    testing::answers(200, LANGUAGES);
    let expected =
        [("request_chars", "translate-libre.chars"), ("api_key", "translate-libre.no-key")];
    assert_eq!(problems(&check()), expected);
}

#[test]
fn a_key_is_tried() {
    testing::set_secret("api_key");
    for (status, expected) in [(200, vec![]), (403, vec![("api_key", "translate-libre.403")])] {
        testing::answers(200, r#"{"charLimit":-1,"keyRequired":true}"#);
        testing::answers(200, LANGUAGES);
        testing::answers(status, "[]");
        assert_eq!(problems(&check()), expected);
    }
}

#[test]
fn another_server_is_no_libretranslate() {
    for (status, body) in [(200, "<html>"), (200, r#"{"ok":true}"#), (404, "no")] {
        testing::answers(status, body);
        let expected = [("server_url", "translate-libre.no-server")];
        assert_eq!(problems(&check()), expected, "{status} {body}");
    }
    testing::fails(NetError::Dns(Detail::new("net.dns", "There is no such host.")));
    assert_eq!(problems(&check()), [("server_url", "net.dns")]);
    testing::answers(200, r#"{"charLimit":-1,"keyRequired":false}"#);
    testing::answers(200, "[]");
    assert_eq!(problems(&check()), [("server_url", "translate-libre.languages")]);
    testing::answers(503, "no");
    let failure = LibreTranslate::check(account()).expect_err("trouble");
    assert_eq!(failed(&failure), ("retryable", "translate-libre.503".into()));
}
