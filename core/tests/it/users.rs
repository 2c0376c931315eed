//! Admins keep users: who may do what to whom, and what follows at once.

use crate::harness::{Agent, Answer, Desk, Ground, PASSWORD, Start, World};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    admins_keep_users,
    ranks_decide_who_keeps_whom,
    who_is_disabled_is_out_at_once,
    a_link_sets_the_first_password,
    departments_are_kept_and_read,
    tickets_belong_to_departments,
);

async fn users(who: &Agent, search: &str) -> Vec<Value> {
    let page = who.get(&format!("/api/users?search={search}")).await.ok();
    page["data"].as_array().expect("a list").clone()
}

async fn id_of(who: &Agent, username: &str) -> i64 {
    let found = users(who, username).await;
    let user = found.iter().find(|user| user["username"] == username).expect("there");
    user["id"].as_i64().expect("a number")
}

async fn patch(who: &Agent, id: i64, body: Value) -> Answer {
    who.call(Method::PATCH, &format!("/api/users/{id}"), Some(&body)).await
}

async fn switch(who: &Agent, id: i64, enabled: bool) -> Answer {
    let body = json!({ "enabled": enabled });
    who.call(Method::PUT, &format!("/api/users/{id}/enabled"), Some(&body)).await
}

async fn sign_in(url: &str, username: &str, password: &str, kind: &str) -> Answer {
    let body = json!({ "client": username, "password": password, "type": kind });
    Agent::nobody(url).post("/api/auth2", &body).await
}

#[track_caller]
fn field(answer: &Answer, name: &str) {
    answer.refused(422, "invalid");
    assert!(answer.body["error"]["fields"][name].is_string(), "{name}: {answer:?}");
}

async fn admins_keep_users(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let mut hearing = world.one.live().await;
    let new = json!({
        "username": "Mei", "name": "Mei Ling", "email": "mei@example.com", "type": "agent",
        "rank": 20, "permissions": ["view_report", "hide_call"], "password": "a-first-password",
    });
    let answer = admin.post("/api/users", &new).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let mei = answer.body.clone();
    assert_eq!((&mei["rank"], &mei["disabled"]), (&json!(20), &json!(false)));
    assert_eq!(mei["permissions"], json!(["hide_call", "view_report"]));
    assert!(!answer.body.to_string().contains("a-first-password"));
    assert_eq!(hearing.event("usersChanged").await["username"], "Mei");
    let taken = admin.post("/api/users", &json!({ "username": "mei", "password": PASSWORD })).await;
    taken.refused(409, "conflict");
    assert!(taken.body["error"]["fields"]["username"].is_string());
    // The same name at another client is another name.
    let theirs = json!({ "username": "mei", "password": PASSWORD });
    assert_eq!(world.outsider.post("/api/users", &theirs).await.status, 201);

    let session = sign_in(&world.desk.url, "Mei@Acme", "a-first-password", "agent").await.ok();
    assert!(session["token"].is_string());
    let found = users(admin, "ling%20EXAMPLE").await;
    assert_eq!(found, std::slice::from_ref(&mei));
    assert_eq!(users(admin, "nobody").await, Vec::<Value>::new());
    let all = admin.get("/api/users").await.ok();
    assert_eq!((&all["total"], &all["more"]), (&json!(4), &json!(false)));
    let rest = admin.get("/api/users?from=3").await.ok();
    assert_eq!((rest["data"].as_array().map(Vec::len), &rest["total"]), (Some(1), &json!(4)));

    let id = mei["id"].as_i64().expect("a number");
    let change = json!({ "name": "Mei L.", "permissions": [], "rank": 30 });
    let changed = patch(admin, id, change.clone()).await.ok();
    assert_eq!((&changed["name"], &changed["rank"]), (&json!("Mei L."), &json!(30)));
    assert_eq!((&changed["permissions"], &changed["email"]), (&json!([]), &mei["email"]));
    assert_eq!(patch(admin, id, change).await.ok(), changed, "twice is like once");
    let told = admin.get("/api/audit?action=user_changed").await.ok();
    assert_eq!(told["data"].as_array().map(Vec::len), Some(1), "{told}");
    let steps = &told["data"][0]["changes"];
    assert_eq!(steps["rank"], json!({ "from": 20, "to": 30 }));
    assert_eq!(steps["permissions"]["to"], json!([]));

    // A new password ends the sessions, and the old one is nothing any more.
    let mut late = Agent::nobody(&world.desk.url);
    late.token = session["token"].as_str().expect("a text").to_owned();
    late.get("/api/unread").await.ok();
    patch(admin, id, json!({ "password": "a-second-password" })).await.ok();
    late.get("/api/unread").await.refused(401, "unauthorized");
    sign_in(&world.desk.url, "mei@acme", "a-first-password", "agent")
        .await
        .refused(401, "unauthorized");
    sign_in(&world.desk.url, "mei@acme", "a-second-password", "agent").await.ok();
    let log = admin.get("/api/audit").await.ok().to_string();
    assert!(!log.contains("-password\""), "no password is kept: {log}");

    for (body, name) in [
        (json!({ "password": PASSWORD }), "username"),
        (json!({ "username": "a b", "password": PASSWORD }), "username"),
        (json!({ "username": "x", "password": "short" }), "password"),
        (json!({ "username": "x", "email": "x", "password": PASSWORD }), "email"),
        (json!({ "username": "x", "rank": 0, "password": PASSWORD }), "rank"),
        (json!({ "username": "x", "permissions": ["fly"], "password": PASSWORD }), "permissions"),
        (
            json!({ "username": "x", "departments": [987_650_001], "password": PASSWORD }),
            "departments",
        ),
    ] {
        field(&admin.post("/api/users", &body).await, name);
    }
    field(&patch(admin, id, json!({ "username": "other" })).await, "username");
    assert_eq!(users(admin, "").await.len(), 4, "nothing of this was made");
}

