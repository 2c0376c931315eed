//! Forms, what is written on them, and what makes it fit.

use crate::{contacts::is_address, http::Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Forms a client has.
pub const FORMS_MAX: i64 = 50;
/// Files of one ticket from a form, and how large each may be: anybody may send them.
pub const FILES_MAX: usize = 5;
pub const FILE_MAX_BYTES: u64 = 20 * 1_048_576;
/// Everything of a form but its files.
pub const TEXT_MAX_BYTES: usize = 1_048_576;
/// Tickets from one place to one form, and to one form at all, in the window of failed sign-ins.
pub const TRIES: (i64, i64) = (20, 500);
/// What a form may ask for beside the name and the message.
pub const ASKED: [&str; 4] = ["email", "phone", "title", "file"];
/// The field that people do not see; whoever fills it in is a program.
pub const TRAP: &str = "website";

const NAME_MAX: usize = 120;
const EMAIL_MAX: usize = 254;
const PHONE_MAX: usize = 40;
const TITLE_MAX: usize = 200;
pub const MESSAGE_MAX: usize = 10_000;
const INTRO_MAX: usize = 1_000;
const KEY_MAX: usize = 64;

/// A form as admins see it. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketForm {
    pub id: i64,
    #[serde(skip)]
    pub client_id: i64,
    #[serde(skip)]
    pub token: String,
    pub name: String,
    /// What customers read above the form; empty for the page's own words.
    pub title: String,
    pub intro: String,
    /// Where its tickets go.
    pub department_id: Option<i64>,
    /// Of `email`, `phone`, `title` and `file`, those that have to be filled in.
    pub required: Vec<String>,
    pub active: bool,
    pub created_by: String,
    pub created_at: i64,
    pub last_used_at: Option<i64>,
    /// Tickets it has made.
    pub uses: i64,
    /// The address for customers.
    pub url: String,
}

/// What an admin says of a form; what is absent stays, and only the name is needed for a new one.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct TicketFormDraft {
    pub name: Option<String>,
    pub title: Option<String>,
    pub intro: Option<String>,
    /// Null for none.
    #[serde(deserialize_with = "crate::http::nullable")]
    #[schema(value_type = Option<i64>)]
    pub department_id: Option<Option<i64>>,
    pub required: Option<Vec<String>>,
    pub active: Option<bool>,
}

/// Whether the page `/contact` takes messages, and how long they may be.
#[derive(Serialize, ToSchema)]
pub struct ContactState {
    pub available: bool,
    pub message_max: usize,
}

/// What a stranger writes to whoever runs the installation.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ContactMessage {
    pub name: String,
    /// This or `phone`, to be answered.
    pub email: String,
    pub phone: String,
    pub title: String,
    pub message: String,
    pub language: String,
    /// The same again is the same message.
    pub queue_id: String,
    /// Stays empty: people do not see it.
    pub website: String,
}

impl From<ContactMessage> for Fields {
    fn from(from: ContactMessage) -> Self {
        let ContactMessage { name, email, phone, title, message, language, queue_id, website } =
            from;
        let all = [
            ("name", name),
            ("email", email),
            ("phone", phone),
            ("title", title),
            ("message", message),
            ("language", language),
            ("queue_id", queue_id),
            (TRAP, website),
        ];
        Self(all.into_iter().map(|(name, text)| (name.to_owned(), Value::String(text))).collect())
    }
}

/// What of a form admins decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub name: String,
    pub title: String,
    pub intro: String,
    pub department_id: Option<i64>,
    pub required: Vec<String>,
    pub active: bool,
}

/// What a form becomes by a draft.
///
/// # Errors
/// `invalid`, with every field that is wrong.
pub fn settings(before: &Settings, draft: &TicketFormDraft) -> Result<Settings, Problem> {
    let mut wrong: Vec<(&str, &str)> = vec![];
    let words = |given: &Option<String>, before: &str| {
        given.as_deref().map_or_else(|| before.to_owned(), one_line)
    };
    let name = words(&draft.name, &before.name);
    if name.is_empty() || longer(&name, NAME_MAX) {
        wrong.push(("name", "A name has 1 to 120 characters."));
    }
    let title = words(&draft.title, &before.title);
    if longer(&title, NAME_MAX) {
        wrong.push(("title", "A heading has at most 120 characters."));
    }
    let intro = draft.intro.as_deref().map_or_else(|| before.intro.clone(), lines);
    if longer(&intro, INTRO_MAX) {
        wrong.push(("intro", "The words above the form have at most 1000 characters."));
    }
    let asked = draft.required.as_ref().unwrap_or(&before.required);
    if asked.iter().any(|field| !ASKED.contains(&field.as_str())) {
        wrong.push(("required", "A form may ask for email, phone, title and file."));
    }
    let required = ASKED.iter().filter(|field| asked.iter().any(|a| a == *field));
    let settings = Settings {
        name,
        title,
        intro,
        department_id: draft.department_id.unwrap_or(before.department_id),
        required: required.map(|field| (*field).to_owned()).collect(),
        active: draft.active.unwrap_or(before.active),
    };
    all_right(wrong, "The form cannot be kept like this.").map(|()| settings)
}

