//! What each of X's refusals means for the desk. Pure.

use patchbay_plugin::prelude::*;

/// An answer other than 2xx.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    /// The problem's address, such as `https://api.x.com/2/problems/client-forbidden`.
    pub kind: String,
    pub said: String,
    pub retry_after: Option<u64>,
}

/// Reasons within a 403: a piece of what X says, our code, and our sentence.
const FORBIDDEN: [(&str, &str, &str); 6] = [
    ("duplicate content", "duplicate", "X refuses the same post twice in a row; change a word."),
    (
        "not been mentioned",
        "not-summoned",
        "X lets you answer only posts whose author mentioned or quoted your account.",
    ),
    (
        "reply to this conversation is not allowed",
        "not-summoned",
        "X lets you answer only posts whose author mentioned or quoted your account.",
    ),
    (
        "cannot send messages to this user",
        "closed",
        "The customer takes no direct messages from your account, or has blocked it.",
    ),
    (
        "application-only",
        "app-only",
        "X wants the account itself to sign in: press Sign in on the channel's page.",
    ),
    ("scope", "scope", "The sign-in allowed too little: press Sign in again and allow everything."),
];

/// The failure of a refused call.
pub fn failure(refusal: &Refusal) -> Failure {
    let Refusal { status, kind, said, retry_after } = refusal;
    let detail = |code: &str, message: &str| {
        Detail::new(format!("x.{status}{code}"), message).said(said.as_str())
    };
    if kind.ends_with("usage-capped") {
        let text = "This month's use of the X API is spent. Raise the limit in the X Developer \
             Console, then send this again.";
        return Failure::Permanent(detail(".usage", text));
    }
    match status {
        401 => Failure::AuthExpired(detail(
            "",
            "X no longer accepts the sign-in. Press Sign in on the channel's page.",
        )),
        403 => {
            let lower = said.to_lowercase();
            let known = FORBIDDEN.iter().find(|(piece, ..)| lower.contains(piece));
            Failure::Permanent(match known {
                Some((_, code, message)) => detail(&format!(".{code}"), message),
                None => detail("", "X does not allow this to your account or app."),
            })
        }
        404 => Failure::Permanent(detail("", "X no longer has this.")),
        413 => Failure::Permanent(detail("", "The file is larger than X allows.")),
        429 => Failure::rate_limited(detail("", "X asks to wait."), *retry_after),
        408 | 500.. => Failure::retryable(detail("", "X has trouble at the moment.")),
        _ => Failure::Permanent(detail("", &format!("X refused this: {said}"))),
    }
}
