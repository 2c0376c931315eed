//! The WebSocket: hello, identify or resume, heartbeats, and what a client must not do.
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::session::{Line, Lost, Push, patience};
use super::{Beacon, shapes};
use crate::network::{Provider, hold};

const HEARTBEAT: u64 = 1;
const IDENTIFY: u64 = 2;
const RESUME: u64 = 6;
const INVALID_SESSION: u64 = 9;
const HELLO: u64 = 10;
const ACK: u64 = 11;
/// Asks the client to connect anew and resume.
pub const RECONNECT: u64 = 7;
// Messages of private channels, and their reactions and typing.
const INTENTS: u64 = 0b111 << 12;
const FRAME_MAX: usize = 4096;

type Ended = (u16, &'static str);

/// `GET /beacon/gateway?v=1&encoding=json`
pub async fn connect(
    State(beacon): State<Arc<Beacon>>,
    Query(query): Query<BTreeMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if query.get("encoding").is_some_and(|encoding| encoding != "json") {
        return (StatusCode::BAD_REQUEST, "only encoding=json is spoken here").into_response();
    }
    let version = query.get("v").is_some_and(|version| version == "1");
    upgrade.on_upgrade(move |socket| async move {
        let mut connection = Connection::new(beacon, socket);
        let ended = match version {
            true => connection.run().await,
            false => Some((4012, "this version does not exist; say v=1")),
        };
        connection.end(ended).await;
    })
}

struct Connection {
    beacon: Arc<Beacon>,
    socket: WebSocket,
    line: Line,
    pushes: mpsc::UnboundedReceiver<Push>,
    session: Option<String>,
    // When the client's last frames came, for the limit.
    frames: VecDeque<Instant>,
    // The client closed in a way that ends the session.
    over: bool,
}

impl Connection {
    fn new(beacon: Arc<Beacon>, socket: WebSocket) -> Self {
        let (line, pushes) = mpsc::unbounded_channel();
        let frames = VecDeque::new();
        Self { beacon, socket, line, pushes, session: None, frames, over: false }
    }

    // The code to close with; `None` when there is nobody left to tell.
    async fn run(&mut self) -> Option<Ended> {
        let manners = self.beacon.manners();
        let hello = json!({ "heartbeat_interval": manners.heartbeat_interval_ms });
        self.say(HELLO, &hello).await?;
        let mut beat = Instant::now();
        let mut acks: VecDeque<Instant> = VecDeque::new();
        loop {
            let limit = patience(self.beacon.manners());
            let next_ack = acks.front().copied();
            tokio::select! {
                push = self.pushes.recv() => match push {
                    Some(Push::Frame(frame)) => self.socket.send(Message::text(frame)).await.ok()?,
                    Some(Push::Close(code, why)) => return Some((code, why)),
                    Some(Push::Vanish) | None => return None,
                },
                came = self.socket.recv() => {
                    let text = match came {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Close(frame))) => {
                            // A goodbye ends the session; any other code leaves it to be resumed.
                            self.over = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                            return None;
                        }
                        Some(Ok(Message::Binary(_))) => return Some((4002, "frames are text")),
                        Some(Ok(_)) => continue,
                        Some(Err(_)) | None => return None,
                    };
                    match self.frame(text.as_str()).await {
                        Err(ended) => return Some(ended),
                        Ok(false) => {}
                        Ok(true) => {
                            beat = Instant::now();
                            let manners = self.beacon.manners();
                            if !manners.no_acks {
                                acks.push_back(beat + Duration::from_millis(manners.ack_delay_ms));
                            }
                        }
                    }
                }
                () = async { tokio::time::sleep_until(next_ack.unwrap_or(beat)).await }, if next_ack.is_some() => {
                    acks.pop_front();
                    self.say(ACK, &Value::Null).await?;
                }
                () = tokio::time::sleep_until(beat + limit) => {
                    self.over = true;
                    return Some((4009, "the session timed out: no heartbeat came"));
                }
            }
        }
    }

    // Takes one frame; true for a heartbeat.
    async fn frame(&mut self, text: &str) -> Result<bool, Ended> {
        let now = Instant::now();
        self.frames.push_back(now);
        self.frames.retain(|at| now.duration_since(*at) < Duration::from_secs(60));
        if self.frames.len() > self.beacon.manners().frames_per_minute {
            return Err((4008, "too many frames"));
        }
        if text.len() > FRAME_MAX {
            return Err((4002, "a frame has at most 4096 bytes"));
        }
        let frame: Value = serde_json::from_str(text).map_err(|_| (4002, "a frame is JSON"))?;
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(HEARTBEAT) => {
                if !(data.is_null() || data.is_u64()) {
                    return Err((4002, "a heartbeat carries the last number, or null"));
                }
                if let (Some(session), Some(seq)) = (&self.session, data.as_u64())
                    && self.beacon.sessions.heard(session, seq) == Err(Lost::Seq)
                {
                    return Err((4007, "this number was never sent"));
                }
                Ok(true)
            }
            Some(IDENTIFY) => self.identify(data).await.map(|()| false),
            Some(RESUME) => self.resume(data).await.map(|()| false),
            Some(3 | 4 | 8 | 31) if self.session.is_none() => Err((4003, "identify first")),
            // Presence, voice and members: known, and of no consequence here.
            Some(3 | 4 | 8 | 31) => Ok(false),
            _ => Err((4001, "this op is unknown")),
        }
    }

    async fn identify(&mut self, data: &Value) -> Result<(), Ended> {
        if self.session.is_some() {
            return Err((4005, "already identified"));
        }
        let token = data["token"].as_str().unwrap_or_default();
        let account = self.beacon.network().state().by_token(token).cloned();
        let account = account.ok_or((4004, "authentication failed"))?;
        let intents = data["intents"].as_u64().ok_or((4013, "intents are missing"))?;
        if intents & !INTENTS != 0 {
            return Err((4014, "these intents are not allowed"));
        }
        if !data["properties"].is_object() {
            return Err((4002, "properties are missing"));
        }
        if self.refused().await? {
            return Ok(());
        }
        let id = self.beacon.network().dice.text(18);
        let ready = shapes::ready(&self.beacon, &account, &id);
        self.beacon.sessions.open(&account.key, token, id.clone(), self.line.clone(), &ready);
        self.session = Some(id);
        Ok(())
    }

    async fn resume(&mut self, data: &Value) -> Result<(), Ended> {
        if self.session.is_some() {
            return Err((4005, "already identified"));
        }
        let (token, id) = (data["token"].as_str().unwrap_or_default(), data["session_id"].as_str());
        if self.beacon.network().state().by_token(token).is_none() {
            return Err((4004, "authentication failed"));
        }
        let (Some(id), Some(seq)) = (id, data["seq"].as_u64()) else {
            return Err((4002, "session_id or seq is missing"));
        };
        if self.refused().await? {
            return Ok(());
        }
        match self.beacon.sessions.resume(&self.beacon, id, token, seq, self.line.clone()) {
            Ok(()) => self.session = Some(id.to_owned()),
            Err(Lost::Seq) => return Err((4007, "this number was never sent")),
            Err(Lost::Unknown) => {
                self.say(INVALID_SESSION, &json!(false)).await;
            }
        }
        Ok(())
    }

    // Whether this session was refused because the control API ordered it.
    async fn refused(&mut self) -> Result<bool, Ended> {
        let refuse = {
            let mut manners = hold(&self.beacon.manners);
            let refuse = manners.refuse_sessions > 0;
            manners.refuse_sessions = manners.refuse_sessions.saturating_sub(1);
            refuse
        };
        if refuse {
            self.say(INVALID_SESSION, &json!(false)).await;
        }
        Ok(refuse)
    }

    async fn say(&mut self, op: u64, data: &Value) -> Option<()> {
        let frame = json!({ "op": op, "d": data, "s": null, "t": null }).to_string();
        self.socket.send(Message::text(frame)).await.ok()
    }

    async fn end(mut self, ended: Option<Ended>) {
        if let Some(id) = &self.session {
            self.beacon.sessions.left(id, &self.line, self.over);
        }
        if let Some((code, reason)) = ended {
            let frame = CloseFrame { code, reason: reason.into() };
            // The client may have gone already.
            let _ = self.socket.send(Message::Close(Some(frame))).await;
        }
    }
}
