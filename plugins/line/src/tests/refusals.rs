//! Each refusal and what it means.

use crate::refusal::{Refusal, failure};
use patchbay_plugin::prelude::*;

fn refused(status: u16, said: &str) -> Failure {
    failure(&Refusal { status, said: said.to_owned(), ..Refusal::default() })
}

#[test]
fn each_refusal_has_its_meaning() {
    let code = |status, said| refused(status, said).detail().expect("a detail").code.clone();
    assert_eq!(code(400, "Failed to send messages"), "line.400.unreachable");
    assert_eq!(code(400, "Invalid reply token"), "line.400.reply-token");
    assert_eq!(
        code(400, "The property, 'to', in the request body is invalid"),
        "line.400.unknown-recipient"
    );
    assert_eq!(code(400, "The request body has 1 error(s)"), "line.400");
    assert_eq!(code(429, "You have reached your monthly limit."), "line.429.quota");
    for (status, kind) in [
        (400, "permanent"),
        (401, "auth"),
        (403, "permanent"),
        (404, "permanent"),
        (408, "retry"),
        (410, "permanent"),
        (413, "permanent"),
        (415, "permanent"),
        (429, "rate"),
        (500, "retry"),
        (503, "retry"),
    ] {
        let came = match refused(status, "x") {
            Failure::Permanent(_) => "permanent",
            Failure::AuthExpired(_) => "auth",
            Failure::Retryable(_) => "retry",
            Failure::RateLimited(_) => "rate",
            _ => "other",
        };
        assert_eq!(came, kind, "{status}");
    }
    assert!(matches!(refused(429, "You have reached your monthly limit."), Failure::Permanent(_)));
}

#[test]
fn a_pause_is_passed_on() {
    let refusal = Refusal { status: 429, retry_after: Some(3000), ..Refusal::default() };
    let Failure::RateLimited((_, retry)) = failure(&refusal) else { panic!("rate limited") };
    assert_eq!(retry.after_ms, Some(3000));
}
