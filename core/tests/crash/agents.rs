//! Agents who answer all the time, as the workspace does.

use crate::rig::{
    desk::Desk,
    dice::Dice,
    reply::{Reply, send},
};
use anyhow::Result;
use std::time::Duration;
use tokio::{sync::watch, task::JoinHandle, time::sleep};

/// Both agents together stay below what the channel's rate lets out.
const PAUSE: Duration = Duration::from_millis(120);

/// An agent at work.
pub struct Agent {
    stop: watch::Sender<bool>,
    work: JoinHandle<Result<Vec<Reply>>>,
}

impl Agent {
    pub fn start(desk: Desk, name: &'static str, seed: u64) -> Self {
        let (stop, stopped) = watch::channel(false);
        let work = tokio::spawn(work(desk, name, seed, stopped));
        Self { stop, work }
    }

    /// Lets the agent finish the reply in hand, and gives all that were acknowledged.
    pub async fn stop(self) -> Result<Vec<Reply>> {
        self.stop.send_replace(true);
        self.work.await?
    }
}

async fn work(
    desk: Desk,
    name: &str,
    seed: u64,
    stopped: watch::Receiver<bool>,
) -> Result<Vec<Reply>> {
    let mut dice = Dice::new(seed);
    let mut tickets: Vec<i64> = vec![];
    let mut replies: Vec<Reply> = vec![];
    while !*stopped.borrow() {
        sleep(PAUSE).await;
        if replies.len().is_multiple_of(20) || tickets.is_empty() {
            // A server that is down just now keeps the list as it is.
            if let Ok(list) = desk.get("/api/ticket/load/-/open/ticket/0").await {
                let rows = list["data"].as_array().into_iter().flatten();
                tickets = rows.filter_map(|row| row["id"].as_i64()).collect();
            }
        }
        if tickets.is_empty() {
            continue;
        }
        let at = usize::try_from(dice.below(tickets.len() as u64))?;
        let queue_id = format!("queue-{:010x}", dice.next() & 0xff_ffff_ffff);
        let text = format!("{name} answers {}", replies.len());
        replies.push(send(&desk, tickets[at], text, queue_id).await?);
    }
    Ok(replies)
}
