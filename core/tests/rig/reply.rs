//! A reply as the workspace sends it: one that got no answer is sent again with the same `queue_id`
//! until it has one.

use super::desk::Desk;
use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep};

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

/// Sends a reply until it has an answer.
///
/// # Errors
/// When it is refused, or gets no answer for too long.
pub async fn send(desk: &Desk, ticket: i64, text: String, queue_id: String) -> Result<Reply> {
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
