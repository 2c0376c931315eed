//! The provider's forms in, batches out, and the requests in between.

mod opting_out;
mod outgoing;
mod pull;

use crate::Sms;
use crate::api::Form;
use crate::refusal::{Refusal, failure};
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::Guest as _;
use patchbay_plugin::testing::{self, Answer, golden};
use patchbay_plugin::timers::Guest as _;
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

pub const ANN: &str = "+15005550006";

fn account(more: &Value) -> Account {
    let mut config = json!({"account_sid": "AC1", "sender": "+15005550001"});
    for (name, value) in more.as_object().expect("settings") {
        config[name] = value.clone();
    }
    Account {
        id: "7".into(),
        config: config.to_string(),
        public_url: "https://desk.example.com".into(),
        extras: vec![],
    }
}

fn request(fields: &Value) -> webhook::Request {
    let mut form = Form::default();
    for (name, value) in fields.as_object().expect("fields") {
        form.put(name, value.as_str().expect("a text"));
    }
    webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: form.done().into_bytes(),
        verified: "key".into(),
    }
}

#[test]
fn every_form_becomes_its_batch() {
    testing::otherwise(|sent| match sent.url.as_str() {
        url if url.ends_with("/gone") => Ok((404, Answer::Text("{}".into()))),
        url if url.contains("elsewhere") => {
            Err(NetError::Denied(Detail::new("http.host", "elsewhere.example is not granted.")))
        }
        _ => Ok((200, Answer::Blob(41))),
    });
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"), |_, fields| {
        let (reply, batch) =
            Sms::handle(account(&json!({})), request(&fields)).expect("every form is taken");
        assert_eq!(reply.expect("an answer").body, b"<Response></Response>");
        golden::batch(batch)
    });
}

#[test]
fn what_names_no_message_is_refused_for_good() {
    for fields in [json!({}), json!({"Body": "x"}), json!({"From": "+1"})] {
        let came = Sms::handle(account(&json!({})), request(&fields));
        assert!(matches!(came, Err(Failure::Permanent(_))), "{fields}");
    }
}

#[test]
fn each_refusal_has_its_meaning() {
    for (status, code, kind) in [
        (401, 20003, "auth"),
        (401, 0, "auth"),
        (429, 20429, "rate"),
        (429, 0, "rate"),
        (400, 30001, "rate"),
        (400, 21211, "permanent"),
        (400, 21610, "permanent"),
        (400, 21606, "permanent"),
        (400, 30003, "retry"),
        (400, 99999, "permanent"),
        (500, 0, "retry"),
        (503, 20503, "retry"),
    ] {
        let refusal = Refusal { status, code, ..Refusal::default() };
        let came = match failure(&refusal) {
            Failure::Permanent(_) => "permanent",
            Failure::AuthExpired(_) => "auth",
            Failure::Retryable(_) => "retry",
            Failure::RateLimited(_) => "rate",
            _ => "other",
        };
        assert_eq!(came, kind, "{status} {code}");
    }
}

#[test]
fn a_message_is_asked_about_until_its_end() {
    let fire = |name: &str| Sms::fire(account(&json!({})), name.to_owned(), 0).expect("a batch");
    testing::answers(200, json!({"status": "sending"}).to_string());
    let batch = fire("status:0:SM1");
    assert!(batch.events.is_empty());
    assert_eq!(batch.timers[0].name, "status:1:SM1");

    testing::answers(200, json!({"status": "undelivered", "error_code": 30005}).to_string());
    let batch = fire("status:1:SM1");
    assert!(batch.timers.is_empty());
    assert!(matches!(&batch.events[..], [Event::Receipt(r), Event::Custom(reason)]
        if r.status == "failed" && reason.kind == "receipt"));

    testing::answers(200, json!({"status": "sent"}).to_string());
    let batch = fire("status:3:SM1");
    assert!(batch.timers.is_empty(), "not for ever");
    assert!(batch.events.is_empty(), "the desk knows that it was sent");
    testing::answers(404, "{}");
    assert!(fire("status:0:SM1").events.is_empty());
}

