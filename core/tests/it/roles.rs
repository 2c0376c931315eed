//! Roles: admins keep them, users do what theirs says from the moment it says so.

use crate::harness::{Agent, Answer, Ground, PASSWORD, Start, Visitor, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    admins_keep_roles,
    users_do_what_their_role_says,
    a_desk_keeps_an_admin,
    a_light_agent_writes_notes,
    an_auditor_reads_and_changes_nothing,
    a_supervisor_sees_all_and_steps_in,
);

async fn roles(who: &Agent) -> Vec<Value> {
    who.get("/api/roles").await.ok().as_array().expect("a list").clone()
}

async fn builtin(world: &World, word: &str) -> i64 {
    let all = roles(&world.admin).await;
    let role = all.iter().find(|role| role["builtin"] == word).expect("there from the beginning");
    role["id"].as_i64().expect("a number")
}

async fn patch(who: &Agent, path: &str, body: Value) -> Answer {
    who.call(Method::PATCH, path, Some(&body)).await
}

async fn delete(who: &Agent, id: i64) -> Answer {
    who.call(Method::DELETE, &format!("/api/roles/{id}"), None).await
}

async fn user(world: &World, username: &str) -> Value {
    let page = world.admin.get(&format!("/api/users?search={username}")).await.ok();
    page["data"][0].clone()
}

/// Gives somebody a role.
async fn give(world: &World, username: &str, role: Value) -> Answer {
    let id = user(world, username).await["id"].clone();
    patch(&world.admin, &format!("/api/users/{id}"), json!({ "role": role })).await
}

#[track_caller]
fn field(answer: &Answer, name: &str) {
    answer.refused(422, "invalid");
    assert!(answer.body["error"]["fields"][name].is_string(), "{name}: {answer:?}");
}

async fn admins_keep_roles(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let words: Vec<Value> = roles(admin).await.iter().map(|role| role["builtin"].clone()).collect();
    assert_eq!(words, ["owner", "admin", "supervisor", "agent", "light_agent", "auditor"]);
    let owner = roles(admin).await[0].clone();
    assert_eq!(
        (&owner["type"], &owner["rank"], &owner["users"]),
        (&json!("admin"), &json!(1), &json!(1))
    );

    let mut hearing = admin.live().await;
    let new = json!({ "name": " Night shift ", "permissions": ["view_report", "view_report"], "rank": 30 });
    let made = admin.post("/api/roles", &new).await;
    assert_eq!(made.status, 201, "{made:?}");
    let id = made.body["id"].as_i64().expect("a number");
    let expected = json!({
        "id": id, "name": "Night shift", "builtin": null, "type": "agent", "rank": 30,
        "permissions": ["view_report"], "users": 0,
    });
    assert_eq!(made.body, expected);
    hearing.event("rolesChanged").await;

    let path = format!("/api/roles/{id}");
    admin.post("/api/roles", &json!({ "name": "NIGHT SHIFT" })).await.refused(409, "conflict");
    field(&admin.post("/api/roles", &json!({ "name": "" })).await, "name");
    field(&admin.post("/api/roles", &json!({ "name": "x", "rank": 0 })).await, "rank");
    field(&patch(admin, &path, json!({ "permissions": ["fly"] })).await, "permissions");
    field(&patch(admin, &path, json!({ "name": "x".repeat(61) })).await, "name");
    let changed = patch(admin, &path, json!({ "name": "Nights" })).await.ok();
    assert_eq!((&changed["name"], &changed["rank"]), (&json!("Nights"), &json!(30)));
    let again = patch(admin, &path, json!({ "name": "Nights" })).await.ok();
    assert_eq!(again, changed, "twice is like once");

    // Nobody else's, and nobody but an admin in person.
    patch(&world.outsider, &path, json!({ "name": "Mine" })).await.refused(404, "not_found");
    delete(&world.outsider, id).await.refused(404, "not_found");
    patch(admin, "/api/roles/987650033", json!({})).await.refused(404, "not_found");
    world.one.get("/api/roles").await.refused(403, "forbidden");
    patch(&world.one, &path, json!({})).await.refused(403, "forbidden");
    let key = json!({ "name": "Sync", "scopes": ["read", "write", "admin"] });
    let key = admin.post("/api/keys", &key).await;
    let mut program = Agent::nobody(&world.desk.url);
    key.body["word"].as_str().expect("a word").clone_into(&mut program.token);
    program.post("/api/roles", &json!({ "name": "Kept" })).await.refused(403, "forbidden");

    // A role that somebody has stays until they have another.
    give(&world, "agent1", json!(id)).await.ok();
    let answer = delete(admin, id).await;
    answer.refused(409, "conflict");
    give(&world, "agent1", json!(null)).await.ok();
    assert_eq!(delete(admin, id).await.status, 204);
    delete(admin, id).await.refused(404, "not_found");
    let log = admin.get("/api/audit").await.ok();
    let acts: Vec<&str> = log["data"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|entry| entry["action"].as_str())
        .filter(|action| action.starts_with("role_"))
        .collect();
    assert_eq!(acts, ["role_removed", "role_changed", "role_created"]);
}

