//! Who is there, and what they chose to be.

use crate::harness::{Agent, Answer, Desk, Ground, Socket, Start, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_status_is_chosen_and_kept,
    nobody_is_there_without_a_socket,
    admins_keep_statuses_of_their_own,
    a_status_of_ones_own_is_a_kind_of_being_away,
    nobody_is_away_who_touches_something,
    what_was_chosen_is_never_replaced,
    own_statuses_of_today_are_told,
);

async fn shown(asker: &Agent, username: &str) -> Value {
    let all = asker.get("/api/status/get").await.ok();
    let all = all.as_array().expect("a list").iter();
    all.clone().find(|row| row["username"] == username).cloned().unwrap_or(Value::Null)
}

async fn until(asker: &Agent, username: &str, status: &str) -> Value {
    eventually(&format!("{username} is {status}"), || async {
        Some(shown(asker, username).await).filter(|row| row["status"] == status)
    })
    .await
}

async fn a_status_is_chosen_and_kept(ground: Ground) {
    let mut world = World::open(ground, Start::default()).await;
    let own = world.one.get("/api/status/me/get").await.ok();
    assert_eq!((&own["status"], &own["second_status"]), (&json!("ONLINE"), &json!("")));
    let update = "/api/online_status/update";
    for (body, field) in [
        (json!({ "status": "AWAY" }), "reason"),
        (json!({ "status": "BUSY", "reason": " " }), "reason"),
        (json!({ "status": "OFFLINE", "reason": "x" }), "status"),
        (json!({ "status": "LUNCH" }), "status"),
        (json!({}), "status"),
    ] {
        let answer = world.one.post(update, &body).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{body}: {answer:?}");
    }

    let mut mine = world.one.live().await;
    let mut colleague = world.two.live().await;
    let mut outsider = world.outsider.live().await;
    let away = json!({ "status": "AWAY", "reason": "Errand" });
    let answer = world.one.post(update, &away).await.ok();
    assert_eq!((&answer["result"], &answer["status"]), (&json!("success"), &json!("AWAY")));
    assert_eq!(answer["second_status"], "AWAY");
    for socket in [&mut mine, &mut colleague] {
        let fits = |data: &Value| data["username"] == "agent1" && data["status"] == "AWAY";
        assert_eq!(socket.wait("presence", fits).await["reason"], "Errand");
    }
    let check = world.one.post("/api/auth/check", &json!({})).await.ok();
    assert_eq!(check["settings"][0]["last_account_status"], "AWAY");
    let row = shown(&world.two, "agent1").await;
    assert_eq!((&row["status"], &row["reason"]), (&json!("AWAY"), &json!("Errand")));
    assert!(row["ts"].as_i64() > Some(0) && row["client_id"].is_i64(), "{row}");
    // Choosing it twice is choosing it once: it lasts since the first time.
    assert_eq!(world.one.post(update, &away).await.ok()["ts"], answer["ts"]);

    // Another client neither sees nor hears of it.
    assert_eq!(shown(&world.outsider, "agent1").await, Value::Null);
    outsider.call("tellOnline", json!({})).await.expect("told");
    let heard = outsider.drain(std::time::Duration::from_millis(200)).await;
    assert!(heard.iter().all(|frame| frame["data"]["username"] != "agent1"), "{heard:?}");
    Agent::nobody(&world.desk.url).get("/status/get").await.refused(401, "unauthorized");

    // It survives the process.
    world.desk.kill();
    world.desk = Desk::start(&world.ground, &Start::default());
    let one = world.one.at(&world.desk.url);
    let own = one.get("/status/me/get").await.ok();
    assert_eq!((&own["status"], &own["reason"]), (&json!("AWAY"), &json!("Errand")));
    let online = one.post(update, &json!({ "status": "ONLINE" })).await.ok();
    assert_eq!((&online["status"], &online["reason"]), (&json!("ONLINE"), &json!("")));
}

async fn nobody_is_there_without_a_socket(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let before = shown(&world.admin, "agent2").await;
    assert_eq!((&before["status"], &before["ts"]), (&json!("OFFLINE"), &json!(0)));
    let first = world.two.live().await;
    let second = world.two.live().await;
    until(&world.admin, "agent2", "ONLINE").await;
    let mut admin = world.admin.live().await;
    drop(first);
    // One tab is left: asking the socket itself shows that the server is past the other's end.
    admin.call("tellOnline", json!({})).await.expect("told");
    assert_eq!(shown(&world.admin, "agent2").await["status"], "ONLINE");
    drop(second);
    let gone = |data: &Value| data["username"] == "agent2" && data["status"] == "OFFLINE";
    admin.wait("presence", gone).await;
    let row = shown(&world.admin, "agent2").await;
    assert_eq!((&row["status"], &row["second_status"]), (&json!("OFFLINE"), &json!("")));
    assert!(row["ts"].as_i64() > Some(0), "{row}");
}

