//! A conversation by itself: a customer writes on the simulated phone, an agent answers on the desk.
//! It shows that everything between them works.

use super::desk::Desk;
use anyhow::{Context as _, Result, bail};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

const ASKED: &str = "Hello, is anybody there?";
const ANSWERED: &str = "Hello, this is the desk.";

/// Has the conversation and prints it. `simulator` is the simulator's address, `provider` the id of
/// the described provider and `account` the key of its account.
pub async fn hold(desk: &Desk, simulator: &str, provider: &str, account: &str) -> Result<()> {
    let control = format!("http://{simulator}/control/providers/{provider}");
    let from = json!({ "id": 81, "first_name": "Ann" });
    let message = json!({ "account": account, "from": from, "text": ASKED });
    let answer = desk.http.post(format!("{control}/messages")).json(&message).send().await?;
    if !answer.status().is_success() {
        bail!("the simulated provider refuses the customer: {}", answer.text().await?);
    }
    println!("  customer  {ASKED}");
    let ticket = eventually("the message becomes a ticket", || async {
        let path = "/api/ticket/load/-/open/ticket/0";
        let (_, page) = desk.call(Method::GET, path, None).await?;
        let found = page["data"].as_array().into_iter().flatten().find(|t| t["snippet"] == ASKED);
        Ok(found.map(|ticket| ticket["id"].clone()))
    })
    .await?;
    println!("  desk      ticket {ticket}");
    let reply = json!({ "ticket_id": ticket, "message": ANSWERED, "queue_id": "queue-dev" });
    let path = "/api/ticket/message/reply";
    let (status, said) = desk.call(Method::POST, path, Some(&reply)).await?;
    if !status.is_success() {
        bail!("the desk refuses the answer: {said}");
    }
    println!("  agent     {ANSWERED}");
    eventually("the answer reaches the phone", || async {
        let chats = desk.http.get(format!("{control}/chats/{account}")).send().await?;
        let chats: Value = chats.json().await?;
        Ok(chats.to_string().contains(ANSWERED).then_some(()))
    })
    .await?;
    println!("  phone     {ANSWERED}");
    Ok(())
}

async fn eventually<T, F: Future<Output = Result<Option<T>>>>(
    what: &str,
    look: impl Fn() -> F,
) -> Result<T> {
    for _ in 0..150 {
        if let Some(found) = look().await? {
            return Ok(found);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Err(anyhow::anyhow!("waited 30 seconds for nothing")).with_context(|| what.to_owned())
}
