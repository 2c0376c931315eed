//! Decisions of canned replies and signatures.

use super::{
    model::{Signature, check_signatures},
    variables::{KNOWN, fill, unknown},
};

#[test]
fn variables_are_filled_in_and_braces_that_are_none_stay() {
    let value = |name: &str| match name {
        "contact.name" => Some("Mei"),
        "ticket.number" => Some("7"),
        _ => None,
    };
    for (text, expected) in [
        ("Hello {{contact.name}}, it is #{{ ticket.number }}.", "Hello Mei, it is #7."),
        ("{{contact.name}}{{contact.name}}", "MeiMei"),
        // The blank before what is empty goes with it, where no word follows.
        ("No email: {{contact.email}}!", "No email:!"),
        ("Hello {{contact.email}}, it is done.", "Hello, it is done."),
        ("Hello {{contact.email}} and {{contact.name}}", "Hello and Mei"),
        ("Yours, {{contact.email}}", "Yours,"),
        ("{ contact.name } {{contact.name", "{ contact.name } {{contact.name"),
        ("a }} b", "a }} b"),
        ("", ""),
    ] {
        assert_eq!(fill(text, value), expected, "{text}");
    }
    // What is filled in is not read again.
    assert_eq!(fill("{{contact.name}}", |_| Some("{{agent.name}}")), "{{agent.name}}");
}

#[test]
fn an_unknown_variable_is_named_with_those_there_are() {
    for fine in ["Hello", "{{agent.name}} {{ticket.title}}", "{{open", "}}"] {
        assert_eq!(unknown(fine), None, "{fine}");
    }
    for name in KNOWN {
        assert_eq!(unknown(&format!("{{{{{name}}}}}")), None, "{name}");
    }
    let why = unknown("Hello {{contact.nme}}").expect("refused");
    assert!(why.starts_with("There is no variable {{contact.nme}}."), "{why}");
    assert!(why.contains("{{contact.name}}") && why.contains("{{ticket.number}}"), "{why}");
    assert!(unknown("{{}}").is_some());
}

#[test]
fn signatures_are_one_for_each_channel_that_takes_them() {
    let one = |channel: &str, text: &str| Signature {
        channel: channel.into(),
        text: text.into(),
        enabled: true,
    };
    let check = |all: &[Signature]| check_signatures(all, |value| value == "EMAIL").ok();
    assert_eq!(check(&[]), Some(vec![]));
    let both = vec![one("", "Mei"), one("EMAIL", "Mei\nShop")];
    assert_eq!(check(&both), Some(both.clone()));
    assert_eq!(check(&[one("", "  "), one("TELEGRAM", "")]), Some(vec![]));
    assert_eq!(check(&[one("TELEGRAM", "x")]), None);
    assert_eq!(check(&[one("", "x"), one("", "y")]), None);
    assert_eq!(check(&[one("", &"x".repeat(2_001))]), None);
}
