//! The knowledge base: written by admins, published beside drafts, read by everybody, searched, and missed.

mod pages;
mod reading;

use crate::harness::{Agent, Answer, Ground, Start, World};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_draft_is_written_beside_what_is_public,
    two_who_write_do_not_overwrite_each_other,
    a_translation_follows_its_source,
    categories_have_names_and_an_order,
    lists_are_filtered_and_paged,
    nobody_writes_or_reads_what_is_not_theirs,
);

pub async fn put(who: &Agent, path: &str, body: &Value) -> Answer {
    who.call(Method::PUT, path, Some(body)).await
}

pub async fn delete(who: &Agent, path: &str) -> Answer {
    who.call(Method::DELETE, path, None).await
}

/// Begins an article in a language and gives its path.
pub async fn begin(who: &Agent, language: &str, title: &str, body: &str) -> String {
    let draft = json!({ "language": language, "title": title, "body": body });
    let made = who.post("/api/knowledge/articles", &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    format!("/api/knowledge/articles/{}", made.body["id"])
}

/// Begins one and makes it public; gives its path and id.
pub async fn publish(who: &Agent, language: &str, title: &str, body: &str) -> (String, i64) {
    let path = begin(who, language, title, body).await;
    let article = who.post(&format!("{path}/translations/{language}/publish"), &json!({})).await;
    (path, article.ok()["id"].as_i64().expect("an id"))
}

pub fn text(title: &str, body: &str, revision: i64) -> Value {
    json!({ "title": title, "body": body, "revision": revision })
}

async fn a_draft_is_written_beside_what_is_public(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (admin, nobody) = (&world.admin, Agent::nobody(&world.desk.url));
    let mut live = world.one.live().await;
    let path = begin(admin, "en", "Returns", "Send it back within **14** days.").await;
    live.event("knowledgeChanged").await;
    let article = admin.get(&path).await.ok();
    let public = format!("/api/support/kb/en/{}", article["id"]);
    assert_eq!(article["source_language"], "en");
    assert_eq!(article["owner"]["username"], "admin");
    let draft = &article["translations"][0];
    assert_eq!((&draft["state"], &draft["revision"]), (&json!("draft"), &json!(1)));
    assert_eq!(draft["published_revision"], Value::Null);
    // A draft is nobody's but the admins'.
    assert_eq!(nobody.get(&public).await.status, 404);
    assert_eq!(world.one.get(&path).await.status, 404);

    let publish = format!("{path}/translations/en/publish");
    let article = admin.post(&publish, &json!({})).await.ok();
    assert_eq!(article["translations"][0]["state"], "published");
    let again = admin.post(&publish, &json!({})).await.ok();
    assert_eq!(again, article, "publishing twice is publishing once");
    for unseen in [0, 2] {
        let unseen = admin.post(&publish, &json!({ "revision": unseen })).await;
        unseen.refused(409, "overtaken");
    }
    assert_eq!(admin.post(&publish, &json!({ "revision": 1 })).await.ok(), article);
    let shown = nobody.get(&public).await.ok();
    assert_eq!(shown["title"], "Returns");
    assert_eq!(shown["html"], "<p>Send it back within <strong>14</strong> days.</p>\n");

    // The next text waits; what is public stays.
    let translation = format!("{path}/translations/en");
    let saved = put(admin, &translation, &text("Returns", "Within 30 days.", 1)).await.ok();
    let saved = &saved["translations"][0];
    assert_eq!((&saved["revision"], &saved["published_revision"]), (&json!(2), &json!(1)));
    assert_eq!((&saved["state"], &saved["body"]), (&json!("published"), &json!("Within 30 days.")));
    assert!(nobody.get(&public).await.ok()["html"].to_string().contains("14"));
    let seen = world.one.get(&path).await.ok();
    assert_eq!(seen["translations"][0]["body"], "Send it back within **14** days.");
    assert_eq!(seen["translations"][0]["revision"], 1, "agents see what is public");
    admin.post(&publish, &json!({})).await.ok();
    assert!(nobody.get(&public).await.ok()["html"].to_string().contains("30"));

    // Earlier texts can be looked at, and are restored by saving them.
    let list = admin.get(&format!("{translation}/revisions")).await.ok();
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert_eq!((&list[0]["revision"], &list[0]["by"]["username"]), (&json!(2), &json!("admin")));
    let first = admin.get(&format!("{translation}/revisions/1")).await.ok();
    assert_eq!(first["body"], "Send it back within **14** days.");
    assert_eq!(admin.get(&format!("{translation}/revisions/9")).await.status, 404);
    assert_eq!(admin.get(&format!("{path}/translations/zh/revisions")).await.status, 404);
    let unchanged = put(admin, &translation, &text("Returns", "Within 30 days.", 2)).await.ok();
    assert_eq!(unchanged["translations"][0]["revision"], 2, "the same text is no new revision");

    let archive = format!("{path}/translations/en/archive");
    let archived = admin.post(&archive, &json!({})).await.ok();
    assert_eq!(archived["translations"][0]["state"], "archived");
    assert_eq!(admin.post(&archive, &json!({})).await.ok(), archived);
    assert_eq!(nobody.get(&public).await.status, 404);
    let begun = put(admin, &translation, &text("Returns", "Anew.", 2)).await.ok();
    assert_eq!(begun["translations"][0]["state"], "draft");

    delete(admin, &path).await.ok();
    for gone in [path.as_str(), &publish, &archive] {
        let method = if gone == path { Method::DELETE } else { Method::POST };
        let nothing = json!({});
        assert_eq!(admin.call(method, gone, Some(&nothing)).await.status, 404, "{gone}");
    }
    assert_eq!(admin.get(&path).await.status, 404);
    let audit = admin.get("/api/audit").await.ok().to_string();
    for action in ["created", "published", "archived", "removed"] {
        assert!(audit.contains(&format!("knowledge_article_{action}")), "{action}: {audit}");
    }
}

async fn two_who_write_do_not_overwrite_each_other(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let path = begin(&world.admin, "en", "Returns", "One").await;
    for (language, from) in [("en", 1), ("ms", 0)] {
        let translation = format!("{path}/translations/{language}");
        let at_once = ["Early", "Late"].map(|body| {
            let (admin, translation) = (&world.admin, &translation);
            async move { put(admin, translation, &text("Returns", body, from)).await }
        });
        let answers = futures_util::future::join_all(at_once).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{language}");
        let refused = answers.iter().find(|answer| answer.status == 409).expect("one");
        assert!(refused.refused(409, "overtaken").contains("Load it anew"));
        put(&world.admin, &translation, &text("Returns", "Third", from + 1)).await.ok();
    }
}

async fn a_translation_follows_its_source(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let path = begin(admin, "en", "Returns", "One").await;
    let (source, malay) = (format!("{path}/translations/en"), format!("{path}/translations/ms"));
    let made = put(admin, &malay, &text("Pemulangan", "Satu", 0)).await.ok();
    let changed = |article: &Value| article["translations"][1]["source_changed"].clone();
    assert_eq!(made["translations"][1]["source_revision"], 1);
    assert_eq!(changed(&made), false);
    let article = put(admin, &source, &text("Returns", "Two", 1)).await.ok();
    assert_eq!(article["translations"][0]["language"], "en", "the source stands first");
    assert_eq!(changed(&article), true);
    let listed = admin.get("/api/knowledge/articles").await.ok();
    assert_eq!(listed["items"][0]["translations"][1]["source_changed"], true);
    // Written from the text before: it is behind still. Then it is found right as it is.
    let mut late = text("Pemulangan", "Satu!", 1);
    late["source_revision"] = json!(1);
    assert_eq!(changed(&put(admin, &malay, &late).await.ok()), true);
    let same = put(admin, &malay, &text("Pemulangan", "Satu!", 2)).await.ok();
    assert_eq!(changed(&same), false);
    assert_eq!(same["translations"][1]["revision"], 2);
}

async fn categories_have_names_and_an_order(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let names = |english: &str| json!({ "names": { "en": english, "zh": "订单" } });
    let mut ids = vec![];
    for name in ["Orders", "Returns", "Account"] {
        let made = admin.post("/api/knowledge/categories", &names(name)).await;
        assert_eq!(made.status, 201);
        ids.push(made.body["id"].clone());
    }
    for wrong in [
        json!({ "names": {} }),
        json!({ "names": { "en": " " } }),
        json!({ "names": { "fr": "Commandes" } }),
        json!({ "names": { "en": "x".repeat(81) } }),
    ] {
        let refused = admin.post("/api/knowledge/categories", &wrong).await;
        refused.refused(422, "invalid");
    }
    let order = json!({ "ids": [ids[2], ids[0], ids[1]] });
    let ordered = put(admin, "/api/knowledge/categories/order", &order).await.ok();
    assert_eq!(ordered[0]["names"]["en"], "Account");
    let short = json!({ "ids": [ids[2], ids[0]] });
    put(admin, "/api/knowledge/categories/order", &short).await.refused(422, "invalid");

    let path = format!("/api/knowledge/categories/{}", ids[0]);
    let renamed = put(admin, &path, &names("Buying")).await.ok();
    assert_eq!((&renamed["names"]["en"], &renamed["articles"]), (&json!("Buying"), &json!(0)));
    let draft = json!({ "language": "en", "title": "Pay", "category_id": ids[0] });
    let article = admin.post("/api/knowledge/articles", &draft).await.ok();
    let seen = world.one.get("/api/knowledge/categories").await.ok();
    assert_eq!(seen[1]["articles"], 1);
    let unknown = json!({ "language": "en", "title": "Pay", "category_id": 987_650_031 });
    admin.post("/api/knowledge/articles", &unknown).await.refused(422, "invalid");

    delete(admin, &path).await.ok();
    assert_eq!(delete(admin, &path).await.status, 404);
    assert_eq!(put(admin, &path, &names("x")).await.status, 404);
    let article = admin.get(&format!("/api/knowledge/articles/{}", article["id"])).await.ok();
    assert_eq!(article["category_id"], Value::Null, "an article outlives its category");
}

async fn lists_are_filtered_and_paged(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let made = admin.post("/api/knowledge/categories", &json!({ "names": { "en": "A" } })).await;
    let category = made.ok()["id"].clone();
    for n in 1..=5 {
        begin(admin, "en", &format!("Article {n}"), "A parcel came late.").await;
    }
    let (late, _) = publish(admin, "zh", "退款", "退款需要三天").await;
    let change = json!({ "category_id": category, "verified_until": 1 });
    let moved = put(admin, &late, &change).await.ok();
    assert_eq!((&moved["category_id"], &moved["verified_until"]), (&category, &json!(1)));
    let wrong = json!({ "verified_until": -1 });
    put(admin, &late, &wrong).await.refused(422, "invalid");

    let titles = |page: &Value| -> Vec<String> {
        let items = page["items"].as_array().expect("a list").iter();
        let title = |item: &Value| item["translations"][0]["title"].as_str().map(str::to_owned);
        items.filter_map(title).collect()
    };
    let list = |query: &str| {
        let path = format!("/api/knowledge/articles?{query}");
        async move { admin.get(&path).await }
    };
    let mut seen = vec![];
    let mut after = String::new();
    loop {
        let page = list(&format!("limit=4&after={after}")).await.ok();
        seen.extend(titles(&page));
        match page["next"].as_str() {
            Some(next) => next.clone_into(&mut after),
            None => break,
        }
    }
    let all = ["退款", "Article 5", "Article 4", "Article 3", "Article 2", "Article 1"];
    assert_eq!(seen, all, "the last changed first, each once");
    for (query, found) in [
        ("language=zh", &all[..1]),
        ("state=draft", &all[1..]),
        ("state=published&language=en", &[]),
        ("due=true", &all[..1]),
        (&format!("category_id={category}"), &all[..1]),
        ("category_id=0", &all[1..]),
        ("q=parcel", &all[1..]),
        ("q=Article%205", &all[1..2]),
        ("q=%E9%80%80%E6%AC%BE", &all[..1]),
        ("q=nothing", &[]),
    ] {
        assert_eq!(titles(&list(query).await.ok()), found, "{query}");
    }
    let seen = world.one.get("/api/knowledge/articles").await.ok();
    assert_eq!(titles(&seen), &all[..1], "agents see what is public");
    for wrong in ["language=fr", "state=new", "after=x", "category_id=x", "limit=x"] {
        list(wrong).await.refused(422, "invalid");
    }
}

async fn nobody_writes_or_reads_what_is_not_theirs(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (own, id) = publish(&world.admin, "en", "Returns", "Send it back.").await;
    let (theirs, other) = publish(&world.outsider, "en", "Theirs", "Not yours.").await;
    let draft = text("x", "y", 1);
    // Another client's article looks exactly like none.
    for path in [own.as_str(), "/api/knowledge/articles/987650030"] {
        let translation = format!("{path}/translations/en");
        let answers = [
            world.outsider.get(path).await,
            put(&world.outsider, path, &json!({})).await,
            delete(&world.outsider, path).await,
            put(&world.outsider, &translation, &draft).await,
            world.outsider.post(&format!("{translation}/publish"), &json!({})).await,
            world.outsider.post(&format!("{translation}/archive"), &json!({})).await,
            world.outsider.get(&format!("{translation}/revisions")).await,
            world.outsider.get(&format!("{translation}/revisions/1")).await,
        ];
        for answer in answers {
            answer.refused(404, "not_found");
        }
    }
    let nobody = Agent::nobody(&world.desk.url);
    assert_eq!(nobody.get(&format!("/api/support/kb/en/{other}")).await.status, 404);
    let shown = world.outsider.get(&format!("/api/support/kb/en/{other}")).await.ok();
    let path = shown["path"].as_str().expect("a path").to_owned();
    assert!(path.contains("?client="), "only the operator's need no name: {path}");
    assert_eq!(nobody.get(&format!("/api{path}")).await.ok()["title"], "Theirs");
    assert_eq!(world.one.get("/api/knowledge/search?q=theirs").await.ok(), json!([]));
    let foreign = world.outsider.get("/api/knowledge/search?q=theirs").await.ok();
    assert_eq!(foreign[0]["path"], path);

    // Agents read and do not write.
    assert_eq!(world.one.get(&own).await.ok()["id"], id);
    for answer in [
        put(&world.one, &format!("{own}/translations/en"), &draft).await,
        delete(&world.one, &own).await,
        world.one.post("/api/knowledge/preview", &json!({ "body": "x" })).await,
        world.one.get("/api/knowledge/gaps").await,
    ] {
        answer.refused(403, "forbidden");
    }
    assert_eq!(nobody.get(&own).await.status, 401);
    for wrong in [
        json!({ "language": "fr", "title": "x" }),
        json!({ "language": "en", "title": " " }),
        json!({ "language": "en", "title": "x", "body": "x".repeat(100_001) }),
        json!({ "language": "en", "title": "x", "body": format!("{}x", "> ".repeat(60)) }),
    ] {
        world.admin.post("/api/knowledge/articles", &wrong).await.refused(422, "invalid");
    }
    assert_eq!(delete(&world.outsider, &theirs).await.status, 200);
}