async fn users_do_what_their_role_says(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let agent = builtin(&world, "agent").await;
    let one = user(&world, "agent1").await;
    assert_eq!(one["role"], json!(agent), "whoever may do what a role says has it");

    let role = json!({ "name": "Analyst", "rank": 40, "permissions": ["hide_contacts"] });
    let role = admin.post("/api/roles", &role).await.body["id"].clone();
    let mut hearing = world.one.live().await;
    let given = give(&world, "agent1", role.clone()).await.ok();
    let rights =
        |user: &Value| (user["role"].clone(), user["rank"].clone(), user["permissions"].clone());
    assert_eq!(rights(&given), (role.clone(), json!(40), json!(["hide_contacts"])));
    hearing.event("rightsChanged").await;
    world.one.get("/api/contacts/list").await.refused(403, "forbidden");
    world.one.get("/api/report/csat").await.refused(403, "forbidden");

    // What the role says from now on, its users may do from now on.
    let path = format!("/api/roles/{role}");
    patch(admin, &path, json!({ "permissions": ["view_report"] })).await.ok();
    hearing.event("rightsChanged").await;
    world.one.get("/api/contacts/list").await.ok();
    let token = json!({ "_token": world.one.token });
    let session = world.one.post("/api/auth/check", &token).await.ok();
    assert_eq!(session["permission"], json!(["view_report"]));
    let as_before = user(&world, "agent2").await;
    assert_eq!(as_before["permissions"], json!([]), "others are as they were");

    // Changed one by one, somebody has no role any more; both at once say too much.
    let id = &one["id"];
    let both = json!({ "role": role, "rank": 3 });
    field(&patch(admin, &format!("/api/users/{id}"), both).await, "role");
    field(&give(&world, "agent1", json!(987_650_033)).await, "role");
    let changed = patch(admin, &format!("/api/users/{id}"), json!({ "rank": 41 })).await.ok();
    assert_eq!(rights(&changed), (json!(null), json!(41), json!(["view_report"])));
    patch(admin, &path, json!({ "permissions": [] })).await.ok();
    assert_eq!(user(&world, "agent1").await["permissions"], json!(["view_report"]));

    // A newcomer begins with one.
    let new = json!({ "username": "mei", "password": PASSWORD, "role": role });
    let made = admin.post("/api/users", &new).await;
    assert_eq!((made.status, rights(&made.body)), (201, (role, json!(40), json!([]))));
}

async fn a_desk_keeps_an_admin(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (owner, admins) = (builtin(&world, "owner").await, builtin(&world, "admin").await);
    let path = format!("/api/roles/{owner}");
    // The only admin's role stays one for admins, and their own type is not theirs to change.
    patch(&world.admin, &path, json!({ "type": "agent" })).await.refused(409, "conflict");
    give(&world, "agent1", json!(admins)).await.ok();
    patch(&world.admin, &path, json!({ "type": "agent" })).await.refused(409, "conflict");
    // Whoever ranks lower does not touch the owner's, and gives none as high.
    let second = world.desk.sign_in("agent1", "admin").await;
    patch(&second, &path, json!({ "name": "Mine" })).await.refused(403, "forbidden");
    field(&second.post("/api/roles", &json!({ "name": "Top", "rank": 1 })).await, "rank");
    let other = user(&world, "agent2").await["id"].clone();
    let up = patch(&second, &format!("/api/users/{other}"), json!({ "role": owner })).await;
    field(&up, "rank");
    // The role of admins may become one for agents while an owner is left.
    let path = format!("/api/roles/{admins}");
    patch(&world.admin, &path, json!({ "type": "agent" })).await.ok();
    second.get("/api/users").await.refused(403, "forbidden");
}

