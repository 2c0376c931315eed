//! What the exchange's refusals mean.

use crate::api::{Refusal, failure};
use patchbay_plugin::prelude::*;

#[test]
fn every_refusal_leads_where_it_should() {
    let of = |status, said: &str| {
        failure(&Refusal { status, said: said.into(), retry_after: Some(7_000) })
    };
    for status in [401, 403] {
        assert!(matches!(of(status, "no"), Failure::AuthExpired(_)), "{status}");
    }
    for status in [400, 404, 409, 412, 422] {
        assert!(matches!(of(status, "no"), Failure::Permanent(_)), "{status}");
    }
    for status in [408, 500, 502, 503] {
        assert!(matches!(of(status, "no"), Failure::Retryable(_)), "{status}");
    }
    let unreachable = of(500, "Allocation failed");
    assert_eq!(unreachable.detail().map(|d| d.code.as_str()), Some("calls.unreachable"));
    assert!(matches!(unreachable, Failure::Permanent(_)));
    let Failure::RateLimited((_, retry)) = of(429, "slowly") else { panic!("429 waits") };
    assert_eq!(retry.after_ms, Some(7_000));
}
