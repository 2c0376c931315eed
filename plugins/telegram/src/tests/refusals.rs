//! The error table, as the Bot API server words it.

use crate::refusal::{Refusal, failure};
use patchbay_plugin::prelude::*;

fn refused(status: u16, said: &str) -> Failure {
    failure(&Refusal { status, said: said.into(), ..Refusal::default() })
}

#[test]
fn each_refusal_has_its_class_and_code() {
    for (status, said, class, code) in [
        (401, "Unauthorized", "auth", "telegram.401"),
        (401, "Unauthorized: invalid token specified", "auth", "telegram.401"),
        (404, "Not Found", "auth", "telegram.404"),
        (404, "Not Found: method not found", "permanent", "telegram.404.method"),
        (403, "Forbidden: bot was blocked by the user", "permanent", "telegram.403.blocked"),
        (403, "Forbidden: user is deactivated", "permanent", "telegram.403.deactivated"),
        (
            403,
            "Forbidden: bot can't initiate conversation with a user",
            "permanent",
            "telegram.403.not-started",
        ),
        (
            403,
            "Forbidden: bot was kicked from the supergroup chat",
            "permanent",
            "telegram.403.kicked",
        ),
        (
            403,
            "Forbidden: bot is not a member of the supergroup chat",
            "permanent",
            "telegram.403.not-member",
        ),
        (403, "Forbidden: the group chat was deleted", "permanent", "telegram.403.deleted"),
        (403, "Forbidden: something new", "permanent", "telegram.403"),
        (400, "Bad Request: chat not found", "permanent", "telegram.400.chat-not-found"),
        (400, "Bad Request: message thread not found", "permanent", "telegram.400.topic-not-found"),
        (400, "Bad Request: file is too big", "permanent", "telegram.400.file-too-big"),
        (
            400,
            "Bad Request: wrong file_id or the file is temporarily unavailable",
            "permanent",
            "telegram.400.wrong-file",
        ),
        (400, "Bad Request: message can't be edited", "permanent", "telegram.400.not-editable"),
        (400, "Bad Request: message to edit not found", "permanent", "telegram.400.edit-not-found"),
        (
            400,
            "Bad Request: message can't be deleted for everyone",
            "permanent",
            "telegram.400.not-deletable",
        ),
        (400, "Bad Request: MESSAGE_DELETE_FORBIDDEN", "permanent", "telegram.400.not-deletable"),
        (400, "Bad Request: REACTION_INVALID", "permanent", "telegram.400.reaction"),
        (
            400,
            "Bad Request: message to react not found",
            "permanent",
            "telegram.400.react-not-found",
        ),
        (400, "Bad Request: BUTTON_URL_INVALID", "permanent", "telegram.400.button-url"),
        (
            400,
            "Bad Request: inline keyboard button URL 'x' is invalid: Wrong HTTP URL",
            "permanent",
            "telegram.400.button-url",
        ),
        (400, "Bad Request: REPLY_MARKUP_TOO_LONG", "permanent", "telegram.400.too-many-choices"),
        (400, "Bad Request: something new", "permanent", "telegram.400"),
        (413, "Request Entity Too Large", "permanent", "telegram.413"),
        (429, "Too Many Requests: retry after 7", "rate", "telegram.429"),
        (500, "Internal Server Error: restart", "retry", "telegram.500"),
        (502, "Bad Gateway", "retry", "telegram.502"),
        (504, "Gateway Timeout", "retry", "telegram.504"),
    ] {
        let failure = refused(status, said);
        let found = match &failure {
            Failure::Retryable(_) => "retry",
            Failure::RateLimited(_) => "rate",
            Failure::Permanent(_) => "permanent",
            Failure::AuthExpired(_) => "auth",
            Failure::NeedsConfig(_) => "config",
            Failure::OutcomeUnknown(_) => "unknown",
        };
        let detail = failure.detail().expect("every failure says something");
        assert_eq!((found, detail.code.as_str()), (class, code), "{status} {said}");
        assert_eq!(detail.provider.as_deref(), Some(said));
        assert!(detail.message.ends_with('.') || said.contains("new"), "{}", detail.message);
    }
}

#[test]
fn the_wait_is_the_one_telegram_asks_for() {
    let refusal = Refusal { status: 429, retry_after: Some(7), ..Refusal::default() };
    let Failure::RateLimited((_, retry)) = failure(&refusal) else { panic!("a rate limit") };
    assert_eq!(retry.after_ms, Some(7_000));
}
