//! What matches, what is stopped, what can be kept.

use super::{
    admin_macros::offered,
    check,
    consumer::moment,
    loop_guard::{DEPTH_MAX, Hour, REPLIES_MAX, RUNS_MAX, Stop, stop},
    matching::{Facts, holds, matched},
    model::{ActionResult, Deed, Do, Field, How, Macro, Test, Tests, When, outcome},
};
use crate::{
    events::{Audience, Event},
    http::FieldErrors,
};
use serde_json::{Value, json};
use std::sync::Arc;

fn test(field: Field, is: How, value: &str) -> Test {
    Test { field, is, value: value.into(), custom: None }
}

fn facts() -> Facts {
    Facts {
        channel: "EMAIL".into(),
        subject: "Re: Refund of order 12".into(),
        text: "Please REFUND me".into(),
        senders: vec!["mei@shop.example".into()],
        labels: vec![3, 5],
        department: Some(7),
        assignees: vec![],
        status: 0,
        severity: "H".into(),
        language: "ms".into(),
        open: false,
        answered: false,
        age_min: 90,
        custom: vec![
            (1, vec!["A-17".into()]),
            (2, vec!["9.5".into()]),
            (3, vec!["2026-05-01".into()]),
            (4, vec!["3".into(), "5".into()]),
            (5, vec!["yes".into()]),
        ],
    }
}

#[test]
fn a_condition_holds_or_not() {
    let table = [
        (Field::Channel, How::Is, "email", true),
        (Field::Channel, How::IsNot, "EMAIL", false),
        (Field::Subject, How::Contains, "refund", true),
        (Field::Subject, How::Is, "refund", false),
        (Field::Text, How::Contains, "Refund", true),
        (Field::Text, How::ContainsNot, "refund", false),
        (Field::Sender, How::Contains, "@shop.example", true),
        (Field::Sender, How::Is, "MEI@shop.example", true),
        (Field::Sender, How::IsNot, "somebody@else.example", true),
        (Field::Label, How::Is, "5", true),
        (Field::Label, How::IsNot, "5", false),
        (Field::Label, How::Is, "4", false),
        (Field::Department, How::Is, "7", true),
        (Field::Department, How::Is, "", false),
        (Field::Assignee, How::Is, "", true),
        (Field::Assignee, How::Is, "9", false),
        (Field::Status, How::Is, "0", true),
        (Field::Severity, How::Is, "H", true),
        (Field::Severity, How::Is, "", false),
        (Field::Language, How::Is, "MS", true),
        (Field::Hours, How::Is, "open", false),
        (Field::Hours, How::IsNot, "open", true),
        (Field::Answered, How::IsNot, "yes", true),
        (Field::Age, How::More, "60", true),
        (Field::Age, How::Less, "60", false),
    ];
    for (field, is, value, expected) in table {
        assert_eq!(holds(&test(field, is, value), &facts()), expected, "{field:?} {is:?} {value}");
    }
}

#[test]
fn a_condition_about_a_custom_field_holds_or_not() {
    let table = [
        (1, How::Is, "a-17", true),
        (1, How::Contains, "17", true),
        (1, How::ContainsNot, "18", true),
        (2, How::More, "9", true),
        (2, How::More, "10", false),
        (2, How::Is, "9.50", true),
        (3, How::Less, "2026-05-02", true),
        (3, How::More, "2026-05-01", false),
        (4, How::Is, "5", true),
        (4, How::Is, "4", false),
        (4, How::IsNot, "4", true),
        (5, How::Is, "yes", true),
        (5, How::Is, "", false),
        (6, How::Is, "", true),
        (6, How::IsNot, "", false),
        (6, How::Is, "yes", false),
        (6, How::More, "1", false),
    ];
    for (custom, is, value, expected) in table {
        let test = Test { custom: Some(custom), ..test(Field::Custom, is, value) };
        assert_eq!(holds(&test, &facts()), expected, "{custom} {is:?} {value}");
    }
}

#[test]
fn all_of_one_list_and_some_of_the_other() {
    let (yes, no) = (test(Field::Status, How::Is, "0"), test(Field::Status, How::Is, "3"));
    let cases = [
        (vec![], vec![], Some(0)),
        (vec![yes.clone()], vec![], Some(1)),
        (vec![yes.clone(), no.clone()], vec![], None),
        (vec![], vec![no.clone(), yes.clone()], Some(1)),
        (vec![], vec![no.clone()], None),
        (vec![yes.clone()], vec![yes.clone(), no.clone()], Some(2)),
        (vec![no], vec![yes], None),
    ];
    for (all, any, expected) in cases {
        let held = matched(&Tests { all, any }, &facts());
        assert_eq!(held.map(|held| held.len()), expected);
    }
}

