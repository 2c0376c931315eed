//! What the conformance kit leaves out: every batch that a fixture of a first-party plugin records is
//! taken by the real core, on both engines. Each event has its effect once, however often it comes,
//! and accounts that get the same at the same time have nothing of each other.

mod effects;
mod look;
mod recorded;
mod stand_in;
mod stock;

use crate::harness::Ground;
use effects::{ANSWER, Contents, Counts, KINDS, Setting, events};
use futures_util::FutureExt as _;
use look::look;
use recorded::{Fixture, Plugin, plugins};
use serde_json::{Value, json};
use stand_in::{Account, House};
use std::{collections::BTreeMap, panic::AssertUnwindSafe};
use stock::{Stock, difference};

on_both_engines!(every_recorded_batch_is_taken_once);

/// Later than any clock, so that no timer of a batch runs out while the story looks.
const NEVER: i64 = 32_503_680_000_000;

/// Of so many fixtures one comes to three accounts at once, two of one client and one of another; the
/// others come to one. All of them to three would take a quarter of an hour.
const CROWDED: usize = 8;

/// The accounts of a fixture, with its batch.
struct TakenFixture<'a> {
    fixture: &'a Fixture,
    batch: Value,
    accounts: Vec<Account>,
    /// What each account has since.
    before: Vec<Contents>,
}

/// Whether somebody takes a reaction back.
fn withdraws(batch: &Value) -> bool {
    events(batch).any(|(kind, event)| kind == "reaction" && event["emoji"].is_null())
}

async fn every_recorded_batch_is_taken_once(ground: Ground) {
    let engine = if ground.is_postgres() { "PostgreSQL" } else { "SQLite" };
    let plugins = plugins();
    assert!(!plugins.is_empty(), "no plugin was found");
    let house = House::open(ground, &plugins).await;
    let stock = Stock::open(&house.ground).await;
    let mut all = Counts::new();
    let mut failed = vec![];
    for plugin in &plugins {
        // What is wrong with one plugin is printed; the others are looked at all the same.
        let told = AssertUnwindSafe(tell(&house, &stock, plugin)).catch_unwind().await;
        let Ok(counts) = told else {
            failed.push(plugin.id.as_str());
            continue;
        };
        let kinds: Vec<String> = counts.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
        let batches = plugin.fixtures.iter().filter(|f| f.batch.is_some()).count();
        println!(
            "{engine}: {}: {} fixtures, {batches} batches, {} events ({})",
            plugin.id,
            plugin.fixtures.len(),
            counts.values().sum::<usize>(),
            kinds.join(", "),
        );
        for (kind, n) in counts {
            *all.entry(kind).or_default() += n;
        }
    }
    assert!(failed.is_empty(), "{engine}: these failed: {failed:?}");
    // A reader that overlooks a form of recording would find nothing to be wrong.
    for kind in KINDS {
        assert!(all.contains_key(kind), "no fixture has an event of the kind {kind}");
    }
}

/// Takes all batches of a plugin, twice.
async fn tell(house: &House, stock: &Stock, plugin: &Plugin) -> Counts {
    assert!(!plugin.fixtures.is_empty(), "{} has no fixtures", plugin.id);
    let mut counts = Counts::new();
    let mut taken = vec![];
    for fixture in &plugin.fixtures {
        let Some(batch) = &fixture.batch else { continue };
        for (kind, _) in events(batch) {
            *counts.entry(kind).or_default() += 1;
        }
        let clients: &[i64] = if taken.len() % CROWDED == 0 { &[1, 1, 2] } else { &[1] };
        taken.push(first(house, stock, plugin, (fixture, clients), unhurried(batch)).await);
    }
    house.nothing_refused(&plugin.id).await;

    let before = stock.everything().await;
    for TakenFixture { fixture, batch, accounts, .. } in &taken {
        for account in accounts {
            // The provider repeats its request, and tells the same in another one.
            house.says(account, &fixture.name, batch).await;
            if !withdraws(batch) {
                house.says(account, &format!("{} again", fixture.name), batch).await;
            }
        }
    }
    house.nothing_refused(&plugin.id).await;
    let changes = difference(&before, &stock.everything().await);
    assert!(changes.is_empty(), "{}: what came again changed something:\n{changes}", plugin.id);
    for TakenFixture { fixture, batch, accounts, before } in &taken {
        // What was withdrawn is not remembered: told anew it plays again, and ends as it ended.
        for (account, before) in accounts.iter().zip(before).filter(|_| withdraws(batch)) {
            house.says(account, &format!("{} again", fixture.name), batch).await;
            let after = look(stock, account, !house.ground.is_postgres()).await;
            assert_eq!(&after, before, "{} {}", plugin.id, fixture.name);
        }
    }
    counts
}

