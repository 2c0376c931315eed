//! What can be kept, and what can stand in a field, as tables.

use super::{
    check::drafted,
    model::{Choice, CustomField, FieldDraft, Kind, in_words, marks, read, texts},
};
use crate::http::{Code, Problem};
use axum::response::IntoResponse as _;
use serde_json::{Value, json};

fn field(kind: Kind) -> CustomField {
    let choice = |id, label: &str, archived| Choice { id, label: label.into(), archived };
    CustomField {
        id: 7,
        kind,
        label: "Field".into(),
        help: String::new(),
        required: false,
        choices: vec![choice(3, "Red", false), choice(1, "Blue", false), choice(2, "Old", true)],
        archived: false,
    }
}

#[test]
fn a_value_stands_in_its_field_as_it_was_meant() {
    let null = Value::Null;
    let table = [
        (Kind::Text, json!("  A-17 "), json!("A-17")),
        (Kind::Text, json!(" "), null.clone()),
        (Kind::LongText, json!("one\r\ntwo\n"), json!("one\ntwo")),
        (Kind::Number, json!(12.5), json!(12.5)),
        (Kind::Number, json!(12.0), json!(12)),
        (Kind::Number, json!("-3"), json!(-3)),
        (Kind::Number, json!(0), json!(0)),
        (Kind::Number, json!(""), null.clone()),
        (Kind::Date, json!("2024-02-29"), json!("2024-02-29")),
        (Kind::Checkbox, json!(true), json!(true)),
        (Kind::Checkbox, json!(false), null.clone()),
        (Kind::Checkbox, json!("yes"), json!(true)),
        (Kind::Choice, json!(1), json!(1)),
        (Kind::Choice, json!("3"), json!(3)),
        (Kind::Choice, null.clone(), null.clone()),
        (Kind::MultiChoice, json!([1, 3, 1]), json!([3, 1])),
        (Kind::MultiChoice, json!("1"), json!([1])),
        (Kind::MultiChoice, json!([]), null.clone()),
    ];
    for (kind, given, kept) in table {
        assert_eq!(read(&field(kind), &null, &given), Ok(kept), "{kind:?} {given}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    for (kind, given) in [
        (Kind::Text, json!("two\nlines")),
        (Kind::Text, json!("x".repeat(501))),
        (Kind::Text, json!(5)),
        (Kind::LongText, json!("x".repeat(4_001))),
        (Kind::LongText, json!("\u{7}")),
        (Kind::Number, json!("twelve")),
        (Kind::Number, json!("inf")),
        (Kind::Number, json!(1e17)),
        (Kind::Number, json!(true)),
        (Kind::Date, json!("2026-02-29")),
        (Kind::Date, json!("29.02.2024")),
        (Kind::Date, json!(20_240_229)),
        (Kind::Checkbox, json!("maybe")),
        (Kind::Checkbox, json!(1)),
        (Kind::Choice, json!(2)),
        (Kind::Choice, json!(9)),
        (Kind::Choice, json!([1])),
        (Kind::MultiChoice, json!([1, 2])),
        (Kind::MultiChoice, json!(["a"])),
        (Kind::MultiChoice, json!({})),
    ] {
        assert!(read(&field(kind), &Value::Null, &given).is_err(), "{kind:?} {given}");
    }
}

#[test]
fn a_choice_that_was_archived_stays_where_it_is() {
    let (one, some) = (field(Kind::Choice), field(Kind::MultiChoice));
    assert_eq!(read(&one, &json!(2), &json!(2)), Ok(json!(2)));
    assert_eq!(read(&some, &json!([2]), &json!([2, 3])), Ok(json!([3, 2])));
    assert_eq!(in_words(&some, &json!([3, 2])), "Red, Old");
    assert_eq!(marks(&some, &json!([3, 2])), [3, 2]);
    assert_eq!(texts(&json!([3, 2])), ["3", "2"]);
}

#[test]
fn a_value_is_found_and_read() {
    assert_eq!(marks(&field(Kind::Checkbox), &json!(true)), [1]);
    assert!(marks(&field(Kind::Checkbox), &Value::Null).is_empty());
    assert!(marks(&field(Kind::Number), &json!(4)).is_empty());
    assert_eq!(in_words(&field(Kind::Choice), &json!(1)), "Blue");
    assert_eq!(in_words(&field(Kind::Number), &json!(1.5)), "1.5");
    assert_eq!(in_words(&field(Kind::Checkbox), &json!(true)), "true");
    assert_eq!(texts(&json!(true)), ["yes"]);
    assert!(texts(&Value::Null).is_empty());
}

fn draft(value: Value) -> FieldDraft {
    serde_json::from_value(value).expect("a draft")
}

/// The names of the fields that a problem is about.
async fn wrong(problem: Problem) -> Vec<String> {
    assert_eq!(problem.code(), Code::Invalid);
    let body = axum::body::to_bytes(problem.into_response().into_body(), 100_000).await;
    let body: Value = serde_json::from_slice(&body.expect("a body")).expect("JSON");
    body["error"]["fields"].as_object().expect("fields").keys().cloned().collect()
}

#[test]
fn choices_keep_their_ids_and_are_archived_rather_than_lost() {
    let before = field(Kind::Choice);
    let draft = draft(json!({ "choices": [
        { "label": " Green " }, { "id": 1, "label": "Navy" }, { "label": "Grey" },
    ] }));
    let after = drafted(&before, &draft).expect("fine");
    let kept: Vec<(i64, &str, bool)> =
        after.choices.iter().map(|c| (c.id, c.label.as_str(), c.archived)).collect();
    let expected = [
        (4, "Green", false),
        (1, "Navy", false),
        (5, "Grey", false),
        (3, "Red", true),
        (2, "Old", true),
    ];
    assert_eq!(kept, expected);
    assert_eq!(drafted(&after, &FieldDraft::default()).expect("fine"), after);
}

#[tokio::test]
async fn what_is_wrong_with_a_field_is_told() {
    let before = field(Kind::Choice);
    for (given, expected) in [
        (json!({ "label": " " }), vec!["label"]),
        (json!({ "label": "x".repeat(81), "help": "x".repeat(301) }), vec!["help", "label"]),
        (json!({ "kind": "text" }), vec!["kind"]),
        (json!({ "choices": [] }), vec!["choices"]),
        (json!({ "choices": [{ "label": "" }] }), vec!["choices.0.label"]),
        (json!({ "choices": [{ "label": "A" }, { "label": "a" }] }), vec!["choices.1.label"]),
        (json!({ "choices": [{ "id": 9, "label": "A" }] }), vec!["choices.0.id"]),
        (
            json!({ "choices": [{ "id": 1, "label": "A" }, { "id": 1, "label": "B" }] }),
            vec!["choices.1.id"],
        ),
        (
            json!({ "choices": vec![json!({ "label": "x", "archived": true }); 301] }),
            vec!["choices"],
        ),
    ] {
        let problem = drafted(&before, &draft(given.clone())).expect_err("wrong");
        assert_eq!(wrong(problem).await, expected, "{given}");
    }
}
