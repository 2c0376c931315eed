//! Visitors queue, one agent takes each, they talk, and the chat ends.

use crate::harness::{Ground, Socket, Start, Visitor, World};
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(from_the_queue_to_the_stars, while_nobody_is_there);

async fn page(world: &World) -> String {
    let settings = json!({ "page_title": "Blue Lamps", "offline_message": "Back at nine." });
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": settings });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    channel["public_link"].as_str().expect("an address").to_owned()
}

async fn from_the_queue_to_the_stars(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    let mut one = world.one.live().await;
    let mut two = world.two.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    let mut ravi = Visitor::arrive(&world.desk.url, &page).await;
    let info = mei.info().await;
    assert_eq!((&info["result"], &info["name"]), (&json!("success"), &json!("Blue Lamps")));
    strangers(&world, &mut mei, &ravi).await;

    assert_eq!(mei.queue("Mei").await, 1);
    assert_eq!(ravi.queue("Ravi").await, 2);
    one.wait("liveChatQueue", |queue| queue["count"] == 2).await;
    let waiting = world.one.get("/api/livechat/queue").await.ok();
    let names: Vec<&Value> =
        waiting["queue"].as_array().expect("a queue").iter().map(|v| &v["name"]).collect();
    assert_eq!(names, ["Mei", "Ravi"]);
    let early = mei.http.post("/api/livechat/register", &mei.form("Me first")).await;
    early.refused(409, "conflict");

    // Both want the first; one gets her, the other is told.
    let first = json!({ "session": waiting["queue"][0]["session"] });
    let (a, b) = tokio::join!(
        one.call("acceptLiveChat", first.clone()),
        two.call("acceptLiveChat", first.clone())
    );
    let one_won = a.is_ok();
    assert_ne!(a.is_ok(), b.is_ok(), "exactly one: {a:?} {b:?}");
    let refusal = a.err().or(b.err()).expect("a refusal");
    assert_eq!(refusal["code"], "conflict");
    let (winner, loser) = if one_won { (&mut one, &mut two) } else { (&mut two, &mut one) };
    let (agent, other) = if one_won { (&world.one, &world.two) } else { (&world.two, &world.one) };
    let taken = mei.socket.event("queueAccepted").await;
    assert_eq!(taken["name"], format!("{} of Acme", agent.username));
    assert_eq!(ravi.socket.wait("queueNumber", |n| n["count"] == 1).await["count"], 1);

    let registered = mei.http.post("/api/livechat/register", &mei.form("Where is it?")).await;
    assert_eq!(registered.ok()["result"], "success");
    mei.http.post("/api/livechat/register", &mei.form("Where is it?")).await.ok();
    let made = winner.event("createTicket").await;
    let ticket = made["ticket"]["id"].as_i64().expect("an id");
    assert_eq!(
        (&made["ticket"]["assignee"], &made["ticket"]["title"]),
        (&json!(agent.username), &json!("Order 7"))
    );
    let list = agent.get("/api/ticket/load/-/open/livechat/0").await.ok();
    assert_eq!(list["data"][0]["livechats"][0]["id"], ticket);
    other.get(&format!("/api/ticket/info/-/{ticket}")).await.refused(403, "forbidden");

    mei.write("m1", "It is order 7").await;
    mei.write("m1", "It is order 7").await;
    winner.wait("newMessage", |d| d["message"]["message"] == "It is order 7").await;
    let said = agent.reply(ticket, "I am looking.").await["id"].as_i64().expect("an id");
    let came = mei.socket.wait("message", |message| message["from"] == "agent").await;
    assert_eq!((&came["text"], &came["from"]), (&json!("I am looking."), &json!("agent")));
    agent.until_state(ticket, said, "sent").await;
    typing(winner, &mut mei, ticket).await;
    reload(&mut mei, agent, winner, ticket).await;
    let heard = loser.drain(Duration::from_millis(200)).await;
    assert!(heard.iter().all(|f| !f.to_string().contains("order 7")), "not theirs: {heard:?}");

    let end = format!("/api/livechat/{ticket}/end");
    other.post(&end, &json!({})).await.refused(403, "forbidden");
    agent.post(&end, &json!({})).await.ok();
    mei.socket.event("ended").await;
    assert_eq!(winner.event("liveChatEnded").await["ticket_id"], ticket);
    let late = json!({ "id": "m9", "text": "Wait!", "upload_ids": [] });
    let refused = mei.socket.call("visitorMessage", late).await.expect_err("it is over");
    assert_eq!(refused["code"], "conflict");
    stars(&mei).await;

    // The second visitor ends the chat from the page.
    let taken = winner.call("acceptLiveChat", json!({})).await.expect("the next one");
    assert!(taken["session"].is_i64(), "{taken}");
    ravi.socket.event("queueAccepted").await;
    ravi.http.post("/api/livechat/register", &ravi.form("Hi")).await.ok();
    let ticket = winner.wait("createTicket", |d| d["ticket"]["id"] != ticket).await;
    ravi.socket.call("endChat", json!({})).await.expect("ended");
    ravi.socket.event("ended").await;
    winner.wait("liveChatEnded", |d| d["ticket_id"] == ticket["ticket"]["id"]).await;
    assert_eq!(ravi.info().await["result"], "rating");
    let nobody = winner.call("acceptLiveChat", json!({})).await.expect_err("nobody waits");
    assert_eq!(nobody["code"], "conflict");
}

