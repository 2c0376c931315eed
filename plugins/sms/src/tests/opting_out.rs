//! Words by which customers leave and come back, in webhooks and in what is asked for.

use super::*;

fn said(fields: &[(&str, &str)]) -> Vec<(String, Option<String>)> {
    let mut form = json!({"MessageSid": "SM1", "From": ANN, "SmsStatus": "received"});
    for (name, value) in fields {
        form[name] = json!(value);
    }
    let (_, batch) = Sms::handle(account(&json!({})), request(&form)).expect("it is taken");
    for op in &batch.kv {
        testing::set_kv(&op.key, op.value.as_deref().unwrap_or_default());
    }
    let told = batch.events.iter().filter_map(|event| match event {
        Event::Message(message) => {
            let extra = message.extras.iter().find(|(name, _)| name == "opt-out");
            Some((message.text.clone()?, extra.map(|(_, kind)| kind.clone())))
        }
        _ => None,
    });
    told.collect()
}

fn kind(body: &str) -> Option<String> {
    said(&[("Body", body)]).remove(0).1
}

#[test]
fn every_word_for_leaving_coming_back_and_help_counts() {
    for word in ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"] {
        for body in [word.to_owned(), word.to_lowercase(), format!(" \n{word}.\t")] {
            let told = said(&[("Body", &body)]);
            assert_eq!(told[0].1.as_deref(), Some("STOP"), "{body:?}");
            assert!(told[1].0.starts_with("[unsubscribed]"), "{body:?}");
        }
    }
    for word in ["START", "UNSTOP", "Start!", "\u{201c}unstop\u{201d}"] {
        let told = said(&[("Body", word)]);
        assert_eq!(told[0].1.as_deref(), Some("START"), "{word:?}");
        assert!(told[1].0.starts_with("[subscribed]"), "{word:?}");
    }
    for word in ["HELP", "Info", "help?"] {
        let told = said(&[("Body", word)]);
        assert_eq!((told.len(), told[0].1.as_deref()), (1, Some("HELP")), "{word:?}");
    }
    for words in ["Stop it", "please stop", "the end", "cancel my order", "stop-all", "", "!"] {
        assert_eq!(kind(words), None, "{words:?}");
    }
}

#[test]
fn yes_is_an_answer_unless_the_customer_had_left() {
    let told = said(&[("Body", "Yes")]);
    assert_eq!((told.len(), told[0].1.as_deref()), (1, Some("START")));
    said(&[("Body", "QUIT")]);
    let told = said(&[("Body", "yes ")]);
    assert!(told[1].0.starts_with("[subscribed]"));
}

#[test]
fn what_the_provider_says_of_a_word_counts_more() {
    for (told, body, expected) in [
        ("STOP", "Non voglio", Some("STOP")),
        ("START", "stop", Some("START")),
        ("help", "END", Some("HELP")),
        ("SOMETHING", "STOP", Some("STOP")),
    ] {
        let said = said(&[("Body", body), ("OptOutType", told)]);
        assert_eq!(said[0].1.as_deref(), expected, "{told} {body}");
    }
}

#[test]
fn words_do_nothing_where_the_provider_does_not_look_for_them() {
    let whatsapp = ("From", "whatsapp:+15005550006");
    assert_eq!(said(&[("Body", "Cancel"), whatsapp])[0].1, None);
    assert_eq!(
        said(&[("OptOutType", "STOP"), whatsapp, ("Body", "Basta")])[0].1.as_deref(),
        Some("STOP")
    );
}

#[test]
fn files_have_the_endings_of_their_types() {
    testing::otherwise(|_| Ok((200, Answer::Blob(41))));
    for (mime, name, of) in [
        ("text/plain", "document_1.txt", "text/plain"),
        ("text/vcard", "contact_1.vcf", "text/vcard"),
        ("text/x-vcard; charset=utf-8", "contact_1.vcf", "text/x-vcard"),
        ("TEXT/DIRECTORY", "contact_1.vcf", "text/directory"),
        ("text/calendar", "document_1.ics", "text/calendar"),
        (
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "document_1.docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ),
        ("application/octet-stream", "document_1.bin", "application/octet-stream"),
        ("", "document_1.bin", "application/octet-stream"),
        ("video/quicktime", "video_1.mov", "video/quicktime"),
        ("audio/x-unheard-of", "audio_1.bin", "audio/x-unheard-of"),
        ("image/jpeg", "image_1.jpg", "image/jpeg"),
    ] {
        let form = json!({
            "MessageSid": "SM1", "From": ANN, "SmsStatus": "received", "NumMedia": "1",
            "MediaUrl0": "https://api.twilio.com/1", "MediaContentType0": mime,
        });
        let (_, batch) = Sms::handle(account(&json!({})), request(&form)).expect("it is taken");
        let Some(Event::Message(message)) = batch.events.first() else { panic!("a message") };
        let file = &message.attachments[0];
        assert_eq!((file.filename.as_deref(), file.mime.as_str()), (Some(name), of));
        testing::keep(batch);
    }
}