async fn patch(who: &Agent, path: &str, body: &Value) -> Answer {
    who.call(Method::PATCH, path, Some(body)).await
}

async fn put(who: &Agent, path: &str, body: &Value) -> Answer {
    who.call(Method::PUT, path, Some(body)).await
}

async fn delete(who: &Agent, path: &str) -> Answer {
    who.call(Method::DELETE, path, None).await
}

const CUSTOM: &str = "/api/custom_statuses";

async fn custom(who: &Agent, path: &str) -> Vec<Value> {
    who.get(path).await.ok().as_array().expect("a list").clone()
}

fn alternates(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.map(|status| status["alternate"].as_str().expect("a name")).collect()
}

async fn admins_keep_statuses_of_their_own(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut agent = world.one.live().await;
    let name = |name: &str| json!({ "alternate": name });
    let first = world.admin.post(CUSTOM, &name(" Training ")).await;
    assert_eq!(first.status, 201, "{first:?}");
    assert_eq!(first.body[0]["status_code"], "TRAINING");
    assert_eq!(agent.event("customStatusesChanged").await["statuses"], first.body);
    let two = world.admin.post(CUSTOM, &name("Back office")).await.ok();
    assert_eq!(alternates(&two), ["Training", "Back office"]);
    let (training, office) = (two[0]["id"].clone(), two[1]["id"].clone());
    assert_eq!(json!(custom(&world.one, "/api/customstatus/get").await), two, "for everybody");
    assert_eq!(json!(custom(&world.one, "/customstatus/get").await), two, "also without /api");
    Agent::nobody(&world.desk.url).get("/api/customstatus/get").await.refused(401, "unauthorized");
    assert!(custom(&world.outsider, "/api/customstatus/get?removed=1").await.is_empty());

    for bad in ["", "   ", &"x".repeat(41), "TRAINING"] {
        let answer = world.admin.post(CUSTOM, &name(bad)).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"]["alternate"].is_string(), "{bad}: {answer:?}");
    }

    let path = format!("{CUSTOM}/{training}");
    let renamed = patch(&world.admin, &path, &name("Course")).await.ok();
    assert_eq!(alternates(&renamed), ["Course", "Back office"]);
    assert_eq!(renamed[0]["status_code"], "TRAINING", "a code never changes");
    assert_eq!(patch(&world.admin, &path, &name("Course")).await.ok(), renamed, "twice is once");
    patch(&world.admin, &path, &name("back OFFICE")).await.refused(422, "invalid");

    let order = format!("{CUSTOM}/order");
    let turned = json!({ "ids": [office, training] });
    let ordered = put(&world.admin, &order, &turned).await.ok();
    assert_eq!(alternates(&ordered), ["Back office", "Course"]);
    assert_eq!(put(&world.admin, &order, &turned).await.ok(), ordered, "twice is once");
    put(&world.admin, &order, &json!({ "ids": [office] })).await.refused(409, "conflict");

    // Agents may not; another client's status is like one that does not exist.
    world.one.post(CUSTOM, &name("Mine")).await.refused(403, "forbidden");
    patch(&world.one, &path, &name("Mine")).await.refused(403, "forbidden");
    put(&world.one, &order, &turned).await.refused(403, "forbidden");
    delete(&world.one, &path).await.refused(403, "forbidden");
    put(&world.outsider, &order, &turned).await.refused(409, "conflict");
    for unknown in [format!("{CUSTOM}/987650001"), format!("{CUSTOM}/x")] {
        let missing = patch(&world.outsider, &unknown, &name("Taken")).await;
        missing.refused(404, "not_found");
        assert_eq!(patch(&world.outsider, &path, &name("Taken")).await, missing);
        let missing = delete(&world.outsider, &unknown).await;
        missing.refused(404, "not_found");
        assert_eq!(delete(&world.outsider, &path).await, missing);
    }

    let left = delete(&world.admin, &path).await.ok();
    assert_eq!(alternates(&left), ["Back office"]);
    assert_eq!(delete(&world.admin, &path).await.ok(), left, "twice is once");
    patch(&world.admin, &path, &name("Again")).await.refused(404, "not_found");
    // It stays readable, and its code is not given again.
    let all = custom(&world.one, "/api/customstatus/get?removed=1").await;
    assert_eq!(alternates(&json!(all)), ["Back office", "Course"]);
    assert_eq!((&all[1]["status_code"], &all[1]["removed"]), (&json!("TRAINING"), &json!(true)));
    let again = world.admin.post(CUSTOM, &name("Training")).await.ok();
    assert_eq!(again[1]["status_code"], "TRAINING_2");
}

