//! The road between the providers and the desk: it loses requests and answers, and notes what passed.

use crate::rig::dice::Dice;
use anyhow::Result;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::Instant,
};

/// What every text of a customer begins with, so that it is found in any body.
pub const MARK: &str = "storm-";

/// What happens to a request on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    Passed,
    /// An error page comes back; the desk never heard of it.
    Refused,
    /// The connection ends; the desk never heard of it.
    Cut,
    /// The desk takes it, and an error page comes back.
    Spoilt,
    /// The desk takes it, and the connection ends before the answer.
    Unanswered,
    /// The desk is down.
    Nobody,
}

impl Fate {
    /// Five of a hundred go wrong.
    fn drawn(dice: &mut Dice) -> Self {
        match dice.below(100) {
            0 | 1 => Self::Refused,
            2 => Self::Cut,
            3 => Self::Spoilt,
            4 => Self::Unanswered,
            _ => Self::Passed,
        }
    }
}

/// When a text was with the desk.
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    /// It cannot have been stored before.
    pub first: Instant,
    /// The first success of the desk: it was stored by then.
    pub taken: Option<Instant>,
    /// How often the desk took it.
    pub times: u32,
}

#[derive(Default)]
struct Notes {
    passages: HashMap<String, Passage>,
    fates: HashMap<Fate, u64>,
    last: Option<Instant>,
}

/// The road.
pub struct Weather {
    pub url: String,
    server: String,
    bad: AtomicBool,
    dice: Mutex<Dice>,
    notes: Mutex<Notes>,
}

/// The road is closed when this is dropped.
pub struct Road(JoinHandle<()>);

impl Drop for Road {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Weather {
    /// A road to `server`, which is `http://host:port`. The weather is fair at first.
    pub async fn start(server: &str, seed: u64) -> Result<(Arc<Self>, Road)> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let weather = Arc::new(Self {
            url: format!("http://{}", listener.local_addr()?),
            server: server.trim_start_matches("http://").to_owned(),
            bad: AtomicBool::new(false),
            dice: Mutex::new(Dice::new(seed)),
            notes: Mutex::default(),
        });
        let this = weather.clone();
        let road = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let this = this.clone();
                // How a connection ends is what the provider makes of it.
                tokio::spawn(async move { this.carry(stream).await });
            }
        });
        Ok((weather, Road(road)))
    }

    /// From now on things go wrong, or no longer.
    pub fn turn(&self, bad: bool) {
        self.bad.store(bad, Ordering::SeqCst);
    }

    /// How many texts the desk took, of those that `counts`.
    pub fn taken(&self, counts: impl Fn(&str) -> bool) -> usize {
        let notes = self.notes.lock().expect("the notes");
        let taken = notes.passages.iter().filter(|(_, passage)| passage.taken.is_some());
        taken.filter(|(text, _)| counts(text)).count()
    }

    /// What is known of each text.
    pub fn passages(&self) -> HashMap<String, Passage> {
        self.notes.lock().expect("the notes").passages.clone()
    }

    /// How many requests had which fate.
    pub fn fates(&self) -> Vec<(Fate, u64)> {
        let notes = self.notes.lock().expect("the notes");
        let mut fates: Vec<_> = notes.fates.iter().map(|(fate, count)| (*fate, *count)).collect();
        fates.sort_unstable();
        fates
    }

    /// Since when nobody has called.
    pub fn quiet_since(&self) -> Option<Instant> {
        self.notes.lock().expect("the notes").last
    }

    async fn carry(&self, mut stream: TcpStream) -> Option<()> {
        let mut seen = Vec::with_capacity(8192);
        loop {
            let request = message(&mut stream, &mut seen).await?;
            let answer = self.pass(&request).await?;
            stream.write_all(&answer).await.ok()?;
        }
    }

    // None: the connection ends.
    async fn pass(&self, request: &[u8]) -> Option<Vec<u8>> {
        let storm = self.bad.load(Ordering::SeqCst) && request.starts_with(b"POST");
        let mut fate = Fate::Passed;
        if storm {
            fate = Fate::drawn(&mut self.dice.lock().expect("the dice"));
        }
        let began = Instant::now();
        let mut answer = None;
        if !matches!(fate, Fate::Refused | Fate::Cut) {
            let texts = texts(request);
            self.note(&texts, began, false);
            answer = self.ask(request).await;
            let success = answer.as_deref().is_some_and(|one| one.starts_with(b"HTTP/1.1 2"));
            if success {
                self.note(&texts, began, true);
            }
            if answer.is_none() {
                fate = Fate::Nobody;
            }
        }
        let mut notes = self.notes.lock().expect("the notes");
        *notes.fates.entry(fate).or_default() += 1;
        notes.last = Some(Instant::now());
        match fate {
            Fate::Passed => answer,
            Fate::Refused | Fate::Spoilt => {
                Some(b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n".to_vec())
            }
            Fate::Cut | Fate::Unanswered | Fate::Nobody => None,
        }
    }

    fn note(&self, texts: &[String], began: Instant, taken: bool) {
        let mut notes = self.notes.lock().expect("the notes");
        for text in texts {
            let new = Passage { first: began, taken: None, times: 0 };
            let passage = notes.passages.entry(text.clone()).or_insert(new);
            if taken {
                passage.taken = passage.taken.or(Some(Instant::now()));
                passage.times += 1;
            }
        }
    }

    async fn ask(&self, request: &[u8]) -> Option<Vec<u8>> {
        let mut server = TcpStream::connect(&self.server).await.ok()?;
        server.set_nodelay(true).ok()?;
        server.write_all(request).await.ok()?;
        message(&mut server, &mut Vec::with_capacity(4096)).await
    }
}

/// One request or answer whose length is told; `seen` keeps what came of the next. None: it ended.
async fn message(stream: &mut TcpStream, seen: &mut Vec<u8>) -> Option<Vec<u8>> {
    loop {
        if let Some(end) = seen.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = std::str::from_utf8(&seen[..end]).ok()?.to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
            let whole = end + 4 + length.map_or(Some(0), |length| length.trim().parse().ok())?;
            while seen.len() < whole {
                more(stream, seen).await?;
            }
            let rest = seen.split_off(whole);
            return Some(std::mem::replace(seen, rest));
        }
        more(stream, seen).await?;
    }
}

async fn more(stream: &mut TcpStream, seen: &mut Vec<u8>) -> Option<()> {
    let read = stream.read_buf(seen).await.ok()?;
    (read > 0).then_some(())
}

/// The customers' texts in a body, in their order.
fn texts(request: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(request);
    let found = text.match_indices(MARK).map(|(at, _)| {
        let word = text[at..].split(|one: char| !one.is_ascii_alphanumeric() && one != '-');
        word.take(1).collect::<String>()
    });
    let mut texts: Vec<String> = found.collect();
    texts.dedup();
    texts
}
