//! Who is there, and what they chose to be.

use crate::harness::{Agent, Desk, Ground, Start, World, eventually};
use serde_json::{Value, json};

on_both_engines!(a_status_is_chosen_and_kept, nobody_is_there_without_a_socket);

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
