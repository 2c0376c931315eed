//! How the customers of calls sounded, as a helper hears it in their recordings.

use crate::harness::{Ground, Whole, eventually};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(
    recordings_are_heard_where_an_admin_wants_it,
    what_was_heard_is_told_to_whom_the_call_is_shown,
);

/// Monday, 2 November 2026, 08:00 UTC.
const MONDAY: i64 = 1_793_606_400_000;
const LIST: &str = "/api/ticket/load/-/all/call2/0";

/// The end of a call and its recording.
async fn recorded(whole: &Whole, (id, phone): (&str, &str), recording: &str) {
    let stage = |kind: &str, seconds: i64, more: Value| {
        let mut stage = json!({
            "kind": "call", "id": id, "thread": phone, "person": phone, "phone": phone,
            "name": "Mei", "stage": kind, "at_ms": MONDAY + seconds * 1000, "line": "+60300",
        });
        stage.as_object_mut().expect("an object").extend(more.as_object().expect("more").clone());
        stage
    };
    let ended = stage("ended", 70, json!({ "talk_ms": 4_000 }));
    let recorded = stage("recorded", 71, json!({ "recording": recording }));
    whole.says(json!({ "events": [ended, recorded] })).await;
}

/// The numbers of those whose calls a list holds.
async fn numbers(whole: &Whole, path: &str) -> Vec<String> {
    let page = whole.one.get(path).await.ok();
    let calls = page["data"].as_array().expect("calls");
    calls.iter().map(|call| call["number"].as_str().expect("a number").to_owned()).collect()
}

/// What helpers were asked about voices.
async fn asked(whole: &Whole) -> Vec<Value> {
    let results = whole.admin.get("/api/assist/results").await.ok();
    let of_voice = |result: &&Value| result["task"] == "analyse-voice";
    results["data"].as_array().expect("results").iter().filter(of_voice).cloned().collect()
}

