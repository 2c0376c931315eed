//! Translating.

use super::{account, failed, posted};
use crate::LibreTranslate;
use crate::languages::{Naming, code_of, tag_of};
use crate::placeholders::{has_words, survive};
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use patchbay_plugin::translate::{Guest as _, Translation};
use serde_json::json;

fn ask(texts: &[&str], source: Option<&str>, target: &str) -> Result<Translation, Failure> {
    let texts = texts.iter().map(|text| (*text).to_owned()).collect();
    LibreTranslate::translate(account(), texts, source.map(str::to_owned), target.to_owned())
}

#[test]
fn texts_go_together_and_what_has_no_words_stays() {
    testing::answers(
        200,
        json!({ "translatedText": ["Bonjour", "Où est-ce ?"],
            "detectedLanguage": [{ "language": "en", "confidence": 90 },
                { "language": "zh", "confidence": 20 }] })
        .to_string(),
    );
    let came = ask(&["Hello", "", "👍 12", "Where is it?", "«EMAIL_1»"], None, "fr-CA").unwrap();
    assert_eq!(came.texts, ["Bonjour", "", "👍 12", "Où est-ce ?", "«EMAIL_1»"]);
    assert_eq!(came.detected.as_deref(), Some("en"));
    let body = json!({ "q": ["Hello", "Where is it?"], "source": "auto", "target": "fr",
        "format": "text" });
    assert_eq!(posted(), [body]);
}

#[test]
fn nothing_to_translate_asks_nobody() {
    assert!(ask(&[], None, "ms").unwrap().texts.is_empty());
    assert_eq!(ask(&["{{name}} 12"], None, "ms").unwrap().texts, ["{{name}} 12"]);
    assert!(testing::take_sent().is_empty());
}

