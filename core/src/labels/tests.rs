//! Decisions of labels.

use super::model::{Change, Draft, read};
use serde_json::{Value, json};

fn label(change: &Value) -> Value {
    let mut label = json!({
        "id": 3, "name": "Refund", "color": "#c03020", "colorDark": "#ff8078", "level": 2, "sla": 30,
    });
    for (key, value) in change.as_object().expect("an object") {
        label[key] = value.clone();
    }
    label
}

fn draft(id: Option<i64>) -> Draft {
    let (name, color, color_dark) = ("Refund".into(), "#c03020".into(), "#ff8078".into());
    Draft { id, name, color, color_dark, level: 2, sla: 30 }
}

#[test]
fn lists_are_json_or_a_text_of_it() {
    let expected = Change { labels: vec![draft(Some(3)), draft(None)], delete: vec![7, 8] };
    let labels = json!([label(&json!({})), label(&json!({ "id": 9, "isNew": true }))]);
    assert_eq!(read(&labels, &json!([7, "8"])), Ok(expected.clone()));
    assert_eq!(read(&json!(labels.to_string()), &json!("[7,8]")), Ok(expected));
    assert_eq!(read(&Value::Null, &json!("")), Ok(Change::default()));
}

#[test]
fn numbers_may_be_texts_and_a_missing_dark_colour_is_the_light_one() {
    let labels = json!([{ "name": " Refund ", "color": "#c03020", "level": "2", "sla": "30" }]);
    let change = read(&labels, &Value::Null).expect("it fits");
    assert_eq!(change.labels, [Draft { color_dark: "#c03020".into(), ..draft(None) }]);
}

#[test]
fn what_cannot_be_kept_is_named() {
    let field = |change: Value| {
        read(&json!([label(&json!({})), label(&change)]), &Value::Null).expect_err("refused").field
    };
    assert_eq!(field(json!({ "name": " " })), "labelArray.1.name");
    assert_eq!(field(json!({ "name": "x".repeat(81) })), "labelArray.1.name");
    assert_eq!(field(json!({ "color": "#12" })), "labelArray.1.color");
    assert_eq!(field(json!({ "color": "red" })), "labelArray.1.color");
    assert_eq!(field(json!({ "colorDark": "" })), "labelArray.1.colorDark");
    assert_eq!(field(json!({ "level": 1.5 })), "labelArray.1.level");
    assert_eq!(field(json!({ "level": "" })), "labelArray.1.level");
    assert_eq!(field(json!({ "sla": -1 })), "labelArray.1.sla");
    assert_eq!(field(json!({ "id": "x" })), "labelArray.1.id");

    let lists = |labels: Value, delete: Value| read(&labels, &delete).expect_err("refused").field;
    assert_eq!(lists(json!({}), Value::Null), "labelArray");
    assert_eq!(lists(json!("[{"), Value::Null), "labelArray");
    assert_eq!(lists(json!([]), json!(["x"])), "delete");
    assert_eq!(lists(json!([label(&json!({}))]), json!([3])), "delete");
    assert_eq!(lists(json!(vec![label(&json!({})); 201]), Value::Null), "labelArray");
}
