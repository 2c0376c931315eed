//! How long lists, filters, counts, conversations and a sync take on a desk that has grown.
//!
//! `cargo xtask bench lists`. Options after `--`: `--tickets 100000`, `--messages 300000`,
//! `--rounds 50` (of each question). With `PATCHBAY_BENCH_POSTGRES_URL`, an empty database, it is run
//! on PostgreSQL as well. `PATCHBAY_BENCH_DATA` names a folder in which what was generated is kept.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

use anyhow::{Context as _, Result};
use rig::{
    desk::Desk,
    grown::{amount, grown, people},
    report::{heading, line, ms, on_both_engines, option, percentile},
};
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;

const LIST: &str = "/api/ticket/load/-";

#[tokio::main]
async fn main() -> Result<()> {
    on_both_engines(run).await
}

async fn run(engine: &str, database: Option<&str>) -> Result<()> {
    let (tickets, messages) = amount();
    let folder = grown(engine, database).await?;
    let mut program = folder.start()?;
    program.ready().await?;
    let (admin, agent) = people(&program.url).await?;
    heading(&format!("Lists of {tickets} tickets with {messages} messages, {engine}, p50 / p99"));
    for (who, desk) in [("admin", &admin), ("agent", &agent)] {
        lists(who, desk).await?;
    }
    groups(&admin).await?;
    deep(&admin).await?;
    tickets_of(&admin).await?;
    program.kill().await
}

/// Asks the same several times; gives the last answer.
async fn ask(desk: &Desk, what: &str, paths: &[String], target: &str) -> Result<Value> {
    let mut times = vec![];
    let mut found = Value::Null;
    let rounds = usize::try_from(option("rounds", 50))?;
    // The first reads what is not in memory yet; it counts among the others.
    for path in paths.iter().cycle().take(rounds.max(paths.len())) {
        let began = Instant::now();
        found = desk.get(path).await?;
        times.push(began.elapsed());
    }
    show(&format!("{what}{}", counted(&found)), &mut times, target);
    Ok(found)
}

fn show(what: &str, times: &mut [Duration], target: &str) {
    let (p50, p99) = (percentile(times, 50.0), percentile(times, 99.0));
    line(what, &format!("{} / {}", ms(p50), ms(p99)), target);
}

fn counted(found: &Value) -> String {
    let more = if found["countMore"] == true { "+" } else { "" };
    found["count"].as_i64().map_or_else(String::new, |count| format!(" ({count}{more})"))
}

async fn ids(desk: &Desk, path: &str) -> Result<Vec<i64>> {
    let list = desk.get(path).await?;
    let list = list.as_array().or_else(|| list["data"].as_array()).context("a list")?;
    let mut ids: Vec<i64> = list.iter().filter_map(|row| row["id"].as_i64()).collect();
    ids.sort_unstable();
    Ok(ids)
}

