//! What a message tells besides its own words: names of files, words of kinds that are not known,
//! and what it answers.

use super::*;

fn take(more: &Value) -> InboundMessage {
    let mut message = json!({
        "message_id": 7, "date": 1_767_323_045, "chat": {"id": 111, "type": "private"},
        "from": {"id": 111, "first_name": "Ann"},
    });
    for (name, value) in more.as_object().expect("fields") {
        message[name] = value.clone();
    }
    let update = json!({"update_id": 1, "message": message});
    let (_, batch) = Telegram::handle(account(), request(&update)).expect("it is taken");
    let mut events = batch.events.into_iter();
    match events.next() {
        Some(Event::Message(message)) => message,
        other => panic!("a message: {other:?}"),
    }
}

fn extra<'a>(message: &'a InboundMessage, name: &str) -> Option<&'a str> {
    message.extras.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

fn filename(field: &str, file: &Value) -> String {
    files();
    let mut file = file.clone();
    if file["file_id"].is_null() {
        file["file_id"] = json!("f");
    }
    let mut message = take(&json!({field: file}));
    let attachment = message.attachments.remove(0);
    let name = attachment.filename.clone().expect("a name");
    testing::keep(attachment);
    name
}

#[test]
fn a_file_has_the_ending_of_its_type() {
    for (field, file, expected) in [
        ("document", json!({"mime_type": "application/pdf"}), "file_7.pdf"),
        ("document", json!({"mime_type": "text/x-vcard"}), "file_7.vcf"),
        ("document", json!({"mime_type": "application/x-odd"}), "file_7"),
        ("document", json!({"file_id": "paper.docx"}), "file_7.docx"),
        (
            "document",
            json!({"file_id": "p.pdf", "mime_type": "application/octet-stream"}),
            "file_7.pdf",
        ),
        ("document", json!({"file_name": "", "mime_type": "application/pdf"}), "file_7.pdf"),
        ("document", json!({"file_name": "bill", "mime_type": "application/pdf"}), "bill.pdf"),
        ("document", json!({"file_name": "a/bill.v2", "mime_type": "application/pdf"}), "bill.v2"),
        ("voice", json!({}), "voice_7.ogg"),
        ("voice", json!({"mime_type": "audio/mpeg"}), "voice_7.mp3"),
        ("video", json!({"mime_type": "video/quicktime"}), "video_7.mov"),
        (
            "audio",
            json!({"mime_type": "audio/flac", "title": "T.N.T.", "performer": "AC/DC"}),
            "AC-DC - T.N.T..flac",
        ),
    ] {
        assert_eq!(filename(field, &file), expected, "{field} {file}");
    }
}

#[test]
fn words_are_kept_whatever_the_kind() {
    let cannot = |kind: &str| format!("[{kind}] This cannot be shown here; open it in Telegram.");
    let tasks =
        json!([{"id": 1, "text": "chair"}, {"id": 2, "text": "table", "completion_date": 9}]);
    for (more, expected) in [
        (
            json!({"paid_media": {"star_count": 5, "paid_media": []}, "caption": "Please look"}),
            format!("Please look\n{}", cannot("paid media")),
        ),
        (
            json!({"checklist": {"title": "Shopping", "tasks": tasks}}),
            "[checklist] Shopping\n- chair\n- table (done)".to_owned(),
        ),
        (
            json!({"invoice": {"title": "Chair", "description": "A red one", "currency": "EUR"}}),
            format!("{}\nChair\nA red one", cannot("invoice")),
        ),
        (
            json!({"game": {"title": "Chess", "description": "For two", "text": "Best: Ann"}}),
            "[game] Chess\nFor two\nBest: Ann".to_owned(),
        ),
        (
            json!({"novelty": {"x": [{"text": "One"}], "id": "77"}, "caption": "C",
                "caption_entities": [], "show_caption_above_media": true}),
            format!("C\n{}\nOne", cannot("novelty")),
        ),
        (
            json!({"venue": {"location": {"latitude": 1.0, "longitude": 2.0}, "title": "T",
                "address": "A"}, "caption": "here"}),
            "here\n[venue] T, A\nhttps://www.openstreetmap.org/?mlat=1&mlon=2#map=16/1/2"
                .to_owned(),
        ),
    ] {
        assert_eq!(take(&more).text, Some(expected), "{more}");
    }
}

