//! Sending: the draft, what an earlier attempt left of it, and refusals.

use super::account;
use crate::GraphEmail;
use patchbay_plugin::outbound::Guest as _;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use serde_json::{Value, json};

const OURS: &str = "1042.op-1@acme.example";

fn message(attempt: u32, prior_unknown: bool) -> Message {
    Message {
        op_id: "op-1".into(),
        attempt,
        prior_unknown,
        thread: "C1/ann@customer.example".into(),
        channel: "GRAPH_EMAIL".into(),
        recipient: "ann@customer.example".into(),
        ticket: "1042".into(),
        subject: Some("Order 7".into()),
        text: Some("It is on its way.".into()),
        html: None,
        reply_to: Some("first@customer.example".into()),
        references: vec!["first@customer.example".into()],
        to: vec!["ann@customer.example".into()],
        cc: vec!["bob@customer.example".into()],
        attachments: vec![],
        contents: vec![],
        agent_name: "Bea".into(),
        extras: vec![],
    }
}

fn draft(id: &str, is_draft: bool) -> Value {
    json!({ "id": id, "internetMessageId": format!("<{OURS}>"), "isDraft": is_draft })
}

fn calls() -> Vec<String> {
    let short = |sent: testing::SentRequest| {
        let path = sent.url.trim_start_matches("https://graph.microsoft.com/v1.0/me").to_owned();
        format!("{} {}", sent.method, path.split('?').next().unwrap_or_default())
    };
    testing::take_sent().into_iter().map(short).collect()
}

#[test]
fn a_draft_is_made_and_sent_under_our_own_message_id() {
    testing::answers(201, draft("d1", true).to_string());
    testing::answers(202, "");
    let sent = GraphEmail::send(account(), message(1, false)).expect("sent");
    assert_eq!(
        (sent.external_ids.as_slice(), sent.status.as_str()),
        (&[OURS.to_owned()][..], "sent")
    );
    assert_eq!(calls(), ["POST /messages", "POST /messages/d1/send"]);
}

#[test]
fn another_message_id_is_put_right() {
    testing::answers(201, json!({ "id": "d1", "internetMessageId": "<theirs@x>" }).to_string());
    testing::answers(200, draft("d1", true).to_string());
    testing::answers(202, "");
    let sent = GraphEmail::send(account(), message(1, false)).expect("sent");
    assert_eq!(sent.external_ids, [OURS]);
    assert_eq!(calls(), ["POST /messages", "PATCH /messages/d1", "POST /messages/d1/send"]);
}

#[test]
fn what_was_sent_is_not_sent_again() {
    testing::answers(200, json!({ "value": [draft("d1", false)] }).to_string());
    let sent = GraphEmail::send(account(), message(2, true)).expect("sent");
    assert_eq!(sent.external_ids, [OURS]);
    let asked = testing::take_sent();
    assert_eq!(asked.len(), 1);
    assert!(
        asked[0]
            .url
            .contains("?$filter=internetMessageId%20eq%20%27%3C1042.op-1%40acme.example%3E%27&")
    );
}

#[test]
fn a_whole_draft_of_an_unheard_attempt_is_sent_and_others_are_removed() {
    // Whole: the sending may have begun, so the very same draft is sent.
    testing::answers(200, json!({ "value": [draft("d1", true), draft("d2", true)] }).to_string());
    testing::answers(200, r#"{"value":[]}"#);
    testing::answers(204, "");
    testing::answers(202, "");
    GraphEmail::send(account(), message(2, true)).expect("sent");
    let wanted = [
        "GET /messages",
        "GET /messages/d1/attachments",
        "DELETE /messages/d2",
        "POST /messages/d1/send",
    ];
    assert_eq!(calls(), wanted);
    // The attempt failed before it: whatever is there is of no use.
    testing::answers(200, json!({ "value": [draft("d1", true)] }).to_string());
    testing::answers(204, "");
    testing::answers(201, draft("d3", true).to_string());
    testing::answers(202, "");
    GraphEmail::send(account(), message(2, false)).expect("sent");
    let wanted =
        ["GET /messages", "DELETE /messages/d1", "POST /messages", "POST /messages/d3/send"];
    assert_eq!(calls(), wanted);
    // It had been sent after all, between the look and the sending.
    testing::answers(200, json!({ "value": [draft("d1", true)] }).to_string());
    testing::answers(200, r#"{"value":[]}"#);
    testing::answers(400, r#"{"error":{"code":"ErrorInvalidOperation","message":"sent"}}"#);
    testing::answers(200, r#"{"isDraft":false}"#);
    assert!(GraphEmail::send(account(), message(2, true)).is_ok());
    assert_eq!(testing::left(), 0);
}

#[test]
fn only_the_last_call_can_end_unknown() {
    testing::fails(NetError::Timeout(true));
    let failed = GraphEmail::send(account(), message(1, false));
    assert!(matches!(failed, Err(Failure::Retryable(_))));
    for status in [500, 502, 504] {
        testing::answers(201, draft("d1", true).to_string());
        testing::answers(status, "");
        let failed = GraphEmail::send(account(), message(1, false));
        assert!(matches!(failed, Err(Failure::OutcomeUnknown(_))), "{status}");
    }
    testing::answers(201, draft("d1", true).to_string());
    testing::fails(NetError::Timeout(true));
    let failed = GraphEmail::send(account(), message(1, false));
    assert!(matches!(failed, Err(Failure::OutcomeUnknown(_))));
}

#[test]
fn what_is_refused_for_good_leaves_no_draft() {
    testing::answers(201, draft("d1", true).to_string());
    testing::answers(400, r#"{"error":{"code":"ErrorInvalidRecipients","message":"no"}}"#);
    testing::answers(204, "");
    let failed = GraphEmail::send(account(), message(1, false));
    let Err(Failure::Permanent(detail)) = failed else { panic!("{failed:?}") };
    assert_eq!(detail.code, "graph-email.recipient");
    assert_eq!(calls().last().map(String::as_str), Some("DELETE /messages/d1"));
    let bad = Message { to: vec!["no address".into()], ..message(1, false) };
    let failed = GraphEmail::send(account(), bad);
    let Err(Failure::Permanent(detail)) = failed else { panic!("{failed:?}") };
    assert_eq!((detail.code.as_str(), testing::left()), ("graph-email.address", 0));
}
