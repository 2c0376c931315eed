//! Updates while the desk works: none of its messages notices.

use crate::{
    harness::{
        Agent, Bot, Desk, Ground, SECRET, Start, World, eventually,
        package::{key, signed, version},
    },
    packages::{PACKAGES, activate, upload},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::time::Instant;

on_both_engines!(an_update_that_keeps_failing_is_taken_back, a_restart_keeps_what_is_in_use);

/// A desk that takes unsigned packages, so that stories need no key.
fn unsigned() -> Start {
    Start::default().set("PATCHBAY_PLUGINS_ALLOW_UNSIGNED", true)
}

async fn in_use(who: &Agent) -> Value {
    who.get("/api/plugins/telegram").await.ok()["version"].clone()
}

const RATE: u64 = 200;
const CUSTOMERS: i64 = 40;
/// A slow machine gets them more slowly instead of all at once.
const IN_FLIGHT: usize = 48;

/// What came of the flood.
#[derive(Default)]
struct Flood {
    sent: AtomicUsize,
    errors: AtomicUsize,
}

/// Posts at an even pace until told to stop; every fifth update is sent twice, as a provider does
/// that missed the answer.
async fn flood(bot: Arc<Bot>, counts: Arc<Flood>, stop: Arc<AtomicBool>) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let mut posts = tokio::task::JoinSet::new();
    let turns = Arc::new(tokio::sync::Semaphore::new(IN_FLIGHT));
    let mut ticks = tokio::time::interval(Duration::from_micros(1_000_000 / RATE));
    let mut n = 0_i64;
    while !stop.load(Ordering::SeqCst) {
        ticks.tick().await;
        let turn = turns.clone().acquire_owned().await.expect("a turn");
        let text = format!("message {n}");
        let update = bot.update(1000 + n % CUSTOMERS, &text);
        texts.insert(text);
        let again = n % 5 == 0;
        n += 1;
        let (bot, counts) = (bot.clone(), counts.clone());
        posts.spawn(async move {
            let _turn = turn;
            for _ in 0..if again { 2 } else { 1 } {
                counts.sent.fetch_add(1, Ordering::SeqCst);
                if bot.post(&update).await != 200 {
                    counts.errors.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
    }
    while let Some(done) = posts.join_next().await {
        done.expect("a post");
    }
    texts
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_update_under_load_loses_nothing() {
    let world = World::open(Ground::sqlite(), Start::default()).await;
    let admin = &world.admin;
    let (key, public) = key();
    admin.post("/api/plugin-keys", &json!({ "key": public, "name": "Acme" })).await.ok();
    let bot = Arc::new(world.bot().await);
    // Each customer's ticket exists before, so that the load is messages.
    for customer in 0..CUSTOMERS {
        bot.write(1000 + customer, "Hello").await;
    }
    let (counts, stop) = (Arc::new(Flood::default()), Arc::new(AtomicBool::new(false)));
    let began = Instant::now();
    let flooding = tokio::spawn(flood(bot.clone(), counts.clone(), stop.clone()));

    // Under the flood: install, update, update again, roll back.
    let mut acts = vec![];
    for number in ["0.2.0", "0.3.0"] {
        let sent = counts.sent.load(Ordering::SeqCst);
        let staged = upload(admin, signed(&version(number, |m| m), &key)).await.ok();
        let compiled = began.elapsed();
        assert_eq!(activate(admin, &staged["id"]).await.ok()["state"], "active");
        let during = counts.sent.load(Ordering::SeqCst) - sent;
        acts.push(format!("{number} in use after {:?}, {during} posts during", compiled));
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    let back = admin.post("/api/plugins/telegram/rollback", &json!({})).await.ok();
    assert_eq!(back["version"], "0.2.0");
    tokio::time::sleep(Duration::from_secs(2)).await;
    stop.store(true, Ordering::SeqCst);
    let texts = flooding.await.expect("the flood ends");
    let took = began.elapsed();
    assert_eq!(in_use(admin).await, "0.2.0");

    let mut stored: Vec<String> = vec![];
    for ticket in all_tickets(admin).await {
        let messages = admin.messages(ticket["id"].as_i64().expect("an id")).await;
        let inbound = messages.iter().filter(|m| m["direction"] == "in");
        let texts = inbound.map(|m| m["message"].as_str().expect("a text").to_owned());
        stored.extend(texts.filter(|text| text.starts_with("message ")));
    }
    let distinct: BTreeSet<String> = stored.iter().cloned().collect();
    let (posts, errors) =
        (counts.sent.load(Ordering::SeqCst), counts.errors.load(Ordering::SeqCst));
    let lost = texts.difference(&distinct).count();
    let doubled = stored.len() - distinct.len();
    let rate = texts.len() as f64 / took.as_secs_f64();
    println!(
        "update under load: {} messages in {:.1} s ({rate:.0}/s), {posts} posts with repeats, \
         {errors} error answers, {lost} lost, {doubled} doubled; {}",
        texts.len(),
        took.as_secs_f64(),
        acts.join("; "),
    );
    assert_eq!((errors, lost, doubled), (0, 0, 0));
    let kept = admin.get("/api/quarantine").await.ok();
    assert_eq!(kept["data"], json!([]));
}

/// Every page of the list.
async fn all_tickets(who: &Agent) -> Vec<Value> {
    let mut all = vec![];
    loop {
        let path = format!("/api/ticket/load/-/open/ticket/{}", all.len());
        let list = who.get(&path).await.ok();
        let page = list["data"].as_array().expect("a list").clone();
        if page.is_empty() {
            return all;
        }
        all.extend(page);
    }
}

async fn an_update_that_keeps_failing_is_taken_back(ground: Ground) {
    let world = World::open(ground, unsigned()).await;
    let admin = &world.admin;
    let bot = world.bot().await;
    let before = in_use(admin).await;
    bot.write(81, "Before").await;
    let mut live = world.one.live().await;
    // A version whose every message is over its own limit.
    let limits = |m: String| m.replace("batch_events = 200", "batch_events = 0");
    let staged = upload(admin, version("0.2.0", limits)).await.ok();
    assert_eq!(activate(admin, &staged["id"]).await.ok()["state"], "active");
    for n in 0..5 {
        assert_eq!(bot.post(&bot.update(81, &format!("fault {n}"))).await, 200, "kept");
    }
    let told = live.wait("pluginsChanged", |d| d["rolled_back"].is_object()).await;
    assert_eq!((&told["rolled_back"]["from"], &told["version"]), (&json!("0.2.0"), &before));
    eventually("the old version is in use", || async {
        (in_use(admin).await == before).then_some(())
    })
    .await;
    let row = admin.get(&format!("{PACKAGES}/{}", staged["id"])).await.ok();
    assert_eq!(row["state"], "staged");
    let note = row["note"].as_str().expect("a note");
    assert!(note.contains("kept failing") && note.contains("limit"), "{note}");
    let log = admin.get(&format!("/api/channels/{}/log", bot.id)).await.ok();
    assert!(log.to_string().contains("it kept failing after the update"), "{log}");
    // What the bad version could not take is there to be replayed, and new messages are taken.
    let kept = admin.get("/api/quarantine").await.ok();
    let kept = kept["data"].as_array().expect("a list").clone();
    assert_eq!(kept.len(), 5);
    for input in &kept {
        let path = format!("/api/quarantine/{}/replay", input["id"]);
        admin.post(&path, &json!({})).await.ok();
    }
    assert_eq!(bot.post(&bot.update(81, "After")).await, 200);
    world.ticket_saying("After").await;
    let ticket = world.ticket_saying("After").await["id"].as_i64().expect("an id");
    assert_eq!(world.one.messages(ticket).await.len(), 7, "each once");
}

async fn a_restart_keeps_what_is_in_use(ground: Ground) {
    let mut world = World::open(ground, unsigned()).await;
    let bot = world.bot().await;
    let staged = upload(&world.admin, version("0.2.0", |m| m)).await.ok();
    activate(&world.admin, &staged["id"]).await.ok();
    world.desk.kill();
    let start = unsigned().set(
        "PATCHBAY_EGRESS_ALLOW_PRIVATE",
        crate::reach::plugins_reach(&world.simulator.address()),
    );
    world.desk = Desk::start(&world.ground, &start);
    let admin = world.admin.at(&world.desk.url);
    assert_eq!(in_use(&admin).await, "0.2.0");
    let again = bot.hook_at(&world.desk.url);
    let update = bot.update(81, "Still there").to_string().into_bytes();
    assert_eq!(bot.raw_at(&again, update, SECRET).await.status, 200);
    // The version before is still there to go back to; what was decided survives the next restart.
    let back = admin.post("/api/plugins/telegram/rollback", &json!({})).await.ok();
    let older = back["version"].clone();
    world.desk.kill();
    world.desk = Desk::start(&world.ground, &start);
    let admin = world.admin.at(&world.desk.url);
    assert_eq!(in_use(&admin).await, older);
    admin.call(reqwest::Method::DELETE, "/api/plugins/telegram", None).await.ok();
    world.desk.kill();
    world.desk = Desk::start(&world.ground, &start);
    let admin = world.admin.at(&world.desk.url);
    admin.get("/api/plugins/telegram").await.refused(404, "not_found");
    // Installed anew, from the very same bytes.
    let staged = upload(&admin, version("0.2.0", |m| m)).await.ok();
    activate(&admin, &staged["id"]).await.ok();
    assert_eq!(in_use(&admin).await, "0.2.0");
    let again = bot.hook_at(&world.desk.url);
    let update = bot.update(81, "And again").to_string().into_bytes();
    assert_eq!(bot.raw_at(&again, update, SECRET).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_follow_each_other() {
    let ground = Ground::postgres();
    let blobs = ground.folder.path().join("blobs");
    let start = || unsigned().set("PATCHBAY_BLOBS_FOLDER", blobs.display());
    let world = World::open(ground, start()).await;
    let second = Start { data: Some(world.ground.folder.path().join("second")), ..start() };
    let second = Desk::start(&world.ground, &second);
    let there = world.admin.at(&second.url);
    let staged = upload(&world.admin, version("0.2.0", |m| m)).await.ok();
    activate(&world.admin, &staged["id"]).await.ok();
    eventually("the second node runs it", || async {
        (in_use(&there).await == "0.2.0").then_some(())
    })
    .await;
    there.post("/api/plugins/telegram/rollback", &json!({})).await.ok();
    eventually("the first node went back", || async {
        (in_use(&world.admin).await != "0.2.0").then_some(())
    })
    .await;
    there.call(reqwest::Method::DELETE, "/api/plugins/telegram", None).await.ok();
    eventually("the first node has none", || async {
        let answer = world.admin.get("/api/plugins/telegram").await;
        (answer.status == 404).then_some(())
    })
    .await;
}
