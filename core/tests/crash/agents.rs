//! Agents who answer all the time, as the workspace does: a send that got no answer is sent again
//! with the same `queue_id` until it has one.

use crate::{dice::Dice, rig::desk::Desk};
use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, sleep},
};

/// Both agents together stay below what the channel's rate lets out.
const PAUSE: Duration = Duration::from_millis(120);
/// How long one reply may go without an answer before the run has failed.
const ANSWER_MAX: Duration = Duration::from_secs(60);

/// A reply that was acknowledged.
#[derive(Clone, Debug)]
pub struct Reply {
    pub text: String,
    pub queue_id: String,
    pub id: i64,
    /// Sends that it took.
    pub sends: u32,
}

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

async fn send(desk: &Desk, ticket: i64, text: String, queue_id: String) -> Result<Reply> {
    let body = json!({
        "_token": "-", "ticket_id": ticket, "message": text, "type": "text", "queue_id": queue_id,
    });
    let until = Instant::now() + ANSWER_MAX;
    for sends in 1.. {
        let request = desk
            .http
            .post(format!("{}/api/ticket/message/reply", desk.url))
            .bearer_auth(&desk.token)
            .json(&body);
        if let Ok(answer) = request.send().await {
            let status = answer.status();
            let answer = answer.json::<Value>().await;
            match answer {
                Ok(answer) if status.is_success() => {
                    ensure!(answer["queue_id"] == queue_id.as_str(), "another reply: {answer}");
                    let id = answer["id"].as_i64().context("a reply's id")?;
                    return Ok(Reply { text, queue_id, id, sends });
                }
                // A refusal is not the crash's doing and no retry cures it.
                Ok(answer) if status.is_client_error() => {
                    bail!("send {sends} of {queue_id} was refused: {status} {answer}")
                }
                // Broken off, or the server is not ready: the outcome is not known.
                Ok(_) | Err(_) => {}
            }
        }
        if Instant::now() > until {
            bail!("{queue_id} got no answer in {sends} sends");
        }
        sleep(Duration::from_millis(60)).await;
    }
    bail!("unreachable")
}
