//! What each of the provider's error codes means for the desk. Pure.

use patchbay_plugin::prelude::*;

/// An answer other than 2xx.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    /// The provider's own code; 0 when it gave none.
    pub code: u64,
    pub said: String,
    pub retry_after: Option<u64>,
}

/// What to do about a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Auth,
    Rate,
    Retry,
    Never,
}

const CODES: [(u64, Class, &str); 21] = [
    (20003, Class::Auth, "Twilio refuses the Account SID or the API key."),
    (20429, Class::Rate, "Twilio asks for fewer requests."),
    (30001, Class::Rate, "Twilio's queue for this sender is full."),
    (30022, Class::Rate, "The sender's rate is used up."),
    (21211, Class::Never, "This is not a telephone number that exists."),
    (21614, Class::Never, "This is not a mobile number."),
    (21635, Class::Never, "This is a landline; it takes no text messages."),
    (30005, Class::Never, "This number does not exist or is switched off for good."),
    (30006, Class::Never, "This is a landline, or its carrier cannot be reached."),
    (30003, Class::Retry, "The customer's phone is switched off or out of reach."),
    (
        21610,
        Class::Never,
        "The customer has unsubscribed with STOP. They must send START before you can write.",
    ),
    (
        21408,
        Class::Never,
        "Your Twilio account may not send to this country. Allow it under Messaging, Settings, Geo \
         permissions.",
    ),
    (21606, Class::Never, "This sender is not yours, or cannot send text messages."),
    (21659, Class::Never, "This sender is not yours, or cannot send text messages."),
    (21608, Class::Never, "A trial account writes only to numbers verified in the Twilio Console."),
    (21612, Class::Never, "There is no way from this sender to this number."),
    (
        30034,
        Class::Never,
        "The sender is not registered for A2P 10DLC, so carriers in the USA refuse it.",
    ),
    (30004, Class::Never, "The customer's carrier or phone has blocked this sender."),
    (30007, Class::Never, "The carrier took this message for spam."),
    (30008, Class::Never, "The carrier refused this message without a reason."),
    (21617, Class::Never, "The text is longer than 1,600 characters."),
];

/// The failure of a refused call.
pub fn failure(refusal: &Refusal) -> Failure {
    let Refusal { status, code, said, retry_after } = refusal;
    let known = CODES.iter().find(|(known, ..)| known == code);
    let detail = |message: &str| {
        let code =
            if *code == 0 { format!("sms.{status}") } else { format!("sms.{status}.{code}") };
        Detail::new(code, message).said(said.as_str())
    };
    let Some((_, class, message)) = known else {
        return match status {
            401 => Failure::AuthExpired(detail("Twilio refuses the Account SID or the API key.")),
            429 => Failure::rate_limited(detail("Twilio asks for fewer requests."), *retry_after),
            408 | 500.. => Failure::retryable(detail("Twilio has trouble at the moment.")),
            _ => Failure::Permanent(detail(&format!("Twilio refused this: {said}"))),
        };
    };
    match class {
        Class::Auth => Failure::AuthExpired(detail(message)),
        Class::Rate => Failure::rate_limited(detail(message), *retry_after),
        Class::Retry => Failure::retry_after(detail(message), 300_000),
        // Also what an admin can mend: other messages of the account may go on.
        Class::Never => Failure::Permanent(detail(message)),
    }
}

/// What a code of a delivery report says, in words.
pub fn sentence(code: u64) -> Option<&'static str> {
    CODES.iter().find(|(known, ..)| *known == code).map(|(_, _, message)| *message)
}
