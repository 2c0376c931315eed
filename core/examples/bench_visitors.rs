//! Two thousand visitors who all want to chat at once, each from an address of its own: how long
//! agents' calls take without and with them, and how many are let in.
//!
//! `cargo xtask bench visitors`. Options after `--`: `--visitors 2000`, `--seconds 20` of the flood.
//! All of it runs on this machine, so the flood takes its share of the processors.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

use anyhow::{Context as _, Result, ensure};
use reqwest::StatusCode;
use rig::{
    desk::Desk,
    load::Load,
    program::Folder,
    report::{heading, line, ms, option, percentile, resident},
    visitor::{Visitor, post},
    wire::Wire,
};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};

/// Conversations that the agents read.
const CHATS: u64 = 200;
const AGENTS: usize = 8;
/// How long an agent looks before the next click.
const LOOK: Duration = Duration::from_millis(100);
/// How long a visitor waits before trying again, or writing again.
const PAUSE: Duration = Duration::from_millis(500);

#[derive(Default)]
struct Counts {
    asked: AtomicU64,
    refused: AtomicU64,
    chatting: AtomicU64,
    written: AtomicU64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let visitors = option("visitors", 2000);
    let time = Duration::from_secs(option("seconds", 20).max(2));
    let mut folder = Folder::new(None)?;
    // The flood stands behind a proxy that names where each visitor comes from.
    folder.set("PATCHBAY_SERVER_TRUSTED_PROXIES", "127.0.0.1/32");
    let load = Load::start_in(folder).await?;
    let mut wire = Wire::connect(&load.program.url).await?;
    for number in 1..=CHATS {
        ensure!(load.post(&mut wire, number, CHATS).await? == 200, "an update was refused");
    }
    let admin = Desk::sign_in(&load.program.url, "admin", "admin").await?;
    let page = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let page = admin.post("/api/channels", &page).await?;
    let page = page["public_link"].as_str().context("the page's address")?;
    let key = page.rsplit('/').next().context("the page's key")?.to_owned();
    sleep(Duration::from_secs(2)).await;

    let mut calm = agents(&load.agent, time).await?;
    let before = resident(load.program.id()?)?;
    let counts = Arc::new(Counts::default());
    let until = Instant::now() + time;
    let mut crowd = JoinSet::new();
    for n in 0..visitors {
        let (url, key, counts) = (load.program.url.clone(), key.clone(), counts.clone());
        crowd.spawn(async move { visit(&url, &key, n, &counts, until).await });
    }
    let mut flooded = agents(&load.agent, time).await?;
    let after = resident(load.program.id()?)?;
    crowd.shutdown().await;

    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed).to_string();
    heading(&format!("{visitors} visitors, {} s; {AGENTS} agents who read", time.as_secs()));
    for (what, times) in [("without", &mut calm), ("with", &mut flooded)] {
        line(&format!("an agent's call, p50, {what} them"), &ms(percentile(times, 50.0)), "");
        let target = if what == "with" { "100 ms" } else { "" };
        line(&format!("an agent's call, p99, {what} them"), &ms(percentile(times, 99.0)), target);
    }
    line("links asked for", &count(&counts.asked), "");
    line("of these refused", &count(&counts.refused), "");
    line("let in, with a place in the queue", &count(&counts.chatting), "120 a minute");
    line("messages they wrote", &count(&counts.written), "");
    let grown = after.saturating_sub(before) as f64 / 1e6;
    line("resident, more than before", &format!("{grown:.0} MB"), "");
    Ok(())
}

/// Agents who open the list and a ticket in turn; gives how long each call took.
async fn agents(desk: &Desk, time: Duration) -> Result<Vec<Duration>> {
    let until = Instant::now() + time;
    let mut all = JoinSet::new();
    for _ in 0..AGENTS {
        let desk = desk.clone();
        all.spawn(async move {
            let mut times = vec![];
            let mut open = 0;
            while Instant::now() < until {
                let began = Instant::now();
                if open == 0 {
                    let list = desk.get("/api/ticket/load/-/open/ticket/0").await?;
                    open = list["data"][0]["id"].as_i64().unwrap_or(0);
                } else {
                    desk.get(&format!("/api/ticket/info/-/{open}")).await?;
                    open = 0;
                }
                times.push(began.elapsed());
                sleep(LOOK).await;
            }
            anyhow::Ok(times)
        });
    }
    let mut times = vec![];
    while let Some(done) = all.join_next().await {
        times.append(&mut done??);
    }
    Ok(times)
}

/// A visitor who asks until a link is given, joins the queue and writes.
async fn visit(url: &str, key: &str, n: u64, counts: &Counts, until: Instant) -> Result<()> {
    let from = format!("10.{}.{}.{}", n >> 16 & 255, n >> 8 & 255, n & 255);
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
    let token = loop {
        counts.asked.fetch_add(1, Ordering::Relaxed);
        let link = post(&http, &format!("{url}/api/livechat/link"), &from);
        let answer = link.json(&json!({ "key": key })).send().await?;
        if answer.status() == StatusCode::OK {
            let link: Value = answer.json().await?;
            break link["token"].as_str().context("a token")?.to_owned();
        }
        counts.refused.fetch_add(1, Ordering::Relaxed);
        if Instant::now() > until {
            return Ok(());
        }
        sleep(PAUSE).await;
    };
    let mut visitor = Visitor::with_token(&http, url, &token, &from).await?;
    visitor.join(&format!("Visitor {n}")).await?;
    let mut socket = visitor.socket;
    counts.chatting.fetch_add(1, Ordering::Relaxed);
    for number in 3.. {
        let words = json!({ "id": format!("m{number}"), "text": "Anyone?", "upload_ids": [] });
        let message = json!({ "event": "visitorMessage", "data": words, "id": number });
        socket.send(&message.to_string()).await?;
        counts.written.fetch_add(1, Ordering::Relaxed);
        let next = Instant::now() + PAUSE;
        loop {
            tokio::select! {
                frame = socket.text() => drop(frame?),
                () = sleep_until(next) => break,
            }
        }
    }
    Ok(())
}
