//! Saved views: everybody's and one's own, counted as the list counts, and changed by one at a time.

use crate::harness::{Agent, Ground, Start, World};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    views_are_shared_or_ones_own,
    a_view_counts_what_its_list_shows,
    two_who_change_a_view_do_not_overwrite_each_other,
    views_stand_in_the_order_they_are_put_in,
);

async fn views(who: &Agent) -> Vec<Value> {
    who.get("/api/views").await.ok().as_array().expect("a list").clone()
}

fn names(views: &[Value]) -> Vec<&str> {
    views.iter().map(|view| view["name"].as_str().expect("a name")).collect()
}

async fn change(who: &Agent, id: &Value, body: &Value) -> crate::harness::Answer {
    who.call(Method::PUT, &format!("/api/views/{id}"), Some(body)).await
}

async fn views_are_shared_or_ones_own(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut live = world.two.live().await;
    let shared = json!({
        "name": "Returns", "shared": true, "icon": "box", "status": "pending",
        "query": { "labelFilter": "", "priorityFilter": "H", "sort": "oldest" },
        "columns": ["number", "title"], "density": "compact",
    });
    let made = world.admin.post("/api/views", &shared).await;
    assert_eq!(made.status, 201);
    let made = made.body;
    assert_eq!(
        made["query"],
        json!({ "priorityFilter": "H", "sort": "oldest" }),
        "what is empty is not kept"
    );
    assert_eq!((&made["version"], &made["density"]), (&json!(1), &json!("compact")));
    live.event("viewsChanged").await;
    world.one.post("/api/views", &json!({ "name": "Mine" })).await.ok();
    assert_eq!(names(&views(&world.one).await), ["Returns", "Mine"]);
    assert_eq!(names(&views(&world.two).await), ["Returns"]);

    // Somebody else's own view looks like none; a shared one is refused by name.
    let mine = views(&world.one).await[1]["id"].clone();
    assert_eq!(change(&world.two, &mine, &json!({ "name": "Yours" })).await.status, 404);
    let refused = change(&world.one, &made["id"], &shared).await;
    assert_eq!(refused.status, 403);
    let refused = world.one.post("/api/views", &json!({ "name": "All", "shared": true })).await;
    assert_eq!(refused.status, 403);

    // The same name twice, nonsense, and what no list can be filtered by.
    for (field, body) in [
        ("name", json!({ "name": "Mine" })),
        ("name", json!({ "name": " " })),
        ("columns", json!({ "name": "x", "columns": ["number", "number"] })),
        ("columns", json!({ "name": "x", "columns": ["price"] })),
        ("icon", json!({ "name": "x", "icon": "<svg>" })),
        ("labelFilter", json!({ "name": "x", "query": { "labelFilter": "red" } })),
        ("sort", json!({ "name": "x", "query": { "sort": "loudest" } })),
    ] {
        let refused = world.one.post("/api/views", &body).await;
        assert_eq!(refused.status, 422, "{body}");
        assert!(refused.body["error"]["fields"].get(field).is_some(), "{body}: {}", refused.body);
    }

    let gone = format!("/api/views/{}", made["id"]);
    world.admin.call(Method::DELETE, &gone, None).await.ok();
    assert_eq!(world.admin.call(Method::DELETE, &gone, None).await.status, 404);
    assert_eq!(names(&views(&world.two).await), Vec::<&str>::new());
}

async fn a_view_counts_what_its_list_shows(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    for (user, text) in [(81, "One"), (82, "Two"), (83, "Three")] {
        bot.write(user, text).await;
        world.ticket_saying(text).await;
    }
    let taken = world.ticket_saying("Two").await["id"].clone();
    let body = json!({ "participants": ["agent1"] });
    world
        .admin
        .call(Method::PUT, &format!("/api/tickets/{taken}/participants"), Some(&body))
        .await
        .ok();
    let view = |name: &str, agent: &str| json!({ "name": name, "query": { "agent": agent } });
    for body in [view("All", ""), view("Mine", "agent1"), view("Unassigned", "-"), view("x", "no")]
    {
        world.one.post("/api/views", &body).await.ok();
    }
    let label = json!({ "name": "A label that is gone", "query": { "labelFilter": "987650001" } });
    world.one.post("/api/views", &label).await.ok();
    let counts = world.one.get("/api/views/counts").await.ok();
    let counted: Vec<i64> = counts
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["count"].as_i64().expect("a number"))
        .collect();
    let mine = world.one.get("/api/ticket/load/-/open/ticket/0?agent=agent1").await.ok();
    assert_eq!(mine["count"], counted[1]);
    assert_eq!(counted[3..], [0, 0], "of an agent and a label that are not there");
    assert_eq!(counted[0], counted[1] + counted[2]);
    assert!(counted[1] >= 1 && counted[2] >= 2, "{counted:?}");
}

async fn two_who_change_a_view_do_not_overwrite_each_other(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let draft =
        |name: &str, version: i64| json!({ "name": name, "shared": true, "version": version });
    let made = world.admin.post("/api/views", &draft("Returns", 0)).await.ok();
    let at_once = ["Early", "Late"].map(|name| {
        let (admin, id) = (&world.admin, &made["id"]);
        async move { change(admin, id, &draft(name, 1)).await }
    });
    let answers = futures_util::future::join_all(at_once).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let refused = answers.iter().find(|answer| answer.status == 409).expect("one");
    assert_eq!(refused.body["error"]["code"], "overtaken");
    let kept = &views(&world.admin).await[0];
    assert_eq!(kept["version"], 2);
    change(&world.admin, &made["id"], &draft("Third", 2)).await.ok();
}

async fn views_stand_in_the_order_they_are_put_in(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut ids = vec![];
    for name in ["A", "B", "C"] {
        ids.push(world.one.post("/api/views", &json!({ "name": name })).await.ok()["id"].clone());
    }
    let order = |ids: &[&Value]| json!({ "ids": ids, "shared": false });
    let put = |body: Value| {
        let one = &world.one;
        async move { one.call(Method::PUT, "/api/views/order", Some(&body)).await }
    };
    put(order(&[&ids[2], &ids[0], &ids[1]])).await.ok();
    assert_eq!(names(&views(&world.one).await), ["C", "A", "B"]);
    assert_eq!(put(order(&[&ids[0]])).await.status, 422);
    assert_eq!(put(order(&[&ids[0], &ids[0], &ids[1]])).await.status, 422);
    let shared = json!({ "ids": [], "shared": true });
    assert_eq!(put(shared).await.status, 403);
    // The fifty-first is refused, and says why.
    for n in 3..50 {
        world.one.post("/api/views", &json!({ "name": format!("View {n}") })).await.ok();
    }
    let refused = world.one.post("/api/views", &json!({ "name": "One more" })).await;
    assert_eq!(refused.status, 409);
}
