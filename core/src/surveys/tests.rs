//! What can be kept, answered, sent and counted, as tables.

use super::{
    check::{Settings, answers, settings},
    model::{Content, Reason, Standing, SurveyDraft, against, in_words},
    report::{between, csat},
};
use crate::http::{Code, Problem};
use axum::response::IntoResponse as _;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

/// The names of the fields that a problem is about.
async fn wrong(problem: Problem) -> Vec<String> {
    assert_eq!(problem.code(), Code::Invalid);
    let body = axum::body::to_bytes(problem.into_response().into_body(), 100_000).await;
    let body: Value = serde_json::from_slice(&body.expect("a body")).expect("JSON");
    body["error"]["fields"].as_object().expect("fields").keys().cloned().collect()
}

fn draft(value: Value) -> SurveyDraft {
    serde_json::from_value(value).expect("a draft")
}

fn whole() -> Value {
    json!({
        "name": "After closing",
        "words": {
            "en": { "title": "How was it?", "invite": "Please tell us." },
            "ms": { "title": "Bagaimana?", "invite": "Sila beritahu kami." },
        },
        "questions": [
            { "kind": "rating", "required": true, "texts": { "en": "Overall?", "ms": "Keseluruhan?", "zh": "?" } },
            { "kind": "choice", "texts": { "en": "Again?", "ms": "Lagi?" }, "choices": [
                { "texts": { "en": "Yes", "ms": "Ya" } }, { "texts": { "en": "No", "ms": "Tidak" } },
            ] },
            { "kind": "text", "texts": { "en": "Why?", "ms": "Kenapa?" }, "choices": [{}] },
        ],
    })
}

fn content() -> Content {
    settings(&Settings::default(), &draft(whole())).expect("fine").content
}

#[test]
fn a_survey_is_kept_as_it_was_meant() {
    let kept = settings(&Settings::default(), &draft(whole())).expect("fine");
    assert!(kept.active && kept.automatic);
    assert_eq!((kept.delay_minutes, kept.expires_days, kept.again_days), (0, 14, 7));
    let ids: Vec<&str> = kept.content.questions.iter().map(|q| q.id.as_str()).collect();
    assert_eq!(ids, ["q1", "q2", "q3"]);
    let [rating, choice, text] = &kept.content.questions[..] else { panic!("three") };
    assert!(!rating.texts.contains_key("zh"), "only its own languages");
    assert_eq!(choice.choices[1].id, "c2");
    assert!(text.choices.is_empty(), "only a choice has any");
    assert_eq!(settings(&kept, &draft(json!({}))).expect("fine"), kept);
    let languages = ["ms-MY", "zh", "", "en_GB"].map(|wanted| kept.content.language(wanted));
    assert_eq!(languages, ["ms", "en", "en", "en"]);
}

#[tokio::test]
async fn what_is_wrong_with_a_survey_is_told_field_by_field() {
    let change = |path: &str, value: Value| {
        let mut whole = whole();
        *whole.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
        whole
    };
    let table = [
        (json!({}), vec!["name", "questions", "words"]),
        (change("/name", json!(" ")), vec!["name"]),
        (change("/words/en/title", json!("")), vec!["words.en.title"]),
        (change("/words/ms/invite", json!("{{contact.shoe}}")), vec!["words.ms.invite"]),
        (change("/questions/0/texts", json!({ "en": "x" })), vec!["questions.0.texts.ms"]),
        (change("/questions/1/choices", json!([])), vec!["questions.1.choices"]),
        (
            change("/questions/1/choices/0/texts", json!({ "en": "x" })),
            vec!["questions.1.choices.0.texts.ms"],
        ),
        (change("/questions", json!([])), vec!["questions"]),
    ];
    for (given, expected) in table {
        let problem = settings(&Settings::default(), &draft(given.clone())).expect_err("wrong");
        assert_eq!(wrong(problem).await, expected, "{given}");
    }
    let kept = settings(&Settings::default(), &draft(whole())).expect("fine");
    for (given, expected) in [
        (json!({ "delay_minutes": -1 }), "delay_minutes"),
        (json!({ "delay_minutes": 43_201 }), "delay_minutes"),
        (json!({ "expires_days": 0 }), "expires_days"),
        (json!({ "again_days": 367 }), "again_days"),
        (json!({ "words": { "fr": { "title": "x", "invite": "x" } } }), "words"),
    ] {
        let problem = settings(&kept, &draft(given.clone())).expect_err("wrong");
        assert!(wrong(problem).await.contains(&expected.to_owned()), "{given}");
    }
}

