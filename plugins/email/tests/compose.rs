//! What agents write, as mail; read back by the reading half.

use email::{
    compose::{Draft, Envelope, File, Problem, Sender, compose},
    mime::{Mail, transfer::unpacked},
    receive::{Around, Letter, read},
    verdict::Trust,
};

fn sender() -> Sender {
    Sender {
        name: "Acme Support".into(),
        address: "support@desk.test".into(),
        domain: "desk.test".into(),
        reply_to: Some("support+1042.3ca902d351e94070@desk.test".into()),
        now_ms: 1_795_132_800_000,
    }
}

fn draft() -> Draft {
    Draft {
        op_id: "op-77".into(),
        ticket: "1042".into(),
        to: vec!["Ann Lee <ann@customer.test>".into()],
        subject: Some("Order 1042".into()),
        text: Some("Hello Ann,\nit will be there on Thursday.".into()),
        in_reply_to: Some("CAF1a2b3@customer.test".into()),
        references: vec!["CAF1a2b3@customer.test".into()],
        ..Draft::default()
    }
}

fn file(name: &str, mime: &str, id: Option<&str>, bytes: Vec<u8>) -> File {
    File {
        mime: mime.into(),
        filename: name.into(),
        content_id: id.map(str::to_owned),
        // Odd piece sizes, so that pieces do not fit the lines of base64.
        read: Box::new(move |at| {
            let at = usize::try_from(at).unwrap();
            Ok(bytes[at..(at + 1001).min(bytes.len())].to_vec())
        }),
    }
}

fn made(sender: &Sender, draft: Draft) -> Result<(Envelope, String), Problem> {
    let mut raw = Vec::new();
    let envelope = compose(sender, draft, &mut |bytes| {
        raw.extend_from_slice(bytes);
        Ok(())
    })?;
    let raw = String::from_utf8(raw).unwrap();
    assert!(raw.is_ascii(), "mail leaves in 7 bits");
    assert!(raw.split("\r\n").all(|l| l.len() <= 998 && !l.contains(['\r', '\n'])));
    Ok((envelope, raw))
}

fn letter(raw: &str) -> Letter {
    let around = Around {
        own: Vec::new(),
        received_ms: 1_795_132_800_000,
        trust: Trust::default(),
        sign: &|_| None,
    };
    read(raw.as_bytes(), &around).letter.unwrap()
}

fn header<'a>(raw: &'a str, name: &str) -> Option<&'a str> {
    let head = raw.split("\r\n\r\n").next()?;
    head.split("\r\n").find_map(|l| l.strip_prefix(name)?.strip_prefix(": "))
}

#[test]
fn an_answer_has_its_headers() {
    let (envelope, raw) = made(&sender(), draft()).unwrap();
    assert_eq!(envelope.message_id, "1042.op-77@desk.test");
    assert_eq!(envelope.from, "support@desk.test");
    assert_eq!(envelope.recipients, ["ann@customer.test"]);
    for (name, value) in [
        ("From", "Acme Support <support@desk.test>"),
        ("To", "Ann Lee <ann@customer.test>"),
        ("Subject", "Re: Order 1042"),
        ("Date", "Fri, 20 Nov 2026 00:00:00 +0000"),
        ("Message-ID", "<1042.op-77@desk.test>"),
        ("In-Reply-To", "<CAF1a2b3@customer.test>"),
        ("References", "<CAF1a2b3@customer.test>"),
        ("MIME-Version", "1.0"),
    ] {
        assert_eq!(header(&raw, name), Some(value), "{raw}");
    }
    assert!(raw.contains("Reply-To: Acme Support"));
    assert!(!raw.contains("Auto-Submitted") && !raw.contains("Bcc"));
    let back = letter(&raw);
    assert_eq!(back.text, "Hello Ann,\nit will be there on Thursday.");
    assert_eq!(back.from.address, "support+1042.3ca902d351e94070@desk.test");
}

#[test]
fn another_attempt_is_the_same_mail() {
    let (first, raw) = made(&sender(), draft()).unwrap();
    let (second, again) = made(&sender(), draft()).unwrap();
    assert_eq!((first.clone(), raw), (second, again));
    let later = Sender { now_ms: 1_795_132_900_000, ..sender() };
    assert_eq!(made(&later, draft()).unwrap().0, first);
}

