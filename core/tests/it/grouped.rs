//! Tickets by department and by label: each group pages by itself.

use crate::harness::{Agent, Ground, Start, World};
use serde_json::{Value, json};

on_both_engines!(groups_page_by_themselves);

async fn page(who: &Agent, path: &str) -> (usize, i64) {
    let page = who.get(&format!("/ticket/load2/{path}")).await.ok();
    let rows = page["data"].as_array().expect("a list").len();
    assert_eq!(page["status"], "success");
    (rows, page["count"].as_i64().expect("a number"))
}

async fn groups_page_by_themselves(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (admin, one) = (&world.admin, &world.one);
    let sales =
        admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok()["id"].clone();
    let label = json!({ "name": "Refund", "color": "#000000", "level": 0, "sla": 30 });
    let labels = admin.post("/api/label/update", &json!({ "labelArray": [label] })).await.ok();
    let refund = labels[0]["id"].clone();
    let bot = world.bot().await;
    for n in 0..13 {
        bot.write(100 + n, &format!("Hello {n}")).await;
    }
    let tickets = admin.tickets().await;
    assert_eq!(tickets.len(), 13);
    for ticket in &tickets[..12] {
        let body = json!({ "ticket_id": ticket["id"], "department_id": sales });
        one.post("/api/ticket/department", &body).await.ok();
    }
    for ticket in &tickets[11..] {
        let body = json!({ "ticket_id": ticket["id"], "label": [refund] });
        one.post("/api/ticket/label", &body).await.ok();
    }

    assert_eq!(page(one, &format!("department/open/ticket/0/{sales}")).await, (10, 12));
    assert_eq!(page(one, &format!("department/open/ticket/10/{sales}")).await, (2, 12));
    assert_eq!(page(one, &format!("department/all/ticket/0/{sales}")).await, (10, 12));
    assert_eq!(page(one, &format!("department/pending/ticket/0/{sales}")).await, (0, 0));
    assert_eq!(page(one, "department/open/ticket/0/0").await, (1, 1), "those without one");
    assert_eq!(page(one, &format!("label/open/ticket/0/{refund}")).await, (2, 2));
    assert_eq!(page(one, "label/0/ticket/0/0").await, (10, 11));

    // Whoever does not take part in a ticket does not find it in a group either.
    let (id, users) = (&tickets[0]["id"], json!({ "participants": ["agent2"] }));
    let path = format!("/api/tickets/{id}/participants");
    admin.call(reqwest::Method::PUT, &path, Some(&users)).await.ok();
    assert_eq!(page(one, &format!("department/open/ticket/0/{sales}")).await, (10, 11));
    assert_eq!(page(admin, &format!("department/open/ticket/0/{sales}")).await, (10, 12));
    assert_eq!(page(&world.outsider, &format!("department/all/ticket/0/{sales}")).await, (0, 0));
    assert_eq!(page(&world.outsider, &format!("label/all/ticket/0/{refund}")).await, (0, 0));

    let refused = |path: &'static str| async move { one.get(path).await };
    for (path, field) in [
        ("/api/ticket/load2/colour/open/ticket/0/1", "group"),
        ("/api/ticket/load2/label/new/ticket/0/1", "filter"),
        ("/api/ticket/load2/label/open/ticket/-1/1", "offset"),
        ("/api/ticket/load2/label/open/ticket/0/x", "id"),
    ] {
        let answer = refused(path).await;
        answer.refused(422, "invalid");
        assert_ne!(answer.body["error"]["fields"][field], Value::Null, "{path}: {answer:?}");
    }
    Agent::nobody(&world.desk.url)
        .get(&format!("/api/ticket/load2/department/open/ticket/0/{sales}"))
        .await
        .refused(401, "unauthorized");
}
