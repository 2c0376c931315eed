//! The decisions.

use super::model::{
    CustomStatus, Refused, alternate, choose, code_for, ends, in_effect, is_built_in, same_ids,
};

#[test]
fn a_choice_is_read() {
    let long = "x".repeat(201);
    let custom = ["TRAINING".to_owned()];
    let table = [
        ("ONLINE", "", Ok(("ONLINE", ""))),
        ("online", "left over", Ok(("ONLINE", ""))),
        ("AWAY", " Errand ", Ok(("AWAY", "Errand"))),
        ("AWAY", "  ", Err(Refused::ReasonMissing)),
        ("BUSY", "", Err(Refused::ReasonMissing)),
        ("BUSY", "Call", Ok(("BUSY", "Call"))),
        ("MEAL_BREAK", "", Ok(("MEAL_BREAK", ""))),
        ("WASHROOM", "", Ok(("WASHROOM", ""))),
        ("PRAYER", "", Ok(("PRAYER", ""))),
        ("PRAYER", &long, Err(Refused::ReasonTooLong)),
        ("OFFLINE", "x", Err(Refused::NotChosen)),
        ("", "", Err(Refused::Unknown)),
        ("LUNCH", "", Err(Refused::Unknown)),
        (" training ", "", Ok(("TRAINING", ""))),
        ("TRAINING", "Day 2", Ok(("TRAINING", "Day 2"))),
    ];
    for (status, reason, expected) in table {
        let got = choose(status, reason, &custom);
        let got = got.as_ref().map(|c| (c.code.as_str(), c.reason.as_str())).map_err(|why| *why);
        assert_eq!(got, expected, "{status:?} {reason:?}");
    }
}

#[test]
fn either_field_tells_the_truth() {
    let table = [
        ("ONLINE", true, "ONLINE", ""),
        ("ONLINE", false, "OFFLINE", ""),
        ("AWAY", true, "AWAY", "AWAY"),
        ("MEAL_BREAK", true, "MEAL_BREAK", "MEAL_BREAK"),
        ("MEAL_BREAK", false, "OFFLINE", ""),
        ("TRAINING", true, "AWAY", "TRAINING"),
        ("TRAINING", false, "OFFLINE", ""),
    ];
    for (chosen, connected, status, second) in table {
        let got = in_effect(chosen, connected);
        assert_eq!(got, (status, second.to_owned()), "{chosen:?} {connected}");
    }
}

#[test]
fn a_name_becomes_a_code_of_its_own() {
    let taken = ["TRAINING".to_owned(), "TRAINING_2".to_owned(), "CUSTOM".to_owned()];
    let table = [
        ("Back office", "BACK_OFFICE"),
        ("Training", "TRAINING_3"),
        ("Away", "AWAY_2"),
        ("offline!", "OFFLINE_2"),
        ("培训", "CUSTOM_2"),
        ("A name with so many words that no code holds them", "A_NAME_WITH_SO_MANY_WORDS_THAT"),
    ];
    for (name, code) in table {
        assert_eq!(code_for(name, &taken), code, "{name}");
    }
    assert!(is_built_in("prayer") && !is_built_in("TRAINING"));
}

#[test]
fn names_are_a_few_words() {
    assert_eq!(alternate("  Back \n office "), Some("Back office".to_owned()));
    assert_eq!(alternate("  "), None);
    assert_eq!(alternate(&"好".repeat(40)), Some("好".repeat(40)));
    assert_eq!(alternate(&"好".repeat(41)), None);
}

#[test]
fn an_order_names_every_status_once() {
    let status = |id| CustomStatus {
        id,
        status_code: format!("S{id}"),
        alternate: String::new(),
        removed: false,
    };
    let list = [status(1), status(2)];
    for (ids, fits) in [
        (vec![2, 1], true),
        (vec![1], false),
        (vec![1, 2, 2], false),
        (vec![1, 3], false),
        (vec![], false),
    ] {
        assert_eq!(same_ids(&list, &ids), fits, "{ids:?}");
    }
}

#[test]
fn spans_never_have_no_length() {
    for (since, now, end) in [(10, 20, 20), (10, 10, 11), (10, 5, 11)] {
        assert_eq!(ends(since, now), end);
    }
}

#[test]
fn a_span_counts_as_far_as_it_lies_within_the_range() {
    let within = |span| super::durations::within(span, (100, 200));
    assert_eq!(within((120, 150)), 30);
    assert_eq!(within((50, 150)), 50, "cut at the beginning");
    assert_eq!(within((150, 250)), 50, "and at the end");
    assert_eq!(within((0, 1_000)), 100);
    assert_eq!((within((0, 100)), within((200, 300)), within((0, 50))), (0, 0, 0));
}
