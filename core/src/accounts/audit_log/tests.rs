//! What the table says.

use super::csv::lines;
use crate::audit::Entry;
use serde_json::json;

#[test]
fn cells_are_quoted_and_never_formulas() {
    let entry = Entry {
        id: 7,
        at: 1_767_225_600_123,
        user_id: None,
        actor: "=1+1".into(),
        address: "::1".into(),
        action: "labels_saved".into(),
        subject_kind: "labels".into(),
        subject_id: String::new(),
        subject: "Say \"hi\"".into(),
        changes: json!({ "a": 1 }),
    };
    let expected = "7,2026-01-01T00:00:00.123Z,'=1+1,::1,labels_saved,labels,,\
                    \"Say \"\"hi\"\"\",\"{\"\"a\"\":1}\"\r\n";
    assert_eq!(lines(&[entry]), expected);
}