#[tokio::test]
async fn an_answer_fits_its_questions() {
    let content = content();
    let given = |value: Value| value.as_object().cloned().expect("an object");
    let fit = answers(&content, &given(json!({ "q1": 4, "q2": "c1", "q3": " Fast\r\nand kind " })));
    let fit = fit.expect("fine");
    assert_eq!((fit.rating, fit.comment.as_str()), (Some(4), "Fast\nand kind"));
    let words = in_words(&content, &fit.answers, "ms");
    let told: Vec<(&str, &str)> =
        words.iter().map(|one| (one.question.as_str(), one.answer.as_str())).collect();
    assert_eq!(told, [("Keseluruhan?", "4"), ("Lagi?", "Ya"), ("Kenapa?", "Fast\nand kind")]);
    let fit = answers(&content, &given(json!({ "q1": "5", "q2": null, "q3": " ", "q9": 1 })));
    assert_eq!(fit.expect("fine").answers, given(json!({ "q1": 5 })));
    for (bad, expected) in [
        (json!({}), vec!["q1"]),
        (json!({ "q1": 0 }), vec!["q1"]),
        (json!({ "q1": 6, "q2": "c3" }), vec!["q1", "q2"]),
        (json!({ "q1": 3.5 }), vec!["q1"]),
        (json!({ "q1": 3, "q3": "x".repeat(2_001) }), vec!["q3"]),
        (json!({ "q1": 3, "q3": 7 }), vec!["q3"]),
    ] {
        let problem = answers(&content, &given(bad.clone())).expect_err("wrong");
        assert_eq!(wrong(problem).await, expected, "{bad}");
    }
    let mut free = content;
    free.questions[0].required = false;
    let problem = answers(&free, &given(json!({ "q3": "" }))).expect_err("nothing was said");
    assert_eq!(wrong(problem).await, ["q1"]);
}

#[test]
fn what_speaks_against_sending() {
    let fine = Standing { closed: true, has_channel: true, ..Standing::default() };
    let table = [
        (fine, None, None),
        (Standing { closed: false, ..fine }, Some(Reason::Reopened), None),
        (Standing { closed: false, spam: true, ..fine }, Some(Reason::Spam), Some(Reason::Spam)),
        (Standing { merged: true, ..fine }, Some(Reason::Merged), Some(Reason::Merged)),
        (Standing { blocked: true, ..fine }, Some(Reason::Blocked), Some(Reason::Blocked)),
        (Standing { has_channel: false, ..fine }, Some(Reason::NoChannel), Some(Reason::NoChannel)),
        (Standing { livechat: true, ..fine }, Some(Reason::Ended), Some(Reason::Ended)),
        (Standing { livechat: true, closed: false, ..fine }, Some(Reason::Reopened), None),
        (Standing { machine: true, ..fine }, Some(Reason::Machine), None),
        (Standing { recently: true, ..fine }, Some(Reason::Recently), None),
    ];
    for (at, itself, by_hand) in table {
        assert_eq!(against(at, false), itself, "{at:?}");
        assert_eq!(against(at, true), by_hand, "{at:?} by hand");
    }
}

#[test]
fn ratings_are_counted_and_averaged() {
    let shown = |found: &[(i64, i64)]| serde_json::to_value(csat(found)).expect("JSON");
    let some = shown(&[(5, 2), (4, 1), (1, 1)]);
    assert_eq!(some["result"], "success");
    assert_eq!(some["data"][4], json!({ "rating": 5, "count": 2 }));
    assert_eq!(some["data"][1], json!({ "rating": 2, "count": 0 }));
    assert_eq!(some["average"], json!(3.75));
    assert_eq!(shown(&[])["average"], Value::Null);
    assert_eq!(shown(&[(5, 2), (4, 1)])["average"], json!(4.67));
}

#[test]
fn a_span_is_of_days_or_seconds() {
    let (now, day) = (1_770_000_000_000, 86_400_000);
    let january = 1_767_225_600_000;
    let span = |start, end| between((start, end), &TimeZone::UTC, now).ok();
    assert_eq!(span("2026-01-01", "2026-01-01"), Some((january, january + day)));
    assert_eq!(span("2026-01-01T00:00:00Z", "2026-01-02"), Some((january, january + 2 * day)));
    assert_eq!(span("1767225600", ""), Some((january, now + 1)));
    assert_eq!(span("", "2026-01-01"), Some((january - 29 * day, january + day)));
    assert_eq!(span("", ""), Some((now + 1 - 30 * day, now + 1)));
    for (start, end) in
        [("yesterday", ""), ("", "2026-13-01"), ("2026-01-02", "2026-01-01"), ("-5", "")]
    {
        assert_eq!(span(start, end), None, "{start} {end}");
    }
    let singapore = crate::days::zone("Asia/Singapore");
    let there = between(("2026-01-01", "2026-01-01"), &singapore, now).ok();
    assert_eq!(there, Some((january - day / 3, january + day * 2 / 3)), "eight hours earlier");
}