#[test]
fn text_html_pictures_and_files_are_layered() {
    let png = vec![137, 80, 78, 71, 0, 1, 2, 3];
    let pdf: Vec<u8> = (0..10_000_u32).map(|n| (n % 251) as u8).collect();
    let mut d = draft();
    d.text = Some("您好，灯已寄出。".into());
    d.html = Some("<p>您好，灯已寄出。</p><img src=\"cid:lamp@desk\">".into());
    d.files = vec![
        file("lamp.png", "image/png", Some("lamp@desk"), png.clone()),
        file(
            "一份很长的文件名，长到必须分成几行才能写下.pdf",
            "application/pdf",
            None,
            pdf.clone(),
        ),
        file("x", "multipart/mixed; boundary=evil", Some("not shown"), b"y".to_vec()),
    ];
    let (_, raw) = made(&sender(), d).unwrap();
    let mail = Mail::parse(raw.as_bytes());
    let kinds =
        |p: &email::mime::Part| p.children.iter().map(|c| c.mime().to_owned()).collect::<Vec<_>>();
    assert_eq!(mail.root.mime(), "multipart/mixed");
    assert_eq!(
        kinds(&mail.root),
        ["multipart/related", "application/pdf", "application/octet-stream"]
    );
    assert_eq!(kinds(&mail.root.children[0]), ["multipart/alternative", "image/png"]);
    assert_eq!(kinds(&mail.root.children[0].children[0]), ["text/plain", "text/html"]);
    let back = letter(&raw);
    assert_eq!(back.text, "您好，灯已寄出。");
    assert!(back.html.unwrap().contains("cid:lamp@desk"));
    assert_eq!(back.attachments[0].content_id.as_deref(), Some("lamp@desk"));
    assert_eq!(
        back.attachments[1].filename.as_deref(),
        Some("一份很长的文件名，长到必须分成几行才能写下.pdf")
    );
    let bytes = |n: usize| {
        let a = &back.attachments[n];
        unpacked(&raw.as_bytes()[a.body.clone()], a.packing)
    };
    assert_eq!((bytes(0), bytes(1), bytes(2)), (png, pdf, b"y".to_vec()));
}

#[test]
fn films_and_sounds_are_files() {
    let mut d = draft();
    d.files = vec![
        file("tour.mp4", "video/mp4", None, b"film".to_vec()),
        file("hello.ogg", "audio/ogg", None, b"sound".to_vec()),
    ];
    let (_, raw) = made(&sender(), d).unwrap();
    let back = letter(&raw);
    let kinds: Vec<&str> = back.attachments.iter().map(|a| a.mime.as_str()).collect();
    assert_eq!(kinds, ["video/mp4", "audio/ogg"]);
}

#[test]
fn domains_beyond_ascii_are_reached() {
    let d = Draft { to: vec!["王 <wang@例子.测试>".into()], ..draft() };
    let (envelope, raw) = made(&sender(), d).unwrap();
    assert_eq!(envelope.recipients, ["wang@xn--fsqu00a.xn--0zwm56d"]);
    assert_eq!(header(&raw, "To"), Some("=?utf-8?B?546L?= <wang@xn--fsqu00a.xn--0zwm56d>"));
    let d = Draft { to: vec!["王@desk.test".into()], ..draft() };
    assert_eq!(made(&sender(), d).unwrap_err().code, "email.address");
}

