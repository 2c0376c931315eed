//! What a phone page hears while it is open: Server-Sent Events, no polling.
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::Provider;

/// One thing to show.
#[derive(Debug, Clone)]
pub struct PhoneEvent {
    /// The account it concerns; `None` concerns all.
    pub account: Option<String>,
    /// JSON with a `type`.
    pub data: Value,
}

/// The events of one account.
pub fn listen(
    provider: &Arc<dyn Provider>,
    account: String,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let phones = provider.network().phones.subscribe();
    let stream = stream::unfold((phones, account), |(mut phones, account)| async move {
        loop {
            let data = match phones.recv().await {
                Ok(event) if event.account.as_ref().is_none_or(|of| *of == account) => event.data,
                Ok(_) => continue,
                // A page that slept through too much reads the chat anew.
                Err(RecvError::Lagged(_)) => json!({ "type": "reload" }),
                Err(RecvError::Closed) => return None,
            };
            return Some((Ok(Event::default().data(data.to_string())), (phones, account)));
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}
