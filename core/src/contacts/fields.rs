//! What a client's form says of a contact that somebody changed. Pure.

use super::model::Details;
use crate::accounts::{ContactField, ContactFields};

/// The name by which a fault is told, and what stands in the field; empty for nothing.
fn content(of: &Details, field: ContactField) -> (&'static str, String) {
    match field {
        ContactField::Salutation => ("salutation", of.salutation.clone()),
        ContactField::Email => ("email", of.email.clone()),
        ContactField::Phone => ("phone", of.phone.clone()),
        ContactField::BirthDate => ("birth_date", of.birth_date.clone()),
        ContactField::Notes => ("notes", of.notes.clone()),
        // One that refuses to give the number has said of which type it is.
        ContactField::Identity => (
            "identity_type",
            match of.identity_type.as_str() {
                "" => String::new(),
                kind => format!("{kind} {}", of.identity_number),
            },
        ),
    }
}

/// What a change leaves empty though it is needed, sets though it is not kept, or chooses though it is
/// not offered. What was there before the form was like that stays.
#[must_use]
pub fn against_fields(
    form: &ContactFields,
    was: &Details,
    is: &Details,
) -> Vec<(&'static str, &'static str)> {
    let mut wrong = vec![];
    for rule in &form.fields {
        let ((_, before), (name, after)) = (content(was, rule.field), content(is, rule.field));
        if rule.shown && rule.required && after.is_empty() {
            wrong.push((name, "This has to be filled in."));
        }
        if !rule.shown && !after.is_empty() && after != before {
            wrong.push((name, "Your desk does not keep this of its contacts."));
        }
    }
    let kind = &is.identity_type;
    let offered = kind.is_empty() || form.identity_types.contains(kind);
    if form.rule(ContactField::Identity).shown && !offered && *kind != was.identity_type {
        wrong.push(("identity_type", "Your desk does not offer this identity type."));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(field: ContactField, shown: bool, required: bool) -> ContactFields {
        let mut form = ContactFields::default();
        for rule in form.fields.iter_mut().filter(|rule| rule.field == field) {
            (rule.shown, rule.required) = (shown, required);
        }
        form
    }

    #[test]
    fn what_is_needed_is_asked_for_and_what_is_hidden_is_left() {
        let empty = Details { name: "Ana".into(), ..Details::default() };
        let named = Details { email: "ana@example.com".into(), ..empty.clone() };
        let needed = form(ContactField::Email, true, true);
        assert_eq!(against_fields(&needed, &empty, &empty)[0].0, "email", "by any change");
        assert_eq!(against_fields(&needed, &empty, &named), []);
        let hidden = form(ContactField::Email, false, false);
        assert_eq!(against_fields(&hidden, &empty, &named)[0].0, "email");
        assert_eq!(against_fields(&hidden, &named, &named), [], "it was there before");
        assert_eq!(against_fields(&hidden, &named, &empty), [], "it may go");
    }

    #[test]
    fn an_identity_is_of_a_type_that_is_offered_or_as_it_was() {
        let of = |kind: &str, number: &str| Details {
            identity_type: kind.into(),
            identity_number: number.into(),
            ..Details::default()
        };
        let mut form = form(ContactField::Identity, true, true);
        form.identity_types = vec!["passport".into()];
        let (none, army) = (of("", ""), of("army", "7"));
        assert_eq!(against_fields(&form, &none, &army)[0].0, "identity_type");
        assert_eq!(against_fields(&form, &army, &of("army", "8")), []);
        assert_eq!(against_fields(&form, &none, &of("passport", "")), [], "the number was refused");
        assert_eq!(against_fields(&form, &army, &none)[0].0, "identity_type", "it is needed");
    }
}
