//! The WebSocket of a described provider: a token is wanted first, then events come as frames.
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use axum::http::HeaderMap;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::description::Gateway;
use super::place::ValueLocation;
use super::request::Incoming;
use super::template::{self, Values};
use super::{Described, values};
use crate::network::{Happening, Manner, Provider, hold};

// Events for an account nobody is connected for; the oldest go first.
const WAITING_MAX: usize = 1000;

#[derive(Debug, Clone)]
struct Frame {
    user: i64,
    event: i64,
    text: String,
}

#[derive(Debug)]
enum Push {
    Frame(Frame),
    Close(u16),
    /// Without a word.
    Vanish,
}

type Line = mpsc::UnboundedSender<Push>;

/// The open connections and what waits for one.
#[derive(Default)]
pub struct Hub {
    open: Mutex<HashMap<String, Vec<Line>>>,
    waiting: Mutex<HashMap<String, VecDeque<Frame>>>,
}

/// A frame of a happening.
pub fn fill(frame: &str, values: &Values) -> String {
    let frame: Value = serde_json::from_str(frame).unwrap_or_default();
    template::json(&frame, values).to_string()
}

impl Hub {
    /// Sends an event, or keeps it until somebody connects.
    pub fn push(&self, described: &Described, happening: &Happening, text: String, manner: Manner) {
        let frame = Frame { user: happening.person.id, event: happening.event, text };
        let account = &happening.account.key;
        for _ in 0..if manner.twice { 2 } else { 1 } {
            let mut open = hold(&self.open);
            let lines = open.entry(account.clone()).or_default();
            lines.retain(|line| line.send(Push::Frame(frame.clone())).is_ok());
            let told = !lines.is_empty();
            drop(open);
            if told {
                described.network().taken(account, frame.user, frame.event);
                continue;
            }
            let mut waiting = hold(&self.waiting);
            let queue = waiting.entry(account.clone()).or_default();
            queue.push_back(frame.clone());
            if queue.len() > WAITING_MAX {
                queue.pop_front();
            }
        }
    }

    /// Ends every connection: with a code, or without a word.
    pub fn drop_all(&self, code: Option<u16>) -> usize {
        let lines: Vec<Line> = hold(&self.open).drain().flat_map(|(_, lines)| lines).collect();
        for line in &lines {
            // A connection that has just ended by itself needs no ending.
            let _ = line.send(code.map_or(Push::Vanish, Push::Close));
        }
        lines.len()
    }

    /// A revoked account's connections end.
    pub fn account_changed(&self, described: &Described, key: &str) {
        let Some(gateway) = described.description().gateway.clone() else { return };
        if !described.network().state().accounts.contains_key(key) {
            for line in hold(&self.open).remove(key).unwrap_or_default() {
                let _ = line.send(Push::Close(gateway.refused));
            }
        }
    }

    // From now on this line hears the account's events, those that waited first.
    fn join(&self, account: &str, line: Line) -> Vec<Frame> {
        let mut open = hold(&self.open);
        let waited: Vec<Frame> =
            hold(&self.waiting).remove(account).into_iter().flatten().collect();
        for frame in &waited {
            let _ = line.send(Push::Frame(frame.clone()));
        }
        open.entry(account.to_owned()).or_default().push(line);
        waited
    }
}

/// Runs one connection.
pub async fn serve(
    described: Arc<Described>,
    mut socket: WebSocket,
    query: BTreeMap<String, String>,
    headers: HeaderMap,
) {
    let Some(gateway) = described.description().gateway.clone() else { return };
    // The connection must not keep a removed provider alive.
    let weak = Arc::downgrade(&described);
    drop(described);
    let silence = gateway.silence_s.map(Duration::from_secs_f64);
    let mut incoming = Incoming { query, headers, ..Incoming::default() };
    if let Some(hello) = &gateway.hello
        && socket.send(Message::text(fill(hello, &Values::default()))).await.is_err()
    {
        return;
    }
    if gateway.token.starts_with('/') {
        match tokio::time::timeout(silence.unwrap_or(Duration::from_secs(30)), text(&mut socket))
            .await
        {
            Ok(Some(first)) => incoming.body = serde_json::from_str(&first).unwrap_or_default(),
            Ok(None) => return,
            Err(_) => return close(&mut socket, gateway.silent, "silent for too long").await,
        }
    }
    let account = weak.upgrade().and_then(|described| account_of(&described, &gateway, &incoming));
    let Some(account) = account else {
        return close(&mut socket, gateway.refused, "the token is missing or wrong").await;
    };
    let mut about = Values::default();
    values::account(&mut about, &account);
    if let Some(ready) = &gateway.ready
        && socket.send(Message::text(fill(ready, &about))).await.is_err()
    {
        return;
    }
    let (line, mut pushes) = mpsc::unbounded_channel();
    if let Some(described) = weak.upgrade() {
        for frame in described.gateway.join(&account.key, line) {
            described.network().taken(&account.key, frame.user, frame.event);
        }
    }
    let mut heard = Instant::now();
    loop {
        let quiet = async {
            match silence {
                Some(silence) => tokio::time::sleep_until(heard + silence).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            push = pushes.recv() => match push {
                Some(Push::Frame(frame)) => {
                    if socket.send(Message::text(frame.text)).await.is_err() {
                        return;
                    }
                }
                Some(Push::Close(code)) => return close(&mut socket, code, "ordered").await,
                Some(Push::Vanish) | None => return,
            },
            came = text(&mut socket) => {
                if came.is_none() {
                    return;
                }
                heard = Instant::now();
                if let Some(answer) = &gateway.answer
                    && socket.send(Message::text(fill(answer, &about))).await.is_err()
                {
                    return;
                }
            }
            () = quiet => return close(&mut socket, gateway.silent, "silent for too long").await,
        }
    }
}

fn account_of(
    described: &Described,
    gateway: &Gateway,
    incoming: &Incoming,
) -> Option<crate::network::model::Account> {
    let given = ValueLocation::parse(&gateway.token).ok()?.text(incoming).ok()??;
    // A header may carry the token as the API does, with a word before it.
    let given = given.rsplit(' ').next().unwrap_or_default().to_owned();
    described.network().state().by_token(&given).cloned()
}

// The next text frame; `None` at the end.
async fn text(socket: &mut WebSocket) -> Option<String> {
    loop {
        match socket.recv().await? {
            Ok(Message::Text(text)) => return Some(text.to_string()),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    let frame = CloseFrame { code, reason: reason.to_owned().into() };
    // The other side may have gone already.
    let _ = socket.send(Message::Close(Some(frame))).await;
}
