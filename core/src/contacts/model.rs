//! What is known of a contact: what may stand in it, and what two that become one keep. Pure.

use super::{is_address, store::Card};
use crate::accounts::IDENTITY_TYPES;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Those whose number is one of the national register.
const OF_REGISTER: [&str; 3] = ["mykad", "mykid", "pr_mykad"];
const REGISTER_DIGITS: usize = 12;

const NAME_MAX: usize = 200;
const SALUTATION_MAX: usize = 50;
const EMAIL_MAX: usize = 254;
const PHONE_MAX: usize = 40;
const NUMBER_MAX: usize = 40;
const NOTES_MAX: usize = 5_000;

/// By what a contact of a list can be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reach {
    #[default]
    Any,
    Email,
    Phone,
    /// Neither address nor number: only the channel knows the way.
    None,
}

impl Reach {
    /// The filter of a list by its word.
    pub fn named(word: &str) -> Option<Self> {
        match word.trim() {
            "" | "all" => Some(Self::Any),
            "email" => Some(Self::Email),
            "phone" => Some(Self::Phone),
            "none" => Some(Self::None),
            _ => None,
        }
    }

    /// As statements compare it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::None => "none",
        }
    }

    /// Whether who has this address and number is one of them.
    pub fn has(self, email: &str, phone: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Email => !email.is_empty(),
            Self::Phone => !phone.is_empty(),
            Self::None => email.is_empty() && phone.is_empty(),
        }
    }
}

/// A contact with all that is known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct Details {
    pub id: i64,
    pub uid: String,
    pub name: String,
    pub salutation: String,
    pub email: String,
    pub phone: String,
    pub language: String,
    /// One of [`IDENTITY_TYPES`], or empty.
    pub identity_type: String,
    pub identity_number: String,
    pub identity_refused: bool,
    /// A day as YYYY-MM-DD, or empty.
    pub birth_date: String,
    pub notes: String,
    pub severity: String,
    /// JSON: where the picture is.
    pub avatar: Option<String>,
    /// A JSON object.
    pub facts: String,
    pub merged_into: Option<i64>,
    pub created_at: i64,
}

impl Details {
    /// Of it, what tickets and events show.
    #[must_use]
    pub fn card(&self) -> Card {
        Card {
            id: self.id,
            uid: self.uid.clone(),
            name: self.name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            avatar: self.avatar.clone(),
            facts: self.facts.clone(),
        }
    }
}

/// What somebody changes about a contact; what is none stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = ContactEdit)]
pub struct Edit {
    pub name: Option<String>,
    pub salutation: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub identity_type: Option<String>,
    pub identity_number: Option<String>,
    pub identity_refused: Option<bool>,
    /// A day as YYYY-MM-DD; a time behind it is left out.
    pub birth_date: Option<String>,
    pub notes: Option<String>,
}

/// The contact as it is after a change, or which field is wrong and why. `today` is a day as
/// YYYY-MM-DD.
///
/// # Errors
/// Every field that is wrong, with a sentence.
pub fn edited(
    was: &Details,
    edit: &Edit,
    today: &str,
) -> Result<Details, Vec<(&'static str, &'static str)>> {
    let mut now = was.clone();
    for (given, field) in [
        (&edit.name, &mut now.name),
        (&edit.salutation, &mut now.salutation),
        (&edit.email, &mut now.email),
        (&edit.phone, &mut now.phone),
        (&edit.identity_type, &mut now.identity_type),
        (&edit.identity_number, &mut now.identity_number),
        (&edit.birth_date, &mut now.birth_date),
        (&edit.notes, &mut now.notes),
    ] {
        if let Some(given) = given {
            given.trim().clone_into(field);
        }
    }
    now.identity_refused = edit.identity_refused.unwrap_or(was.identity_refused);
    if now.identity_type.is_empty() {
        now.identity_refused = false;
    }
    if now.identity_type.is_empty() || now.identity_refused {
        now.identity_number = String::new();
    }
    if OF_REGISTER.contains(&now.identity_type.as_str()) {
        now.identity_number.retain(|sign| !matches!(sign, '-' | ' '));
    }
    if let Some(day) = now.birth_date.strip_suffix(" 00:00:00") {
        now.birth_date = day.to_owned();
    }
    let wrong = wrong(&now, today);
    if wrong.is_empty() { Ok(now) } else { Err(wrong) }
}

