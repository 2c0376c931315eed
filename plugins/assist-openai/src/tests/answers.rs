//! Answers from passages, and what is left of them.

use super::{account, asked, data, says, talk};
use crate::Helper;
use patchbay_plugin::answer::{Guest as _, Passage, Recommendation};
use patchbay_plugin::testing;
use serde_json::{Value, json};

fn passage(id: &str, text: &str) -> Passage {
    Passage {
        id: id.into(),
        title: "Returns".into(),
        text: text.into(),
        language: None,
        as_of_ms: 0,
        extras: vec![],
    }
}

fn recommend(action: &str, sentences: Value) -> Recommendation {
    says(json!({
        "classification": "return", "action": action, "sentences": sentences, "advice": "Say so.",
        "what_to_do": ["Look up the order", ""], "how_to_say": [], "confidence": 0.9,
    }));
    let passages = [
        passage("a/1", "Send it back within 14 days. It is free."),
        passage("b/2", "Shops open at 10."),
    ];
    Helper::recommend(account(), talk(&["Can I return it?"]), passages.into()).expect("an answer")
}

fn cited(text: &str, passage: &str, quote: &str) -> Value {
    json!({ "text": text, "citations": [{ "passage": passage, "quote": quote }] })
}

#[test]
fn sentences_keep_the_quotations_that_are_true() {
    let said = json!([
        { "text": "Hello!", "citations": [] },
        { "text": "You have 14 days.", "citations": [
            { "passage": "a/1", "quote": "within 14 days" },
            { "passage": "a/1", "quote": "within 30 days" } ] },
        cited("Shops open at 9.", "b/2", "open at 9"),
        cited("It is free.", "b/2", "It is free."),
        cited("It costs nothing.", "a/1", " "),
    ]);
    let came = recommend("answer", said);
    let texts: Vec<_> =
        came.sentences.iter().map(|s| (s.text.as_str(), s.citations.len())).collect();
    assert_eq!(texts, [("Hello!", 0), ("You have 14 days.", 1)]);
    assert_eq!((came.action.as_str(), came.confidence), ("answer", Some(0.9)));
    assert_eq!(came.what_to_do, ["Look up the order"]);
    let extras = [
        ("model", "small-2"),
        ("tokens_in", "19"),
        ("tokens_out", "10"),
        ("dropped_citations", "4"),
    ];
    assert_eq!(came.extras, extras.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn an_answer_that_rests_on_nothing_is_handed_over() {
    for (action, said, expected) in [
        ("answer", json!([cited("30 days.", "a/1", "30 days")]), "hand-off"),
        ("answer", json!([{ "text": "Hello!", "citations": [] }]), "hand-off"),
        ("answer", json!([cited("14 days.", "c/3", "14 days")]), "hand-off"),
        ("refund", json!([cited("14 days.", "a/1", "14 days")]), "hand-off"),
        ("hand-off", json!([cited("14 days.", "a/1", "14 days")]), "hand-off"),
        ("ask", json!([]), "hand-off"),
        ("nothing", json!([{ "text": "Bye" }]), "nothing"),
    ] {
        let came = recommend(action, said);
        assert_eq!((came.action.as_str(), came.sentences.len()), (expected, 0), "{action}");
        assert!(!came.advice.is_empty());
        assert_eq!(came.confidence.is_some(), ["nothing"].contains(&action), "{action}");
    }
    let came = recommend("ask", json!([{ "text": "Which order?", "citations": [] }]));
    assert_eq!((came.action.as_str(), came.sentences.len()), ("ask", 1));
}

#[test]
fn passages_are_data_and_cut_to_what_fits() {
    says(json!({ "action": "nothing" }));
    let passages =
        vec![passage("a", &"x".repeat(900)), passage("b", &"y".repeat(900)), passage("c", "z")];
    Helper::recommend(account(), talk(&["Hello"]), passages).unwrap();
    let question = asked().remove(0);
    let sizes: Vec<_> = data(&question)["passages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| (p["id"].as_str().unwrap().to_owned(), p["text"].as_str().unwrap().len()))
        .collect();
    assert_eq!(sizes, [("a".to_owned(), 900), ("b".to_owned(), 100)]);
    let came = Helper::recommend(account(), talk(&[]), vec![]).unwrap();
    assert_eq!(came.action, "nothing");
    assert!(testing::take_sent().is_empty());
}
