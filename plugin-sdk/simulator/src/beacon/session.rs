//! Sessions: what was dispatched under which number, and the connection that hears it.
use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Beacon;
use crate::network::{Provider, hold};

// What a session that nobody listens to remembers at most.
const KEPT_MAX: usize = 1000;

/// What a connection is told to do.
#[derive(Debug)]
pub enum Push {
    Frame(String),
    Close(u16, &'static str),
    /// End without a word, as a broken line does.
    Vanish,
}

pub type Line = mpsc::UnboundedSender<Push>;

/// The phone's tick that an event sets once it was sent: person and event.
pub type Tick = Option<(i64, i64)>;

struct Event {
    seq: u64,
    frame: String,
    tick: Tick,
}

struct Session {
    account: String,
    token: String,
    seq: u64,
    // Not yet known to have arrived: a heartbeat says up to where they have.
    kept: VecDeque<Event>,
    line: Option<Line>,
    // When the connection ended.
    left: Option<Instant>,
}

/// All sessions.
#[derive(Default)]
pub struct Sessions(Mutex<HashMap<String, Session>>);

/// Why a session cannot go on.
#[derive(Debug, PartialEq, Eq)]
pub enum Lost {
    /// It is unknown, over, or of another token.
    Unknown,
    /// The client claims to have heard what was never said.
    Seq,
}

impl Sessions {
    /// A new session; its first frame is the `READY` made by `ready`.
    pub fn open(&self, account: &str, token: &str, id: String, line: Line, ready: &Value) {
        let frame = dispatch_frame("READY", ready, 1);
        let _ = line.send(Push::Frame(frame.clone()));
        let kept = VecDeque::from([Event { seq: 1, frame, tick: None }]);
        let session = Session {
            account: account.to_owned(),
            token: token.to_owned(),
            seq: 1,
            kept,
            line: Some(line),
            left: None,
        };
        hold(&self.0).insert(id, session);
    }

    /// Goes on after `seq` on another connection.
    pub fn resume(
        &self,
        beacon: &Beacon,
        id: &str,
        token: &str,
        seq: u64,
        line: Line,
    ) -> Result<(), Lost> {
        let mut ticks = Vec::new();
        let mut sessions = hold(&self.0);
        let life = beacon.life();
        sessions.retain(|_, session| session.left.is_none_or(|left| left.elapsed() < life));
        let session = sessions.get_mut(id).filter(|session| session.token == token);
        let session = session.ok_or(Lost::Unknown)?;
        if seq > session.seq {
            return Err(Lost::Seq);
        }
        // Something in between is forgotten: it cannot be told without a gap.
        if session.kept.front().is_some_and(|first| first.seq > seq + 1) {
            return Err(Lost::Unknown);
        }
        if let Some(old) = session.line.replace(line.clone()) {
            let _ = old.send(Push::Close(4000, "the session goes on elsewhere"));
        }
        session.left = None;
        while session.kept.front().is_some_and(|first| first.seq <= seq) {
            session.kept.pop_front();
        }
        for event in &session.kept {
            let _ = line.send(Push::Frame(event.frame.clone()));
            ticks.extend(event.tick);
        }
        session.seq += 1;
        let frame = dispatch_frame("RESUMED", &json!({}), session.seq);
        let _ = line.send(Push::Frame(frame.clone()));
        session.kept.push_back(Event { seq: session.seq, frame, tick: None });
        let account = session.account.clone();
        drop(sessions);
        for (user, event) in ticks {
            beacon.network().taken(&account, user, event);
        }
        Ok(())
    }

    /// The client has heard everything up to `seq`.
    pub fn heard(&self, id: &str, seq: u64) -> Result<(), Lost> {
        let mut sessions = hold(&self.0);
        let session = sessions.get_mut(id).ok_or(Lost::Unknown)?;
        if seq > session.seq {
            return Err(Lost::Seq);
        }
        while session.kept.front().is_some_and(|first| first.seq <= seq) {
            session.kept.pop_front();
        }
        Ok(())
    }

    /// The connection ended; `over` when the session ends with it.
    pub fn left(&self, id: &str, line: &Line, over: bool) {
        let mut sessions = hold(&self.0);
        let Some(session) = sessions.get_mut(id) else { return };
        // A resumed session has another line by now.
        if session.line.as_ref().is_some_and(|now| !now.same_channel(line)) {
            return;
        }
        if over {
            sessions.remove(id);
        } else {
            session.line = None;
            session.left = Some(Instant::now());
        }
    }

    /// Tells every session of an account.
    pub fn dispatch(&self, beacon: &Beacon, account: &str, name: &str, data: &Value, tick: Tick) {
        let mut sent = false;
        for session in hold(&self.0).values_mut().filter(|session| session.account == account) {
            session.seq += 1;
            let frame = dispatch_frame(name, data, session.seq);
            if let Some(line) = &session.line {
                sent |= line.send(Push::Frame(frame.clone())).is_ok();
            }
            session.kept.push_back(Event { seq: session.seq, frame, tick });
            if session.kept.len() > KEPT_MAX {
                session.kept.pop_front();
            }
        }
        if let Some((user, event)) = tick.filter(|_| sent) {
            beacon.network().taken(account, user, event);
        }
    }

    /// Sends the newest dispatch of each session again, under its old number.
    pub fn repeat(&self) -> usize {
        let sessions = hold(&self.0);
        let again =
            sessions.values().filter_map(|one| Some((one.line.as_ref()?, one.kept.back()?)));
        again.filter(|(line, event)| line.send(Push::Frame(event.frame.clone())).is_ok()).count()
    }

    /// Something for every open connection of an account, or of all.
    pub fn push_all(&self, account: Option<&str>, mut push: impl FnMut() -> Push) -> usize {
        let sessions = hold(&self.0);
        let of = sessions.values().filter(|one| account.is_none_or(|wanted| one.account == wanted));
        of.filter(|one| one.line.as_ref().is_some_and(|line| line.send(push()).is_ok())).count()
    }

    /// Forgets every session, so that none can be resumed.
    pub fn forget(&self) {
        hold(&self.0).clear();
    }

    /// An account's token is this one from now on, or the account is gone.
    pub fn keep_only(&self, account: &str, token: Option<&str>) {
        hold(&self.0).retain(|_, session| {
            let keep = session.account != account || Some(session.token.as_str()) == token;
            if let (false, Some(line)) = (keep, &session.line) {
                let _ = line.send(Push::Close(4004, "the token is not valid any more"));
            }
            keep
        });
    }

    pub fn shown(&self) -> Value {
        let sessions = hold(&self.0);
        let shown = sessions.iter().map(|(id, session)| {
            json!({
                "id": id, "account": session.account, "seq": session.seq,
                "connected": session.line.is_some(), "kept": session.kept.len(),
            })
        });
        shown.collect()
    }
}

fn dispatch_frame(name: &str, data: &Value, seq: u64) -> String {
    json!({ "op": 0, "t": name, "s": seq, "d": data }).to_string()
}

/// How long a client may be silent.
pub fn patience(manners: super::Manners) -> Duration {
    Duration::from_millis(manners.heartbeat_interval_ms + manners.grace_ms)
}