/// Calls with another visit's session, or none.
async fn strangers(world: &World, mei: &mut Visitor, ravi: &Visitor) {
    let mut form = mei.form("Not me");
    for csrf in ["", "forged", &ravi.csrf] {
        form["_token"] = csrf.into();
        mei.http.post("/api/livechat/register", &form).await.refused(403, "forbidden");
        form["rating"] = 5.into();
        mei.http.post("/api/livechat/rate", &form).await.refused(403, "forbidden");
        let path = format!("/api/livechat/messages?token={}&_token={csrf}", mei.token);
        mei.http.get(&path).await.refused(403, "forbidden");
        for event in ["registerQueue", "visitorJoin"] {
            let data = json!({ "token": mei.token, "csrf": csrf });
            let refused = mei.socket.call(event, data).await.expect_err("refused");
            assert_eq!(refused["code"], "forbidden");
        }
    }
    let unknown = json!({ "token": "x".repeat(24) });
    let info = mei.http.post("/api/livechat/info", &unknown).await.ok();
    assert_eq!((&info["result"], &info["csrf"]), (&json!("invalid"), &json!("")));
    let data = json!({ "id": "m0", "text": "Hello?" });
    let refused = mei.socket.call("visitorMessage", data).await.expect_err("who is it?");
    assert_eq!(refused["code"], "unauthorized");
    assert_eq!(world.admin.get("/api/ticket/load/-/open/livechat/0").await.ok()["count"], 0);
}

async fn typing(agent: &mut Socket, mei: &mut Visitor, ticket: i64) {
    agent.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");
    mei.socket.call("sendTyping", json!({})).await.expect("passed on");
    assert_eq!(agent.event("typing").await["typing"], true);
    agent.call("sendTyping", json!({ "ticket_id": ticket })).await.expect("passed on");
    assert_eq!(mei.socket.event("typing").await["typing"], true);
}

/// The page is loaded again while the agent writes: everything is there, nothing twice.
async fn reload(
    mei: &mut Visitor,
    agent: &crate::harness::Agent,
    socket: &mut Socket,
    ticket: i64,
) {
    let history = mei.reload().await;
    let said = agent.reply(ticket, "It left today.").await["id"].as_i64().expect("an id");
    agent.until_state(ticket, said, "sent").await;
    mei.socket.resume(history["seq"].as_i64().expect("a place")).await;
    let mut came = mei.socket.until("resumed").await;
    came.retain(|frame| frame["event"] == "message");
    let mut shown: Vec<Value> = history["data"].as_array().expect("messages").clone();
    shown.extend(came.into_iter().map(|mut frame| frame["data"].take()));
    let texts: Vec<&Value> = shown.iter().map(|m| &m["text"]).collect();
    assert_eq!(texts, ["Where is it?", "It is order 7", "I am looking.", "It left today."]);
    let mut ids: Vec<String> = shown.iter().map(|m| m["id"].to_string()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 4, "{ids:?}");
    mei.write("m2", "Thank you").await;
    socket.wait("newMessage", |d| d["message"]["message"] == "Thank you").await;
    let again = mei.history().await;
    assert_eq!(again["data"][3]["id"], shown[3]["id"], "a message keeps its id");
}

async fn stars(mei: &Visitor) {
    assert_eq!(mei.info().await["result"], "rating");
    let rate = |rating: Value, reason: &str| json!({ "token": mei.token, "_token": mei.csrf, "rating": rating, "reason": reason });
    for (rating, reason, sentence) in [
        (json!(0), "", "Please fill in."),
        (json!(6), "", "Please fill in."),
        (Value::Null, "", "Please fill in."),
        (json!(4), "", "Please tell us what should we improve!"),
        (json!("1"), "  ", "Please tell us what should we improve!"),
    ] {
        let answer = mei.http.post("/api/livechat/rate", &rate(rating, reason)).await;
        assert_eq!(answer.refused(422, "invalid"), sentence);
    }
    let four = rate(json!(4), "A little slow");
    assert_eq!(mei.http.post("/api/livechat/rate", &four).await.ok()["result"], "success");
    assert_eq!(mei.info().await["result"], "closed");
    mei.http.post("/api/livechat/rate", &four).await.ok();
    let other = rate(json!(1), "Changed my mind");
    let again = mei.http.post("/api/livechat/rate", &other).await;
    assert_eq!(again.refused(409, "conflict"), "This chat has been rated already.");
    mei.http.post("/api/livechat/register", &mei.form("More")).await.refused(409, "conflict");
}

async fn while_nobody_is_there(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    let visitor = Visitor::arrive(&world.desk.url, &page).await;
    let info = visitor.info().await;
    assert_eq!(
        (&info["result"], &info["offline_message"]),
        (&json!("noAgent"), &json!("Back at nine."))
    );
    for field in ["name", "email", "phone", "des"] {
        let mut form = visitor.form("Please call me");
        form[field] = " ".into();
        let answer = visitor.http.post("/api/livechat/register", &form).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{answer:?}");
    }
    visitor.http.post("/api/livechat/register", &visitor.form("Please call me")).await.ok();
    let list = world.one.get("/api/ticket/load/-/open/livechat/0").await.ok();
    let left = &list["data"][0]["livechats"][0];
    assert_eq!((&left["snippet"], &left["assignee"]), (&json!("Please call me"), &json!("")));
    assert_eq!((&left["name"], &left["email"]), (&json!("Mei"), &json!("mei@shop.example")));

    // An agent comes; the next visitor may queue. The agent goes, and it is night again.
    let agent = world.one.live().await;
    let second = Visitor::arrive(&world.desk.url, &page).await;
    assert_eq!(second.info().await["result"], "success");
    second.http.post("/api/livechat/register", &second.form("Hi")).await.refused(409, "conflict");
    drop(agent);
    crate::harness::eventually("the page says that nobody is there", || async {
        (second.info().await["result"] == "noAgent").then_some(())
    })
    .await;
}
