//! What may stand in a contact, and what two that become one keep.

use super::model::{Details, Edit, edited, gain, give_back};
use serde_json::{Value, json};

fn details() -> Details {
    Details { id: 1, name: "Mei".into(), facts: "{}".into(), ..Details::default() }
}

fn change(edit: Value) -> Result<Details, Vec<&'static str>> {
    let edit: Edit = serde_json::from_value(edit).expect("an edit");
    let wrong = |list: Vec<(&'static str, &'static str)>| list.iter().map(|one| one.0).collect();
    edited(&details(), &edit, "2026-11-23").map_err(wrong)
}

#[test]
fn fields_take_what_fits_them() {
    for (edit, wrong) in [
        (json!({}), ""),
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x".repeat(201) }), "name"),
        (json!({ "salutation": "Datin" }), ""),
        (json!({ "salutation": "x".repeat(51) }), "salutation"),
        (json!({ "email": "mei@shop.example" }), ""),
        (json!({ "email": "" }), ""),
        (json!({ "email": "mei at shop" }), "email"),
        (json!({ "phone": "+60 12-345 6789" }), ""),
        (json!({ "phone": "call me" }), "phone"),
        (json!({ "birth_date": "1990-02-28" }), ""),
        (json!({ "birth_date": "1990-02-28 00:00:00" }), ""),
        (json!({ "birth_date": "1990-02-30" }), "birth_date"),
        (json!({ "birth_date": "28/02/1990" }), "birth_date"),
        (json!({ "birth_date": "2026-11-24" }), "birth_date"),
        (json!({ "notes": "x".repeat(5_001) }), "notes"),
        (json!({ "identity_type": "licence", "identity_number": "1" }), "identity_type"),
        (json!({ "identity_type": "mykad" }), "identity_number"),
        (json!({ "identity_type": "mykad", "identity_number": "900228-10-5566" }), ""),
        (json!({ "identity_type": "mykid", "identity_number": "90022810556" }), "identity_number"),
        (
            json!({ "identity_type": "pr_mykad", "identity_number": "9002281055XX" }),
            "identity_number",
        ),
        (json!({ "identity_type": "passport", "identity_number": "A 1234567" }), ""),
        (json!({ "identity_type": "army", "identity_number": "x".repeat(41) }), "identity_number"),
        (json!({ "identity_type": "police", "identity_refused": true }), ""),
        (json!({ "identity_type": "baby_of", "identity_number": "900228105566" }), ""),
    ] {
        let found = change(edit.clone()).err().unwrap_or_default();
        let expected: Vec<&str> = Some(wrong).filter(|one| !one.is_empty()).into_iter().collect();
        assert_eq!(found, expected, "{edit}");
    }
    assert_eq!(change(json!({ "name": "", "phone": "x" })).err(), Some(vec!["name", "phone"]));
}

#[test]
fn a_number_stands_only_where_one_was_given() {
    let number = |edit: Value| change(edit).map(|now| now.identity_number);
    let mykad = json!({ "identity_type": "mykad", "identity_number": "900228-10-5566" });
    assert_eq!(number(mykad), Ok("900228105566".into()));
    let none = json!({ "identity_type": "", "identity_number": "1" });
    assert_eq!(number(none), Ok(String::new()));
    let refused =
        json!({ "identity_type": "mykad", "identity_number": "1", "identity_refused": true });
    assert_eq!(number(refused), Ok(String::new()));
    let nothing = change(json!({ "identity_refused": true })).expect("a contact");
    assert!(!nothing.identity_refused, "nobody asked for a number of no type");
    let day = change(json!({ "birth_date": "1990-02-28 00:00:00" })).expect("a contact");
    assert_eq!(day.birth_date, "1990-02-28");
}

#[test]
fn the_survivors_values_win_and_its_gaps_are_filled() {
    let mut survivor = Details { email: "mei@shop.example".into(), ..details() };
    let before = survivor.clone();
    let loser = Details {
        name: "Tan".into(),
        email: "tan@shop.example".into(),
        phone: "+60123".into(),
        identity_type: "mykad".into(),
        identity_number: "900228105566".into(),
        avatar: Some("{}".into()),
        facts: "{\"a\":1}".into(),
        ..details()
    };
    let gain = gain(&mut survivor, &loser);
    assert_eq!(gain.kept, ["name", "email"]);
    let filled: Vec<&str> = gain.filled.keys().map(String::as_str).collect();
    assert_eq!(filled.len(), 4, "{filled:?}");
    assert_eq!((survivor.name.as_str(), survivor.email.as_str()), ("Mei", "mei@shop.example"));
    assert_eq!(survivor.identity_number, "900228105566");
    let whole = survivor.clone();
    give_back(&mut survivor, &gain.filled);
    assert_eq!(survivor, before);
    // What was changed since stays.
    let mut changed = Details { phone: "+60999".into(), ..whole.clone() };
    give_back(&mut changed, &gain.filled);
    assert_eq!((changed.phone.as_str(), changed.identity_type.as_str()), ("+60999", ""));
    let mut refused = Details { identity_number: String::new(), identity_refused: true, ..whole };
    give_back(&mut refused, &gain.filled);
    assert_eq!((refused.identity_type.as_str(), refused.identity_refused), ("mykad", true));
}