fn unhurried(batch: &Value) -> Value {
    let mut batch = batch.clone();
    for timer in batch["timers"].as_array_mut().into_iter().flatten() {
        if !timer["at_ms"].is_null() {
            timer["at_ms"] = json!(NEVER);
        }
    }
    batch
}

/// A batch comes for the first time, for one account of each of these clients at once.
async fn first<'a>(
    house: &House,
    stock: &Stock,
    plugin: &Plugin,
    (fixture, clients): (&'a Fixture, &[i64]),
    batch: Value,
) -> TakenFixture<'a> {
    let what = format!("{} {}", plugin.id, fixture.name);
    let channel = plugin.manifest["channels"][0]["value"].as_str().expect("a channel's value");
    let setting = Setting::of(&batch, channel);
    let mut accounts = vec![];
    let mut expected = vec![];
    for (n, client) in clients.iter().enumerate() {
        let account = house.account(plugin, &format!("{} {n}", fixture.name), *client).await;
        expected.push(prepare(house, stock, &account, &setting).await);
        accounts.push(account);
    }
    let mut sockets = vec![];
    for account in accounts.iter().filter(|_| !setting.typing.is_empty()) {
        let mut socket = account.owner.live().await;
        for thread in &setting.typing {
            let ticket = ticket(stock, account, thread).await;
            socket.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");
        }
        sockets.push(socket);
    }

    let says = accounts.iter().map(|account| house.says(account, &fixture.name, &batch));
    futures_util::future::join_all(says).await;
    for socket in &mut sockets {
        for _ in &setting.typing {
            socket.event("typing").await;
        }
    }
    let mut before = vec![];
    for (account, mut expected) in accounts.iter().zip(expected) {
        expected.take(&batch);
        let found = look(stock, account, !house.ground.is_postgres()).await;
        compare(&what, expected, &found);
        before.push(found);
    }
    TakenFixture { fixture, batch, accounts, before }
}

/// Sees to it that what a batch is about is there, and says what the account has then.
async fn prepare(house: &House, stock: &Stock, account: &Account, setting: &Setting) -> Contents {
    let mut contents = Contents::default();
    if setting.before.is_empty() {
        return contents;
    }
    let batch = json!({ "events": setting.before });
    house.says(account, "before", &batch).await;
    contents.take(&batch);
    for (thread, id) in &setting.answers {
        let ticket = ticket(stock, account, thread).await;
        house.provider.answer("send", json!({ "ids": [id] }));
        let said = account.owner.reply(ticket, ANSWER).await;
        account.owner.until_state(ticket, said["id"].as_i64().expect("an id"), "sent").await;
        contents.answer(thread, id);
    }
    contents
}

async fn ticket(stock: &Stock, account: &Account, thread: &str) -> i64 {
    let thread = thread.replace('\'', "''");
    let id = account.id;
    let sql = format!(
        "select cast(id as text) from tickets where channel_id = {id} and thread = '{thread}'"
    );
    let found = stock.lines(&sql).await;
    assert_eq!(found.len(), 1, "{thread} has one ticket");
    found[0].parse().expect("an id")
}

/// Compares kind by kind, so that what is wrong is easy to find.
fn compare(what: &str, mut expected: Contents, found: &Contents) {
    let names = |messages: &BTreeMap<String, _>| messages.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found.messages), names(&expected.messages), "{what}: messages");
    for (id, message) in &mut expected.messages {
        // Contents and calls are put into words by the desk.
        message.text = message.text.take().or_else(|| found.messages[id].text.clone());
        assert_eq!(&found.messages[id], message, "{what}: {id}");
    }
    assert_eq!(found, &expected, "{what}");
}
