//! The matrix of permissions: every call of the API's description × nobody, an agent without the
//! right, an agent with every right, an admin, and an admin of another client.
//!
//! A call that the description has and the table has not fails the test, and so does a row that no
//! call has.

mod rows;
mod things;

use crate::harness::{Agent, Answer, Ground, PASSWORD, Start, World};
use reqwest::Method;
use rows::{Row, Who, rows};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use things::PlaceholderValues;

on_both_engines!(every_call_has_its_row_and_keeps_to_it);

async fn ask(who: &Agent, row: &Row, things: &PlaceholderValues) -> Answer {
    let (method, path) = row.call.split_once(' ').expect("a method and a path");
    let path = if row.at.is_empty() { path } else { row.at };
    let body = row.body.as_ref().map(|body| -> Value {
        serde_json::from_str(&things.fill(&body.to_string())).expect("still JSON")
    });
    let method: Method = method.parse().expect("a method");
    who.call(method, &things.fill(path), body.as_ref()).await
}

/// The calls of the description that the server gives.
async fn described(world: &World) -> BTreeSet<String> {
    let api = world.admin.get("/api/openapi.json").await.ok();
    let mut calls = BTreeSet::new();
    for (path, methods) in api["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            calls.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    calls
}

/// An agent with these permission strings.
async fn agent(world: &World, username: &str, permissions: &[&str]) -> Agent {
    let found = world.admin.get(&format!("/api/users?search={username}")).await.ok();
    let path = format!("/api/users/{}", found["data"][0]["id"]);
    let change = json!({ "permissions": permissions });
    world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
    world.desk.sign_in(username, "agent").await
}

/// A newcomer with one of the roles that change little or nothing.
async fn limited(world: &World, role: &str) -> Agent {
    let roles = world.admin.get("/api/roles").await.ok();
    let all = roles.as_array().expect("a list");
    let id = &all.iter().find(|one| one["builtin"] == role).expect("a role")["id"];
    let new = json!({ "username": role, "password": PASSWORD, "role": id });
    assert_eq!(world.admin.post("/api/users", &new).await.status, 201);
    world.desk.sign_in(role, "agent").await
}

/// Whether a role that changes little or nothing closes the call.
fn is_closed(answer: &Answer) -> bool {
    let text = answer.body["error"]["message"].as_str().unwrap_or_default();
    answer.status == 403 && text.starts_with("Your role lets you")
}

/// Calls that change something and that light agents or auditors may make all the same: what is their own,
/// what reads, and for light agents notes. Whatever else there is or comes is closed to them.
const OPEN: [(&str, bool); 34] = [
    ("POST /api/announcements/{id}/dismiss", true),
    ("POST /api/fcm/token", true),
    ("POST /api/fcm/token/remove", true),
    ("PATCH /api/me", true),
    ("POST /api/me/password", true),
    ("POST /api/me/photo", true),
    ("DELETE /api/me/photo", true),
    ("POST /api/me/sessions/end-others", true),
    ("DELETE /api/me/sessions/{id}", true),
    ("POST /api/me/two-factor", true),
    ("POST /api/me/two-factor/confirm", true),
    ("POST /api/me/two-factor/off", true),
    ("POST /api/me/two-factor/recovery-codes", true),
    ("PUT /api/notification/preferences", true),
    ("POST /api/notification/read", true),
    ("POST /api/notification/remove", true),
    ("POST /api/online_status/update", true),
    ("PUT /api/status/me/auto_away", true),
    ("POST /api/ticket/data/check/{id}/{last}", true),
    ("PUT /api/tickets/{id}/follow", true),
    ("DELETE /api/tickets/{id}/follow", true),
    ("POST /api/views", true),
    ("PUT /api/views/order", true),
    ("PUT /api/views/{id}", true),
    ("DELETE /api/views/{id}", true),
    ("GET /api/wauchat", false),
    ("POST /api/tickets/{id}/notes", false),
    ("POST /api/messages/{id}/notes", false),
    ("DELETE /api/messages/{id}/notes/{note}", false),
    ("PUT /api/tickets/{id}/draft", false),
    ("POST /api/upload", false),
    ("POST /api/translate", false),
    ("POST /api/translate2", false),
    ("POST /api/messages/{id}/translation", false),
];

/// Whether the right was no hindrance. That others have taken a ticket is no matter of rights.
fn passes(answer: &Answer) -> bool {
    let taken = answer.body["error"]["message"] == "You cannot read this conversation.";
    taken || !matches!(answer.status, 401 | 403)
}

async fn every_call_has_its_row_and_keeps_to_it(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let table = rows();
    let named: BTreeSet<String> = table.iter().map(|row| row.call.to_owned()).collect();
    assert_eq!(named.len(), table.len(), "each call has one row");
    let described = described(&world).await;
    let missing: Vec<_> = described.difference(&named).collect();
    assert!(missing.is_empty(), "calls without a row of the matrix: {missing:#?}");
    let gone: Vec<_> = named.difference(&described).collect();
    assert!(gone.is_empty(), "rows without a call: {gone:#?}");

    let hidden = [
        "hide_chat",
        "hide_kanban",
        "hide_contacts",
        "hide_case",
        "hide_calendar",
        "hide_call",
        "hide_knowledgebase",
        "hide_block",
    ];
    let without = agent(&world, "agent1", &hidden).await;
    let grants =
        ["view_report", "call_settings", "view_all", "supervise", "view_audit", "api_keys"];
    let with = agent(&world, "agent2", &grants).await;
    let (light, auditor) = (limited(&world, "light_agent").await, limited(&world, "auditor").await);
    let nobody = Agent::nobody(&world.desk.url);
    let (own, unknown) = (PlaceholderValues::make(&world).await, PlaceholderValues::unknown());

    // What is refused changes nothing, so it is asked first, of everything.
    let mut wrong = vec![];
    for row in table.iter().filter(|row| row.who != Who::Itself) {
        let mut check = |who: &str, answer: &Answer, right: bool| {
            if !right {
                wrong.push(format!("{} by {who}: {} {}", row.call, answer.status, answer.body));
            }
        };
        let answer = ask(&nobody, row, &own).await;
        check("nobody", &answer, answer.status == 401);
        if row.who != Who::User {
            let answer = ask(&without, row, &own).await;
            check("an agent without the right", &answer, answer.status == 403 && !passes(&answer));
        }
        if matches!(row.who, Who::Admin | Who::Operator) {
            let answer = ask(&with, row, &own).await;
            check("an agent with every right", &answer, answer.status == 403 && !passes(&answer));
        }
        let open = OPEN.iter().find(|(call, _)| *call == row.call);
        // What asks an AI helper costs and is kept, whatever its method.
        let reads = row.call.starts_with("GET ") && !row.call.starts_with("GET /api/wauchat");
        let answer = ask(&light, row, &own).await;
        check("a light agent", &answer, is_closed(&answer) != (reads || open.is_some()));
        let answer = ask(&auditor, row, &own).await;
        let open = reads || open.is_some_and(|(_, both)| *both);
        check("an auditor", &answer, is_closed(&answer) != open);
        let foreign = ask(&world.outsider, row, &own).await;
        if row.who == Who::Operator {
            check("another client's admin", &foreign, foreign.status == 403);
        } else if row.names_something() {
            let nothing = ask(&world.outsider, row, &unknown).await;
            let same = foreign == nothing && foreign.status == 404;
            check("another client's admin", &foreign, same);
        } else {
            check("another client's admin", &foreign, passes(&foreign));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");

    // What is deleted is deleted last.
    let mut allowed: Vec<&Row> = table.iter().filter(|row| row.who != Who::Itself).collect();
    allowed.sort_by_key(|row| row.call.starts_with("DELETE"));
    for row in allowed {
        let mut check = |who: &str, answer: &Answer| {
            if !passes(answer) || answer.status >= 500 {
                wrong.push(format!("{} by {who}: {} {}", row.call, answer.status, answer.body));
            }
        };
        if row.who == Who::User {
            check("an agent without the right", &ask(&without, row, &own).await);
        }
        if matches!(row.who, Who::User | Who::Right) {
            check("an agent with every right", &ask(&with, row, &own).await);
        }
        check("an admin", &ask(&world.admin, row, &own).await);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
