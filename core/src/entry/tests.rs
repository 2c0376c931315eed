//! What fits on a form, as tables.

use super::model::{Fields, Rules, Settings, TicketFormDraft, check, settings};
use crate::http::{Code, Problem};
use axum::response::IntoResponse as _;
use serde_json::{Value, json};

const FORM: Rules<'static> =
    Rules { required: &[], reachable: true, known: false, message_max: 10_000 };

fn fields(value: Value) -> Fields {
    Fields(serde_json::from_value(value).expect("an object"))
}

/// The names of the fields that a problem is about.
async fn wrong(problem: Problem) -> Vec<String> {
    assert_eq!(problem.code(), Code::Invalid);
    let body = axum::body::to_bytes(problem.into_response().into_body(), 100_000).await;
    let body: Value = serde_json::from_slice(&body.expect("a body")).expect("JSON");
    body["error"]["fields"].as_object().expect("fields").keys().cloned().collect()
}

#[tokio::test]
async fn what_is_filled_in_is_checked() {
    let long = "x".repeat(10_001);
    let table = [
        (json!({ "name": "Mei", "email": "mei@shop.example", "message": "Hi" }), vec![]),
        (json!({ "name": "Mei", "phone": "+60 (12) 345-6789", "message": "Hi" }), vec![]),
        (json!({ "name": "Mei", "message": "Hi" }), vec!["email"]),
        (json!({}), vec!["email", "message", "name"]),
        (json!({ "name": " \u{7}", "email": "a@b.c", "message": "\r\n" }), vec!["message", "name"]),
        (json!({ "name": "M", "email": "a b@c.d", "message": "x" }), vec!["email"]),
        (json!({ "name": "M", "email": "a@b.c\r\nBcc: x@y.z", "message": "x" }), vec!["email"]),
        (json!({ "name": "M", "phone": "12", "message": "x" }), vec!["phone"]),
        (json!({ "name": "M", "phone": "call me 12345", "message": "x" }), vec!["phone"]),
        (json!({ "name": "M", "phone": "12345678901234567", "message": "x" }), vec!["phone"]),
        (json!({ "name": "M", "email": "a@b.c", "message": long }), vec!["message"]),
        (
            json!({ "name": "M", "email": "a@b.c", "message": "x", "title": "x".repeat(201) }),
            vec!["title"],
        ),
        (json!({ "name": "M", "email": "a@b.c", "message": "x", "website": "x" }), vec!["website"]),
        (
            json!({ "name": "M", "email": "a@b.c", "message": "x", "queue_id": "x".repeat(65) }),
            vec!["queue_id"],
        ),
    ];
    for (given, expected) in table {
        let found = match check(&fields(given.clone()), FORM, Some(0)) {
            Ok(_) => vec![],
            Err(problem) => wrong(problem).await,
        };
        assert_eq!(found, expected, "{given}");
    }
}

#[tokio::test]
async fn what_a_form_needs_has_to_be_there() {
    let required: Vec<String> = ["phone", "title", "file"].map(str::to_owned).to_vec();
    let rules = Rules { required: &required, ..FORM };
    let given = fields(json!({ "name": "Mei", "email": "mei@shop.example", "message": "Hi" }));
    let problem = check(&given, rules, Some(0)).expect_err("three are missing");
    assert_eq!(wrong(problem).await, ["file", "phone", "title"]);
    let problem = check(&given, rules, None).expect_err("the file may still come");
    assert_eq!(wrong(problem).await, ["phone", "title"]);
}

#[test]
fn what_is_written_is_made_plain() {
    let given = json!({
        "name": " Mei\n Ling ", "email": " mei@shop.example ", "title": "A\u{202e}B",
        "message": " one\r\ntwo\u{0} ", "language": "ms",
    });
    let written = check(&fields(given), FORM, Some(0)).expect("fine");
    assert_eq!(written.name, "Mei Ling");
    assert_eq!(written.email, "mei@shop.example");
    assert_eq!(written.title, "AB");
    assert_eq!(written.text, "one\ntwo");
}

#[test]
fn what_is_absent_of_a_draft_stays() {
    let before = Settings {
        name: "Site".into(),
        department_id: Some(3),
        required: vec!["phone".into()],
        active: true,
        ..Settings::default()
    };
    let draft = |value: Value| serde_json::from_value::<TicketFormDraft>(value).expect("a draft");
    assert_eq!(settings(&before, &draft(json!({}))).expect("fine"), before);
    let after = json!({ "department_id": null, "required": ["file", "email"], "active": false });
    let after = settings(&before, &draft(after)).expect("fine");
    assert_eq!((after.department_id, after.active), (None, false));
    assert_eq!(after.required, ["email", "file"]);
    for bad in [json!({ "name": " " }), json!({ "required": ["ic"] })] {
        assert!(settings(&before, &draft(bad.clone())).is_err(), "{bad}");
    }
}
