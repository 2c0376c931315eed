//! Orders that only Graph knows, for tests.
use serde_json::{Value, json};

use super::{GraphMail, subscriptions};
use crate::network::hold;
use crate::network::model::Account;

const EVENTS: [&str; 3] = ["missed", "reauthorizationRequired", "subscriptionRemoved"];

/// What `POST /control/providers/graph-email/<what>` does; `None` for what is unknown.
pub fn order(graph: &GraphMail, what: &str, body: &Value) -> Option<Result<Value, String>> {
    let me = graph.me.upgrade()?;
    if let Some(done) = graph.posting.order(&me, what, body) {
        return Some(done);
    }
    let account = match account(graph, body) {
        Ok(account) => account,
        Err(error) => return Some(Err(error)),
    };
    let mut facts = hold(&graph.facts);
    match what {
        // Tokens given so far are refused.
        "expire" => {
            facts.tokens.retain(|_, (key, _)| *key != account.key);
            Some(Ok(json!({ "expired": true })))
        }
        // Places in the list of changes given so far are too old.
        "forget" => {
            facts.mailbox(&account.key).epoch += 1;
            Some(Ok(json!({ "forgotten": true })))
        }
        // A mail comes in as these very bytes; `quiet`: and nobody is told.
        "mail" => {
            let Some(raw) = body["raw"].as_str() else {
                return Some(Err("raw is the mail".to_owned()));
            };
            let raw = raw.as_bytes().to_vec();
            let id = match body["quiet"] == true {
                true => {
                    let id = facts.name("AAMk");
                    facts.mailbox(&account.key).arrive(&id, raw);
                    id
                }
                false => {
                    drop(facts);
                    graph.arrive(&account, raw, (0, 0), body["twice"] == true)
                }
            };
            Some(Ok(json!({ "id": id })))
        }
        "lifecycle" => {
            let event = body["event"].as_str().unwrap_or_default();
            if !EVENTS.contains(&event) {
                return Some(Err(format!("event is one of {}", EVENTS.join(", "))));
            }
            drop(facts);
            subscriptions::lifecycle(graph, &account, event);
            Some(Ok(json!({ "told": event })))
        }
        _ => None,
    }
}

fn account(graph: &GraphMail, body: &Value) -> Result<Account, String> {
    let key = body["account"].as_str().unwrap_or("main");
    let state = graph.network.state();
    state.accounts.get(key).cloned().ok_or_else(|| "there is no such account".to_owned())
}

/// What `GET /control/providers/graph-email/<what>` answers.
pub fn look(graph: &GraphMail, what: &str) -> Option<Value> {
    match what {
        "deliveries" => Some(graph.posting.shown(graph)),
        "mailbox" => {
            let facts = hold(&graph.facts);
            let items = facts.mailboxes.values().flat_map(|mailbox| &mailbox.items);
            let shown = items.filter(|item| !item.removed).map(|item| {
                let mut shown = item.shown();
                shown["folder"] = json!(item.folder);
                shown["raw"] = json!(String::from_utf8_lossy(&item.raw));
                shown["files"] = item.attached.iter().map(|one| json!(one.name)).collect();
                shown
            });
            Some(shown.collect())
        }
        _ => None,
    }
}