#[test]
fn addresses_that_need_quotes_are_answered() {
    for (to, recipient, header_value) in [
        ("taro..yamada@x.test", r#""taro..yamada"@x.test"#, r#""taro..yamada"@x.test"#),
        ("Jiro <jiro.@x.test>", r#""jiro."@x.test"#, r#"Jiro <"jiro."@x.test>"#),
        (r#""taro..yamada"@x.test"#, r#""taro..yamada"@x.test"#, r#""taro..yamada"@x.test"#),
        (r#""ann, lee"@x.test"#, r#""ann, lee"@x.test"#, r#""ann, lee"@x.test"#),
        (r#"Ann <"ann lee"@x.test>"#, r#""ann lee"@x.test"#, r#"Ann <"ann lee"@x.test>"#),
    ] {
        let (envelope, raw) = made(&sender(), Draft { to: vec![to.into()], ..draft() }).unwrap();
        assert_eq!(envelope.recipients, [recipient]);
        assert_eq!(header(&raw, "To"), Some(header_value));
    }
}

#[test]
fn html_alone_gets_a_text_version() {
    let mut d = draft();
    d.text = None;
    d.html = Some("<p>Hello</p><p>Ann</p>".into());
    let (_, raw) = made(&sender(), d).unwrap();
    assert!(raw.contains("multipart/alternative"));
    assert_eq!(letter(&raw).text, "Hello\n\nAnn");
}

#[test]
fn every_text_survives() {
    for text in [
        "plain",
        "From the start\n.\n..\nFrom here",
        "trailing space \nand = signs = here",
        "Grüße aus Köln, mit einer Zeile, die so lang ist, dass sie umbrochen werden muss, weil sie nie endet und immer weiter geht",
        "สวัสดีครับ\n\nบรรทัดที่สาม",
        "a\u{2028}b",
        &"x".repeat(5000),
    ] {
        let mut d = draft();
        d.text = Some(text.to_owned());
        let (_, raw) = made(&sender(), d).unwrap();
        let mail = Mail::parse(raw.as_bytes());
        let back = mail.text(&mail.root).replace("\r\n", "\n");
        assert_eq!(back.trim_end_matches('\n'), text);
    }
}

#[test]
fn headers_cannot_be_smuggled_in() {
    let evil = "x\r\nBcc: victim@x.test";
    let refused = |sender: &Sender, d: Draft| {
        let problem = made(sender, d).unwrap_err();
        assert!(!problem.passing, "{problem:?}");
        problem.code
    };
    assert_eq!(refused(&Sender { name: evil.into(), ..sender() }, draft()), "email.line-break");
    assert_eq!(refused(&Sender { address: evil.into(), ..sender() }, draft()), "email.line-break");
    assert_eq!(
        refused(&sender(), Draft { subject: Some(evil.into()), ..draft() }),
        "email.line-break"
    );
    for to in [evil, "a@x.test\n", "a@x.test\u{0}", "a@x.test\r\n, b@x.test"] {
        let d = Draft { to: vec![to.into()], ..draft() };
        assert_eq!(refused(&sender(), d), "email.line-break", "{to:?}");
        let d = Draft { cc: vec![to.into()], ..draft() };
        assert_eq!(refused(&sender(), d), "email.line-break", "{to:?}");
    }
    for to in ["a b@c.d", "nobody", "<>", "a@b@", "a@x..test"] {
        let d = Draft { to: vec![to.into()], ..draft() };
        assert_eq!(refused(&sender(), d), "email.address", "{to:?}");
    }
    assert_eq!(refused(&sender(), Draft { to: Vec::new(), ..draft() }), "email.no-recipient");
    // Ids come from strangers' mail: unusable ones are left out instead of stopping the answer.
    let d = Draft {
        references: vec![
            "a@x.test>\r\nBcc: <v@x.test".into(),
            "sp ace@x.test".into(),
            "ok@x.test".into(),
        ],
        in_reply_to: Some("e143@patchbay.invalid".into()),
        ..draft()
    };
    let (_, raw) = made(&sender(), d).unwrap();
    assert_eq!(header(&raw, "References"), Some("<ok@x.test>"));
    assert_eq!(header(&raw, "In-Reply-To"), Some("<ok@x.test>"));
    let d = Draft {
        files: vec![file(
            "a\r\nX-Evil: 1.txt",
            "text/plain\r\nX-Evil: 1",
            Some("i\r\nX-Evil: 1"),
            Vec::new(),
        )],
        op_id: "a>\r\nX-Evil: 1".into(),
        ..draft()
    };
    let (_, raw) = made(&sender(), d).unwrap();
    assert!(!raw.to_lowercase().contains("\r\nx-evil"), "{raw}");
}

#[test]
fn long_threads_and_many_people_fit() {
    let mut d = draft();
    d.references = (0..100).map(|n| format!("ref-{n}@customer.test")).collect();
    d.in_reply_to = Some("ref-99@customer.test".into());
    d.cc = (0..30).map(|n| format!("Person Number {n} <p{n}@customer.test>")).collect();
    d.cc.push("ANN@customer.test".into());
    let (envelope, raw) = made(&sender(), d).unwrap();
    assert_eq!(envelope.recipients.len(), 31, "Ann is not written to twice");
    let head = raw.split("\r\n\r\n").next().unwrap();
    assert!(head.split("\r\n").all(|l| l.len() <= 78), "{head}");
    let back = letter(&raw);
    assert_eq!(back.thread, "ref-0@customer.test");
    // First and last twenty, nearest first.
    assert_eq!(back.references.len(), 21);
    assert_eq!(back.references[0], "ref-99@customer.test");
    assert_eq!(back.references[19], "ref-80@customer.test");
}

#[test]
fn names_subjects_and_machines() {
    let s = Sender { name: "Kundendienst „Köln“, Süd".into(), ..sender() };
    let mut d = draft();
    d.subject = Some(
        "AW: Re: 回复：Die Bestellung über vierzig Stühle, wie besprochen, mit Lieferung frei Haus"
            .into(),
    );
    d.automatic = true;
    let (_, raw) = made(&s, d).unwrap();
    let back = letter(&raw);
    assert_eq!(back.from.name.as_deref(), Some("Kundendienst „Köln“, Süd"));
    assert_eq!(
        back.subject.as_deref(),
        Some("Re: Die Bestellung über vierzig Stühle, wie besprochen, mit Lieferung frei Haus")
    );
    assert_eq!(header(&raw, "Auto-Submitted"), Some("auto-replied"));
    assert_eq!(header(&raw, "X-Auto-Response-Suppress"), Some("All"));
    // A new message keeps its subject, and one without gets the ticket's.
    let fresh = Draft { in_reply_to: None, references: Vec::new(), ..draft() };
    assert_eq!(header(&made(&sender(), fresh).unwrap().1, "Subject"), Some("Order 1042"));
    let bare = Draft { subject: Some("Re: ".into()), ..draft() };
    assert_eq!(header(&made(&sender(), bare).unwrap().1, "Subject"), Some("Re: Ticket 1042"));
    let quoted = Sender { name: "Acme, \"the\" shop".into(), ..sender() };
    let (_, raw) = made(&quoted, draft()).unwrap();
    assert_eq!(header(&raw, "From"), Some("\"Acme, \\\"the\\\" shop\" <support@desk.test>"));
}