/// What was filled in, as it came.
#[derive(Clone, Debug, Default)]
pub struct Fields(pub BTreeMap<String, Value>);

impl Fields {
    /// A field as a text; empty when there is none.
    pub fn text(&self, name: &str) -> String {
        match self.0.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    }

    /// An id, or none. What is no number is the id of nothing.
    pub fn id(&self, name: &str) -> Option<i64> {
        Some(self.text(name)).filter(|text| !text.is_empty()).map(|text| text.parse().unwrap_or(0))
    }

    /// A list, as JSON or with commas.
    pub fn ids(&self, name: &str) -> Vec<i64> {
        let id = |value: &Value| match value {
            Value::String(text) => text.parse().unwrap_or(0),
            value => value.as_i64().unwrap_or(0),
        };
        match self.0.get(name) {
            Some(Value::Array(items)) => items.iter().map(id).collect(),
            Some(Value::String(text)) => {
                let parts = text.trim_matches(['[', ']']).split(',').map(str::trim);
                parts.filter(|t| !t.is_empty()).map(|t| t.parse().unwrap_or(0)).collect()
            }
            Some(number @ Value::Number(_)) => vec![id(number)],
            _ => vec![],
        }
    }
}

/// A ticket as somebody wrote it, checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub title: String,
    pub text: String,
    pub language: String,
    /// The same again is the same ticket; empty for none.
    pub key: String,
}

/// What has to be filled in, and how long it may be.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    pub required: &'a [String],
    /// Whether somebody has to be able to answer.
    pub reachable: bool,
    /// Whether the person is known already.
    pub known: bool,
    pub message_max: usize,
}

/// Checks what was filled in. `files` is none while they are still to come.
///
/// # Errors
/// `invalid`, with every field that is wrong.
pub fn check(fields: &Fields, rules: Rules<'_>, files: Option<usize>) -> Result<Written, Problem> {
    let mut wrong: Vec<(&str, &str)> = vec![];
    if !fields.text(TRAP).is_empty() {
        wrong.push((TRAP, "Leave this field empty: it is there to stop programs."));
    }
    let (email, phone) = (fields.text("email").trim().to_owned(), one_line(&fields.text("phone")));
    let (name, title) = (one_line(&fields.text("name")), one_line(&fields.text("title")));
    let text = lines(&fields.text("message"));
    if !rules.known && (name.is_empty() || longer(&name, NAME_MAX)) {
        wrong.push(("name", "A name has 1 to 120 characters."));
    }
    if !email.is_empty() && (longer(&email, EMAIL_MAX) || !is_address(&email)) {
        wrong.push(("email", "This is not a mail address."));
    }
    if !phone.is_empty() && !is_number(&phone) {
        wrong.push(("phone", "A phone number has 5 to 15 digits."));
    }
    if longer(&title, TITLE_MAX) {
        wrong.push(("title", "A title has at most 200 characters."));
    }
    if longer(&text, rules.message_max) {
        wrong.push(("message", "The message is too long."));
    }
    // An agent may enter a letter that is all in the file.
    let files_say_it = files != Some(0) && rules.message_max > MESSAGE_MAX;
    if text.is_empty() && !files_say_it {
        wrong.push(("message", "Write a message."));
    }
    let needs = |field: &str| rules.required.iter().any(|r| r == field);
    for (field, value) in [("email", &email), ("phone", &phone), ("title", &title)] {
        if needs(field) && value.is_empty() {
            wrong.push((field, "This cannot be empty."));
        }
    }
    if needs("file") && files == Some(0) {
        wrong.push(("file", "Attach a file."));
    }
    if rules.reachable && email.is_empty() && phone.is_empty() && !needs("email") {
        wrong.push(("email", "Give an email address or a phone number, to be answered."));
    }
    let key = fields.text("queue_id");
    if key.len() > KEY_MAX || key.chars().any(char::is_control) {
        wrong.push(("queue_id", "A queue_id has at most 64 characters."));
    }
    let language = fields.text("language").chars().filter(|c| !c.is_control()).take(20).collect();
    let written = Written { name, email, phone, title, text, language, key };
    all_right(wrong, "Some fields need your attention.").map(|()| written)
}

fn all_right(wrong: Vec<(&str, &str)>, message: &str) -> Result<(), Problem> {
    if wrong.is_empty() {
        return Ok(());
    }
    Err(wrong
        .into_iter()
        .fold(Problem::invalid(message), |problem, (field, why)| problem.with_field(field, why)))
}

fn longer(text: &str, max: usize) -> bool {
    text.chars().count() > max
}

/// What fits on one line and cannot turn the direction of what follows.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain: String = plain.chars().filter(|c| !turns(*c)).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of several lines, without what no keyboard writes.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars()
        .filter(|c| matches!(c, '\n' | '\t') || !c.is_control())
        .collect::<String>()
        .trim()
        .to_owned()
}

fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (5..=15).contains(&digits)
        && !longer(text, PHONE_MAX)
        && text.chars().all(|c| c.is_ascii_digit() || "+-(). /".contains(c))
        && !text.trim_start_matches('+').contains('+')
}