async fn recordings_are_heard_where_an_admin_wants_it(ground: Ground) {
    let mut whole = Whole::open(ground, json!({})).await;
    let helper = json!({ "plugin": "voice-local", "name": "Voices", "settings": {} });
    whole.admin.post("/api/channels", &helper).await.ok();
    // Messages are read already, which says nothing of calls.
    let path = "/api/assist/setting";
    for voices in [false, true] {
        let setting = json!({ "emotions": true, "voices": voices, "redact": true });
        assert_eq!(whole.admin.call(Method::PUT, path, Some(&setting)).await.ok(), setting);
        if !voices {
            recorded(&whole, ("c1", "+6011"), "voice.wav").await;
        }
    }
    // What was not looked at before must not be looked at by a server that begins anew.
    whole.crash().await;
    recorded(&whole, ("c2", "+6012"), "voice.wav").await;
    let call = eventually("the recording is heard", || async {
        let page = whole.one.get(LIST).await.ok();
        let calls = page["data"].as_array().expect("calls").clone();
        calls.into_iter().find(|call| call["emotion"] != "")
    })
    .await;
    assert_eq!(call["number"], "+6012", "who called before nobody asked for");
    let emotion = call["emotion"].as_str().expect("a name");
    let strongest = call["emotions"][emotion].as_i64().expect("percent");
    let all = call["emotions"].as_object().expect("emotions").values();
    assert!(strongest > 0 && all.into_iter().all(|one| one.as_i64() <= Some(strongest)), "{call}");
    let (energy, pace) = (&call["energy"], &call["pace"]);
    let lower = |value: &Value| if value.as_i64().expect("a figure") > 50 { 0 } else { 100 };

    // Lists are narrowed by it, on both engines.
    let found = vec!["+6012".to_owned()];
    for (query, wanted) in [
        (format!("?emotion={emotion}"), true),
        (format!("?emotion=angry,{emotion}"), true),
        ("?emotion=angry".to_owned(), false),
        (format!("?energy={energy}&pace={pace}"), true),
        (format!("?energy={}", lower(energy)), false),
        (format!("?pace={}", lower(pace)), false),
        ("?personality=driver".to_owned(), false),
    ] {
        let expected = if wanted { found.clone() } else { vec![] };
        assert_eq!(numbers(&whole, &format!("{LIST}{query}")).await, expected, "{query}");
        let recordings = format!("/api/proxy/recordings{query}");
        assert_eq!(numbers(&whole, &recordings).await, expected, "{recordings}");
    }
    let recordings = "/api/proxy/recordings?emotionFilter=";
    assert_eq!(numbers(&whole, &format!("{recordings}{emotion}")).await, found);
    assert_eq!(numbers(&whole, &format!("{recordings}sad")).await, Vec::<String>::new());
    let page = whole.one.get("/api/proxy/recordings").await.ok();
    let of = |number: &str| page["data"].as_array()?.iter().find(|one| one["number"] == number);
    let heard = of("+6012").expect("it is there");
    assert_eq!((&heard["emotion"], &heard["energy"]), (&call["emotion"], energy));
    let unheard = of("+6011").expect("it is there");
    assert_eq!((&unheard["emotion"], &unheard["pace"]), (&json!(""), &Value::Null));
    for wrong in ["energy=loud", "pace=101"] {
        whole.one.get(&format!("{LIST}?{wrong}")).await.refused(422, "invalid");
    }

    // It is asked once, whatever else is told of the call; what is no sound leaves the call as it is.
    recorded(&whole, ("c3", "+6013"), "picture.png").await;
    let results = eventually("the picture was refused", || async {
        Some(asked(&whole).await).filter(|results| results.len() == 2)
    })
    .await;
    let outcomes: Vec<&str> = results.iter().filter_map(|one| one["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["failed", "done"]);
    assert_eq!(
        (&results[1]["asked_by"], &results[1]["ticket_id"]),
        (&json!(""), &call["ticket_id"])
    );
    let other = numbers(&whole, &format!("{LIST}?emotion={emotion}")).await;
    assert_eq!(other, found);

    // Nobody hears what is told after it is switched off.
    let off = json!({ "emotions": false, "voices": false, "redact": true });
    whole.admin.call(Method::PUT, path, Some(&off)).await.ok();
    recorded(&whole, ("c4", "+6014"), "voice.wav").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(asked(&whole).await.len(), 2);
}

/// The recording came before its ticket was merged into a colleague's, and is heard after.
async fn what_was_heard_is_told_to_whom_the_call_is_shown(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let setting = json!({ "emotions": false, "voices": true, "redact": true });
    whole.admin.call(Method::PUT, "/api/assist/setting", Some(&setting)).await.ok();
    recorded(&whole, ("c1", "+6011"), "voice.wav").await;
    let call = whole.one.get(LIST).await.ok()["data"][0].clone();
    let new = json!({ "title": "The second", "message": "x", "name": "Mei" });
    let into = whole.admin.post("/api/tickets", &new).await.ok()["id"].clone();
    let path = format!("/api/tickets/{}/merge", call["ticket_id"]);
    whole.admin.call(Method::PUT, &path, Some(&json!({ "into": into }))).await.ok();
    let path = format!("/api/tickets/{into}/participants");
    let taken = json!({ "participants": ["agent2"] });
    whole.admin.call(Method::PUT, &path, Some(&taken)).await.ok();

    let (mut one, mut two) = (whole.one.live().await, whole.two.live().await);
    let helper = json!({ "plugin": "voice-local", "name": "Voices", "settings": {} });
    whole.admin.post("/api/channels", &helper).await.ok();
    let moved = json!({
        "kind": "call", "id": "c1", "thread": "+6011", "person": "+6011", "phone": "+6011",
        "name": "Mei", "stage": "transferred", "at_ms": MONDAY + 20_000, "line": "+60300",
    });
    whole.says(json!({ "events": [moved] })).await;
    for what in ["it was transferred", "it was heard"] {
        let told = two.event("callChanged").await;
        assert_eq!((&told["call_id"], &told["ticket_id"]), (&call["id"], &into), "{what}");
    }
    assert_ne!(whole.two.get(LIST).await.ok()["data"][0]["emotion"], "");
    let told = one.drain(Duration::from_millis(500)).await;
    assert!(told.iter().all(|frame| frame["event"] != "callChanged"), "{told:?}");
}