async fn a_status_of_ones_own_is_a_kind_of_being_away(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let list = world.admin.post(CUSTOM, &json!({ "alternate": "Training" })).await.ok();
    let mut colleague = world.two.live().await;
    let _mine = world.one.live().await;
    let update = "/api/online_status/update";
    let training = json!({ "status": "TRAINING" });
    let answer = world.one.post(update, &training).await.ok();
    assert_eq!((&answer["status"], &answer["second_status"]), (&json!("AWAY"), &json!("TRAINING")));
    assert_eq!((&answer["code"], &answer["alternate"]), (&json!("TRAINING"), &json!("Training")));
    let fits = |data: &Value| data["username"] == "agent1" && data["second_status"] == "TRAINING";
    let heard = colleague.wait("presence", fits).await;
    assert_eq!((&heard["chosen"], &heard["alternate"]), (&json!("TRAINING"), &json!("Training")));
    let row = shown(&world.two, "agent1").await;
    assert_eq!((&row["status"], &row["alternate"]), (&json!("AWAY"), &json!("Training")));
    // Another client has no such status.
    world.outsider.post(update, &training).await.refused(422, "invalid");

    // Who has it when it is removed keeps it with its name, and cannot choose it again afterwards.
    delete(&world.admin, &format!("{CUSTOM}/{}", list[0]["id"])).await.ok();
    let own = world.one.get("/api/status/me/get").await.ok();
    assert_eq!((&own["code"], &own["alternate"]), (&json!("TRAINING"), &json!("Training")));
    world.one.post(update, &json!({ "status": "PRAYER" })).await.ok();
    world.one.post(update, &training).await.refused(422, "invalid");
}

/// Waits until the socket hears that the user is this.
async fn hear(socket: &mut Socket, username: &str, chosen: &str) -> Value {
    socket.wait("presence", |data| data["username"] == username && data["chosen"] == chosen).await
}

const AWAY_AFTER: &str = "PATCHBAY_PRESENCE_AWAY_AFTER_SECONDS";

async fn nobody_is_away_who_touches_something(ground: Ground) {
    let mut world = World::open(ground, Start::default().set(AWAY_AFTER, 3)).await;
    let own = world.one.get("/api/status/me/get").await.ok();
    assert_eq!((&own["auto_away"], &own["away_after"]), (&json!(true), &json!(3)));
    let mut first = world.one.live().await;
    let mut second = world.one.live().await;
    let away = hear(&mut first, "agent1", "AWAY").await;
    assert_eq!((&away["automatic"], &away["status"]), (&json!(true), &json!("AWAY")));
    assert_eq!(away["reason"], "Automatically away");
    // A touch in any tab brings the user back, in every tab.
    second.call("tellActive", json!({})).await.expect("told");
    let later = |data: &Value| {
        data["chosen"] == "ONLINE" && data["since"].as_i64() > away["since"].as_i64()
    };
    let back = first.wait("presence", later).await;
    assert_eq!((&back["username"], &back["automatic"]), (&json!("agent1"), &json!(false)));
    assert_eq!(back["reason"], "");
    hear(&mut first, "agent1", "AWAY").await;

    // A new life of the server does not forget that nobody chose it.
    world.desk.kill();
    world.desk = Desk::start(&world.ground, &Start::default().set(AWAY_AFTER, 3));
    let one = world.one.at(&world.desk.url);
    let mut socket = one.live().await;
    assert_eq!(one.get("/api/status/me/get").await.ok()["automatic"], true);
    socket.call("tellActive", json!({})).await.expect("told");
    hear(&mut socket, "agent1", "ONLINE").await;

    // Who switched it off stays online; the colleague goes away meanwhile.
    let switch = "/api/status/me/auto_away";
    assert_eq!(put(&one, switch, &json!({ "on": false })).await.ok()["auto_away"], false);
    assert_eq!(put(&one, switch, &json!({ "on": false })).await.ok()["auto_away"], false);
    put(&Agent::nobody(&one.url), switch, &json!({ "on": true }))
        .await
        .refused(401, "unauthorized");
    socket.call("tellActive", json!({})).await.expect("told");
    let two = world.two.at(&world.desk.url);
    let mut colleague = two.live().await;
    hear(&mut colleague, "agent2", "AWAY").await;
    let own = one.get("/api/status/me/get").await.ok();
    assert_eq!((&own["status"], &own["auto_away"]), (&json!("ONLINE"), &json!(false)));
}

