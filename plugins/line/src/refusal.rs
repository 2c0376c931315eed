//! What each of LINE's refusals means for the desk. Pure.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// An answer other than 2xx.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Refusal {
    pub status: u16,
    pub said: String,
    pub retry_after: Option<u64>,
    /// With 409: what had been sent by the first request.
    pub sent: Value,
}

/// Reasons within a 400: a piece of what LINE says, our code, and our sentence.
const BAD: [(&str, &str, &str); 6] = [
    (
        "failed to send messages",
        "unreachable",
        "LINE cannot deliver to this customer: they have blocked the account or left.",
    ),
    ("invalid reply token", "reply-token", "The time for a free reply is over."),
    ("quotetoken", "quote", "The message you are answering can no longer be quoted."),
    ("quote token", "quote", "The message you are answering can no longer be quoted."),
    (
        "the property, 'to'",
        "unknown-recipient",
        "LINE does not know this customer in this account.",
    ),
    (
        "invalid webhook endpoint",
        "webhook",
        "LINE does not accept this desk's public address for a webhook: it must be an https \
         address with a valid certificate.",
    ),
];

/// The failure of a refused call.
pub fn failure(refusal: &Refusal) -> Failure {
    let Refusal { status, said, retry_after, .. } = refusal;
    let detail = |code: &str, message: &str| {
        Detail::new(format!("line.{status}{code}"), message).said(said.as_str())
    };
    match status {
        401 => Failure::AuthExpired(detail(
            "",
            "LINE refuses the channel access token. Issue a new one in the LINE Developers Console \
             and enter it here.",
        )),
        403 => {
            Failure::Permanent(detail("", "Your LINE account's plan or role does not allow this."))
        }
        404 => Failure::Permanent(detail("", "LINE does not know this, or no longer.")),
        410 => Failure::Permanent(detail("", "LINE no longer has this file.")),
        413 => Failure::Permanent(detail("", "The message is larger than LINE allows.")),
        415 => Failure::Permanent(detail("", "LINE does not take files of this kind.")),
        // The monthly quota: nothing but waiting for the next month or a larger plan helps.
        429 if said.to_lowercase().contains("monthly limit") => Failure::Permanent(detail(
            ".quota",
            "This month's messages of your LINE plan are used up. Choose a larger plan in the LINE \
             Official Account Manager, then send this again.",
        )),
        429 => Failure::rate_limited(detail("", "LINE asks for fewer messages."), *retry_after),
        408 | 500.. => Failure::retryable(detail("", "LINE has trouble at the moment.")),
        _ => Failure::Permanent(
            known(refusal).unwrap_or_else(|| detail("", &format!("LINE refused this: {said}"))),
        ),
    }
}

fn known(refusal: &Refusal) -> Option<Detail> {
    let said = refusal.said.to_lowercase();
    let (_, code, message) = BAD.iter().find(|(piece, ..)| said.contains(piece))?;
    let code = format!("line.{}.{code}", refusal.status);
    Some(Detail::new(code, *message).said(refusal.said.as_str()))
}

impl Refusal {
    /// The reply token was used or is too old.
    pub fn is_about_the_token(&self) -> bool {
        self.status == 400 && self.said.to_lowercase().contains("invalid reply token")
    }

    /// The quoted message is gone; without the quote the text still goes.
    pub fn is_about_the_quote(&self) -> bool {
        let said = self.said.to_lowercase();
        self.status == 400 && (said.contains("quotetoken") || said.contains("quote token"))
    }

    /// LINE had accepted a request with this retry key before.
    pub fn was_accepted(&self) -> bool {
        self.status == 409
    }
}
