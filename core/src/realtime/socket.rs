//! One socket: its place in the log, its rooms, and what it is sent.

use super::{
    Answer, Desk, Hub, Peer, SocketError,
    events::{Hello, Resumed, Resync},
    frame::{Scope, frame, logged},
    hub::FeedItem,
    seats::{NoSeat, Seat},
};
use crate::{
    db::DbResult,
    events::{Event, log},
    http::{Code, Problem},
    realtime::frame_of,
};
use axum::{
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    response::{IntoResponse, Response},
};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{collections::HashSet, sync::Arc, time::Duration};
use tokio::sync::broadcast::{self, error::RecvError};

const PING: Duration = Duration::from_secs(25);
/// Pings without any answer after which a peer is gone, and after which a guest who has not said
/// which visit is its own is sent away.
const SILENT_MAX: u32 = 3;
const GUEST_MAX: u32 = 2;
/// Frames from clients are small; messages with files go over HTTP.
const FRAME_MAX: usize = 256 * 1024;
const PAGE: i64 = 500;

/// Makes a socket of an agent's request. The caller has checked who it is and where it comes from.
pub fn upgrade(ws: WebSocketUpgrade, hub: Hub, desk: Arc<dyn Desk>, peer: Peer) -> Response {
    match hub.seat() {
        Ok(seat) => sized(ws).on_upgrade(move |socket| run(socket, hub, desk, peer, seat)),
        Err(why) => refused(why),
    }
}

/// Makes a socket of a request from a public page, which comes from this network: a guest until it
/// shows its visit.
pub fn upgrade_visitor(
    ws: WebSocketUpgrade,
    hub: Hub,
    desk: Arc<dyn Desk>,
    network: &str,
) -> Response {
    let network: Arc<str> = network.into();
    match hub.visitor_seat(&network) {
        Ok(seat) => sized(ws.protocols(["livechat"]))
            .on_upgrade(move |socket| run(socket, hub, desk, Peer::Guest { network }, seat)),
        Err(why) => refused(why),
    }
}

/// What somebody without a seat is told.
fn refused(why: NoSeat) -> Response {
    match why {
        NoSeat::Full => {
            let text = "This server has as many connections as it can hold. Try again in a minute.";
            Problem::new(Code::Unavailable, text).retry_after(60)
        }
        NoSeat::Network => {
            let text =
                "Too many chat windows are open from your network. Close one, then try again.";
            Problem::new(Code::RateLimited, text).retry_after(10)
        }
    }
    .into_response()
}

/// Small buffers: ten thousand idle sockets must not cost a gigabyte.
fn sized(ws: WebSocketUpgrade) -> WebSocketUpgrade {
    ws.max_message_size(FRAME_MAX)
        .max_frame_size(FRAME_MAX)
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(4 * 1024 * 1024)
}

#[derive(Deserialize)]
struct ClientFrame {
    event: String,
    #[serde(default)]
    data: Value,
    id: Option<Value>,
}

/// Why the connection ends.
enum End {
    Gone,
    Slow,
    Stopping,
    SignedOut,
}

struct Socket {
    out: SplitSink<WebSocket, Message>,
    hub: Hub,
    desk: Arc<dyn Desk>,
    peer: Peer,
    rooms: HashSet<i64>,
    feed: Option<broadcast::Receiver<FeedItem>>,
    /// The newest event this socket has passed; none until it said `resume` or `live`.
    place: Option<i64>,
}