async fn what_was_chosen_is_never_replaced(ground: Ground) {
    let world = World::open(ground, Start::default().set(AWAY_AFTER, 1)).await;
    let update = "/api/online_status/update";
    let mut mine = world.one.live().await;
    let mut other = world.two.live().await;
    let busy = json!({ "status": "BUSY", "reason": "Call" });
    let chosen = world.one.post(update, &busy).await.ok();
    // The colleague, who chose nothing, shows that the time has passed.
    hear(&mut other, "agent2", "AWAY").await;
    let own = world.one.get("/api/status/me/get").await.ok();
    assert_eq!((&own["code"], &own["since"]), (&chosen["code"], &chosen["since"]));
    mine.call("tellActive", json!({})).await.expect("told");
    assert_eq!(world.one.get("/api/status/me/get").await.ok()["code"], "BUSY");

    // Away for a reason of one's own is not the automatic one, although it began as that.
    world.two.post(update, &json!({ "status": "AWAY", "reason": "Errand" })).await.ok();
    other.call("tellActive", json!({})).await.expect("told");
    let own = world.two.get("/api/status/me/get").await.ok();
    assert_eq!((&own["reason"], &own["automatic"]), (&json!("Errand"), &json!(false)));
}

/// How long somebody was in a status, by its code.
fn lasted(day: &Value, code: &str) -> Option<i64> {
    let statuses = day["statuses"].as_array().expect("a list");
    statuses.iter().find(|status| status["code"] == code)?["ms"].as_i64()
}

async fn own_statuses_of_today_are_told(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let path = "/api/presence/durations?timezone=UTC";
    let day = world.one.get(path).await.ok();
    assert_eq!((&day["current"], &day["timezone"]), (&json!("ONLINE"), &json!("UTC")));
    let time = |day: &Value, name: &str| day[name].as_i64().expect("a time");
    assert_eq!(time(&day, "until") - time(&day, "from"), 86_400_000);
    assert!(time(&day, "from") <= time(&day, "at") && time(&day, "at") < time(&day, "until"));

    let update = "/api/online_status/update";
    world.one.post(update, &json!({ "status": "BUSY", "reason": "Call" })).await.ok();
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    world.one.post(update, &json!({ "status": "PRAYER" })).await.ok();
    let day = world.one.get(path).await.ok();
    assert_eq!(day["current"], "PRAYER");
    // At midnight the day is another one, and what was before is not of it.
    let is_new = time(&day, "at") - time(&day, "from") < 5_000;
    assert!(is_new || lasted(&day, "BUSY") >= Some(30), "{day}");
    let before = lasted(&day, "PRAYER").expect("it lasts");
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    // Asking twice changes nothing; what lasts goes on.
    let later = world.one.get(path).await.ok();
    assert!(is_new || lasted(&later, "PRAYER") >= Some(before + 30), "{later}");
    assert_eq!(lasted(&later, "BUSY"), lasted(&day, "BUSY"));

    // Everybody has their own, whatever they name.
    let other = world.two.get(&format!("{path}&username=agent1")).await.ok();
    assert_eq!((&other["current"], lasted(&other, "PRAYER")), (&json!("ONLINE"), None));
    assert_eq!(world.outsider.get(path).await.ok()["current"], "ONLINE");
    assert_eq!(world.one.get("/api/presence/durations").await.ok()["current"], "PRAYER");
    let answer = world.one.get("/api/presence/durations?timezone=Mars/Base").await;
    answer.refused(422, "invalid");
    assert!(answer.body["error"]["fields"]["timezone"].is_string(), "{answer:?}");
    let nobody = Agent::nobody(&world.desk.url);
    nobody.get(path).await.refused(401, "unauthorized");
}
