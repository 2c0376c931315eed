//! Admins choose which fields contacts have, which are needed, and which identity types there are.

use crate::harness::{Agent, Answer, Ground, Start, World};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(
    an_admin_chooses_what_is_known_of_contacts,
    what_the_form_wants_is_asked_of_changes,
    forms_that_make_no_sense_are_refused,
);

const FORM: &str = "/api/contact-fields";

async fn choose(who: &Agent, form: &Value) -> Answer {
    who.call(Method::PUT, FORM, Some(form)).await
}

/// A form in which some fields are otherwise than all are at first: name, shown, required.
fn form(changed: &[(&str, bool, bool)], types: &[&str]) -> Value {
    let names = ["salutation", "email", "phone", "identity", "birth_date", "notes"];
    let fields = names.map(|name| {
        let (shown, required) = changed
            .iter()
            .find(|(changed, ..)| *changed == name)
            .map_or((true, false), |(_, shown, required)| (*shown, *required));
        json!({ "field": name, "shown": shown, "required": required })
    });
    json!({ "fields": fields, "identity_types": types })
}

const TYPES: [&str; 7] = ["mykad", "mykid", "pr_mykad", "passport", "army", "police", "baby_of"];

/// What the session check tells of it.
async fn told(who: &Agent) -> (Value, Value) {
    let mut session = who.post("/api/auth/check", &json!({})).await.ok();
    (session["contacts_param"].take(), session["contacts_param2"].take())
}

async fn an_admin_chooses_what_is_known_of_contacts(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let first = form(&[], &TYPES);
    assert_eq!(world.one.get(FORM).await.ok(), first, "everything, and nothing is needed");
    let mut one = world.one.live().await;
    let mut outsider = world.outsider.live().await;
    let wanted = form(&[("birth_date", false, false), ("email", true, true)], &["passport"]);

    choose(&world.one, &wanted).await.refused(403, "forbidden");
    assert_eq!(choose(&world.admin, &wanted).await.ok(), wanted);
    let event = one.event("settingsChanged").await;
    assert_eq!(event["contacts_param"], wanted["fields"]);
    assert_eq!(event["contacts_param2"], json!([{ "identity_type": "passport" }]));
    let session = told(&world.two).await;
    assert_eq!((&session.0, &session.1), (&event["contacts_param"], &event["contacts_param2"]));
    assert_eq!(world.two.get(FORM).await.ok(), wanted);

    // Said again it changes nothing.
    assert_eq!(choose(&world.admin, &wanted).await.ok(), wanted);
    let heard = one.drain(Duration::from_millis(200)).await;
    assert!(heard.iter().all(|frame| !frame.to_string().contains("settingsChanged")), "{heard:?}");
    let log = world.admin.get("/api/audit?action=contact_fields_chosen").await.ok();
    let entries: Vec<_> = log["data"].as_array().expect("a list").iter().collect();
    assert_eq!(entries.len(), 1, "{log}");
    let changes = &entries[0]["changes"];
    assert_eq!(changes["required"], json!({ "from": [], "to": ["email"] }));
    assert_eq!(changes["identity_types"]["to"], json!(["passport"]));

    assert_eq!(world.outsider.get(FORM).await.ok(), first, "another client's is its own");
    let heard = outsider.drain(Duration::from_millis(200)).await;
    assert!(heard.iter().all(|frame| !frame.to_string().contains("settingsChanged")), "{heard:?}");
}

async fn what_the_form_wants_is_asked_of_changes(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let entered = json!({ "name": "Ana", "phone": "0123456789", "message": "Hello" });
    let made = world.one.post("/api/tickets", &entered).await.ok();
    let info = world.one.get(&format!("/api/ticket/info/-/{}", made["id"])).await.ok();
    let path = format!("/api/contacts/{}", info["data"]["contact_id"]);
    let change = async |body: Value| world.one.call(Method::PUT, &path, Some(&body)).await;
    change(json!({ "birth_date": "1990-02-03" })).await.ok();

    let wanted = form(&[("birth_date", false, false), ("email", true, true)], &["passport"]);
    choose(&world.admin, &wanted).await.ok();
    let refused = change(json!({ "notes": "Calls back" })).await;
    assert_eq!(refused.body["error"]["fields"], json!({ "email": "This has to be filled in." }));
    refused.refused(422, "invalid");
    let kept = json!({ "notes": "Calls back", "email": "ana@customer.example" });
    change(kept).await.ok();
    let born = change(json!({ "birth_date": "1990-02-04" })).await;
    assert!(born.body["error"]["fields"]["birth_date"].is_string(), "{born:?}");
    change(json!({ "birth_date": "" })).await.ok();
    let soldier = json!({ "identity_type": "army", "identity_number": "T7" });
    let soldier = change(soldier).await;
    assert!(soldier.body["error"]["fields"]["identity_type"].is_string(), "{soldier:?}");
    soldier.refused(422, "invalid");
    let traveller = json!({ "identity_type": "passport", "identity_number": "A1" });
    let now = change(traveller).await.ok();
    assert_eq!(
        (&now["data"]["email"], &now["data"]["identity_type"], &now["data"]["birth_date"]),
        (&json!("ana@customer.example"), &json!("passport"), &json!(""))
    );
}

async fn forms_that_make_no_sense_are_refused(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let first = world.admin.get(FORM).await.ok();
    let mut short = form(&[], &TYPES);
    short["fields"].as_array_mut().expect("a list").pop();
    for (wrong, field) in [
        (form(&[("phone", false, true)], &TYPES), "phone"),
        (form(&[], &[]), "identity_types"),
        (form(&[], &["moon"]), "identity_types"),
        (short, "notes"),
    ] {
        let answer = choose(&world.admin, &wrong).await;
        assert!(answer.body["error"]["fields"][field].is_string(), "{field}: {answer:?}");
        answer.refused(422, "invalid");
    }
    let unknown = json!({ "fields": [{ "field": "shoe_size", "shown": true, "required": false }], "identity_types": [] });
    for nonsense in [json!({}), json!([]), json!({ "fields": "all", "identity_types": 7 }), unknown]
    {
        let answer = choose(&world.admin, &nonsense).await;
        assert!(matches!(answer.status, 400 | 422), "{nonsense}: {answer:?}");
    }
    assert_eq!(world.admin.get(FORM).await.ok(), first, "nothing was kept");
}
