//! Insights, analyses and translations.

use super::{account, asked, data, failed, says, talk};
use crate::{Helper, translating::placeholders};
use patchbay_plugin::analyse_text::Guest as _;
use patchbay_plugin::message_insight::Guest as _;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use patchbay_plugin::translate::{Guest as _, Translation};
use serde_json::json;

#[test]
fn emotions_are_shares_of_one() {
    let scores = json!([{ "name": "anger", "value": 90 }, { "name": "fear", "value": 30 },
        { "name": "joy", "value": 0 }, { "name": "", "value": 1 }, { "name": "trust" }]);
    says(json!({ "value": "anger", "scores": scores }));
    let came = Helper::find(account(), talk(&["Hi", "Hello", "Where is it?!"]), "emotion".into());
    let came = came.unwrap();
    let shares: Vec<_> = came.scores.iter().map(|s| (s.name.as_str(), s.value)).collect();
    assert!((shares[0].1 - 0.75).abs() < 1e-6 && shares.len() == 2, "{shares:?}");
    assert_eq!(came.extras[0], ("model".to_owned(), "small-2".to_owned()));
    assert_eq!(data(&asked()[0])["message"]["text"], "Where is it?!");
}

#[test]
fn every_kind_has_a_question_of_its_own_and_others_have_none() {
    let kinds =
        ["emotion", "alternative", "personality", "advocacy", "forwardresolution", "anchor"];
    for kind in kinds {
        says(json!({ "value": "x", "scores": [] }));
        let came = Helper::find(account(), talk(&["Hello"]), kind.into()).unwrap();
        assert_eq!((came.value.as_str(), came.scores.len()), ("x", 0));
    }
    let mut rules: Vec<_> = asked().iter().map(|q| q["messages"][0].to_string()).collect();
    rules.sort_unstable();
    rules.dedup();
    assert_eq!(rules.len(), kinds.len());
    let failure = Helper::find(account(), talk(&["Hello"]), "zodiac".into()).unwrap_err();
    assert_eq!(failed(&failure), ("permanent", "assist.kind".into()));
    assert!(Helper::find(account(), talk(&[]), "anchor".into()).unwrap().value.is_empty());
    assert!(testing::take_sent().is_empty());
}

#[test]
fn an_analysis_stays_in_its_range() {
    says(json!({ "language": "ms", "sentiment": -7, "summary": "Lost.",
        "topics": [{ "name": "delivery", "value": 3 }] }));
    let came = Helper::analyse(account(), talk(&["Di mana?"])).unwrap();
    assert_eq!((came.sentiment, came.topics[0].value), (Some(-1.0), 1.0));
    assert_eq!((came.language.as_deref(), came.summary.as_deref()), (Some("ms"), Some("Lost.")));
    assert!(Helper::analyse(account(), talk(&[])).unwrap().summary.is_none());
}

fn translate(texts: &[&str], source: Option<&str>) -> Result<Translation, Failure> {
    let texts = texts.iter().map(|text| (*text).to_owned()).collect();
    Helper::translate(account(), texts, source.map(str::to_owned), "ms".into())
}

#[test]
fn texts_are_numbered_and_placeholders_survive() {
    says(json!({ "detected": "en", "texts": [
        { "n": 3, "text": "Tulis kepada «EMEL_1»" }, { "n": 0, "text": "Helo {{name}}" } ] }));
    let came = translate(&["Hello {{name}}", "👍", "", "Write to «EMAIL_1»"], None).unwrap();
    assert_eq!(came.texts, ["Helo {{name}}", "👍", "", "Write to «EMAIL_1»"]);
    assert_eq!(came.detected.as_deref(), Some("en"));
    assert_eq!(data(&asked()[0])["texts"][1], json!({ "n": 3, "text": "Write to «EMAIL_1»" }));
    says(json!({ "detected": "en", "texts": [] }));
    let failure = translate(&["Hello"], Some("en")).unwrap_err();
    assert_eq!(failed(&failure), ("permanent", "assist-openai.count".into()));
    assert!(translate(&[], None).unwrap().texts.is_empty());
    assert_eq!(placeholders("« bonjour » «A_1» {{x}} {{y"), ["{{x}}", "«A_1»"]);
}

#[test]
fn long_texts_take_several_questions_with_room_for_the_answer() {
    for n in 0..2 {
        says(json!({ "texts": [{ "n": n, "text": "x" }] }));
    }
    let long = "é".repeat(3000);
    let came = translate(&[&long, &long], Some("fr")).unwrap();
    assert_eq!((came.texts, came.detected), (vec!["x".to_owned(); 2], None));
    let asked = asked();
    assert_eq!((asked.len(), &asked[0]["max_tokens"]), (2, &json!(3500)));
}
