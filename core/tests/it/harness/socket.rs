//! A WebSocket with acks, for agents and for visitors.

use super::{contract::check_frame, record::record};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::{collections::VecDeque, time::Duration};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest as _, http::HeaderValue},
};

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;
const PATIENCE: Duration = Duration::from_secs(15);

/// An open socket and what it got that nobody has asked for yet.
pub struct Socket {
    stream: Stream,
    waiting: VecDeque<Value>,
    ids: u64,
}

impl Socket {
    pub async fn open(url: &str, headers: &[(&str, &str)]) -> Self {
        Self::try_open(url, headers).await.expect("the socket opens")
    }

    /// # Errors
    /// The status with which the upgrade was refused.
    pub async fn try_open(url: &str, headers: &[(&str, &str)]) -> Result<Self, u16> {
        let address = format!("{}/socket", url.replacen("http", "ws", 1));
        let mut request = address.into_client_request().expect("an address");
        for (name, value) in headers {
            let name = tokio_tungstenite::tungstenite::http::HeaderName::try_from(*name);
            let value = HeaderValue::from_str(value).expect("a value");
            request.headers_mut().insert(name.expect("a name"), value);
        }
        match connect_async(request).await {
            Ok((stream, _)) => Ok(Self::over(stream)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("the socket does not open: {error}"),
        }
    }

    pub fn over(stream: Stream) -> Self {
        Self { stream, waiting: VecDeque::new(), ids: 0 }
    }

    async fn receive(&mut self) -> Result<Value, u16> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(&text).expect("frames are JSON");
                    record(frame["event"].as_str().unwrap_or("ack"), 0, &frame);
                    check_frame(&frame);
                    return Ok(frame);
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// The next frame; an error holds the code with which the server closed.
    pub async fn next(&mut self) -> Result<Value, u16> {
        if let Some(frame) = self.waiting.pop_front() {
            return Ok(frame);
        }
        timeout(PATIENCE, self.receive()).await.expect("a frame comes")
    }

    /// The next frame of this event that fits, keeping the others for later.
    pub fn wait(
        &mut self,
        event: &str,
        fits: impl Fn(&Value) -> bool,
    ) -> impl Future<Output = Value> {
        let event = event.to_owned();
        async move {
            let fits = |frame: &Value| frame["event"] == event.as_str() && fits(&frame["data"]);
            if let Some(at) = self.waiting.iter().position(fits) {
                return self.waiting.remove(at).expect("it was just found")["data"].take();
            }
            loop {
                let came = timeout(PATIENCE, self.receive()).await;
                match came {
                    Ok(Ok(mut frame)) if fits(&frame) => return frame["data"].take(),
                    Ok(Ok(frame)) => self.waiting.push_back(frame),
                    Ok(Err(code)) => panic!("closed with {code} while waiting for {event}"),
                    Err(_) => panic!("no {event} came; instead {:#?}", self.waiting),
                }
            }
        }
    }

    /// The next frame of this event.
    pub async fn event(&mut self, event: &str) -> Value {
        self.wait(event, |_| true).await
    }

    /// The place of the log that the server's greeting names.
    pub async fn hello(&mut self) -> i64 {
        self.event("hello").await["seq"].as_i64().expect("a place")
    }

    pub async fn say(&mut self, frame: &Value) {
        self.stream.send(Message::Text(frame.to_string().into())).await.expect("sent");
    }

    pub async fn go_live(&mut self) {
        self.say(&json!({ "event": "live" })).await;
        self.event("resumed").await;
    }

    pub async fn resume(&mut self, after: i64) {
        self.say(&json!({ "event": "resume", "data": { "after": after } })).await;
    }

    /// Sends a frame and waits for its ack.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn call(&mut self, event: &str, data: Value) -> Result<Value, Value> {
        self.ids += 1;
        let id = self.ids;
        self.say(&json!({ "event": event, "data": data, "id": id })).await;
        loop {
            let mut frame = timeout(PATIENCE, self.receive())
                .await
                .expect("an ack comes")
                .unwrap_or_else(|code| panic!("closed with {code} instead of an ack"));
            if frame["ack"] == id {
                let error = frame["error"].take();
                return if error.is_null() { Ok(frame["data"].take()) } else { Err(error) };
            }
            self.waiting.push_back(frame);
        }
    }

    /// Everything that comes until `quiet` passes without a frame.
    pub async fn drain(&mut self, quiet: Duration) -> Vec<Value> {
        let mut got: Vec<Value> = self.waiting.drain(..).collect();
        while let Ok(Ok(frame)) = timeout(quiet, self.receive()).await {
            got.push(frame);
        }
        got
    }

    /// Reads up to and including the frame of this event.
    pub async fn until(&mut self, event: &str) -> Vec<Value> {
        let mut got = vec![];
        loop {
            let frame = self.next().await.expect("the socket is open");
            let last = frame["event"] == event;
            got.push(frame);
            if last {
                return got;
            }
        }
    }

    /// The code with which the server closes; frames before it are given too.
    pub async fn closed(&mut self) -> (Vec<Value>, u16) {
        let mut got = vec![];
        loop {
            match self.next().await {
                Ok(frame) => got.push(frame),
                Err(code) => return (got, code),
            }
        }
    }
}
