//! What a refusal means for the desk: each provider brings a table of its codes. Pure.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// An `error` object, as far as anything follows from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    pub code: u64,
    pub subcode: u64,
    pub said: String,
    pub transient: bool,
    pub wait_ms: Option<u64>,
}

/// What the desk does about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// An admin has to do something; until then nothing can be sent.
    Account,
    /// Trouble that passes.
    Again,
    /// Fewer calls, and how many milliseconds to wait where the provider does not say.
    Slower(u64),
    /// Final for this message or customer.
    Never,
}

/// A code, its subcode (0 for any), a word for our code, what to do, and the sentence.
#[derive(Debug, Clone, Copy)]
pub struct Row(pub u64, pub u64, pub &'static str, pub Class, pub &'static str);

impl Refusal {
    /// Reads an `error` object.
    pub fn read(status: u16, wait_ms: Option<u64>, error: &Value) -> Self {
        let details = error["error_data"]["details"].as_str().or(error["error_user_msg"].as_str());
        let mut said = error["message"].as_str().unwrap_or_default().to_owned();
        if let Some(details) = details
            && !said.contains(details)
        {
            said = format!("{said}: {details}");
        }
        Self {
            status,
            code: error["code"].as_u64().unwrap_or(u64::MAX),
            subcode: error["error_subcode"].as_u64().unwrap_or(0),
            said,
            transient: error["is_transient"] == true,
            wait_ms,
        }
    }
}

fn row(table: &'static [Row], code: u64, subcode: u64) -> Option<&'static Row> {
    let exact = table.iter().find(|row| row.0 == code && row.1 == subcode && subcode != 0);
    exact.or_else(|| table.iter().find(|row| row.0 == code && row.1 == 0))
}

/// Whether the provider's table has the code of this refusal.
pub fn is_listed(table: &'static [Row], refusal: &Refusal) -> bool {
    row(table, refusal.code, refusal.subcode).is_some()
}

fn code_of(id: &str, code: u64, subcode: u64, word: &str) -> String {
    let mut text = format!("{id}.{code}");
    if subcode != 0 {
        text.push_str(&format!(".{subcode}"));
    }
    if !word.is_empty() {
        text.push_str(&format!(".{word}"));
    }
    text
}

/// The failure of a refused call.
pub fn failure(id: &str, name: &str, table: &'static [Row], refusal: &Refusal) -> Failure {
    let Refusal { status, code, subcode, said, transient, wait_ms } = refusal;
    let detail = |word: &str, message: &str| {
        Detail::new(code_of(id, *code, *subcode, word), message).said(said.as_str())
    };
    let slow = |detail: Detail, usual: u64| {
        Failure::rate_limited(detail, Some(wait_ms.unwrap_or(usual)).filter(|ms| *ms > 0))
    };
    if let Some(Row(_, _, word, class, sentence)) = row(table, *code, *subcode) {
        let detail = detail(word, sentence);
        return match class {
            Class::Account => Failure::AuthExpired(detail),
            Class::Again => match wait_ms {
                Some(wait) => Failure::retry_after(detail, *wait),
                None => Failure::retryable(detail),
            },
            Class::Slower(usual) => slow(detail, *usual),
            Class::Never => Failure::Permanent(detail),
        };
    }
    match status {
        401 => Failure::AuthExpired(detail("auth", &format!("{name} refuses the access token."))),
        429 => slow(detail("slow", &format!("{name} asks for fewer calls.")), 0),
        500.. => Failure::retryable(detail("", &format!("{name} has trouble at the moment."))),
        _ if *transient => {
            Failure::retryable(detail("", &format!("{name} has trouble at the moment.")))
        }
        _ if (200..300).contains(code) => Failure::AuthExpired(detail(
            "permission",
            &format!("The access token lacks a permission at {name}. Connect the channel again."),
        )),
        _ => Failure::Permanent(detail("", &format!("{name} refused this: {said}"))),
    }
}

/// The code and sentence of a refusal that came by webhook.
pub fn told(id: &str, table: &'static [Row], code: u64, subcode: u64) -> (String, &'static str) {
    match row(table, code, subcode) {
        Some(Row(_, _, word, _, sentence)) => (code_of(id, code, subcode, word), sentence),
        None => (code_of(id, code, subcode, ""), ""),
    }
}