#[test]
fn the_number_is_told_where_to_call_with_the_key() {
    testing::set_secret("basic_key");
    let list = json!({"incoming_phone_numbers": [{"sid": "PN1"}]});
    testing::answers(200, list.to_string());
    testing::answers(200, "{}");
    Sms::connect(account(&json!({})), "https://desk.example.com/hooks/7".into()).expect("told");
    let sent = testing::take_sent();
    assert!(sent[0].url.ends_with("/IncomingPhoneNumbers.json?PhoneNumber=%2B15005550001"));
    assert!(sent[1].body.ends_with(
        "SmsUrl=https%3A%2F%2Fdesk.example.com%2Fhooks%2F7%3Fkey%3D{credential:webhook}"
    ));
    assert_eq!(sent[1].credentials, ["basic", "webhook"]);

    // A service is set in the console.
    let service = account(&json!({"sender": "MG1"}));
    Sms::connect(service, "https://desk.example.com/hooks/7".into()).expect("nothing to tell");
    assert!(testing::take_sent().is_empty());
}

#[test]
fn a_check_names_what_is_missing_or_wrong() {
    let problems = |settings: Value| {
        let found = Sms::check(account(&settings)).expect("it is checked");
        found.problems.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(problems(json!({"account_sid": "x"})), ["account_sid", "basic_key"]);
    testing::set_secret("basic_key");
    testing::answers(401, json!({"code": 20003, "message": "Authenticate"}).to_string());
    assert_eq!(problems(json!({})), ["basic_key"]);
    testing::answers(200, json!({"friendly_name": "Shop"}).to_string());
    testing::answers(200, json!({"incoming_phone_numbers": []}).to_string());
    assert_eq!(problems(json!({})), ["sender"]);
}

#[test]
fn a_failed_part_stays_failed_when_another_arrives() {
    testing::set_kv("part:SM2", b"SM1");
    let report = |sid: &str, status: &str| {
        let form = json!({"MessageSid": sid, "MessageStatus": status, "From": ANN});
        Sms::handle(account(&json!({})), request(&form)).expect("a report").1
    };
    assert_eq!(report("SM2", "delivered").events.len(), 1, "nothing has failed");
    let failed = report("SM2", "failed");
    assert_eq!(failed.kv[0].key, "failed:SM1");
    testing::set_kv("failed:SM1", b"1");
    assert!(report("SM2", "delivered").events.is_empty());
    let forgotten = Sms::fire(account(&json!({})), "forget:SM2".into(), 0).expect("a batch");
    assert!(forgotten.kv.iter().all(|op| op.value.is_none()));
}

/// A message to somebody who left elsewhere fails, and that is kept at the person.
#[test]
fn a_failure_because_somebody_left_is_kept_at_the_person() {
    let form = json!({"MessageSid": "SM7", "MessageStatus": "failed", "ErrorCode": "21610",
        "From": "+15005550001", "To": ANN});
    let batch = Sms::handle(account(&json!({})), request(&form)).expect("a report").1;
    let [Event::Receipt(receipt), Event::Custom(reason), Event::Custom(consent)] =
        &batch.events[..]
    else {
        panic!("{batch:?}")
    };
    assert_eq!(receipt.code.as_deref(), Some("sms.21610"), "the words stand apart");
    assert_eq!((reason.kind.as_str(), consent.kind.as_str()), ("receipt", "consent"));
    let reason: Value = serde_json::from_slice(&reason.payload).expect("JSON");
    let said = reason["message"].as_str().unwrap_or_default();
    assert!(reason["code"] == "sms.21610" && said.contains("unsubscribed"), "{reason}");
    let consent: Value = serde_json::from_slice(&consent.payload).expect("JSON");
    assert_eq!((&consent["contact"], &consent["state"]), (&json!(ANN), &json!("withdrawn")));
}

#[test]
fn leaving_is_seen_without_the_providers_word_for_it() {
    for (body, seen) in [("Stop ", 3), ("unsubscribe", 3), ("START", 3), ("please stop", 1)] {
        let form = json!({"MessageSid": "SM1", "From": ANN, "Body": body});
        let batch = Sms::handle(account(&json!({})), request(&form)).expect("a text").1;
        assert_eq!(batch.events.len(), seen, "{body}");
        let is_told = |event: &Event| match event {
            Event::Message(_) => true,
            Event::Custom(custom) => custom.kind == "consent",
            _ => false,
        };
        assert!(batch.events.iter().all(is_told), "{body}");
    }
}
