//! Two clients with the same plugin, calls in turn: neither sees what is the other's, and a plugin
//! cannot act on what belongs to another account.

use crate::{
    harness::{Agent, Ground, Start, Visitor, World},
    hostile::{self, Account},
};
use serde_json::json;

on_both_engines!(clients_of_one_plugin_stay_apart, a_plugin_acts_on_its_own_visitors_only);

/// All texts of a client's customers, by ticket and in order.
async fn texts(admin: &Agent) -> Vec<Vec<String>> {
    let mut all = vec![];
    for ticket in admin.tickets().await {
        let messages = admin.messages(ticket["id"].as_i64().expect("an id")).await;
        let text = |m: &serde_json::Value| m["message"].as_str().expect("a text").to_owned();
        all.push(messages.iter().map(text).collect());
    }
    all
}

async fn clients_of_one_plugin_stay_apart(ground: Ground) {
    hostile::install(&ground);
    let world = World::open(ground, Start::default()).await;
    let ours = Account::connect(&world.admin, "keep", "").await;
    let theirs = Account::connect(&world.outsider, "keep", "").await;
    for n in 0..12 {
        let (ours_now, theirs_now) = (format!("ours {n}"), format!("theirs {n}"));
        let (one, two) = tokio::join!(ours.post(&ours_now), theirs.post(&theirs_now));
        assert_eq!((one.status, two.status), (200, 200));
    }
    // Each message tells what the account's store held: what the same account had put there.
    for (who, word) in [(&world.admin, "ours"), (&world.outsider, "theirs")] {
        let expected: Vec<String> = (0..12)
            .map(|n: i32| {
                let before = if n == 0 { String::new() } else { format!("{word} {}", n - 1) };
                format!("{word} {n} after {before}").trim_end().to_owned()
            })
            .collect();
        let mut found = texts(who).await;
        assert_eq!(found.len(), 1, "{found:?}");
        let found: Vec<String> = found.remove(0).iter().map(|t| t.trim_end().to_owned()).collect();
        assert_eq!(found, expected);
        let log = who.get("/api/plugins/hostile/log").await.ok();
        let other = if word == "ours" { theirs.id } else { ours.id };
        assert!(!log.to_string().contains(&format!("\"channel_id\":{other}")), "{log}");
    }
}

async fn a_plugin_acts_on_its_own_visitors_only(ground: Ground) {
    hostile::install(&ground);
    let world = World::open(ground, Start::default()).await;
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let page = world.admin.post("/api/channels", &body).await.ok();
    let mut agent = world.one.live().await;
    let link = page["public_link"].as_str().expect("an address");
    let mut visitor = Visitor::arrive(&world.desk.url, link).await;
    visitor.queue("Mei").await;
    agent.call("acceptLiveChat", json!({})).await.expect("taken");
    visitor.http.post("/api/livechat/register", &visitor.form("Hi")).await.ok();
    let ticket = agent.event("createTicket").await["ticket"]["id"].clone();

    // Another account of the same client, and one of another client, name every session there is.
    let same = Account::connect(&world.admin, "foreign", "").await;
    let other = Account::connect(&world.outsider, "foreign", "").await;
    for session in 1..5 {
        for account in [&same, &other] {
            assert_eq!(account.post(&session.to_string()).await.status, 200);
        }
    }
    let ticket = ticket.as_i64().expect("an id");
    let said = world.one.reply(ticket, "Still here?").await;
    // The next frame of the visitor's page is the agent's, not the stranger's.
    let frame = visitor.socket.event("message").await;
    assert!(frame.to_string().contains("Still here?"), "{frame}");
    assert_eq!(said["ticket_id"].as_i64().unwrap_or(ticket), ticket);
    let ended = world.one.post(&format!("/api/livechat/{ticket}/end"), &json!({})).await;
    assert_eq!(ended.status, 200, "nobody had ended it: {ended:?}");
}