async fn ranks_decide_who_keeps_whom(ground: Ground) {
    Desk::user(&ground, "Acme", "second", "admin");
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let second = world.desk.sign_in("second", "admin").await;
    let (first_id, second_id) = (id_of(admin, "admin").await, id_of(admin, "second").await);
    let agent = id_of(admin, "agent1").await;
    patch(admin, second_id, json!({ "rank": 5 })).await.ok();

    // Nobody raises anybody above themselves, and nobody touches who ranks higher.
    field(&patch(&second, second_id, json!({ "rank": 4 })).await, "rank");
    field(&patch(&second, agent, json!({ "rank": 1 })).await, "rank");
    let new = json!({ "username": "x", "rank": 4, "password": PASSWORD });
    field(&second.post("/api/users", &new).await, "rank");
    patch(&second, first_id, json!({ "name": "Lower" })).await.refused(403, "forbidden");
    switch(&second, first_id, false).await.refused(403, "forbidden");
    patch(&second, agent, json!({ "rank": 5 })).await.ok();

    // Nobody cuts the branch they sit on.
    switch(admin, first_id, false).await.refused(409, "conflict");
    patch(admin, first_id, json!({ "type": "agent" })).await.refused(409, "conflict");
    patch(admin, first_id, json!({ "name": "Myself" })).await.ok();

    // An agent keeps nobody, whatever the rank; who was an admin is one no longer, at once.
    patch(admin, agent, json!({ "rank": 1 })).await.ok();
    patch(&world.one, second_id, json!({})).await.refused(403, "forbidden");
    world.one.get("/api/users").await.refused(403, "forbidden");
    let mut socket = second.live().await;
    patch(admin, second_id, json!({ "type": "agent" })).await.ok();
    socket.closed().await;
    second.get("/api/users").await.refused(403, "forbidden");
    second.get("/api/unread").await.ok();
    assert_eq!(second.live().await.call("tellOnline", json!({})).await, Ok(json!({})));

    // The last admin of the other client stays one.
    let theirs = id_of(&world.outsider, "outsider").await;
    let refused = switch(&world.outsider, theirs, false).await;
    assert!(refused.refused(409, "conflict").contains("last"), "{refused:?}");
    // And what is theirs is unknown here.
    let unknown = patch(admin, 987_650_001, json!({ "name": "x" })).await;
    unknown.refused(404, "not_found");
    assert_eq!(patch(admin, theirs, json!({ "name": "x" })).await, unknown);
    assert_eq!(switch(admin, theirs, false).await, unknown);
    assert_eq!(switch(admin, 987_650_001, false).await, unknown);
}

