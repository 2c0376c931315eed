//! What is searched and found, what is missed, and what readers say.

use super::{publish, put, text};
use crate::harness::{Agent, Ground, Start, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    searches_find_what_is_public_in_a_language,
    readers_say_whether_it_helped,
    strangers_have_limits,
    who_is_signed_in_never_reads_as_a_stranger,
);

fn titles(hits: &Value) -> Vec<&str> {
    let hits = hits.as_array().expect("a list").iter();
    hits.map(|hit| hit["title"].as_str().expect("a title")).collect()
}

async fn searches_find_what_is_public_in_a_language(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let body = "You may send anything back. A refund takes three days.";
    let (path, id) = publish(admin, "en", "Returns and parcels", body).await;
    publish(admin, "en", "Cancel an order", "Orders can be cancelled before they leave.").await;
    publish(admin, "en", "Pay", "Nothing about it here but a refund.").await;
    let malay = format!("{path}/translations/ms");
    put(admin, &malay, &text("Pemulangan", "Bayaran balik mengambil tiga hari.", 0)).await.ok();
    let chinese = format!("{path}/translations/zh");
    put(admin, &chinese, &text("退货", "退款需要三天。", 0)).await.ok();
    admin.post(&format!("{chinese}/publish"), &json!({})).await.ok();

    let search = |query: &str| {
        let path = format!("/api/knowledge/search?{query}");
        let one = &world.one;
        async move { one.get(&path).await.ok() }
    };
    for (query, found) in [
        ("q=refund&language=en", vec!["Pay", "Returns and parcels"]),
        ("q=REFUNDS", vec!["Pay", "Returns and parcels"]),
        ("q=parcel", vec!["Returns and parcels"]),
        ("q=how+do+I+cancel+my+orders", vec!["Cancel an order"]),
        ("q=%E9%80%80%E6%AC%BE&language=zh", vec!["退货"]),
        ("q=%E6%80%8E%E4%B9%88%E9%80%80%E6%AC%BE&language=zh", vec!["退货"]),
        ("q=refund&language=zh&limit=1", vec!["Pay"]),
        ("q=bayaran&language=ms", vec![]),
        ("q=", vec![]),
    ] {
        assert_eq!(titles(&search(query).await), found, "{query}");
    }
    let hit = &search("q=parcels").await[0];
    assert_eq!((&hit["article_id"], &hit["language"]), (&json!(id), &json!("en")));
    assert_eq!(hit["path"], format!("/support/kb/en/{id}"));
    admin.post(&format!("{malay}/publish"), &json!({})).await.ok();
    assert_eq!(titles(&search("q=bayaran&language=ms").await), ["Pemulangan"]);

    // What nobody finds is a gap, counted in one row; who types on means the longer words.
    let nobody = Agent::nobody(&world.desk.url);
    for words in ["warr", "Warranty", "warranty", "4711"] {
        let found = nobody.get(&format!("/api/support/kb/en?q={words}")).await.ok();
        assert_eq!(found["results"], json!([]), "{words}");
    }
    assert_eq!(nobody.get("/api/support/kb/en").await.ok()["results"], json!(null));
    search("q=garansi&language=ms").await;
    let gaps = admin.get("/api/knowledge/gaps").await.ok();
    let found: Vec<(&str, &str, i64)> = gaps
        .as_array()
        .expect("a list")
        .iter()
        .map(|gap| {
            let word = |name: &str| gap[name].as_str().expect("a word");
            (word("words"), word("language"), gap["count"].as_i64().expect("a number"))
        })
        .collect();
    assert_eq!(found, [("garansi", "ms", 1), ("warranty", "en", 2), ("bayaran", "ms", 1)]);
    assert_eq!(world.outsider.get("/api/knowledge/gaps").await.ok(), json!([]));
    let gap = json!({ "words": "warranty", "language": "en" });
    let drop = |who: &Agent| {
        let (who, gap) = (who.clone(), gap.clone());
        async move { who.call(Method::DELETE, "/api/knowledge/gaps", Some(&gap)).await.status }
    };
    assert_eq!(drop(&world.outsider).await, 404);
    assert_eq!((drop(admin).await, drop(admin).await), (200, 404));

    // What is archived or gone is found no more.
    admin.post(&format!("{path}/translations/en/archive"), &json!({})).await.ok();
    assert_eq!(titles(&search("q=refund").await), ["Pay"]);
    super::delete(admin, &path).await.ok();
    assert_eq!(titles(&search("q=bayaran&language=ms").await), Vec::<&str>::new());
}

