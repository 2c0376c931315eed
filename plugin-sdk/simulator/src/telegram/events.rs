//! What a phone page hears while it is open: Server-Sent Events, no polling.
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::Telegram;
use super::chats;
use super::state::Change;

/// One thing to show.
#[derive(Debug, Clone)]
pub struct PhoneEvent {
    /// The bot it concerns; `None` concerns all.
    pub token: Option<String>,
    /// JSON with a `type`.
    pub data: Value,
}

impl PhoneEvent {
    /// The event of a change, if a phone shows it.
    pub fn of(change: Change) -> Option<Self> {
        let (token, data) = match change {
            Change::Message { token, user, message } => {
                // Its update stands in line at this moment; a `done` tells when it was taken.
                let shown = chats::message(&message, true);
                (Some(token), json!({ "type": "message", "user": user, "message": shown }))
            }
            Change::Done { token, ids } => (Some(token), json!({ "type": "done", "ids": ids })),
            Change::Blocked { token, user, blocked } => {
                (Some(token), json!({ "type": "blocked", "user": user, "blocked": blocked }))
            }
            Change::Customer { customer } => {
                (None, json!({ "type": "customer", "customer": customer }))
            }
            Change::Bot { token, .. }
            | Change::Revoked { token }
            | Change::Webhook { token, .. } => (Some(token), json!({ "type": "bot" })),
            Change::Allowed { .. } | Change::Update { .. } | Change::File { .. } => return None,
        };
        Some(Self { token, data })
    }

    /// Something short-lived, such as typing.
    pub fn passing(token: &str, data: Value) -> Self {
        Self { token: Some(token.into()), data }
    }
}

/// Which bot the page shows.
#[derive(Debug, Deserialize)]
pub struct Listen {
    token: String,
}

/// `GET /control/telegram/events?token=…`
pub async fn listen(
    State(telegram): State<Arc<Telegram>>,
    Query(listen): Query<Listen>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let phones = telegram.phones.subscribe();
    let stream = stream::unfold((phones, listen.token), |(mut phones, token)| async move {
        loop {
            let data = match phones.recv().await {
                Ok(event) if event.token.as_ref().is_none_or(|of| *of == token) => event.data,
                Ok(_) => continue,
                // A page that slept through too much reads the chat anew.
                Err(RecvError::Lagged(_)) => json!({ "type": "reload" }),
                Err(RecvError::Closed) => return None,
            };
            return Some((Ok(Event::default().data(data.to_string())), (phones, token)));
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}