#[test]
fn rules_do_not_drive_each_other_without_end() {
    let none = Hour::default();
    assert_eq!(stop(1, (&[], 0), true, none), None);
    assert_eq!(stop(1, (&[2], 1), true, none), None);
    assert_eq!(stop(1, (&[1], 1), false, none), Some(Stop::Itself));
    assert_eq!(stop(1, (&[1, 2], 2), false, none), Some(Stop::Itself), "also through others");
    let long: Vec<i64> = (10..30).collect();
    assert_eq!(stop(1, (&long, 0), false, none), None, "many rules at one event are no chain");
    assert_eq!(stop(1, (&long, DEPTH_MAX), false, none), Some(Stop::Depth));
    let busy = Hour { runs: RUNS_MAX, replies: 0 };
    assert_eq!(stop(1, (&[], 0), false, busy), Some(Stop::Runs));
    let loud = Hour { runs: 20, replies: REPLIES_MAX };
    assert_eq!(stop(1, (&[], 0), true, loud), Some(Stop::Replies));
    assert_eq!(stop(1, (&[], 0), false, loud), None, "what writes to nobody goes on");
}

fn event(name: &str, data: &Value) -> Event {
    Event {
        client_id: 1,
        seq: 9,
        name: name.into(),
        ticket_id: Some(4),
        audience: Arc::new(Audience::everyone()),
        data: data.to_string().into(),
        at_ms: 5,
    }
}

#[test]
fn the_log_is_read_for_what_rules_wait_for() {
    let said = |direction: &str| json!({ "message": { "id": 2, "direction": direction, "message": "Hi" } });
    let when = |name: &str, data: &Value| moment(&event(name, data)).map(|found| found.when);
    assert_eq!(when("createTicket", &said("in")), Some(When::Opened));
    assert_eq!(
        when("createTicket", &json!({ "message": null })),
        None,
        "a part that was split off"
    );
    assert_eq!(when("createTicket", &said("out")), None, "the desk wrote first");
    assert_eq!(when("newMessage", &said("in")), Some(When::CustomerMessage));
    assert_eq!(when("newMessage", &said("out")), Some(When::Answer));
    assert_eq!(when("newMessage", &said("system")), None);
    let noted = moment(&event("newMessage", &said("note"))).expect("a moment");
    assert_eq!((noted.when, noted.text), (When::Note, Some("Hi".into())));
    assert_eq!(when("ticketStatusChanged", &json!({})), Some(When::Status));
    assert_eq!(when("messageState", &json!({})), None);
    let caused = json!({ "note": { "text": "Look" }, "cause": { "rules": [3, 4], "depth": 2 } });
    let found = moment(&event("addNote", &caused)).expect("a moment");
    assert_eq!((found.chain, found.depth), (vec![3, 4], 2));
    assert_eq!(found.text, Some("Look".into()));
}

#[test]
fn only_what_can_run_is_kept() {
    let deed = |what, value: &str| Deed { what, value: value.into(), custom: None };
    let wrong = |deeds: &[Deed], is_macro| {
        let mut wrong = FieldErrors::default();
        check::deeds(deeds, is_macro, &mut wrong);
        !wrong.is_empty()
    };
    for (what, value, refused) in [
        (Do::Status, "1", false),
        (Do::Status, "5", true),
        (Do::Severity, "", false),
        (Do::Severity, "X", true),
        (Do::LabelAdd, "x", true),
        (Do::Department, "", false),
        (Do::Assignee, "me", true),
        (Do::Note, " ", true),
        (Do::Reply, "Hello {{contact.name}}", false),
        (Do::Reply, "Hello {{contact.shoe}}", true),
        (Do::Snooze, "0", true),
        (Do::Snooze, "60", false),
        (Do::Spam, "", false),
    ] {
        assert_eq!(wrong(&[deed(what, value)], false), refused, "{what:?} {value}");
    }
    assert!(!wrong(&[deed(Do::Assignee, "me")], true), "a macro may give it to who runs it");
    assert!(wrong(&[], false));

    let test_wrong = |one: Test| {
        let mut wrong = FieldErrors::default();
        check::tests(&Tests { all: vec![one], any: vec![] }, &mut wrong);
        !wrong.is_empty()
    };
    assert!(test_wrong(test(Field::Age, How::Contains, "5")));
    assert!(test_wrong(test(Field::Subject, How::Contains, "")));
    assert!(!test_wrong(test(Field::Assignee, How::Is, "")));
}

#[test]
fn what_came_of_it_in_one_word() {
    let done = |error: Option<&str>| ActionResult {
        what: Do::Spam,
        value: String::new(),
        custom: None,
        error: error.map(str::to_owned),
    };
    assert_eq!(outcome(&[done(None), done(None)]), "done");
    assert_eq!(outcome(&[done(None), done(Some("no"))]), "partly");
    assert_eq!(outcome(&[done(Some("no"))]), "failed");
}

#[test]
fn a_macro_is_for_all_or_for_departments() {
    let one = |departments: &[i64]| Macro {
        id: 1,
        name: "x".into(),
        departments: departments.to_vec(),
        then: vec![],
        runs: 0,
        last_run_at: None,
    };
    assert!(offered(&one(&[]), &[]));
    assert!(offered(&one(&[1, 2]), &[2]));
    assert!(!offered(&one(&[1]), &[2]));
}
