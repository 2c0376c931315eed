//! Graph's answers in, batches out, and the requests in between.

mod incoming;
mod outgoing;

use crate::refusal::Refusal;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use serde_json::json;

const NOW: u64 = 1_767_323_045_000;

/// An account that somebody signed in to: its requests begin with what they are about.
fn account() -> Account {
    testing::set_now_ms(NOW);
    let config = json!({
        "sign_in": "user", "client_id": "app-1", "mailbox": "support@acme.example",
    });
    Account {
        id: "7".into(),
        config: config.to_string(),
        public_url: String::new(),
        extras: vec![],
    }
}

fn refused(status: u16, code: &str, said: &str) -> Failure {
    let body = json!({ "error": { "code": code, "message": said } });
    Refusal::read(status, Some(7_000), body.to_string().as_bytes()).failure()
}

#[test]
fn every_refusal_has_its_consequence() {
    let kind = |failure: &Failure| match failure {
        Failure::Retryable((_, retry)) => format!("retry {:?}", retry.after_ms),
        Failure::RateLimited((_, retry)) => format!("wait {:?}", retry.after_ms),
        Failure::Permanent(_) => "never".to_owned(),
        Failure::AuthExpired(_) => "sign in".to_owned(),
        Failure::NeedsConfig(problems) => format!("config {}", problems[0].0),
        Failure::OutcomeUnknown(_) => "unknown".to_owned(),
    };
    for (status, code, wanted, means) in [
        (401, "InvalidAuthenticationToken", "graph-email.401", "sign in"),
        (403, "ErrorAccessDenied", "graph-email.403", "config mailbox"),
        (403, "extensionError", "graph-email.403", "config mailbox"),
        (403, "ErrorSendAsDenied", "graph-email.send-as", "config from_address"),
        (404, "ErrorInvalidUser", "graph-email.mailbox", "config mailbox"),
        (404, "ErrorItemNotFound", "graph-email.404", "never"),
        (400, "ErrorInvalidRecipients", "graph-email.recipient", "never"),
        (400, "ErrorMimeContentInvalidBase64String", "graph-email.400", "never"),
        (409, "ErrorIrresolvableConflict", "graph-email.409", "retry Some(7000)"),
        (412, "ErrorIrresolvableConflict", "graph-email.412", "retry Some(7000)"),
        (413, "", "graph-email.too-large", "never"),
        (400, "ErrorMessageSizeExceeded", "graph-email.too-large", "never"),
        (429, "ApplicationThrottled", "graph-email.429", "wait Some(7000)"),
        (503, "activityLimitReached", "graph-email.503", "wait Some(7000)"),
        (429, "ErrorSubmissionQuotaExceeded", "graph-email.quota", "wait Some(7000)"),
        (503, "serviceNotAvailable", "graph-email.503", "retry Some(7000)"),
        (504, "", "graph-email.504", "retry Some(7000)"),
        (509, "", "graph-email.509", "retry Some(7000)"),
        (507, "quotaLimitReached", "graph-email.full", "never"),
    ] {
        let failure = refused(status, code, "said");
        assert_eq!(kind(&failure), means, "{status} {code}");
        let detail = failure.detail().expect("a detail");
        assert_eq!(detail.code, wanted, "{status} {code}");
    }
    let login = |status: u16, error: &str, said: &str| {
        let body = json!({ "error": error, "error_description": said });
        kind(&Refusal::read(status, None, body.to_string().as_bytes()).failure())
    };
    assert_eq!(login(401, "invalid_client", "AADSTS7000215: Invalid client secret"), "sign in");
    assert_eq!(login(400, "unauthorized_client", "AADSTS700016: not found"), "config client_id");
    assert_eq!(login(400, "invalid_request", "AADSTS90002: Tenant not found"), "config tenant");
    assert_eq!(login(400, "invalid_grant", "AADSTS70008: expired"), "sign in");
    assert_eq!(login(503, "temporarily_unavailable", "later"), "retry None");
}

#[test]
fn places_that_are_too_old_and_messages_that_are_gone_are_known() {
    let read = |status, code: &str| {
        let body = json!({ "error": { "code": code, "message": "" } });
        Refusal::read(status, None, body.to_string().as_bytes())
    };
    assert!(read(410, "").stale_cursor());
    assert!(read(400, "SyncStateNotFound").stale_cursor());
    assert!(read(400, "resyncRequired").stale_cursor());
    assert!(!read(400, "BadRequest").stale_cursor());
    assert!(read(404, "ErrorItemNotFound").gone());
    for (status, midway) in [(408, true), (500, true), (502, true), (503, false), (429, false)] {
        assert_eq!(read(status, "").midway(), midway, "{status}");
    }
}