#[test]
fn a_button_that_says_nothing_is_acknowledged_and_no_message() {
    files();
    for more in [json!({"game_short_name": "g"}), json!({})] {
        let mut query = json!({"id": "78", "from": {"id": 111, "first_name": "Ann"}});
        for (name, value) in more.as_object().expect("fields") {
            query[name] = value.clone();
        }
        let update = json!({"update_id": 1, "callback_query": query});
        let (_, batch) = Telegram::handle(account(), request(&update)).expect("it is taken");
        assert!(batch.events.is_empty(), "{more}");
        let sent = testing::take_sent();
        assert!(sent[0].url.ends_with("/answerCallbackQuery"), "{more}");
    }
}

#[test]
fn what_the_customer_marked_is_told_with_whose_words_they_are() {
    let answered = json!({
        "message_id": 5, "date": 1, "chat": {"id": 111, "type": "private"},
        "from": {"id": 9, "first_name": "Desk"}, "text": "Many points",
    });
    let quote = json!({"text": "points", "position": 5, "is_manual": true});
    let channel = json!({"type": "channel", "date": 1, "message_id": 9, "author_signature": "Eve",
        "chat": {"id": -100, "type": "channel", "title": "Acme News"}});
    let user =
        json!({"type": "user", "date": 1, "sender_user": {"first_name": "Bo", "last_name": "Li"}});
    let hidden = json!({"type": "hidden_user", "date": 1, "sender_user_name": "Somebody"});
    let group = json!({"id": -7, "type": "supergroup", "title": "Buyers"});
    for (more, marked, whose) in [
        (json!({"reply_to_message": answered, "quote": quote}), Some("points"), Some("Desk")),
        (json!({"reply_to_message": answered}), None, None),
        (
            json!({"external_reply": {"origin": channel, "message_id": 9}, "quote": quote}),
            Some("points"),
            Some("Acme News (Eve)"),
        ),
        (
            json!({"external_reply": {"origin": user, "chat": group}, "quote": quote}),
            Some("points"),
            Some("Bo Li, Buyers"),
        ),
        (
            json!({"external_reply": {"origin": hidden, "photo": []}}),
            Some("[photo]"),
            Some("Somebody"),
        ),
        (
            json!({"external_reply": {"origin": user, "checklist": {"title": "Shopping"}}}),
            Some("[checklist] Shopping"),
            Some("Bo Li"),
        ),
        (json!({"external_reply": {"origin": {"type": "new"}}}), Some("[message]"), None),
        (
            json!({"reply_to_story": {"id": 1, "chat": {"id": 5, "type": "channel", "title": "Acme"}}}),
            Some("[story]"),
            Some("Acme"),
        ),
    ] {
        let mut more = more;
        more["text"] = json!("what is this?");
        let message = take(&more);
        assert_eq!(message.text.as_deref(), Some("what is this?"));
        assert_eq!(
            (extra(&message, "quote"), extra(&message, "quote-from")),
            (marked, whose),
            "{more}"
        );
    }
}

#[test]
fn what_was_forwarded_says_so_with_or_without_a_name() {
    for (origin, from) in [
        (json!({"type": "hidden_user", "sender_user_name": "Somebody"}), Some("Somebody")),
        (json!({"type": "chat", "sender_chat": {"title": "Buyers"}}), Some("Buyers")),
        (json!({"type": "new"}), None),
    ] {
        let message = take(&json!({"text": "see", "forward_origin": origin}));
        assert_eq!(extra(&message, "forwarded"), Some("once"), "{origin}");
        assert_eq!(extra(&message, "forwarded-from"), from, "{origin}");
    }
}