async fn run(socket: WebSocket, hub: Hub, desk: Arc<dyn Desk>, peer: Peer, seat: Seat) {
    let (out, mut incoming) = socket.split();
    let stopping = hub.stopping().clone();
    let mut me = Socket {
        out,
        hub,
        desk,
        peer: Peer::Guest { network: "".into() },
        rooms: HashSet::new(),
        feed: None,
        place: None,
    };
    let mut ping = tokio::time::interval(PING);
    let mut silent = 0;
    let mut pings = 0;
    let end = async {
        match peer {
            Peer::Guest { .. } => me.peer = peer,
            known => me.admit(known).await?,
        }
        loop {
            tokio::select! {
                () = stopping.cancelled() => return Err::<(), End>(End::Stopping),
                message = incoming.next() => {
                    silent = 0;
                    match message {
                        Some(Ok(Message::Text(text))) => me.hear(&text).await?,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
                        Some(Ok(_)) => {}
                    }
                }
                item = next(&mut me.feed) => me.offer(item).await?,
                _ = ping.tick() => {
                    silent += 1;
                    pings += 1;
                    let idle_guest = matches!(me.peer, Peer::Guest { .. }) && pings > GUEST_MAX;
                    if silent > SILENT_MAX || idle_guest {
                        return Err(End::Gone);
                    }
                    me.put(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }
    .await
    .err()
    .unwrap_or(End::Gone);
    me.close(&end).await;
    me.desk.seen(&me.peer, false).await;
    drop(seat);
}

async fn next(feed: &mut Option<broadcast::Receiver<FeedItem>>) -> Result<FeedItem, RecvError> {
    match feed {
        Some(feed) => feed.recv().await,
        None => std::future::pending().await,
    }
}

impl Socket {
    async fn put(&mut self, message: Message) -> Result<(), End> {
        let limit = Duration::from_millis(self.hub.options().write_timeout_ms);
        match tokio::time::timeout(limit, self.out.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(End::Slow),
        }
    }

    async fn text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), End> {
        self.put(Message::Text(text.into())).await
    }

    async fn close(&mut self, end: &End) {
        let (code, reason) = match end {
            End::Gone => return,
            // 1013 try again later, 1012 service restart, 4401 in our own range.
            End::Slow => (1013, "slow"),
            End::Stopping => (1012, "restarting"),
            End::SignedOut => (4401, "signed out"),
        };
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _gone = tokio::time::timeout(Duration::from_secs(1), self.out.send(close)).await;
    }

    /// Joins the peer's feed and says hello. Nothing of the log is sent before the client answers
    /// with its place.
    async fn admit(&mut self, peer: Peer) -> Result<(), End> {
        let Some(client_id) = peer.client_id() else { return Ok(()) };
        // The feed first, the head second: an event between the two is then seen twice, which the
        // place sorts out, and never missed.
        let feed = self.hub.join(client_id).await.map_err(|_| End::Gone)?;
        let head = self.head(client_id).await.map_err(|_| End::Gone)?;
        let session = match &peer {
            Peer::Agent { session_id, .. } => session_id.to_string(),
            Peer::Visitor { session, .. } => session.to_string(),
            Peer::Guest { .. } => String::new(),
        };
        self.feed = Some(feed);
        self.peer = peer;
        self.place = None;
        self.desk.seen(&self.peer, true).await;
        self.text(frame_of(&Hello { seq: head, session })).await
    }

    async fn head(&self, client_id: i64) -> DbResult<i64> {
        let mut conn = self.hub.db().read().await?;
        log::head(&mut conn, client_id).await
    }

    async fn hear(&mut self, text: &str) -> Result<(), End> {
        let frame: ClientFrame = match serde_json::from_str(text) {
            Ok(frame) => frame,
            Err(error) => {
                let error =
                    json!({ "code": "invalid", "message": format!("Not a frame: {error}.") });
                return self.text(json!({ "ack": null, "error": error }).to_string()).await;
            }
        };
        match frame.event.as_str() {
            "resume" if self.feed.is_some() => {
                self.resume(frame.data.get("after").and_then(Value::as_i64).unwrap_or(0)).await?;
                self.acknowledge(frame.id, Ok(Answer::default())).await
            }
            "live" if self.feed.is_some() => {
                let client_id = self.peer.client_id().unwrap_or_default();
                let head = self.head(client_id).await.map_err(|_| End::Gone)?;
                self.place = Some(head);
                self.text(frame_of(&Resumed { seq: head })).await?;
                // After the place: what happens from here on comes by itself.
                let push = self.desk.standing(&self.peer).await;
                self.acknowledge(frame.id, Ok(Answer { push, ..Answer::default() })).await
            }
            event => {
                let answer = self.desk.call(&self.peer, event, frame.data).await;
                self.acknowledge(frame.id, answer).await
            }
        }
    }

    async fn acknowledge(
        &mut self,
        id: Option<Value>,
        answer: Result<Answer, SocketError>,
    ) -> Result<(), End> {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                let mut told = json!({ "code": error.code, "message": error.message });
                if let Some(seconds) = error.retry_after_s {
                    told["retry_after_s"] = seconds.into();
                }
                return self.text(json!({ "ack": id, "error": told }).to_string()).await;
            }
        };
        self.rooms.extend(answer.join);
        if let Some(room) = answer.leave {
            self.rooms.remove(&room);
        }
        if let Some(id) = id {
            self.text(json!({ "ack": id, "data": answer.data }).to_string()).await?;
        }
        // The same visit again changes nothing: it would be counted twice and leave once.
        if let Some(peer) = answer.admit.filter(|peer| !self.peer.is_visit_of(peer)) {
            self.desk.seen(&self.peer, false).await;
            self.admit(peer).await?;
        }
        for (event, data) in answer.push {
            self.text(frame(event, &data)).await?;
        }
        Ok(())
    }

    /// Sends what the client missed, or tells it to load everything anew when that is too much.
    async fn resume(&mut self, after: i64) -> Result<(), End> {
        let client_id = self.peer.client_id().unwrap_or_default();
        let (oldest, head) = async {
            let mut conn = self.hub.db().read().await?;
            let oldest = log::oldest(&mut conn, client_id).await?;
            Ok::<_, crate::db::DbError>((oldest, log::head(&mut conn, client_id).await?))
        }
        .await
        .map_err(|_| End::Gone)?;
        let known = after >= oldest - 1 && after <= head;
        if !known || head - after > self.hub.options().replay_max {
            self.place = None;
            return self.text(frame_of(&Resync { seq: head })).await;
        }
        self.place = Some(after);
        self.catch_up(client_id).await?;
        let place = self.place.unwrap_or(after);
        self.text(frame_of(&Resumed { seq: place })).await
    }

    /// Sends everything between the place and the log's end.
    async fn catch_up(&mut self, client_id: i64) -> Result<(), End> {
        while let Some(place) = self.place {
            let page = async {
                let mut conn = self.hub.db().read().await?;
                log::after(&mut conn, client_id, place, PAGE).await
            };
            let events = page.await.map_err(|_: crate::db::DbError| End::Gone)?;
            if events.is_empty() {
                return Ok(());
            }
            for event in events {
                if self.sees(&event) {
                    self.text(logged(&event.name, &event.data, event.seq)).await?;
                }
                self.place = Some(event.seq);
            }
        }
        Ok(())
    }

    fn sees(&self, event: &Event) -> bool {
        match &self.peer {
            Peer::Agent { user_id, admin, view_all, .. } => {
                event.audience.includes_user(*user_id, *admin, *view_all)
            }
            Peer::Visitor { session, .. } => event.audience.includes_visitor(*session),
            Peer::Guest { .. } => false,
        }
    }

    async fn offer(&mut self, item: Result<FeedItem, RecvError>) -> Result<(), End> {
        let client_id = self.peer.client_id().unwrap_or_default();
        match item {
            Ok(FeedItem::Logged(framed)) => match self.place {
                Some(place) if framed.event.seq == place + 1 => {
                    if self.sees(&framed.event) {
                        self.text(framed.text.clone()).await?;
                    }
                    self.place = Some(framed.event.seq);
                    Ok(())
                }
                Some(place) if framed.event.seq > place => self.catch_up(client_id).await,
                _ => Ok(()),
            },
            Ok(FeedItem::Passing(passing)) => self.pass(&passing.0, &passing.1).await,
            Err(RecvError::Lagged(_)) => self.catch_up(client_id).await,
            Err(RecvError::Closed) => Err(End::Stopping),
        }
    }

    async fn pass(&mut self, scope: &Scope, text: &Utf8Bytes) -> Result<(), End> {
        let mine = match (scope, &self.peer) {
            (Scope::Cut(session), Peer::Agent { session_id, .. }) if session == session_id => {
                return Err(End::SignedOut);
            }
            (Scope::Room { ticket_id, except_user }, Peer::Agent { user_id, .. }) => {
                self.rooms.contains(ticket_id) && *except_user != Some(*user_id)
            }
            (Scope::User(user), Peer::Agent { user_id, .. }) => user == user_id,
            (Scope::Visitor(visit), Peer::Visitor { session, .. }) => visit == session,
            (Scope::Agents, Peer::Agent { .. }) => true,
            _ => false,
        };
        if mine && self.place.is_some() { self.text(text.clone()).await } else { Ok(()) }
    }
}
