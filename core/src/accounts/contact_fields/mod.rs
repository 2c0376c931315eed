//! Which fields of a contact a client keeps, which of them have to be filled in, and which identity
//! types are offered. Admins choose; the session check tells it as `contacts_param` and
//! `contacts_param2`.

mod admin;
mod routes;
pub(super) mod store;
#[cfg(test)]
mod tests;

pub use super::contact_fields::admin::contact_fields;
pub(super) use routes::routes;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The identity types, in the order in which they are offered.
pub const IDENTITY_TYPES: [&str; 7] =
    ["mykad", "mykid", "pr_mykad", "passport", "army", "police", "baby_of"];

/// A field of a contact that a client may do without. Everybody has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactField {
    Salutation,
    Email,
    Phone,
    /// The type with its number.
    Identity,
    BirthDate,
    Notes,
}

impl ContactField {
    /// All of them, in the order of the form.
    pub const ALL: [Self; 6] =
        [Self::Salutation, Self::Email, Self::Phone, Self::Identity, Self::BirthDate, Self::Notes];
}

/// What a client wants of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ContactFieldRule {
    pub field: ContactField,
    pub shown: bool,
    /// Has to be filled in whenever a contact is changed.
    pub required: bool,
}

/// The form of a client's contacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ContactFields {
    /// Each field once.
    pub fields: Vec<ContactFieldRule>,
    /// `mykad`, `mykid`, `pr_mykad`, `passport`, `army`, `police` or `baby_of`.
    pub identity_types: Vec<String>,
}

impl Default for ContactFields {
    fn default() -> Self {
        let rule = |field| ContactFieldRule { field, shown: true, required: false };
        Self {
            fields: ContactField::ALL.map(rule).to_vec(),
            identity_types: IDENTITY_TYPES.map(str::to_owned).to_vec(),
        }
    }
}

impl ContactFields {
    /// The form in a client's settings. What is not there, or was written by a later version, is as
    /// where nobody chose.
    #[must_use]
    pub fn of_settings(settings: &Value) -> Self {
        let mut form = Self::default();
        let stored = settings["contacts_param"].as_array().map_or(&[][..], Vec::as_slice);
        for rule in &mut form.fields {
            let known = stored
                .iter()
                .filter_map(|one| serde_json::from_value::<ContactFieldRule>(one.clone()).ok())
                .find(|one| one.field == rule.field);
            *rule = known.unwrap_or(*rule);
        }
        if let Some(stored) = settings["contacts_param2"].as_array().filter(|list| !list.is_empty())
        {
            form.identity_types
                .retain(|known| stored.iter().any(|one| one["identity_type"] == known.as_str()));
        }
        form
    }

    /// As the session check tells it.
    #[must_use]
    pub fn params(&self) -> (Value, Value) {
        let types = self.identity_types.iter().map(|one| json!({ "identity_type": one }));
        (json!(self.fields), types.collect())
    }

    /// The form in its order. Where nothing is asked, every type is offered again later.
    ///
    /// # Errors
    /// Every field that is wrong, with a sentence.
    pub fn checked(self) -> Result<Self, Vec<(String, &'static str)>> {
        let mut wrong = vec![];
        let mut fields = vec![];
        for field in ContactField::ALL {
            let mut named = self.fields.iter().filter(|rule| rule.field == field);
            match (named.next(), named.next()) {
                (Some(rule), None) => {
                    if rule.required && !rule.shown {
                        wrong.push((word(field), "Show a field that has to be filled in."));
                    }
                    fields.push(*rule);
                }
                _ => wrong.push((word(field), "Name each field once.")),
            }
        }
        let asked = shows(&fields, ContactField::Identity);
        if self.identity_types.iter().any(|one| !IDENTITY_TYPES.contains(&one.as_str())) {
            wrong.push(("identity_types".into(), "There is no such identity type."));
        } else if self.identity_types.is_empty() && asked {
            wrong.push(("identity_types".into(), "Choose at least one identity type."));
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let all = self.identity_types.is_empty();
        let is_chosen = |one: &str| all || self.identity_types.iter().any(|chosen| chosen == one);
        let chosen = IDENTITY_TYPES.into_iter().filter(|one| is_chosen(one));
        Ok(Self { fields, identity_types: chosen.map(str::to_owned).collect() })
    }

    /// What is wanted of a field.
    #[must_use]
    pub fn rule(&self, field: ContactField) -> ContactFieldRule {
        let known = self.fields.iter().find(|rule| rule.field == field).copied();
        known.unwrap_or(ContactFieldRule { field, shown: true, required: false })
    }
}

fn shows(fields: &[ContactFieldRule], field: ContactField) -> bool {
    fields.iter().any(|rule| rule.field == field && rule.shown)
}

fn word(field: ContactField) -> String {
    let word = serde_json::to_value(field).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}