async fn who_is_disabled_is_out_at_once(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let id = id_of(admin, "agent1").await;
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    let path = format!("/api/tickets/{ticket}/participants");
    let body = json!({ "participants": ["agent1"] });
    admin.call(Method::PUT, &path, Some(&body)).await.ok();

    let mut socket = world.one.live().await;
    let off = switch(admin, id, false).await.ok();
    assert_eq!(off["disabled"], true);
    socket.closed().await;
    world.one.get("/api/unread").await.refused(401, "unauthorized");
    sign_in(&world.desk.url, "agent1", PASSWORD, "agent").await.refused(401, "unauthorized");
    assert_eq!(switch(admin, id, false).await.ok(), off, "twice is like once");
    let kept = world.ticket_saying("Hello").await;
    assert_eq!(kept["assignee"], "agent1", "tickets stay as they are");
    let colleagues = world.two.get("/api/agent/-").await.ok();
    assert!(!colleagues.to_string().contains("agent1"), "{colleagues}");
    assert_eq!(users(admin, "").await.last().expect("one")["username"], "agent1");

    switch(admin, id, true).await.ok();
    world.one.get("/api/unread").await.refused(401, "unauthorized");
    sign_in(&world.desk.url, "agent1", PASSWORD, "agent").await.ok();
    let told = admin.get("/api/audit").await.ok();
    assert_eq!(told["data"][0]["action"], "user_enabled");
    assert_eq!(
        (&told["data"][1]["action"], &told["data"][1]["subject"]),
        (&json!("user_disabled"), &json!("agent1"))
    );
}

async fn departments_are_kept_and_read(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let (one, two) = (id_of(admin, "agent1").await, id_of(admin, "agent2").await);
    let client =
        admin.post("/api/auth/check", &json!({ "_token": admin.token })).await.ok()["client"]
            .clone();
    let list = |query: &'static str| {
        let (who, path) = (world.one.clone(), format!("/api/department/{client}{query}"));
        async move { who.get(&path).await.ok() }
    };
    assert_eq!(list("").await, json!([]));
    let mut hearing = world.one.live().await;

    let sales =
        admin.post("/api/departments", &json!({ "name": " Sales ", "members": [two, one] })).await;
    assert_eq!(sales.status, 201, "{sales:?}");
    let id = sales.body["id"].as_i64().expect("a number");
    assert_eq!(
        (&sales.body["name"], &sales.body["members"]),
        (&json!("Sales"), &json!([one, two]))
    );
    let told = hearing.event("departmentsChanged").await;
    assert_eq!(told["departments"], json!([{ "id": id, "name": "Sales", "deleted": false }]));
    assert_eq!(list("").await, told["departments"]);
    assert_eq!(world.one.get("/department2/-").await.ok(), told["departments"]);
    assert_eq!(admin.get("/api/departments").await.ok(), json!([sales.body]));
    assert_eq!(users(admin, "agent1").await[0]["departments"], json!([id]));
    admin.post("/api/departments", &json!({ "name": "sALES" })).await.refused(409, "conflict");
    field(&admin.post("/api/departments", &json!({ "name": " " })).await, "name");
    let foreign = id_of(&world.outsider, "outsider").await;
    field(
        &admin.post("/api/departments", &json!({ "name": "x", "members": [foreign] })).await,
        "members",
    );

    // From the user's side, and back.
    patch(admin, two, json!({ "departments": [] })).await.ok();
    let path = format!("/api/departments/{id}");
    let change = |body: Value| {
        let (who, path) = (admin.clone(), path.clone());
        async move { who.call(Method::PATCH, &path, Some(&body)).await.ok() }
    };
    assert_eq!(change(json!({})).await["members"], json!([one]));
    let renamed = change(json!({ "name": "Front desk", "members": [two] })).await;
    assert_eq!(renamed, json!({ "id": id, "name": "Front desk", "members": [two] }));
    assert_eq!(change(json!({ "name": "Front desk" })).await, renamed);
    assert_eq!(users(admin, "agent1").await[0]["departments"], json!([]));

    // A removed one keeps its name for the tickets that have it.
    admin.call(Method::DELETE, &path, None).await.ok();
    admin.call(Method::DELETE, &path, None).await.refused(404, "not_found");
    assert_eq!(list("").await, json!([]));
    assert_eq!(
        list("?deleted=1").await,
        json!([{ "id": id, "name": "Front desk", "deleted": true }])
    );
    assert_eq!(users(admin, "agent2").await[0]["departments"], json!([]));
    field(&patch(admin, two, json!({ "departments": [id] })).await, "departments");
    let acts = admin.get("/api/audit").await.ok();
    let acts: Vec<&str> = acts["data"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|e| e["action"].as_str())
        .collect();
    let expected =
        ["department_removed", "department_changed", "user_changed", "department_created"];
    assert_eq!(acts[..4], expected);

    // Another client neither reads nor changes them.
    let wrong = world.outsider.get(&format!("/api/department/{client}")).await;
    assert_eq!(wrong, world.outsider.get("/api/department/987650001").await);
    wrong.refused(404, "not_found");
    assert_eq!(world.outsider.get("/api/department2/-?deleted=1").await.ok(), json!([]));
    let theirs = world.outsider.get("/api/audit?action=department_created").await.ok();
    assert_eq!(theirs["data"], json!([]));
}