#[test]
fn long_texts_take_several_requests() {
    testing::otherwise(|sent| {
        let body: serde_json::Value = serde_json::from_str(&sent.body).expect("JSON");
        let many = body["q"].as_array().expect("a list").len();
        let answer = json!({ "translatedText": vec!["ja"; many] });
        Ok((200, testing::Answer::Text(answer.to_string())))
    });
    let (long, short) = ("é".repeat(150), "é".repeat(40));
    let came = ask(&[&short, &short, &short, &long, &short], Some("fr"), "de").unwrap();
    assert_eq!((came.texts, came.detected), (vec!["ja".to_owned(); 5], None));
    let sizes: Vec<usize> =
        posted().iter().map(|body| body["q"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(sizes, [2, 1, 1, 1]);
}

#[test]
fn a_lost_placeholder_keeps_the_original() {
    let came = ["Encik {{ name }}, tulis kepada «EMEL_1»", "Terima kasih, {{name}}"];
    testing::answers(200, json!({ "translatedText": came }).to_string());
    let texts = ["Mr {{name}}, write to «EMAIL_1»", "Thank you, {{name}}"];
    let came = ask(&texts, Some("en"), "ms-MY").unwrap();
    assert_eq!(came.texts, ["Mr {{name}}, write to «EMAIL_1»", "Terima kasih, {{name}}"]);
    assert!(survive("« bonjour » «A_1» «A_1»", "“hello” «A_1» «A_1»"));
    assert!(!survive("«A_1» «A_1»", "«A_1»") && !survive("Hello", "Hello {{x}}"));
    assert!(has_words("« bonjour »") && !has_words("{{a}}: 1"));
}

#[test]
fn chinese_and_brazilian_have_two_names() {
    for (tag, newer, older) in [
        ("zh", "zh-Hans", "zh"),
        ("zh-Hans-MY", "zh-Hans", "zh"),
        ("zh-TW", "zh-Hant", "zt"),
        ("zh-Hans-HK", "zh-Hans", "zh"),
        ("pt-br", "pt-BR", "pb"),
        ("pt-PT", "pt", "pt"),
        ("EN_gb", "en", "en"),
        ("fil", "tl", "tl"),
        ("no", "nb", "nb"),
    ] {
        let came = (code_of(tag, Naming::Newer), code_of(tag, Naming::Older));
        assert_eq!(came, (newer.to_owned(), older.to_owned()), "{tag}");
    }
    assert_eq!(
        (tag_of("zt"), tag_of("zh-Hans"), tag_of("ms")),
        ("zh-Hant".into(), "zh-Hans".into(), "ms".into())
    );
    testing::answers(400, r#"{"error":"zh-Hans is not supported"}"#);
    testing::answers(200, r#"{"translatedText":["你好"]}"#);
    assert_eq!(ask(&["Hello"], Some("en"), "zh-CN").unwrap().texts, ["你好"]);
    let targets: Vec<_> = posted().iter().map(|body| body["target"].clone()).collect();
    assert_eq!(targets, ["zh-Hans", "zh"]);
}

#[test]
fn the_key_is_put_in_by_the_host_and_only_where_it_belongs() {
    testing::set_secret("api_key");
    testing::answers(200, r#"{"translatedText":["Kunci"]}"#);
    ask(&["The key is {credential:key}"], Some("en"), "ms").unwrap();
    let sent = testing::take_sent().remove(0);
    assert_eq!(
        (sent.url.as_str(), sent.credentials),
        ("https://lt.example/translate", vec!["key".to_owned()])
    );
    assert_eq!(sent.body.matches("{credential:key}").count(), 1);
    let body: serde_json::Value = serde_json::from_str(&sent.body).unwrap();
    assert_eq!(body["api_key"], "{credential:key}");
    assert_eq!(body["q"][0], "The key is {credential:key}");
}

#[test]
fn signs_in_place_of_words_are_no_translation() {
    testing::answers(200, r#"{"translatedText":"🤷🐙","alternatives":[]}"#);
    let failure = ask(&["Hello", "Bye"], None, "ms").unwrap_err();
    assert_eq!(failed(&failure), ("permanent", "translate-libre.no-words".into()));
    testing::answers(200, r#"{"translatedText":["🐙","Selamat tinggal"]}"#);
    assert_eq!(ask(&["Ha", "Bye"], None, "ms").unwrap().texts, ["Ha", "Selamat tinggal"]);
    testing::answers(200, r#"{"translatedText":["Satu"]}"#);
    let failure = ask(&["Hello", "Bye"], None, "ms").unwrap_err();
    assert_eq!(failed(&failure), ("permanent", "translate-libre.count".into()));
    for body in ["{}", "{\"translatedText\":[\"Sat", "<html>"] {
        testing::answers(200, body);
        let failure = ask(&["Hello"], None, "ms").unwrap_err();
        assert_eq!(failed(&failure).0, "retryable", "{body}");
    }
}

#[test]
fn every_refusal_leads_where_it_should() {
    for (status, case) in [
        (401, "auth-expired"),
        (403, "rate-limited"),
        (404, "needs-config"),
        (413, "permanent"),
        (418, "permanent"),
        (500, "retryable"),
        (503, "retryable"),
    ] {
        testing::answers(status, r#"{"error":"no"}"#);
        let failure = ask(&["Hello"], None, "ms").unwrap_err();
        assert_eq!(failed(&failure).0, case, "{status}");
    }
    testing::answers(429, r#"{"error":"Slowdown: 30 per 1 minute"}"#);
    match ask(&["Hello"], None, "ms") {
        Err(Failure::RateLimited((_, retry))) => assert_eq!(retry.after_ms, Some(60_000)),
        other => panic!("{other:?}"),
    }
    testing::set_secret("api_key");
    testing::answers(403, r#"{"error":"Invalid API key"}"#);
    assert_eq!(failed(&ask(&["Hello"], None, "ms").unwrap_err()).0, "auth-expired");
}

#[test]
fn a_missing_key_is_told_from_other_mistakes() {
    for (needed, case) in [(true, "needs-config"), (false, "permanent")] {
        testing::answers(400, r#"{"error":"Visit https://lt.example to get an API key"}"#);
        testing::answers(200, json!({ "keyRequired": needed }).to_string());
        assert_eq!(failed(&ask(&["Hello"], None, "ms").unwrap_err()).0, case);
    }
    assert_eq!(testing::left(), 0);
}
