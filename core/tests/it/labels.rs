//! Admins keep labels; everybody of the client sees them, and nobody else.

use crate::harness::{Agent, Ground, Start, World};
use patchbay::{db::Db, execute};
use serde_json::{Value, json};

on_both_engines!(
    admins_keep_labels,
    labels_are_saved_whole_or_not_at_all,
    agents_put_labels_on_tickets,
    lists_are_narrowed_to_labels,
);

fn label(name: &str, level: i64) -> Value {
    json!({
        "name": name, "color": "#000000", "colorDark": "#ffffff", "level": level, "sla": 30,
        "isNew": true,
    })
}

async fn save(who: &Agent, labels: Value, delete: Value) -> Vec<Value> {
    let body = json!({ "labelArray": labels, "delete": delete });
    let list = who.post("/api/label/update", &body).await.ok();
    list.as_array().expect("a list").clone()
}

async fn list(who: &Agent, path: &str) -> Vec<Value> {
    who.get(path).await.ok().as_array().expect("a list").clone()
}

fn names(list: &[Value]) -> Vec<&str> {
    list.iter().map(|label| label["name"].as_str().expect("a name")).collect()
}

async fn admins_keep_labels(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    assert!(list(&world.one, "/api/label/get").await.is_empty());
    let mut agent = world.one.live().await;

    let made = save(&world.admin, json!([label("Later", -1), label("Urgent", 5)]), json!([])).await;
    assert_eq!(names(&made), ["Urgent", "Later"], "the highest level comes first");
    let told = agent.event("labelsChanged").await;
    assert_eq!(told["labels"], json!(made), "everybody hears of it");
    assert_eq!(made[0]["colorDark"], "#ffffff");
    assert_eq!((&made[0]["sla"], &made[0]["deleted"]), (&json!(30), &json!(false)));
    assert_eq!(list(&world.one, "/api/label/get").await, made);
    assert_eq!(list(&world.one, "/label/get").await, made, "also without /api");

    // The same as a form whose fields hold JSON, with one changed, one new and one deleted.
    let mut later = made[1].clone();
    later["level"] = json!(9);
    let labels = json!([later, label("New Label", 0)]).to_string();
    let delete = json!([made[0]["id"]]).to_string();
    let fields = [("labelArray", labels.as_str()), ("delete", delete.as_str())];
    let changed = world.admin.form("/api/label/update", &fields).await.ok();
    let changed = changed.as_array().expect("a list").clone();
    assert_eq!(names(&changed), ["Later", "New Label"]);
    assert_eq!(changed[0]["id"], made[1]["id"], "a label keeps its id");

    // What is deleted is told apart when it is asked for; deleting it again changes nothing.
    let again = save(&world.admin, json!([]), json!([made[0]["id"]])).await;
    assert_eq!(again, changed);
    let all = list(&world.one, "/api/label/get?deleted=1").await;
    assert_eq!(names(&all), ["Later", "New Label", "Urgent"]);
    assert_eq!(all[2]["deleted"], true);

    assert!(list(&world.outsider, "/api/label/get?deleted=1").await.is_empty());
}

async fn labels_are_saved_whole_or_not_at_all(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let made = save(&world.admin, json!([label("Urgent", 5)]), json!([])).await;
    let id = &made[0]["id"];
    let post = |who: &Agent, body: Value| {
        let who = who.clone();
        async move { who.post("/api/label/update", &body).await }
    };

    let refused = post(&world.one, json!({ "labelArray": [label("Mine", 1)] })).await;
    refused.refused(403, "forbidden");

    let bad = json!({ "labelArray": [label("Good", 1), { "name": "Bad", "color": "red" }] });
    let refused = post(&world.admin, bad).await;
    assert_eq!(refused.refused(422, "invalid"), "Please check the input.");
    assert!(refused.body["error"]["fields"]["labelArray.1.color"].is_string(), "{refused:?}");
    let refused = post(&world.admin, json!({ "labelArray": "[{", "delete": [id] })).await;
    assert_eq!(refused.refused(422, "invalid"), "Please check the input.");

    // Another client's label is exactly like one that does not exist, to change and to delete.
    let mut renamed = made[0].clone();
    renamed["name"] = json!("Taken");
    let foreign = json!({ "labelArray": [label("Good", 1), renamed], "delete": [] });
    let mut unknown = foreign.clone();
    unknown["labelArray"][1]["id"] = json!(987_650_001);
    let as_unknown = post(&world.outsider, unknown).await;
    as_unknown.refused(404, "not_found");
    assert_eq!(post(&world.outsider, foreign).await, as_unknown);
    let foreign = post(&world.outsider, json!({ "delete": [id] })).await;
    assert_eq!(foreign, post(&world.outsider, json!({ "delete": [987_650_001] })).await);
    foreign.refused(404, "not_found");

    let many = json!(vec![label("One of many", 0); 200]);
    let refused = post(&world.admin, json!({ "labelArray": many })).await;
    assert_eq!(refused.refused(422, "invalid"), "Please check the input.");

    assert_eq!(list(&world.admin, "/api/label/get").await, made, "nothing of all this stayed");
    assert!(list(&world.outsider, "/api/label/get").await.is_empty());
}

