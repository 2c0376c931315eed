//! The demo on an empty folder, as somebody sees it who starts the product for the first time.

use crate::harness::{Agent, Desk, Ground, Start, eventually};
use serde_json::{Value, json};

on_both_engines!(the_first_start_shows_each_part_of_the_desk);

async fn the_first_start_shows_each_part_of_the_desk(ground: Ground) {
    let desk = Desk::start(&ground, &Start { demo: true, ..Start::default() });
    eventually("its links are printed", || async {
        desk.log().contains("/api/docs").then_some(())
    })
    .await;
    assert!(!desk.log().contains("incomplete"), "{}", desk.log());
    let mut admin = Agent::nobody(&desk.url);
    // An article that a language lacks is shown in its own.
    for (language, first) in [
        ("en", "Where is my parcel?"),
        ("ms", "Di manakah bungkusan saya?"),
        ("zh", "我的包裹在哪里？"),
    ] {
        let index = admin.get(&format!("/api/support/kb/{language}")).await.ok();
        let articles: Vec<&Value> = (index["categories"].as_array().into_iter().flatten())
            .filter_map(|category| category["articles"].as_array())
            .flatten()
            .collect();
        assert_eq!((articles.len(), &articles[0]["title"]), (5, &json!(first)), "{index}");
    }
    let login = json!({
        "client": "admin", "password": "patchbay-demo", "type": "admin", "tfa": "",
    });
    let signed_in = admin.post("/api/auth2", &login).await.ok();
    admin.token = signed_in["token"].as_str().expect("a token").to_owned();
    let named = async |path: &str| -> Vec<Value> {
        let all = admin.get(path).await.ok();
        all.as_array().expect("a list").iter().map(|one| one["name"].clone()).collect()
    };
    assert_eq!(named("/api/sla/policies").await, ["Demo promise"]);
    assert_eq!(named("/api/routing/queues").await, ["Demo live chat", "Demo LINE"]);
    assert_eq!(named("/api/routing/skills").await, ["LINE"]);
    let assist = admin.get("/api/assist").await.ok();
    assert_eq!(assist["setting"]["emotions"], true);
    let first = &assist["tasks"][0]["helpers"][0];
    assert_eq!((&first["name"], &first["outside"]), (&json!("Demo helper"), &json!(false)));
    let question = "/api/wauchat/recommendation?text=How%20long%20does%20a%20parcel%20take%3F";
    let answer = admin.get(question).await.ok();
    assert_eq!((&answer["action"], &answer["struck"]), (&json!("answer"), &json!([])), "{answer}");
    let quoted =
        &answer["results"].as_array().expect("sentences").last().expect("one")["sources"][0];
    assert_eq!(quoted["title"], "Where is my parcel?");
    // The history comes last, after all that somebody who starts the demo waits for.
    let brought = async {
        while admin.get("/api/imports").await.ok()["imports"][0]["state"] != "done" {
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
    };
    let most = std::time::Duration::from_secs(120);
    tokio::time::timeout(most, brought).await.expect("the history is brought");
    let report = admin.get("/api/dashboard").await.ok();
    assert!(report["opened"].as_i64() > Some(200), "{report}");
}
