//! What an admin sees of plugin calls: their cost, what failed and on which input, breakers.

use crate::{
    harness::{Ground, SECRET, Start, World, eventually},
    hostile::{self, Account},
};
use serde_json::{Value, json};

on_both_engines!(
    what_calls_cost_is_seen,
    faults_open_the_breaker_and_name_their_input,
    an_input_that_is_repeated_counts_each_time_it_fails,
);

fn of_call<'a>(usage: &'a Value, call: &str) -> Option<&'a Value> {
    usage["by_call"].as_array().expect("a list").iter().find(|row| row["call"] == call)
}

async fn what_calls_cost_is_seen(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    for n in 0..3 {
        bot.write(81, &format!("number {n}")).await;
    }
    assert_eq!(bot.raw(b"{".to_vec(), SECRET).await.status, 200);
    let kept = world.admin.get("/api/quarantine").await.ok();
    let input = &kept["data"][0];
    let path = format!("/api/channels/{}/usage", bot.id);
    let usage = eventually("the minute is stored", || async {
        let usage = world.admin.get(&path).await.ok();
        of_call(&usage, "webhook").is_some_and(|row| row["calls"] == 4).then_some(usage)
    })
    .await;
    let webhook = of_call(&usage, "webhook").expect("found");
    assert_eq!((&webhook["ok"], &webhook["failed"]), (&json!(3), &json!(1)), "{webhook}");
    assert_eq!((&webhook["crashed"], &webhook["limited"]), (&json!(0), &json!(0)));
    for number in ["wall_us", "peak_memory", "p50_us", "p99_us"] {
        assert!(webhook[number].as_i64().is_some_and(|n| n > 0), "{number}: {webhook}");
    }
    if cfg!(target_os = "linux") {
        assert!(webhook["cpu_us"].as_i64().is_some_and(|n| n > 0), "{webhook}");
    }
    let check = of_call(&usage, "check").expect("connecting checks the settings");
    assert!(check["bytes_out"].as_i64().is_some_and(|n| n > 0), "it asked the provider: {check}");
    let buckets = usage["buckets"].as_array().expect("a list");
    let sum: i64 = buckets.iter().map(|b| b["calls"].as_i64().expect("a number")).sum();
    let rows = usage["by_call"].as_array().expect("a list");
    let by_call: i64 = rows.iter().map(|b| b["calls"].as_i64().expect("a number")).sum();
    assert_eq!(sum, by_call);
    assert_eq!(usage["errors"][0]["input_id"], input["id"], "{usage}");
    assert_eq!(usage["errors"][0]["code"], input["error"]["code"]);
    assert_eq!(usage["breaker"]["open"], false);
    let idle = json!({
        "deliveries": 0, "oldest_ms": null, "inputs": 0, "oldest_input_ms": null,
    });
    assert_eq!(usage["queue"], idle);

    // The plugin's page sums up the accounts of the client who asks, and of nobody else.
    let whole = world.admin.get("/api/plugins/telegram/usage?hours=2").await.ok();
    assert_eq!(of_call(&whole, "webhook"), Some(webhook));
    let theirs = world.outsider.get("/api/plugins/telegram/usage").await.ok();
    assert_eq!((&theirs["buckets"], &theirs["errors"]), (&json!([]), &json!([])));
    let log = world.admin.get("/api/plugins/telegram/log").await.ok();
    assert_eq!(log["data"][0]["input_id"], input["id"], "{log}");
    let theirs = world.outsider.get("/api/plugins/telegram/log").await.ok();
    assert_eq!(theirs["data"], json!([]));

    let numbers = world.desk_numbers().await;
    for line in [
        r#"patchbay_plugin_calls_total{function="webhook",outcome="ok",plugin="telegram"} 3"#,
        r#"patchbay_plugin_calls_total{function="webhook",outcome="failed",plugin="telegram"} 1"#,
        r#"patchbay_plugin_cpu_seconds_total{function="webhook",plugin="telegram"}"#,
        r#"patchbay_plugin_bytes_total{direction="out",plugin="telegram"}"#,
        r#"patchbay_plugin_peak_memory_bytes{plugin="telegram"}"#,
        // The account is polled, so a call may well be under way.
        "patchbay_plugin_calls_running ",
        "patchbay_plugin_calls_waiting 0",
    ] {
        assert!(numbers.contains(line), "no {line} in:\n{numbers}");
    }
}

async fn faults_open_the_breaker_and_name_their_input(ground: Ground) {
    hostile::install(&ground);
    let world = World::open(ground, Start::default()).await;
    let account = Account::connect(&world.admin, "big-event", "").await;
    for n in 0..6 {
        // Acknowledged all the same: what cannot be read is kept here, not sent again for ever.
        assert_eq!(account.post(&format!("input {n}")).await.status, 200);
    }
    let path = format!("/api/channels/{}/usage", account.id);
    let usage = world.admin.get(&path).await.ok();
    assert_eq!(usage["breaker"]["open"], true, "{usage}");
    assert_eq!(usage["breaker"]["accounts"][0]["channel_id"], account.id);
    assert!(usage["breaker"]["resume_at"].as_i64().is_some_and(|at| at > 0));
    assert_eq!(usage["queue"]["inputs"], 1, "the sixth waits for the breaker: {usage}");
    assert!(usage["queue"]["oldest_input_ms"].is_i64());
    let kept = world.admin.get("/api/quarantine").await.ok();
    let kept: Vec<&Value> = kept["data"].as_array().expect("a list").iter().collect();
    let errors = usage["errors"].as_array().expect("a list");
    assert_eq!((kept.len(), errors.len()), (5, 5));
    for (input, error) in kept.iter().zip(errors) {
        assert_eq!((&error["code"], &error["input_id"]), (&json!("plugin.limit"), &input["id"]));
    }
    // Accounts are read anew behind what changes them.
    let path = format!("/api/channels/{}", account.id);
    eventually("the account says so", || async {
        let state = world.admin.get(&path).await.ok();
        (state["state"]["status"] == "degraded").then_some(())
    })
    .await;
    eventually("the metrics tell of the breaker", || async {
        let line = r#"patchbay_plugin_breakers_open{plugin="hostile"} 1"#;
        world.desk_numbers().await.contains(line).then_some(())
    })
    .await;
}

/// Whoever sends the same again and again must not keep a crashing plugin busy for ever.
async fn an_input_that_is_repeated_counts_each_time_it_fails(ground: Ground) {
    hostile::install(&ground);
    let world = World::open(ground, Start::default()).await;
    let account = Account::connect(&world.admin, "big-event", "").await;
    for _ in 0..5 {
        assert_eq!(account.post("the same input").await.status, 200);
    }
    let usage = world.admin.get(&format!("/api/channels/{}/usage", account.id)).await.ok();
    assert_eq!(usage["breaker"]["open"], true, "{usage}");
    let kept = world.admin.get("/api/quarantine").await.ok();
    assert_eq!(kept["data"].as_array().expect("a list").len(), 1, "{kept}");
    let errors = usage["errors"].as_array().expect("a list");
    let named = errors.iter().filter(|error| error["input_id"] == kept["data"][0]["id"]).count();
    assert_eq!((errors.len(), named), (5, 1), "{usage}");
}
