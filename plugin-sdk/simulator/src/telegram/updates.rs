//! `getUpdates`: confirming by offset, long polling, and exactly one poller at a time.
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::errors::{ApiError, text};
use super::methods::Answer;
use super::request::Params;
use super::state::{Change, Pending, Twice};
use super::{Telegram, flood};
use crate::clock;

/// The kinds a bot may ask for.
pub const KINDS: [&str; 23] = [
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "business_connection",
    "business_message",
    "edited_business_message",
    "deleted_business_messages",
    "message_reaction",
    "message_reaction_count",
    "inline_query",
    "chosen_inline_result",
    "callback_query",
    "shipping_query",
    "pre_checkout_query",
    "purchased_paid_media",
    "poll",
    "poll_answer",
    "my_chat_member",
    "chat_member",
    "chat_join_request",
    "chat_boost",
    "removed_chat_boost",
];

/// Handles `getUpdates`.
pub async fn get(
    telegram: &Arc<Telegram>,
    token: &str,
    params: &Params,
) -> Result<Answer, ApiError> {
    let limit = params.int("limit").unwrap_or(100).clamp(1, 100) as usize;
    let timeout = params.int("timeout").unwrap_or(0).clamp(0, 50) as u64;
    let offset = params.int("offset").unwrap_or(0);
    let kinds = allowed(params);
    if telegram.state().bots.get(token).is_some_and(|bot| bot.webhook.is_some()) {
        return Err(ApiError::conflict(text::WEBHOOK_ACTIVE));
    }
    // From here on we are the poller; whoever was waiting is told so.
    let (mut arrived, mut turn, mine) = telegram.with_line(token, |line| {
        line.turn.send_modify(|turn| *turn = (turn.0 + 1, text::OTHER_POLLER));
        let mine = line.turn.borrow().0;
        (line.arrived.subscribe(), line.turn.subscribe(), mine)
    });
    confirm(telegram, token, offset, kinds).await?;
    let deadline = Instant::now() + Duration::from_secs(timeout);
    loop {
        let found = waiting(telegram, token, limit)?;
        if !found.is_empty() || timeout == 0 || Instant::now() >= deadline {
            return Ok(Answer::of(Value::Array(found)));
        }
        tokio::select! {
            // Giving way comes first: two pollers must not both get what arrives now.
            biased;
            given_way = turn.wait_for(|turn| turn.0 != mine) => {
                let reason = given_way.map_or(text::OTHER_POLLER, |turn| turn.1);
                return Err(ApiError::conflict(reason));
            }
            _ = arrived.changed() => {}
            () = tokio::time::sleep_until(deadline) => {}
        }
    }
}

/// The wanted kinds when the call names any. An unreadable list changes nothing, as on the real server.
pub fn allowed(params: &Params) -> Option<Option<Vec<String>>> {
    let list = params.json("allowed_updates").ok()??;
    let mut kinds = Vec::new();
    for kind in list.as_array()? {
        let kind = kind.as_str()?.to_ascii_lowercase();
        if KINDS.contains(&kind.as_str()) {
            kinds.push(kind);
        }
    }
    Some((!kinds.is_empty()).then_some(kinds))
}

// Everything below the offset is forgotten; a negative offset keeps that many from the end.
async fn confirm(
    telegram: &Telegram,
    token: &str,
    offset: i64,
    kinds: Option<Option<Vec<String>>>,
) -> Result<(), ApiError> {
    let done: Vec<Pending> = telegram
        .act(|draft| {
            let bot = draft.bot(token)?;
            let now = clock::now_s();
            let keep_from = match offset {
                ..0 => {
                    let back = offset.unsigned_abs() as usize - 1;
                    bot.pending.keys().rev().nth(back).copied().unwrap_or(0)
                }
                _ => offset,
            };
            let gone = |update: &&Pending| update.id < keep_from || update.expires_at <= now;
            let done: Vec<Pending> = bot.pending.values().filter(gone).cloned().collect();
            let change_kinds = kinds.as_ref().is_some_and(|kinds| *kinds != bot.allowed);
            if !done.is_empty() {
                let ids = done.iter().map(|update| update.id).collect();
                draft.change(Change::Done { token: token.into(), ids });
            }
            if change_kinds {
                let kinds = kinds.flatten();
                draft.change(Change::Allowed { token: token.into(), kinds });
            }
            Ok(done)
        })
        .await?;
    for update in &done {
        flood::acked(telegram, update.flood);
    }
    Ok(())
}

fn waiting(telegram: &Telegram, token: &str, limit: usize) -> Result<Vec<Value>, ApiError> {
    let state = telegram.state();
    let bot = state.bots.get(token).ok_or_else(ApiError::unauthorized)?;
    let mut found = Vec::new();
    for update in bot.pending.values().take(limit) {
        found.push(update.update());
        // On request an update stands twice in the same answer, which a client must survive.
        if update.twice != Twice::No {
            found.push(update.update());
            flood::repeated(telegram, update.flood);
        }
    }
    Ok(found)
}

/// Handles `getWebhookInfo`.
pub fn webhook_info(telegram: &Telegram, token: &str) -> Result<Answer, ApiError> {
    let state = telegram.state();
    let bot = state.bots.get(token).ok_or_else(ApiError::unauthorized)?;
    let mut info = json!({
        "url": bot.webhook.as_ref().map_or("", |webhook| webhook.url.as_str()),
        "has_custom_certificate": false,
        "pending_update_count": bot.pending.len(),
    });
    if let Some(webhook) = &bot.webhook {
        if let Some((date, message)) = &bot.last_error {
            info["last_error_date"] = json!(date);
            info["last_error_message"] = json!(message);
        }
        info["max_connections"] = json!(webhook.max_connections);
        info["ip_address"] = json!("127.0.0.1");
    }
    if let Some(kinds) = &bot.allowed {
        info["allowed_updates"] = json!(kinds);
    }
    Ok(Answer::of(info))
}
