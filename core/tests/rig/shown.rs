//! Everything the desk shows, read as a page would.

use super::desk::Desk;
use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A message as the desk shows it.
#[derive(Debug)]
pub struct DeskMessage {
    pub id: i64,
    pub ticket: i64,
    pub incoming: bool,
    pub text: String,
    pub state: String,
    pub queue_id: String,
}

impl DeskMessage {
    /// Whether its sending has not come to an end.
    pub fn is_moving(&self) -> bool {
        !self.incoming && matches!(self.state.as_str(), "queued" | "sending")
    }
}

/// Reads everything the desk shows, once nothing is on its way any more.
pub async fn settle(desk: &Desk, limit: Duration) -> Result<Vec<DeskMessage>> {
    let until = Instant::now() + limit;
    loop {
        let shown = read(desk).await?;
        let moving: Vec<&DeskMessage> = shown.iter().filter(|m| m.is_moving()).collect();
        if moving.is_empty() {
            return Ok(shown);
        }
        if Instant::now() > until {
            let some = &moving[..moving.len().min(10)];
            bail!("{} messages, for example {some:?}", moving.len());
        }
        sleep(Duration::from_secs(1)).await;
    }
}

/// Reads everything the desk shows.
pub async fn read(desk: &Desk) -> Result<Vec<DeskMessage>> {
    let mut tickets = vec![];
    loop {
        let path = format!("/api/ticket/load/-/all/ticket/{}", tickets.len());
        let page = desk.get(&path).await?;
        let rows = page["data"].as_array().context("a list")?;
        if rows.is_empty() {
            break;
        }
        tickets.extend(rows.iter().filter_map(|row| row["id"].as_i64()));
    }
    tickets.sort_unstable();
    tickets.dedup();
    let mut shown = vec![];
    for ticket in tickets {
        let mut before = 0;
        loop {
            let days = desk.get(&format!("/api/ticket/data/{ticket}/0?messageId={before}")).await?;
            let days = days.as_array().context("days")?;
            let messages = days.iter().filter_map(|day| day["messages"].as_array()).flatten();
            let page: Vec<DeskMessage> = messages.map(|message| view(ticket, message)).collect();
            let Some(first) = page.iter().map(|message| message.id).min() else { break };
            before = first;
            shown.extend(page);
        }
    }
    Ok(shown)
}

fn view(ticket: i64, message: &Value) -> DeskMessage {
    let text = |name: &str| message[name].as_str().unwrap_or_default().to_owned();
    DeskMessage {
        id: message["id"].as_i64().unwrap_or_default(),
        ticket,
        incoming: message["direction"] == "in",
        text: text("message"),
        state: text("state"),
        queue_id: text("queue_id"),
    }
}
