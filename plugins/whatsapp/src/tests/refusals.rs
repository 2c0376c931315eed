//! What each refusal of WhatsApp's leads to.

use super::account;
use super::outgoing::{message, send};
use crate::WhatsApp;
use patchbay_plugin::outbound_edits::{Guest as _, Target};
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use serde_json::json;

fn after(status: u16, code: u64) -> Failure {
    let error = json!({ "error": { "message": format!("(#{code}) no"), "type": "OAuthException",
        "code": code, "error_data": { "messaging_product": "whatsapp", "details": "why" } } });
    testing::answers(status, error.to_string());
    send(message("1650", "Hi", &[], Vec::new())).expect_err("it is refused")
}

#[test]
fn each_code_leads_where_it_should_whatever_the_status() {
    for code in [0, 190, 3, 10, 131005, 131031, 131042, 133010, 200, 294] {
        assert!(matches!(after(400, code), Failure::AuthExpired(_)), "{code}");
    }
    for code in [1, 2, 131000, 131016, 133004, 131057] {
        assert!(matches!(after(500, code), Failure::Retryable(_)), "{code}");
    }
    for (code, wait) in
        [(4, 60_000), (80007, 60_000), (130429, 2_000), (131056, 6_000), (133016, 600_000)]
    {
        let Failure::RateLimited((_, retry)) = after(400, code) else { panic!("{code}") };
        assert_eq!(retry.after_ms, Some(wait), "{code}");
    }
    for code in [
        131047, 131026, 131021, 130403, 131050, 130472, 131049, 131062, 100, 33, 131008, 131009,
        131051, 131053, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 135000,
        130497, 131048, 131064,
    ] {
        let Failure::Permanent(detail) = after(400, code) else { panic!("{code}") };
        assert!(detail.code.starts_with(&format!("whatsapp.{code}.")), "{}", detail.code);
        assert_eq!(detail.provider.as_deref(), Some(format!("(#{code}) no: why").as_str()));
    }
    let Failure::Permanent(detail) = after(400, 131047) else { panic!() };
    assert_eq!(detail.code, "whatsapp.131047.window");
    assert!(detail.message.contains("template"));
}

#[test]
fn an_unknown_code_is_judged_by_its_status() {
    assert!(matches!(after(401, 9999), Failure::AuthExpired(_)));
    assert!(matches!(after(429, 9999), Failure::RateLimited(_)));
    assert!(matches!(after(503, 9999), Failure::Retryable(_)));
    assert!(matches!(after(400, 9999), Failure::Permanent(_)));
}

#[test]
fn trouble_while_sending_leaves_the_outcome_unknown() {
    for status in [500, 502, 504, 520] {
        assert!(matches!(after(status, 9999), Failure::OutcomeUnknown(_)), "refused with {status}");
        for body in ["<html>Bad Gateway</html>", "{}", ""] {
            testing::answers(status, body);
            let strange = send(message("1650", "Hi", &[], Vec::new()));
            assert!(matches!(strange, Err(Failure::OutcomeUnknown(_))), "{status} with {body:?}");
        }
    }
    for (status, body) in [(503, "<html>"), (429, "<html>"), (503, "{}")] {
        testing::answers(status, body);
        let strange = send(message("1650", "Hi", &[], Vec::new()));
        let again = matches!(strange, Err(Failure::Retryable(_) | Failure::RateLimited(_)));
        assert!(again, "{status} says that nothing was done");
    }
}

#[test]
fn trouble_while_a_file_is_handed_in_or_a_reaction_is_set_may_be_repeated() {
    testing::answers(502, "<html>");
    let file = [(1, "image/jpeg", "a.jpg")];
    let handed = send(message("1650", "Hi", &file, Vec::new()));
    assert!(matches!(handed, Err(Failure::Retryable(_))), "{handed:?}");
    testing::answers(502, "<html>");
    let target = Target {
        external_ids: vec!["wamid.4".into()],
        thread: "1650".into(),
        channel: "WHATSAPP".into(),
        recipient: "1650".into(),
        op_id: "op-2".into(),
    };
    let set = WhatsApp::react(account(), target, Some("👍".into()));
    assert!(matches!(set, Err(Failure::Retryable(_))), "the same emoji twice is one");
}

#[test]
fn a_lost_answer_is_unknown_and_a_lost_line_is_tried_again() {
    let fail = |error| {
        testing::fails(error);
        send(message("1650", "Hi", &[], Vec::new())).expect_err("it fails")
    };
    assert!(matches!(fail(NetError::Timeout(true)), Failure::OutcomeUnknown(_)));
    assert!(matches!(fail(NetError::Timeout(false)), Failure::Retryable(_)));
    for body in ["<html>", "{}"] {
        testing::answers(200, body);
        let strange = send(message("1650", "Hi", &[], Vec::new()));
        assert!(matches!(strange, Err(Failure::OutcomeUnknown(_))), "{body}");
    }
}

#[test]
fn a_file_that_is_not_taken_stops_its_part_before_that_is_sent() {
    let file = [(1, "image/jpeg", "a.jpg")];
    testing::fails(NetError::Timeout(true));
    let lost = send(message("1650", "Hi", &file, Vec::new()));
    assert!(matches!(lost, Err(Failure::Retryable(_))), "nothing has reached the customer");
    let error = json!({ "error": { "message": "(#131053) Media upload error", "code": 131053 } });
    testing::answers(400, error.to_string());
    let refused = send(message("1650", "Hi", &file, Vec::new()));
    assert!(matches!(refused, Err(Failure::Permanent(d)) if d.code == "whatsapp.131053.file"));
}
