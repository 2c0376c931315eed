//! Which changes of a view are stale, and what one is that says nothing.

use super::model::{Density, ViewSettings, ViewStatus, expect_version};

#[test]
fn a_change_from_another_version_is_overtaken() {
    assert!(expect_version(3, Some(3)).is_ok());
    assert!(expect_version(3, None).is_ok());
    assert!(expect_version(3, Some(2)).is_err());
}

#[test]
fn what_a_view_does_not_say_is_the_plain_list() {
    let settings: ViewSettings = serde_json::from_str("{}").expect("all have defaults");
    assert_eq!(settings.status, ViewStatus::Open);
    assert_eq!(settings.density, Density::Comfortable);
    let stored = serde_json::to_value(&settings).expect("JSON");
    assert_eq!(stored["query"], serde_json::json!({}), "only what is asked for is stored");
}
