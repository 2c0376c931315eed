//! Decisions of announcements.

use super::model::{AnnouncementDraft, Checked, check};
use serde_json::{Value, json};

fn draft(change: Value) -> AnnouncementDraft {
    let mut draft = json!({ "text": " Stocktaking today ", "level": "warning" });
    for (key, value) in change.as_object().expect("an object") {
        draft[key] = value.clone();
    }
    serde_json::from_value(draft).expect("a draft")
}

#[test]
fn what_is_left_out_has_a_meaning() {
    let expected = Checked {
        text: "Stocktaking today".into(),
        level: "warning".into(),
        link: String::new(),
        from: 70,
        until: None,
    };
    assert_eq!(check(&draft(json!({})), 70).expect("fine"), expected);
    let more =
        json!({ "level": "", "link": " https://shop.example/a ", "from": "80", "until": 90 });
    let expected = Checked {
        level: "info".into(),
        link: "https://shop.example/a".into(),
        from: 80,
        until: Some(90),
        ..expected
    };
    assert_eq!(check(&draft(more), 70).expect("fine"), expected);
}

#[test]
fn what_cannot_be_published_is_refused() {
    for wrong in [
        json!({ "text": " " }),
        json!({ "text": "x".repeat(501) }),
        json!({ "level": "loud" }),
        json!({ "link": "javascript:alert(1)" }),
        json!({ "link": "shop.example" }),
        json!({ "link": format!("https://shop.example/{}", "x".repeat(500)) }),
        json!({ "from": "tomorrow" }),
        json!({ "from": -1 }),
        json!({ "until": 70 }),
        json!({ "from": 90, "until": 80 }),
        json!({ "until": [] }),
    ] {
        assert!(check(&draft(wrong.clone()), 70).is_err(), "{wrong}");
    }
}
