//! What is read from settings, and what a choice of fields may be.

use super::{ContactField, ContactFieldRule, ContactFields};
use serde_json::{Value, json};

fn with(field: ContactField, shown: bool, required: bool) -> ContactFields {
    let mut form = ContactFields::default();
    for rule in form.fields.iter_mut().filter(|rule| rule.field == field) {
        *rule = ContactFieldRule { field, shown, required };
    }
    form
}

#[test]
fn what_is_stored_is_read_again_and_nonsense_is_as_nothing() {
    let mut chosen = with(ContactField::BirthDate, false, false);
    chosen.identity_types = vec!["passport".into()];
    let (fields, types) = chosen.params();
    let stored = json!({ "contacts_param": fields, "contacts_param2": types });
    assert_eq!(ContactFields::of_settings(&stored), chosen);
    for settings in [
        Value::Null,
        json!({}),
        json!({ "contacts_param": 7, "contacts_param2": "all" }),
        json!({ "contacts_param": [{ "field": "shoe_size", "shown": false, "required": true }, 5] }),
    ] {
        assert_eq!(ContactFields::of_settings(&settings), ContactFields::default(), "{settings}");
    }
}

#[test]
fn a_form_names_each_field_once_and_asks_for_nothing_hidden() {
    let refused = |form: ContactFields, field: &str| {
        let wrong = form.checked().expect_err(field);
        assert!(wrong.iter().any(|(name, text)| name == field && !text.is_empty()), "{wrong:?}");
    };
    refused(with(ContactField::Email, false, true), "email");
    let mut twice = ContactFields::default();
    twice.fields.push(twice.fields[1]);
    refused(twice, "email");
    let mut short = ContactFields::default();
    short.fields.truncate(5);
    refused(short, "notes");
    let types = |list: &[&str]| ContactFields {
        identity_types: list.iter().map(|one| (*one).to_owned()).collect(),
        ..ContactFields::default()
    };
    refused(types(&["mykad", "moon"]), "identity_types");
    refused(types(&[]), "identity_types");

    let mut hidden = with(ContactField::Identity, false, false);
    hidden.identity_types = vec![];
    let all = with(ContactField::Identity, false, false);
    assert_eq!(hidden.checked().expect("a form"), all, "nothing is asked, so nothing was chosen");
    let mut turned = types(&["passport", "mykad", "mykad"]);
    turned.fields.reverse();
    assert_eq!(turned.checked().expect("a form"), types(&["mykad", "passport"]), "in its order");
}
