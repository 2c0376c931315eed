//! The provider of a fixture: a server on the loopback address that answers by a script.
//!
//! It speaks just enough HTTP/1.1 to misbehave on purpose: it can break a connection after a
//! request has arrived, which no web framework likes to do.

use crate::script::{Answer, Exchange};
use anyhow::{Context as _, Result};
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// A request as the provider saw it, credentials and all.
#[derive(Clone, Debug)]
pub struct RecordedRequest {
    pub method: String,
    /// With the host the plugin named.
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl RecordedRequest {
    /// Everything of it in one text, to look for secrets.
    pub fn whole(&self) -> String {
        let headers: String = self.headers.iter().map(|(n, v)| format!("{n}: {v}\n")).collect();
        format!("{} {}\n{headers}\n{}", self.method, self.url, String::from_utf8_lossy(&self.body))
    }

    /// Whether it only asks.
    pub fn asks(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS")
    }
}

/// What goes wrong with one request.
#[derive(Clone, Debug)]
pub enum Fault {
    /// Another answer.
    Answer(Answer),
    /// The scripted answer, cut in the middle of its body.
    Cut,
}

#[derive(Default)]
struct State {
    script: Vec<Exchange>,
    used: Vec<bool>,
    /// Answers may be given again when all that fit are used.
    again: bool,
    fault: Option<(usize, Fault)>,
    seen: Vec<RecordedRequest>,
    strays: Vec<String>,
}

/// The running server.
#[derive(Clone)]
pub struct Provider {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
}

/// Requests larger than this are a defect of the plugin.
const REQUEST_MAX: usize = 64 << 20;

impl Provider {
    pub async fn start() -> Result<Self> {
        let listener =
            TcpListener::bind("127.0.0.1:0").await.context("no loopback port is free")?;
        let address = listener.local_addr()?;
        let state = Arc::<Mutex<State>>::default();
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = shared.clone();
                // A connection the plugin's side breaks is nobody's error.
                tokio::spawn(async move { serve(stream, &state).await });
            }
        });
        Ok(Self { address, state })
    }

    /// A new script, nothing seen so far.
    pub fn play(&self, script: &[Exchange], again: bool, fault: Option<(usize, Fault)>) {
        *lock(&self.state) = State {
            used: vec![false; script.len()],
            script: script.to_vec(),
            again,
            fault,
            ..State::default()
        };
    }

    pub fn seen(&self) -> Vec<RecordedRequest> {
        lock(&self.state).seen.clone()
    }

    /// Requests that no answer of the script fits.
    pub fn strays(&self) -> Vec<String> {
        lock(&self.state).strays.clone()
    }

    /// Answers that nothing asked for.
    pub fn left(&self) -> Vec<String> {
        let state = lock(&self.state);
        let unused = state.script.iter().zip(&state.used).filter(|(_, used)| !**used);
        unused.map(|(exchange, _)| exchange.to_string()).collect()
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn answer(&mut self, seen: RecordedRequest) -> Answer {
        let at = self.seen.len();
        let fits: Vec<usize> =
            (0..self.script.len()).filter(|i| self.script[*i].fits(&seen)).collect();
        let unused = fits.iter().copied().find(|i| !self.used[*i]);
        let chosen = unused.or_else(|| fits.last().copied().filter(|_| self.again));
        let request = format!("{} {}", seen.method, seen.url);
        self.seen.push(seen);
        let mut answer = match chosen {
            Some(i) => {
                self.used[i] = true;
                self.script[i].answer.clone()
            }
            None => {
                self.strays.push(request.clone());
                Answer::text(404, &format!("the fixture has no answer for {request}"))
            }
        };
        match &self.fault {
            Some((when, Fault::Answer(fault))) if *when == at => answer = fault.clone(),
            Some((when, Fault::Cut)) if *when == at => {
                if let Answer::Full { body, .. } = &mut answer {
                    body.truncate(body.len() / 2);
                }
            }
            _ => {}
        }
        answer
    }
}

/// One request for each connection: what is closed cannot be reused by mistake.
async fn serve(mut stream: TcpStream, state: &Mutex<State>) -> Option<()> {
    let seen = read(&mut stream).await?;
    let head = seen.method == "HEAD";
    let answer = lock(state).answer(seen);
    match answer {
        Answer::Full { status, headers, body } => {
            let mut text = format!("HTTP/1.1 {status} Scripted\r\n");
            for (name, value) in headers {
                text += &format!("{name}: {value}\r\n");
            }
            text += &format!("content-length: {}\r\nconnection: close\r\n\r\n", body.len());
            stream.write_all(text.as_bytes()).await.ok()?;
            if !head {
                stream.write_all(&body).await.ok()?;
            }
            stream.shutdown().await.ok()
        }
        Answer::Break => None,
        Answer::Silence => {
            // Until the other side gives up.
            let mut rest = [0; 64];
            while stream.read(&mut rest).await.is_ok_and(|n| n > 0) {}
            None
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<RecordedRequest> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(at) = find(&bytes, b"\r\n\r\n") {
            break at;
        }
        more(stream, &mut bytes).await?;
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let mut lines = text.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, path) = (first.next()?.to_owned(), first.next()?.to_owned());
    let mut headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let header = |name: &str| headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
    let mut rest = bytes.split_off(head + 4);
    let body = if header("transfer-encoding").is_some_and(|v| v.contains("chunked")) {
        chunked(stream, &mut rest).await?
    } else {
        let length: usize = header("content-length").map_or(Some(0), |v| v.parse().ok())?;
        while rest.len() < length {
            more(stream, &mut rest).await?;
        }
        rest
    };
    let origin = header(patchbay::plugins::DETOUR_HEADER)
        .unwrap_or_else(|| format!("http://{}", header("host").unwrap_or_default()));
    headers.retain(|(name, _)| name != patchbay::plugins::DETOUR_HEADER);
    Some(RecordedRequest { method, url: format!("{origin}{path}"), headers, body })
}

async fn chunked(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = loop {
            if let Some(at) = find(rest, b"\r\n") {
                break at;
            }
            more(stream, rest).await?;
        };
        let size = String::from_utf8_lossy(&rest[..line]).into_owned();
        let size = usize::from_str_radix(size.split(';').next()?.trim(), 16).ok()?;
        while rest.len() < line + 2 + size + 2 {
            more(stream, rest).await?;
        }
        body.extend_from_slice(&rest[line + 2..line + 2 + size]);
        rest.drain(..line + 2 + size + 2);
        if size == 0 {
            return Some(body);
        }
    }
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let read = stream.read_buf(bytes).await.ok()?;
    (read > 0 && bytes.len() < REQUEST_MAX).then_some(())
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}