async fn agents_put_labels_on_tickets(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let made = save(&world.admin, json!([label("Later", 1), label("Urgent", 5)]), json!([])).await;
    let (urgent, later) = (made[0]["id"].clone(), made[1]["id"].clone());
    let foreign = save(&world.outsider, json!([label("Theirs", 1)]), json!([])).await;
    world.bot().await.write(81, "Hello").await;
    let id = world.ticket_saying("Hello").await["id"].clone();
    let mut watching = world.two.live().await;
    let set = |who: &Agent, labels: Value| {
        let (who, body) = (who.clone(), json!({ "ticket_id": id, "label": labels }));
        async move { who.post("/api/ticket/label", &body).await }
    };

    let ticket = set(&world.one, json!(format!("[{later},{urgent},{later}]"))).await.ok();
    let both = format!("[{urgent},{later}]");
    assert_eq!(ticket["data"]["label"], both, "each once, the highest level first");
    let told = watching.event("ticketLabelsChanged").await;
    assert_eq!((&told["ticket"]["id"], &told["label"]), (&id, &json!(both)));
    assert_eq!(told["by"], "agent1");
    assert_eq!(world.ticket_saying("Hello").await["label"], both, "the list's row has them");

    // A label that is not there, another client's, and another client's ticket look alike.
    let unknown = set(&world.one, json!([987_650_001])).await;
    unknown.refused(404, "not_found");
    assert_eq!(set(&world.one, json!([foreign[0]["id"]])).await, unknown);
    assert_eq!(set(&world.outsider, json!([foreign[0]["id"]])).await, unknown);
    set(&world.one, json!("urgent")).await.refused(422, "invalid");

    // What was deleted stays where it is until it is taken off, and comes onto no ticket again.
    save(&world.admin, json!([]), json!([urgent])).await;
    let kept = set(&world.one, json!([urgent, later])).await.ok();
    assert_eq!(kept["data"]["label"], format!("[{later},{urgent}]"));
    set(&world.one, json!([])).await.ok();
    assert_eq!(set(&world.one, json!([urgent])).await, unknown);
}

/// What a list shows under a filter, and the count that it says.
async fn narrowed(who: &Agent, filter: &str, labels: &str) -> (Vec<String>, i64) {
    let path = format!("/api/ticket/load/-/{filter}/ticket/0?labelFilter={labels}");
    let page = who.get(&path).await.ok();
    let rows = page["data"].as_array().expect("a list").iter();
    let titles = rows.map(|row| row["snippet"].as_str().expect("text").to_owned()).collect();
    (titles, page["count"].as_i64().expect("a number"))
}

async fn lists_are_narrowed_to_labels(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let made = save(&world.admin, json!([label("Later", 1), label("Urgent", 5)]), json!([])).await;
    let id = |at: usize| made[at]["id"].as_i64().expect("an id");
    let (urgent, later) = (id(0), id(1));
    let bot = world.bot().await;
    for (user, text, labels) in [
        (81, "First", json!([urgent])),
        (82, "Second", json!([later])),
        (83, "Third", json!([])),
        (84, "Fourth", json!([urgent, later])),
    ] {
        bot.write(user, text).await;
        let ticket = world.ticket_saying(text).await["id"].clone();
        let body = json!({ "ticket_id": ticket, "label": labels });
        world.one.post("/api/ticket/label", &body).await.ok();
    }
    let titles = |titles: &[&str]| titles.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
    let either = format!("{urgent},{later}");
    // Twice: as long as few tickets carry the labels, and when so many do that the list is walked.
    for many in [false, true] {
        if many {
            let db = Db::open(&world.ground.url()).await.expect("the database");
            let mut tx = db.begin().await.expect("a transaction");
            for ticket in 1..3_100_i64 {
                let client = 1_i64;
                execute!(
                    &mut tx,
                    "insert into ticket_labels (client_id, label_id, ticket_id)
                     values ($1, $2, $3)",
                    client,
                    urgent,
                    ticket,
                )
                .expect("a row");
            }
            tx.commit().await.expect("kept");
        }
        let one = &world.one;
        let both = titles(&["Fourth", "First"]);
        assert_eq!(narrowed(one, "open", &urgent.to_string()).await, (both.clone(), 2));
        assert_eq!(narrowed(one, "all", &format!("[{urgent}]")).await, (both, 2), "as JSON");
        let any = titles(&["Fourth", "Second", "First"]);
        assert_eq!(narrowed(one, "open", &either).await, (any, 3), "any of them");
        assert_eq!(narrowed(one, "closed", &either).await, (vec![], 0));
        assert_eq!(narrowed(one, "open", "").await.1, 4);
        assert_eq!(narrowed(one, "open", "987650001").await, (vec![], 0));
        assert_eq!(narrowed(&world.outsider, "all", &either).await, (vec![], 0), "not another's");
    }
    // What a ticket no longer carries no longer finds it.
    let ticket = world.ticket_saying("First").await["id"].clone();
    let body = json!({ "ticket_id": ticket, "label": [] });
    world.one.post("/api/ticket/label", &body).await.ok();
    assert_eq!(narrowed(&world.one, "open", &urgent.to_string()).await, (titles(&["Fourth"]), 1));

    let load = "/api/ticket/load/-/open/ticket/0?labelFilter=";
    world.one.get(&format!("{load}urgent")).await.refused(422, "invalid");
    world.one.get(&format!("{load}1,2,3,4,5,6,7,8,9")).await.refused(422, "invalid");
    Agent::nobody(&world.desk.url).get(&format!("{load}1")).await.refused(401, "unauthorized");
}
