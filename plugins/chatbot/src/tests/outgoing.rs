//! What the page is told.

use super::{NOW, account, committed, posted, says, told};
use crate::{Chatbot, talk};
use patchbay_plugin::outbound::Guest as _;
use patchbay_plugin::outbound_edits::{Guest as _, Target};
use patchbay_plugin::outgoing::{Button, Content, QuickReply};
use patchbay_plugin::prelude::*;
use patchbay_plugin::presence::Guest as _;
use patchbay_plugin::testing;
use patchbay_plugin::timers::Guest as _;
use serde_json::json;

fn message(text: &str) -> Message {
    testing::set_secret("signing_secret");
    Message {
        op_id: "op-1".into(),
        attempt: 1,
        prior_unknown: false,
        thread: "c-1".into(),
        channel: "WAUCHAT".into(),
        recipient: "u-1".into(),
        ticket: "12".into(),
        subject: None,
        text: Some(text.into()),
        html: None,
        reply_to: None,
        references: Vec::new(),
        to: Vec::new(),
        cc: Vec::new(),
        attachments: Vec::new(),
        contents: Vec::new(),
        agent_name: "Bob".into(),
        extras: Vec::new(),
    }
}

fn target() -> Target {
    testing::set_secret("signing_secret");
    Target {
        external_ids: vec!["p-9".into()],
        thread: "c-1".into(),
        channel: "WAUCHAT".into(),
        recipient: "u-1".into(),
        op_id: "op-2".into(),
    }
}