async fn a_light_agent_writes_notes(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let light = builtin(&world, "light_agent").await;
    give(&world, "agent1", json!(light)).await.ok();
    let bot = world.bot().await;
    bot.write(7, "Where is my parcel?").await;
    let ticket = world.ticket_saying("Where is my parcel?").await;
    let id = ticket["id"].as_i64().expect("an id");

    let (path, note) = (format!("/api/tickets/{id}/notes"), json!({ "text": "In Penang." }));
    assert!(world.one.post(&path, &note).await.status < 300);
    let reply = json!({ "ticket_id": id, "message": "In Penang." });
    let refused = world.one.post("/api/ticket/message/reply", &reply).await;
    refused.refused(403, "forbidden");
    let text = refused.body["error"]["message"].as_str().expect("a text");
    assert!(text.contains("write notes"), "it says why: {text}");
    let mut socket = world.one.live().await;
    socket.call("sendTyping", json!({ "ticket_id": id })).await.expect_err("customers see it");
    socket.call("acceptLiveChat", json!({})).await.expect_err("no chats");
    socket.call("joinRoom", json!({ "ticket_id": id })).await.expect("it is read");

    // Alone nobody can be left with a customer whom they do not answer.
    let path = format!("/api/tickets/{id}/participants");
    let alone = json!({ "participants": ["agent1"] });
    field(&world.admin.call(Method::PUT, &path, Some(&alone)).await, "participants");
    let both = json!({ "participants": ["agent1", "agent2"] });
    world.admin.call(Method::PUT, &path, Some(&both)).await.ok();

    // Routing does not know them.
    let people = world.admin.get("/api/routing/agents").await.ok();
    let named = |name: &str| {
        people.as_array().expect("a list").iter().any(|agent| agent["username"] == name)
    };
    assert!(!named("agent1") && named("agent2"), "{people}");
    assert!(world.simulator.bot_said(7).await.is_empty(), "the customer was told nothing");
}

async fn an_auditor_reads_and_changes_nothing(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let auditor = builtin(&world, "auditor").await;
    give(&world, "agent1", json!(auditor)).await.ok();
    let bot = world.bot().await;
    bot.write(7, "Where is my parcel?").await;
    let ticket = world.ticket_saying("Where is my parcel?").await;
    let id = ticket["id"].as_i64().expect("an id");
    let path = format!("/api/tickets/{id}/participants");
    let taken = json!({ "participants": ["agent2"] });
    world.admin.call(Method::PUT, &path, Some(&taken)).await.ok();

    // What others have taken is read, and so is the log of acts.
    world.one.get(&format!("/api/ticket/data/{id}/0")).await.ok();
    let list = world.one.get("/api/ticket/load/-/open/ticket/0").await.ok();
    assert!(list.to_string().contains("Where is my parcel?"), "{list}");
    let log = world.one.get("/api/audit").await.ok();
    assert!(log["data"].as_array().is_some_and(|entries| !entries.is_empty()));
    world.one.get("/api/users").await.refused(403, "forbidden");
    let note = json!({ "text": "Seen." });
    let refused = world.one.post(&format!("/api/tickets/{id}/notes"), &note).await;
    refused.refused(403, "forbidden");
    // What is their own they keep.
    let mine = json!({ "name": "Checked" });
    assert!(world.one.post("/api/views", &mine).await.status < 300);
}

async fn a_supervisor_sees_all_and_steps_in(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    let page = channel["public_link"].as_str().expect("an address");
    let mut two = world.two.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, page).await;
    mei.queue("Mei").await;
    two.call("acceptLiveChat", json!({})).await.expect("taken");
    mei.socket.event("queueAccepted").await;
    mei.http.post("/api/livechat/register", &mei.form("Where is it?")).await.ok();
    let id = two.event("createTicket").await["ticket"]["id"].as_i64().expect("an id");

    let read = format!("/api/ticket/data/{id}/0");
    let watch = format!("/api/supervisory/chats/{id}/watch");
    world.one.get(&read).await.refused(403, "forbidden");
    world.one.post(&watch, &json!({})).await.refused(403, "forbidden");
    give(&world, "agent1", json!(builtin(&world, "supervisor").await)).await.ok();
    world.one.get(&read).await.ok();
    let board = world.one.get("/api/supervisory").await.ok();
    assert_eq!(board["chats"]["running"], 1, "{board}");
    let mut one = world.one.live().await;
    world.one.post(&watch, &json!({})).await.ok();
    assert_eq!(two.event("chatSupervised").await["act"], "watch");
    // What is written in a chat of somebody else is heard at once.
    let words = json!({ "id": "a-second", "text": "Hello?" });
    mei.socket.call("visitorMessage", words).await.expect("written");
    eventually("the supervisor hears it", || async {
        let data = world.one.get(&read).await.ok();
        data.to_string().contains("Hello?").then_some(())
    })
    .await;
    one.event("newMessage").await;
    // Settings stay with admins.
    world.one.get("/api/channels").await.refused(403, "forbidden");
}
