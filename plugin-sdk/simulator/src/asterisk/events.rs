//! The WebSocket by which the exchange tells what happens. One connection owns an application.
use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::sync::mpsc;

use super::Asterisk;
use super::model::{Line, time};
use super::rest::{ApiError, login};
use crate::clock;
use crate::described::request::query_of;

/// `GET /asterisk/ari/events?app=NAME&subscribeAll=true`
pub async fn connect(
    State(asterisk): State<Arc<Asterisk>>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    let query = query_of(request.uri());
    let allowed = login(request.headers(), &query).is_some_and(|login| asterisk.lets_in(&login));
    if !allowed {
        return ApiError::unauthorized().into_response();
    }
    let apps = query.get("app").cloned().unwrap_or_default();
    let Some(app) = apps.split(',').next().filter(|app| !app.is_empty()).map(str::to_owned) else {
        return ApiError::new(400, "HTTP request is missing param: [app]").into_response();
    };
    let all = query.get("subscribeAll").is_some_and(|all| all == "true");
    match upgrade {
        Ok(upgrade) => upgrade.on_upgrade(move |socket| serve(asterisk, socket, app, all)),
        Err(_) => ApiError::new(426, "Upgrade to WebSocket required").into_response(),
    }
}

async fn serve(asterisk: Arc<Asterisk>, mut socket: WebSocket, app: String, all: bool) {
    let (sender, mut events) = mpsc::unbounded_channel();
    let number = {
        let mut exchange = asterisk.exchange();
        let number = exchange.next();
        // What is in the application already stays there.
        let within = exchange.channels.values().filter(|one| one.held_by.as_ref() == Some(&app));
        let inside: BTreeSet<String> = within.map(|one| one.id.clone()).collect();
        let line = Line { sender, number, all, inside, asked: BTreeSet::new() };
        if let Some(before) = exchange.lines.insert(app.clone(), line) {
            let replaced = json!({
                "type": "ApplicationReplaced", "application": app,
                "timestamp": time(clock::now_ms()), "asterisk_id": "02:00:00:00:00:01",
            });
            // The old owner may be gone.
            let _ = before.sender.send(replaced.to_string());
        }
        number
    };
    asterisk.let_callers_in();
    asterisk.show();
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Some(event) => if socket.send(Message::text(event)).await.is_err() { break },
                // Another connection owns the application, or the line was cut on order.
                None => break,
            },
            came = socket.recv() => match came {
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    let mut exchange = asterisk.exchange();
    if exchange.lines.get(&app).is_some_and(|line| line.number == number) {
        exchange.lines.remove(&app);
    }
    drop(exchange);
    asterisk.show();
}