async fn readers_say_whether_it_helped(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (path, id) = publish(&world.admin, "en", "Returns", "Send it back.").await;
    let nobody = Agent::nobody(&world.desk.url);
    let feedback = format!("/api/support/kb/en/{id}/feedback");
    let say = |body: Value| {
        let (nobody, feedback) = (&nobody, &feedback);
        async move { nobody.post(feedback, &body).await }
    };
    say(json!({ "helpful": true })).await.ok();
    say(json!({ "helpful": false, "comment": "  Where to? " })).await.ok();
    let long = json!({ "helpful": false, "comment": "x".repeat(1001) });
    say(long).await.refused(422, "invalid");
    let unknown = "/api/support/kb/en/987650030/feedback";
    assert_eq!(nobody.post(unknown, &json!({ "helpful": true })).await.status, 404);
    let article = world.admin.get(&path).await.ok();
    assert_eq!((&article["helpful"], &article["unhelpful"]), (&json!(1), &json!(1)));
    assert_eq!(article["comments"][0]["comment"], "Where to?");
    assert_eq!(world.one.get(&path).await.ok()["comments"], json!([]));
    // One place is not many readers.
    for _ in 0..2 {
        say(json!({ "helpful": true })).await.ok();
    }
    say(json!({ "helpful": true })).await.refused(429, "rate_limited");
    assert_eq!(world.admin.get(&path).await.ok()["helpful"], 3);
}

async fn strangers_have_limits(ground: Ground) {
    let start = Start::default()
        .set("PATCHBAY_KNOWLEDGE_PAGES_PER_ADDRESS", "20")
        .set("PATCHBAY_KNOWLEDGE_SEARCHES_PER_ADDRESS", "3");
    let world = World::open(ground, start).await;
    let (_, id) = publish(&world.admin, "en", "Returns", "Send it back.").await;
    let nobody = Agent::nobody(&world.desk.url);
    for _ in 0..3 {
        nobody.get("/api/support/kb/en?q=returns").await.ok();
    }
    let refused = nobody.get("/api/support/kb/en?q=returns").await;
    assert!(refused.refused(429, "rate_limited").contains("Wait"));
    let page = format!("/api/support/kb/en/{id}");
    eventually("the pages of a minute are used up", || async {
        let status = nobody.get(&page).await.status;
        (status == 429).then_some(())
    })
    .await;
    let shown = reqwest::get(format!("{}/support/kb/en/{id}", world.desk.url)).await;
    let shown = shown.expect("an answer");
    assert_eq!(shown.status(), 429);
    assert!(shown.headers().contains_key("retry-after"));
    assert!(shown.text().await.expect("a page").contains("<h1>"), "a page says it as a page");
    // Whoever is signed in is not counted among them.
    for _ in 0..25 {
        world.one.get(&page).await.ok();
    }
}

/// A stranger reads the operator's articles, so that a token that does not hold is refused.
async fn who_is_signed_in_never_reads_as_a_stranger(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    publish(&world.admin, "en", "Ours", "Acme writes this.").await;
    publish(&world.outsider, "en", "Theirs", "Another client writes this.").await;
    let titles = async |who: &Agent| {
        let index = who.get("/api/support/kb/en").await.ok();
        index["categories"][0]["articles"][0]["title"].clone()
    };
    assert_eq!(titles(&world.outsider).await, "Theirs");
    assert_eq!(titles(&Agent::nobody(&world.desk.url)).await, "Ours");
    let mut over = world.outsider.clone();
    over.token = "a-token-that-does-not-hold".to_owned();
    over.get("/api/support/kb/en").await.refused(401, "unauthorized");
    let feedback = json!({ "helpful": true });
    over.post("/api/support/kb/en/1/feedback", &feedback).await.refused(401, "unauthorized");
}