async fn tickets_belong_to_departments(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let make = |who: &Agent, name: &'static str| {
        let (who, body) = (who.clone(), json!({ "name": name }));
        async move { who.post("/api/departments", &body).await.ok()["id"].clone() }
    };
    let (sales, help) = (make(admin, "Sales").await, make(admin, "Help").await);
    let foreign = make(&world.outsider, "Theirs").await;
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    assert_eq!(ticket["department_id"], Value::Null);
    let id = ticket["id"].clone();
    let mut watching = world.two.live().await;
    let set = |who: &Agent, department: Value| {
        let (who, body) = (who.clone(), json!({ "ticket_id": id, "department_id": department }));
        async move { who.post("/api/ticket/department", &body).await }
    };

    let put = set(&world.one, sales.clone()).await.ok();
    assert_eq!(put["data"]["department_id"], sales);
    let told = watching.event("ticketDepartmentChanged").await;
    assert_eq!((&told["department_id"], &told["by"]), (&sales, &json!("agent1")));
    assert_eq!((&told["ticket"]["id"], &told["ticket_id"]), (&id, &id));
    assert_eq!(set(&world.one, sales.clone()).await.ok(), put, "twice is like once");
    assert_eq!(world.ticket_saying("Hello").await["department_id"], sales);

    // What is not there, another client's department and another client's ticket look alike.
    let unknown = set(&world.one, json!(987_650_001)).await;
    unknown.refused(404, "not_found");
    assert_eq!(set(&world.one, foreign.clone()).await, unknown);
    assert_eq!(set(&world.outsider, foreign).await, unknown);
    field(&set(&world.one, json!("sales")).await, "department_id");

    // A removed one stays on its tickets until it is taken off, and comes onto none again.
    admin.call(Method::DELETE, &format!("/api/departments/{sales}"), None).await.ok();
    assert_eq!(world.ticket_saying("Hello").await["department_id"], sales);
    set(&world.one, sales.clone()).await.ok();
    set(&world.one, help).await.ok();
    assert_eq!(set(&world.one, sales).await, unknown);
    assert_eq!(set(&world.one, Value::Null).await.ok()["data"]["department_id"], Value::Null);
}

async fn a_link_sets_the_first_password(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let mei = admin.post("/api/users", &json!({ "username": "mei" })).await.ok();
    let id = mei["id"].as_i64().expect("a number");
    sign_in(&world.desk.url, "mei", "", "agent").await.refused(422, "invalid");
    sign_in(&world.desk.url, "mei", PASSWORD, "agent").await.refused(401, "unauthorized");

    let path = format!("/api/users/{id}/password-link");
    let made = admin.post(&path, &json!({})).await;
    assert_eq!(made.status, 201, "{made:?}");
    let other = admin.post(&path, &json!({})).await.ok();
    let link = made.body["link"].as_str().expect("an address");
    let (page, word) = link.split_once('#').expect("a word after the hash sign");
    assert_eq!(page, format!("{}/password_reset", world.desk.url));
    let nobody = Agent::nobody(&world.desk.url);
    let finish = |word: &str| {
        let (nobody, body) = (nobody.clone(), json!({ "link": word, "password": "chosen by mei" }));
        async move { nobody.post("/api/password_reset/finish", &body).await }
    };
    finish(word).await.ok();
    sign_in(&world.desk.url, "mei", "chosen by mei", "agent").await.ok();
    assert!(finish(word).await.status >= 400, "it works once");
    let late = other["link"].as_str().and_then(|l| l.split_once('#')).expect("a word").1;
    assert!(finish(late).await.status >= 400, "the password it was for is gone");

    let told = admin.get("/api/audit?action=password_link_made").await.ok();
    assert_eq!(told["data"].as_array().map(Vec::len), Some(2));
    assert!(!told.to_string().contains(word), "the link is kept nowhere");
    switch(admin, id, false).await.ok();
    admin.post(&path, &json!({})).await.refused(409, "conflict");
    world.one.post(&path, &json!({})).await.refused(403, "forbidden");
    let unknown = admin.post("/api/users/987650001/password-link", &json!({})).await;
    assert_eq!(world.outsider.post(&path, &json!({})).await, unknown);
    unknown.refused(404, "not_found");
}
