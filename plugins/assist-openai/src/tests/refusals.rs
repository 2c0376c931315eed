//! Where each refusal leads, and the check of the settings.

use super::{account, failed, says, talk};
use crate::Helper;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::{Guest as _, Validation};
use patchbay_plugin::suggest::Guest as _;
use patchbay_plugin::testing;
use serde_json::json;

fn refused(status: u16, error: serde_json::Value) -> (&'static str, String) {
    testing::answers(status, json!({ "error": error }).to_string());
    failed(&Helper::suggest(account(), talk(&["Hello"]), 1).expect_err("a refusal"))
}

#[test]
fn every_refusal_leads_where_it_should() {
    for (status, case) in [
        (400, "permanent"),
        (401, "auth-expired"),
        (403, "permanent"),
        (404, "needs-config"),
        (408, "retryable"),
        (409, "retryable"),
        (413, "permanent"),
        (422, "permanent"),
        (429, "rate-limited"),
        (500, "retryable"),
        (503, "retryable"),
    ] {
        let code = format!("assist-openai.{status}");
        assert_eq!(refused(status, json!({ "message": "no" })), (case, code));
        assert_eq!(refused(status, json!("no")).0, case);
    }
    let quota = json!({ "message": "You exceeded your quota", "type": "insufficient_quota" });
    assert_eq!(refused(429, quota), ("permanent", "assist-openai.quota".into()));
    let code = json!({ "message": "no", "code": 413, "type": "" });
    assert_eq!(refused(413, code).0, "permanent");
    testing::answers(502, "<html>Bad gateway</html>");
    let failure = Helper::suggest(account(), talk(&["Hello"]), 1).unwrap_err();
    assert_eq!(failed(&failure).0, "retryable");
}

#[test]
fn an_unknown_model_is_told_from_a_wrong_address() {
    for (error, setting) in [
        (json!({ "message": "no", "code": "model_not_found" }), "model"),
        (json!({ "message": "model \"small\" not found, try pulling it first" }), "model"),
        (json!("404 page not found"), "base_url"),
    ] {
        testing::answers(404, json!({ "error": error }).to_string());
        match Helper::suggest(account(), talk(&["Hello"]), 1) {
            Err(Failure::NeedsConfig(problems)) => assert_eq!(problems[0].0, setting),
            other => panic!("{other:?}"),
        }
    }
    let nobody = Account { config: "{}".into(), ..account() };
    let failure = Helper::suggest(nobody, talk(&["Hello"]), 1).unwrap_err();
    assert_eq!(failed(&failure), ("needs-config", "assist-openai.no-model".into()));
}

fn check() -> Validation {
    Helper::check(account()).expect("a check answers")
}

fn problems(found: &Validation) -> Vec<(&str, &str)> {
    found.problems.iter().map(|(name, detail)| (name.as_str(), detail.code.as_str())).collect()
}

#[test]
fn the_check_looks_for_the_model() {
    testing::answers(200, r#"{"data":[{"id":"small:latest"},{"id":"whisper-1"}]}"#);
    let found = check();
    assert_eq!((found.title.as_deref(), problems(&found)), (Some("small"), vec![]));
    assert_eq!(found.facts[1].1, "whisper-1");
    testing::answers(200, r#"{"data":[{"id":"smaller"}]}"#);
    let found = check();
    assert_eq!(problems(&found), [("model", "assist-openai.model")]);
    assert_eq!(found.facts[1].1, "whisper-1: not offered here");
    for (status, body, expected) in [
        (401, "{}", ("api_key", "assist-openai.401")),
        (403, "{}", ("api_key", "assist-openai.403")),
        (404, "no", ("base_url", "assist-openai.404")),
        (200, "<html>", ("base_url", "assist-openai.no-list")),
    ] {
        testing::answers(status, body);
        assert_eq!(problems(&check()), [expected]);
    }
    testing::answers(503, "no");
    assert!(matches!(Helper::check(account()), Err(Failure::Retryable(_))));
}

#[test]
fn a_server_without_a_key_is_asked_without_one() {
    says(json!({ "suggestions": [] }));
    assert!(Helper::suggest(account(), talk(&["Hello"]), 1).unwrap().is_empty());
    assert!(testing::take_sent()[0].credentials.is_empty());
}
