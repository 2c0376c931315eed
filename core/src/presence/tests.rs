//! The decisions.

use super::model::{Refused, Status, choose, ends, in_effect};

#[test]
fn a_choice_is_read() {
    let long = "x".repeat(201);
    let table = [
        ("ONLINE", "", Ok((Status::Online, ""))),
        ("online", "left over", Ok((Status::Online, ""))),
        ("AWAY", " Errand ", Ok((Status::Away, "Errand"))),
        ("AWAY", "  ", Err(Refused::ReasonMissing)),
        ("BUSY", "", Err(Refused::ReasonMissing)),
        ("BUSY", "Call", Ok((Status::Busy, "Call"))),
        ("MEAL_BREAK", "", Ok((Status::MealBreak, ""))),
        ("WASHROOM", "", Ok((Status::Washroom, ""))),
        ("PRAYER", "", Ok((Status::Prayer, ""))),
        ("PRAYER", &long, Err(Refused::ReasonTooLong)),
        ("OFFLINE", "x", Err(Refused::NotChosen)),
        ("", "", Err(Refused::Unknown)),
        ("LUNCH", "", Err(Refused::Unknown)),
    ];
    for (status, reason, expected) in table {
        let got = choose(status, reason);
        let got = got.as_ref().map(|c| (c.status, c.reason.as_str())).map_err(|refused| *refused);
        assert_eq!(got, expected, "{status:?} {reason:?}");
    }
}

#[test]
fn either_field_tells_the_truth() {
    let table = [
        (Status::Online, true, "ONLINE", ""),
        (Status::Online, false, "OFFLINE", ""),
        (Status::Away, true, "AWAY", "AWAY"),
        (Status::MealBreak, true, "MEAL_BREAK", "MEAL_BREAK"),
        (Status::MealBreak, false, "OFFLINE", ""),
    ];
    for (chosen, connected, status, second) in table {
        let got = in_effect(chosen, connected);
        assert_eq!((got.name(), got.second()), (status, second), "{chosen:?} {connected}");
    }
}

#[test]
fn spans_never_have_no_length() {
    for (since, now, end) in [(10, 20, 20), (10, 10, 11), (10, 5, 11)] {
        assert_eq!(ends(since, now), end);
    }
}
