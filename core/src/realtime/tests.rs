//! Frames on the wire.

use super::frame::logged;

#[test]
fn a_logged_frame_is_json_with_its_number() {
    let text = logged("newMessage", r#"{"a":1}"#, 7);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value, serde_json::json!({ "event": "newMessage", "data": { "a": 1 }, "seq": 7 }));
}