async fn lists(who: &str, desk: &Desk) -> Result<()> {
    let labels = ids(desk, "/api/label/get").await?;
    let departments = ids(desk, "/api/department2/-").await?;
    let at = |list: &[i64], place: usize| list.get(place).copied().unwrap_or(0);
    // Days are counted from the newest ticket, as what was generated may have been kept for a while.
    let newest = desk.get(&format!("{LIST}/all/ticket/0")).await?;
    let now = newest.pointer("/data/0/ts").and_then(Value::as_u64).context("a ticket")?;
    let day = |ago: u64| now - ago * 86_400;
    for (what, path) in [
        ("open", "open/ticket/0?".to_owned()),
        ("closed", "closed/ticket/0?".to_owned()),
        ("all", "all/ticket/0?".to_owned()),
        ("open by priority", "open/ticket/0?sort=priority".to_owned()),
        ("all by priority", "all/ticket/0?sort=priority".to_owned()),
        ("open, oldest first", "open/ticket/0?sort=oldest".to_owned()),
        ("a busy label", format!("all/ticket/0?labelFilter={}", at(&labels, 0))),
        ("a middling label, open", format!("open/ticket/0?labelFilter={}", at(&labels, 30))),
        ("a rare label", format!("all/ticket/0?labelFilter={}", at(&labels, 199))),
        ("without labels", "closed/ticket/0?labelFilter=0".to_owned()),
        ("a busy department", format!("open/ticket/0?depFilter={}", at(&departments, 0))),
        ("a small department", format!("closed/ticket/0?depFilter={}", at(&departments, 29))),
        ("high priority", "all/ticket/0?priorityFilter=H".to_owned()),
        ("a channel", "closed/ticket/0?channelFilter=DEMO_SMS".to_owned()),
        ("a channel that nobody writes to", "all/ticket/0?channelFilter=DEMO_NONE".to_owned()),
        ("a busy agent", "all/ticket/0?agent=agent2".to_owned()),
        ("a quiet agent", "all/ticket/0?agent=agent60".to_owned()),
        ("nobody's", "open/ticket/0?agent=-".to_owned()),
        ("not replied", "open/ticket/0?withReply=0".to_owned()),
        ("automatic", "closed/ticket/0?automatic=1".to_owned()),
        ("answered within a day", "closed/ticket/0?replyTAT=1440".to_owned()),
        (
            "received on one day",
            format!("all/ticket/0?received={}&receivedEnd={}", day(41), day(40)),
        ),
        ("an appointment that is soon or over", "open/ticket/0?appt=soon".to_owned()),
        (
            "an appointment within a month",
            format!("all/ticket/0?apptStart={}&apptEnd={}", day(90), day(60)),
        ),
        ("changed in a month", format!("all/ticket/0?startDate={}&endDate={}", day(90), day(60))),
        (
            "label, department, agent and priority",
            format!(
                "all/ticket/0?labelFilter={}&depFilter={}&agent=agent2&priorityFilter=M",
                at(&labels, 1),
                at(&departments, 1)
            ),
        ),
        (
            "two that seldom meet",
            format!(
                "closed/ticket/0?labelFilter={}&depFilter={}",
                at(&labels, 25),
                at(&departments, 12)
            ),
        ),
    ] {
        ask(desk, &format!("{who}: {what}"), &[format!("{LIST}/{path}")], "20 ms").await?;
    }
    ask(desk, &format!("{who}: unread"), &["/api/unread".to_owned()], "20 ms").await?;
    let sync = format!("/api/ticket/data/sync?ts={}", now - 7200);
    ask(desk, &format!("{who}: sync of two hours"), &[sync], "20 ms").await?;
    Ok(())
}

async fn groups(desk: &Desk) -> Result<()> {
    let departments = ids(desk, "/api/department2/-").await?;
    let of = |id: &i64| format!("/api/ticket/load2/department/open/ticket/0/{id}");
    let pages: Vec<String> = departments.iter().map(of).collect();
    ask(desk, "a page of each department", &pages, "20 ms").await?;
    for group in ["department", "label"] {
        for filter in ["open", "all"] {
            let path = format!("/api/ticket/groups/{group}/{filter}");
            ask(desk, &format!("counts by {group}, {filter}"), &[path], "").await?;
        }
    }
    Ok(())
}

/// A thousand pages one after the other, and page 1,000 by somebody who has not read those before.
async fn deep(desk: &Desk) -> Result<()> {
    for filter in ["closed", "all"] {
        let mut times = vec![];
        for page in 0..1000 {
            let began = Instant::now();
            desk.get(&format!("{LIST}/{filter}/ticket/{}", page * 30)).await?;
            times.push(began.elapsed());
        }
        show(&format!("{filter}: pages 1 to 100"), &mut times[..100].to_vec(), "20 ms");
        show(&format!("{filter}: pages 901 to 1,000"), &mut times[900..].to_vec(), "20 ms");
        let jumps: Vec<String> =
            (1..=20).map(|n| format!("{LIST}/{filter}/ticket/{}", 30_000 + n * 7)).collect();
        ask(desk, &format!("{filter}: a jump to page 1,000"), &jumps, "").await?;
    }
    Ok(())
}

async fn tickets_of(desk: &Desk) -> Result<()> {
    let found = desk.get(&format!("{LIST}/closed/ticket/0")).await?;
    let rows = found["data"].as_array().context("a list")?;
    let path = |row: &Value| format!("/api/ticket/data/{}/0", row["id"]);
    let pages: Vec<String> = rows.iter().map(path).collect();
    ask(desk, "open a conversation", &pages, "20 ms").await?;
    let info: Vec<String> =
        rows.iter().map(|row| format!("/api/ticket/info/-/{}", row["id"])).collect();
    ask(desk, "a ticket by itself", &info, "20 ms").await?;
    // Every 50,000th ticket has 5,000 messages.
    let (tickets, _) = amount();
    let long = desk.get(&format!("/api/ticket/info/-/{}", tickets.min(50_000) / 2 + 1)).await?;
    let id = long["id"].as_i64().or_else(|| long["data"]["id"].as_i64()).context("a ticket")?;
    let pages = [format!("/api/ticket/data/{id}/0")];
    let first = ask(desk, "open a thread of 5,000", &pages, "20 ms").await?;
    let total = first.pointer("/0/total").cloned().unwrap_or_default();
    println!("{:<52} {total:>14}", "   its messages");
    Ok(())
}