#[test]
fn an_agent_who_writes_takes_the_conversation_from_the_bot() {
    testing::answers(201, r#"{"id":"p-9"}"#);
    let sent = Chatbot::send(account(), message("I am Bob")).expect("it is sent");
    assert_eq!(sent.external_ids, ["p-9"], "the page may have ids of its own");
    committed(sent.batch);
    let (_, body) = told();
    assert_eq!(
        body,
        json!({"kind": "message", "id": "op-1", "sent_at": NOW, "conversation": "c-1", "to": "u-1",
            "from": {"role": "agent", "name": "Bob"}, "text": "I am Bob"})
    );
    assert_eq!(committed(posted(json!([says("1", "hello")]))), ["hello"]);

    // The word gives it back, and reaches nobody.
    let sent = Chatbot::send(account(), message(" #bot ")).expect("it is taken");
    assert_eq!((sent.external_ids, sent.status.as_str()), (vec!["op-1".to_owned()], "sent"));
    committed(sent.batch);
    assert!(testing::take_sent().is_empty());
    assert_eq!(committed(posted(json!([says("2", "hello")]))).len(), 2);
}

#[test]
fn what_the_desk_says_by_itself_leaves_the_bot_its_conversation() {
    testing::answers(200, "");
    let extras = vec![("automatic".to_owned(), "true".to_owned())];
    let sent = Chatbot::send(account(), Message { extras, ..message("We are closed") });
    let sent = sent.expect("it is sent");
    assert_eq!(sent.external_ids, ["op-1"]);
    assert!(sent.batch.kv.is_empty());
    assert_eq!(told().1["from"]["role"], "automatic");
}

#[test]
fn files_choices_places_and_cards_take_their_forms() {
    let file = |kind: &str, mime: &str, name: &str| Attachment {
        blob: None,
        mime: mime.into(),
        filename: Some(name.into()),
        kind: kind.into(),
        content_id: None,
    };
    let listed = json!([
        {"id": 1, "url": "/api/attachments/1?s=x", "size": 9},
        {"id": 2, "url": "https://cdn.example/2", "size": 8},
        {"id": 3, "url": "/api/attachments/3?s=x", "size": 7},
        {"id": 4, "url": "/api/attachments/4?s=x", "size": 6},
    ]);
    let wanted = || Message {
        reply_to: Some("m-1".into()),
        attachments: vec![
            file("image", "image/png", "a.png"),
            file("video", "video/mp4", "b.mp4"),
            file("audio", "audio/ogg", "c.ogg"),
            file("document", "application/pdf", "d.pdf"),
        ],
        contents: vec![
            Content::QuickReplies(vec![QuickReply { id: "y".into(), title: "Yes".into() }]),
            Content::Buttons(vec![
                Button { id: "s".into(), title: "Shop".into(), url: Some("https://s".into()) },
                Button { id: "n".into(), title: "No".into(), url: None },
            ]),
            Content::Location(Location {
                latitude: 1.5,
                longitude: 110.3,
                name: Some("Kuching".into()),
                address: None,
            }),
            Content::Contact(ContactCard {
                name: "Bob".into(),
                phones: vec!["+6012".into()],
                emails: Vec::new(),
                organisation: None,
            }),
        ],
        extras: vec![("attachment-json".to_owned(), listed.to_string())],
        ..message("Here")
    };
    testing::answers(200, "{}");
    Chatbot::send(account(), wanted()).expect("it is sent");
    let (_, body) = told();
    assert_eq!(body["reply_to"], "m-1");
    assert_eq!(
        body["files"][0],
        json!({"url": "https://desk.example.com/api/attachments/1?s=x", "name": "a.png",
            "mime": "image/png", "kind": "image", "size": 9})
    );
    assert_eq!(body["files"][1]["url"], "https://cdn.example/2");
    assert_eq!(
        (&body["files"][2]["kind"], &body["files"][3]["name"]),
        (&json!("audio"), &json!("d.pdf"))
    );
    assert_eq!(body["quick_replies"], json!([{"id": "y", "title": "Yes"}]));
    assert_eq!(
        body["buttons"],
        json!([{"id": "s", "title": "Shop", "url": "https://s"}, {"id": "n", "title": "No"}])
    );
    assert_eq!(
        (&body["location"]["name"], &body["contact"]["name"]),
        (&json!("Kuching"), &json!("Bob"))
    );

    let nowhere = Account { public_url: String::new(), ..account() };
    let refused = Chatbot::send(nowhere, wanted());
    assert!(matches!(&refused, Err(Failure::Permanent(d)) if d.code == "chatbot.no-address"));
}

#[test]
fn an_empty_message_is_refused() {
    let refused = Chatbot::send(account(), message(""));
    assert!(matches!(&refused, Err(Failure::Permanent(d)) if d.code == "chatbot.empty"));
}

#[test]
fn every_refusal_leads_where_it_should() {
    for (status, kind) in [
        (401, "auth"),
        (403, "permanent"),
        (404, "permanent"),
        (413, "permanent"),
        (429, "rate"),
        (408, "retry"),
        (500, "retry"),
        (503, "retry"),
    ] {
        testing::answers(status, r#"{"error":"no"}"#);
        let failure = Chatbot::send(account(), message("x")).expect_err("it is refused");
        let came = match &failure {
            Failure::AuthExpired(_) => "auth",
            Failure::Permanent(_) => "permanent",
            Failure::RateLimited(_) => "rate",
            Failure::Retryable(_) => "retry",
            other => panic!("{other:?}"),
        };
        assert_eq!(came, kind, "{status}");
        let said = failure.detail().and_then(|detail| detail.provider.clone());
        assert_eq!(said.as_deref(), Some(r#"{"error":"no"}"#));
    }
    // The id goes along, so what may have arrived can be posted again.
    testing::fails(NetError::Timeout(true));
    let lost = Chatbot::send(account(), message("x"));
    assert!(matches!(lost, Err(Failure::Retryable(_))), "{lost:?}");
}

#[test]
fn what_is_posted_is_signed_and_bears_the_token_where_there_is_one() {
    testing::set_secret("callback_token");
    testing::answers(200, "{}");
    Chatbot::send(account(), message("x")).expect("it is sent");
    assert_eq!(told().0.credentials, ["callback"]);
}

#[test]
fn without_a_secret_nothing_is_posted() {
    let msg = message("x");
    std::thread::spawn(move || {
        let refused = Chatbot::send(account(), msg);
        let Err(Failure::NeedsConfig(problems)) = refused else { panic!("{refused:?}") };
        assert_eq!(problems[0].0, "signing_secret");
        assert!(testing::take_sent().is_empty());
    })
    .join()
    .expect("a thread of its own has no secrets");
}

#[test]
fn an_answer_waits_for_the_one_before_it_but_not_for_ever() {
    testing::set_secret("signing_secret");
    committed(posted(json!([says("1", "hello"), says("2", "opening hours?")])));
    assert_eq!(talk::load("c-1").last, "2/bot");
    let second = || Chatbot::fire(account(), "say:2/bot".into(), NOW).expect("a batch");
    let batch = second();
    assert!(testing::take_sent().is_empty(), "the first is still on its way");
    assert!(matches!(&batch.timers[..], [t] if t.at_ms == Some(NOW + 500)));

    testing::set_now_ms(NOW + 60_000);
    testing::answers(200, "{}");
    assert!(second().timers.is_empty());
    assert_eq!(told().1["answers"], "2");
}

#[test]
fn trouble_at_the_page_is_waited_out_longer_each_time() {
    testing::set_secret("signing_secret");
    committed(posted(json!([says("1", "hello")])));
    let (mut now, mut pauses) = (NOW, Vec::new());
    for _ in 0..9 {
        testing::set_now_ms(now);
        testing::answers(503, "{}");
        let failed = Chatbot::fire(account(), "say:1/bot".into(), NOW);
        let Err(Failure::Retryable((_, retry))) = failed else { panic!("{failed:?}") };
        let pause = retry.after_ms.expect("a pause");
        pauses.push(pause / 1000);
        now += pause;
    }
    assert_eq!(pauses, [2, 6, 18, 54, 162, 486, 1458, 3600, 3600]);
    assert!(now - NOW > 2 * 3_600_000, "an outage of an hour loses nothing");
    assert_eq!(testing::take_sent().len(), 9);
}

#[test]
fn a_timer_without_an_answer_does_nothing() {
    for name in ["say:gone/bot", "other"] {
        let batch = Chatbot::fire(account(), name.into(), NOW).expect("a batch");
        assert!(batch.timers.is_empty() && batch.kv.is_empty());
    }
}

#[test]
fn changes_and_signals_are_told() {
    testing::otherwise(|_| Ok((200, testing::Answer::Text("{}".into()))));
    Chatbot::edit(account(), target(), message("Better")).expect("it is told");
    let (sent, body) = told();
    assert_eq!(sent.url, "https://shop.example.com/chat/edit");
    assert_eq!(
        body,
        json!({"kind": "edit", "id": "op-2", "sent_at": NOW, "conversation": "c-1",
            "message": "p-9", "text": "Better"})
    );
    Chatbot::delete(account(), target()).expect("it is told");
    assert_eq!(told().1["kind"], "delete");
    Chatbot::react(account(), target(), Some("👍".into())).expect("it is told");
    assert_eq!(told().1["emoji"], "👍");
    Chatbot::react(account(), target(), None).expect("it is told");
    assert!(told().1["emoji"].is_null());
    for kind in ["typing", "stopped", "read"] {
        let signal = presence::Signal {
            thread: "c-1".into(),
            recipient: "u-1".into(),
            kind: kind.into(),
            agent_name: "Bob".into(),
        };
        Chatbot::notify(account(), signal).expect("it is told");
        let (sent, body) = told();
        assert_eq!((sent.url.rsplit('/').next(), &body["kind"]), (Some(kind), &json!(kind)));
    }
    let never = Target { external_ids: Vec::new(), ..target() };
    assert!(matches!(Chatbot::delete(account(), never), Err(Failure::Permanent(_))));
}