fn wrong(now: &Details, today: &str) -> Vec<(&'static str, &'static str)> {
    let longer = |text: &str, most: usize| text.chars().count() > most;
    let lines = |text: &str| text.chars().any(char::is_control);
    let mut wrong = vec![];
    if now.name.is_empty() || longer(&now.name, NAME_MAX) || lines(&now.name) {
        wrong.push(("name", "Give a name of at most 200 characters."));
    }
    if longer(&now.salutation, SALUTATION_MAX) || lines(&now.salutation) {
        wrong.push(("salutation", "A salutation has at most 50 characters."));
    }
    if !now.email.is_empty() && (longer(&now.email, EMAIL_MAX) || !is_address(&now.email)) {
        wrong.push(("email", "This is not a mail address."));
    }
    if !now.phone.is_empty() && (longer(&now.phone, PHONE_MAX) || !is_phone(&now.phone)) {
        wrong.push(("phone", "This is not a telephone number."));
    }
    let kind = now.identity_type.as_str();
    if !kind.is_empty() && !IDENTITY_TYPES.contains(&kind) {
        wrong.push(("identity_type", "There is no such identity type."));
    }
    let number = now.identity_number.as_str();
    let asked = !now.identity_type.is_empty() && !now.identity_refused;
    if asked && number.is_empty() {
        wrong.push(("identity_number", "Give the number, or say that it was refused."));
    } else if OF_REGISTER.contains(&now.identity_type.as_str()) && asked {
        if number.len() != REGISTER_DIGITS || !number.bytes().all(|sign| sign.is_ascii_digit()) {
            wrong.push(("identity_number", "This number has 12 digits."));
        }
    } else if longer(number, NUMBER_MAX) || lines(number) {
        wrong.push(("identity_number", "A number has at most 40 characters."));
    }
    if !now.birth_date.is_empty() && !is_day(&now.birth_date, today) {
        wrong.push(("birth_date", "This is a day in the past as YYYY-MM-DD."));
    }
    if longer(&now.notes, NOTES_MAX) {
        wrong.push(("notes", "Notes have at most 5,000 characters."));
    }
    wrong
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let signs = |sign: char| sign.is_ascii_digit() || "+-()./ ".contains(sign);
    digits >= 3 && text.chars().all(signs)
}

fn is_day(text: &str, today: &str) -> bool {
    let format = time::macros::format_description!("[year]-[month]-[day]");
    // As it is compared: no sign, no fifth digit.
    text.len() == 10
        && time::Date::parse(text, format).is_ok_and(|day| day.year() >= 1800)
        && text <= today
}

/// What a contact may have from another one that becomes the same person.
const KEPT: [&str; 10] = [
    "salutation",
    "email",
    "phone",
    "language",
    "identity",
    "birth_date",
    "notes",
    "severity",
    "avatar",
    "facts",
];

/// A field as one text; empty for nothing.
fn read(of: &Details, field: &str) -> String {
    match field {
        "salutation" => of.salutation.clone(),
        "email" => of.email.clone(),
        "phone" => of.phone.clone(),
        "language" => of.language.clone(),
        // The three belong together: a number is one of its type.
        "identity" if of.identity_type.is_empty() => String::new(),
        "identity" => {
            json!([of.identity_type, of.identity_number, of.identity_refused]).to_string()
        }
        "birth_date" => of.birth_date.clone(),
        "notes" => of.notes.clone(),
        "severity" => of.severity.clone(),
        "avatar" => of.avatar.clone().unwrap_or_default(),
        "facts" if of.facts == "{}" => String::new(),
        "facts" => of.facts.clone(),
        _ => String::new(),
    }
}

fn write(to: &mut Details, field: &str, text: &str) {
    let text = text.to_owned();
    match field {
        "salutation" => to.salutation = text,
        "email" => to.email = text,
        "phone" => to.phone = text,
        "language" => to.language = text,
        "identity" => {
            let parts: (String, String, bool) = serde_json::from_str(&text).unwrap_or_default();
            (to.identity_type, to.identity_number, to.identity_refused) = parts;
        }
        "birth_date" => to.birth_date = text,
        "notes" => to.notes = text,
        "severity" => to.severity = text,
        "avatar" => to.avatar = Some(text).filter(|text| !text.is_empty()),
        "facts" if text.is_empty() => to.facts = "{}".into(),
        "facts" => to.facts = text,
        _ => {}
    }
}

/// What a contact gets from one that is merged into it, and what of that one is left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Gain {
    /// By field, what was empty before.
    pub filled: Map<String, Value>,
    /// Fields in which both have something else; the survivor's stands.
    pub kept: Vec<&'static str>,
}

/// Fills what the survivor has nothing of.
#[must_use]
pub fn gain(survivor: &mut Details, loser: &Details) -> Gain {
    let mut gain = Gain::default();
    if survivor.name != loser.name {
        gain.kept.push("name");
    }
    for field in KEPT {
        let (ours, theirs) = (read(survivor, field), read(loser, field));
        if ours.is_empty() && !theirs.is_empty() {
            write(survivor, field, &theirs);
            gain.filled.insert(field.into(), theirs.into());
        } else if !theirs.is_empty() && ours != theirs && field != "facts" && field != "avatar" {
            gain.kept.push(field);
        }
    }
    gain
}

/// Takes back what was filled, where it still stands as it was filled.
pub fn give_back(survivor: &mut Details, filled: &Map<String, Value>) {
    for (field, value) in filled {
        if value.as_str() == Some(&read(survivor, field)) {
            write(survivor, field, "");
        }
    }
}
