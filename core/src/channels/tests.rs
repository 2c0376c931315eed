//! Decisions of the pipelines.

use super::{
    model::{check_settings, pass_rate, provider_key, send_backoff_ms, split_settings},
    outbound::outcome::{Next, after_crash, after_failure},
};
use crate::plugins::{
    CallError, Detail, Failure, Retry, Secrets,
    manifest::{Dedupe, Manifest},
};
use serde_json::json;

fn detail() -> Detail {
    Detail::new("x.1", "No.")
}

#[test]
fn a_rate_lets_a_second_of_burst_through_and_then_spaces() {
    let rate = (2, 1_000_000);
    let mut arrival = 0;
    let now = 5_000_000;
    let mut passed = 0;
    while let Ok(next) = pass_rate(arrival, now, rate) {
        arrival = next;
        passed += 1;
    }
    assert_eq!(passed, 2);
    let wait = pass_rate(arrival, now, rate).unwrap_err();
    assert_eq!(wait, 500_000);
    assert!(pass_rate(arrival, now + wait, rate).is_ok());
    // One a second has no burst.
    let next = pass_rate(0, now, (1, 1_000_000)).unwrap();
    assert_eq!(pass_rate(next, now, (1, 1_000_000)), Err(1_000_000));
}

#[test]
fn failures_are_retried_failed_or_unknown() {
    let fail = |f: Failure| CallError::Failure(f);
    let next = |e: &CallError, attempt, dedupe, out| after_failure(e, attempt, dedupe, out, 0);
    let again = |n: Next| match n {
        Next::Again { in_ms, prior_unknown, .. } => Some((in_ms, prior_unknown)),
        _ => None,
    };
    let retryable = fail(Failure::Retryable(detail(), Retry::default()));
    assert_eq!(again(next(&retryable, 1, Dedupe::None, true)), Some((1000, false)));
    assert!(matches!(next(&retryable, 12, Dedupe::None, true), Next::Failed { .. }));
    let limited = Retry { after_ms: Some(7000), max_attempts: None };
    let limited = fail(Failure::RateLimited(detail(), limited));
    assert_eq!(again(next(&limited, 3, Dedupe::None, true)), Some((7000, false)));
    let permanent = fail(Failure::Permanent(detail()));
    assert!(matches!(next(&permanent, 1, Dedupe::Provider, true), Next::Failed { .. }));
    let unknown = fail(Failure::OutcomeUnknown(detail()));
    assert!(matches!(next(&unknown, 1, Dedupe::None, true), Next::Unknown { .. }));
    assert_eq!(again(next(&unknown, 1, Dedupe::Provider, true)), Some((1000, true)));
    let sign_in = fail(Failure::AuthExpired(detail()));
    assert!(matches!(next(&sign_in, 1, Dedupe::None, true), Next::SignIn { .. }));
}

#[test]
fn a_crash_after_a_request_is_unknown_and_before_one_is_not() {
    let trap = CallError::Trapped { message: "t".into(), backtrace: String::new() };
    assert!(matches!(after_failure(&trap, 1, Dedupe::None, true, 0), Next::Unknown { .. }));
    assert!(matches!(after_failure(&trap, 1, Dedupe::None, false, 0), Next::Failed { .. }));
    assert!(matches!(
        after_failure(&CallError::WallTime, 1, Dedupe::None, false, 0),
        Next::Again { .. }
    ));
    assert!(matches!(after_crash(Dedupe::None), Next::Unknown { .. }));
    assert!(matches!(after_crash(Dedupe::Lookup), Next::Again { prior_unknown: true, .. }));
}

#[test]
fn a_request_is_known_by_what_the_manifest_names_or_by_its_bytes() {
    let key =
        |recipe, body: &[u8]| provider_key(recipe, &[("X-Id".into(), b"h".to_vec())], "", body);
    assert_eq!(key(Some("json:/update_id"), br#"{"update_id":7}"#), "id:7");
    assert_eq!(key(Some("json:/a/b"), br#"{"a":{"b":"c"}}"#), "id:c");
    assert_eq!(key(Some("header:x-id"), b""), "id:h");
    assert!(key(Some("json:/update_id"), b"not json").starts_with("sha256:"));
    assert_ne!(key(None, b"a"), key(None, b"b"));
}

#[test]
fn waits_between_attempts_double_to_five_minutes() {
    assert_eq!(send_backoff_ms(1, 0), 1000);
    assert_eq!(send_backoff_ms(4, 0), 8000);
    assert_eq!(send_backoff_ms(50, 0), 300_000);
}

#[test]
fn secrets_leave_the_settings_and_an_empty_one_keeps_the_old() {
    let schema = json!({ "properties": {
        "token": { "type": "string", "x-secret": true },
        "base": { "type": "string", "default": "https://a.example" },
        "n": { "type": "integer", "minimum": 1 },
    }, "required": ["token", "n"] });
    let old: Secrets = [("token", "old")].into_iter().collect();
    let (open, secrets) = split_settings(&schema, &json!({ "token": "", "n": 2 }), &old);
    assert_eq!(open, json!({ "n": 2, "base": "https://a.example" }));
    assert_eq!(secrets, [("token".to_owned(), "old".to_owned())]);
    let (_, secrets) = split_settings(&schema, &json!({ "token": "new" }), &old);
    assert_eq!(secrets, [("token".to_owned(), "new".to_owned())]);
    let none = Secrets::default();
    let (open, secrets) = split_settings(&schema, &json!({ "n": 0, "x": 1 }), &none);
    let wrong = check_settings(&schema, &open, &secrets, &json!({ "n": 0, "x": 1 }));
    let names: Vec<&str> = wrong.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["x", "token", "n"]);
}

/// The line of reports that each channel of the first-party plugins is counted in. Messages to one
/// business are mobile messaging, what everybody can read is social media.
#[test]
fn first_party_channels_are_counted_in_their_group() {
    const GROUPS: [(&str, &[&str]); 6] = [
        ("email", &["EMAIL", "GRAPH_EMAIL"]),
        ("chatbot", &["WAUCHAT"]),
        ("livechat", &["LIVECHAT"]),
        ("social media", &["FB_PAGE_POST", "IG_MENTION", "IG_POST", "TW_MENTION"]),
        (
            "mobile messaging",
            &["FB_PM", "IG_PM", "LINE_DM", "SMS", "TELEGRAM", "TW_DM", "WHATSAPP"],
        ),
        ("call", &["CALL"]),
    ];
    let plugins = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins");
    let mut counted: Vec<(String, String)> = std::fs::read_dir(plugins)
        .unwrap()
        .filter_map(|entry| std::fs::read_to_string(entry.unwrap().path().join("plugin.toml")).ok())
        .flat_map(|text| toml::from_str::<Manifest>(&text).unwrap().channels)
        .map(|channel| (channel.report_group.unwrap_or(channel.group), channel.value))
        .collect();
    let mut expected: Vec<(String, String)> = GROUPS
        .iter()
        .flat_map(|(group, values)| values.iter().map(|v| ((*group).to_owned(), (*v).to_owned())))
        .collect();
    counted.sort();
    expected.sort();
    assert_eq!(counted, expected);
}
