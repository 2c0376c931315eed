//! A stand-in for the Telegram Bot API, with the customers' side of it under `/control/telegram`.
//!
//! Chats are private ones between a person and a bot. What Telegram refuses is refused with its own
//! codes and words; where it is knowingly different the place says so.
mod api;
mod chats;
mod commit;
pub(crate) mod control;
mod customer;
pub(crate) mod errors;
mod events;
pub(crate) mod faults;
mod files;
mod flood;
mod format;
mod journal;
mod limits;
mod markup;
mod methods;
pub(crate) mod picture;
pub(crate) mod request;
mod state;
mod updates;
mod webhook;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use tokio::sync::{broadcast, watch};

use crate::Options;
use crate::clock::Dice;
use events::PhoneEvent;
use state::State;

/// The stand-in of one simulator.
pub struct Telegram {
    state: Mutex<State>,
    journal: Option<journal::Journal>,
    batches: AtomicU64,
    blobs: files::Blobs,
    file_count: AtomicUsize,
    dice: Dice,
    time_scale: f64,
    update_life_s: i64,
    faults: Mutex<faults::Faults>,
    limits: Mutex<limits::Limits>,
    floods: Mutex<HashMap<u64, flood::Flood>>,
    presses: Mutex<HashMap<String, customer::Press>>,
    lines: Mutex<HashMap<String, Line>>,
    phones: broadcast::Sender<PhoneEvent>,
    client: reqwest::Client,
    stop: watch::Receiver<()>,
}

/// What wakes those who wait for one bot's updates. Never stored.
struct Line {
    // Counts up when updates arrived.
    arrived: watch::Sender<u64>,
    // Counts up when the present poller has to give way, with the reason.
    turn: watch::Sender<(u64, &'static str)>,
    // Ends the present webhook deliverer when it is replaced.
    deliverer: watch::Sender<u64>,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            arrived: watch::channel(0).0,
            turn: watch::channel((0, "")).0,
            deliverer: watch::channel(0).0,
        }
    }
}

impl Telegram {
    /// Reads the stored state and goes on delivering what was waiting.
    pub fn start(options: &Options, stop: watch::Receiver<()>) -> Result<Arc<Self>> {
        let mut journal = None;
        let mut state = State::default();
        let mut folder = None;
        if let Some(data) = &options.data {
            std::fs::create_dir_all(data)
                .with_context(|| format!("cannot make the folder {}", data.display()))?;
            let (open, stored) = journal::Journal::open(&data.join("telegram.jsonl"))?;
            journal = Some(open);
            state = stored;
            folder = Some(data.join("telegram-files"));
        }
        let files = state.bots.values().map(|bot| bot.files.len()).sum::<usize>();
        let telegram = Arc::new(Self {
            state: Mutex::new(state),
            journal,
            batches: AtomicU64::new(0),
            blobs: files::Blobs::new(folder).context("cannot make the folder for files")?,
            file_count: AtomicUsize::new(files),
            dice: Dice::new(),
            time_scale: options.time_scale.max(0.0),
            update_life_s: options.update_life_s,
            faults: Mutex::default(),
            limits: Mutex::new(limits::Limits::new(options.rate_limits)),
            floods: Mutex::default(),
            presses: Mutex::default(),
            lines: Mutex::default(),
            phones: broadcast::channel(4096).0,
            client: webhook::client()?,
            stop,
        });
        let hooked: Vec<String> = {
            let state = telegram.state();
            let hooked = state.bots.iter().filter(|(_, bot)| bot.webhook.is_some());
            hooked.map(|(token, _)| token.clone()).collect()
        };
        for token in hooked {
            webhook::restart(&telegram, &token);
        }
        Ok(telegram)
    }

    /// The Bot API under `/telegram` and the control API under `/control/telegram`.
    pub fn routes(self: &Arc<Self>) -> Router {
        Router::new()
            .nest("/control/telegram", control::routes(self.clone()))
            .merge(api::routes(self.clone()))
    }

    /// Name, user name, token, and number of chats of each bot, for the index page.
    pub fn bots(&self) -> Vec<BotLine> {
        let state = self.state();
        let lines = state.bots.iter().map(|(token, bot)| BotLine {
            token: token.clone(),
            name: bot.first_name.clone(),
            username: bot.username.clone(),
            chats: bot.chats.len(),
            waiting: bot.pending.len(),
            receives: match &bot.webhook {
                Some(webhook) => webhook.url.clone(),
                None => "getUpdates".into(),
            },
        });
        lines.collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        hold(&self.state)
    }

    /// A provider's span of time as long as it is in this run.
    fn scaled(&self, span: Duration) -> Duration {
        span.mul_f64(self.time_scale)
    }

    fn with_line<T>(&self, token: &str, work: impl FnOnce(&Line) -> T) -> T {
        work(hold(&self.lines).entry(token.to_owned()).or_default())
    }
}

/// One bot as the index page lists it.
pub struct BotLine {
    /// The token, which here is no secret.
    pub token: String,
    /// Shown name.
    pub name: String,
    /// Public name.
    pub username: String,
    /// Chats it has.
    pub chats: usize,
    /// Updates it has not taken.
    pub waiting: usize,
    /// Its webhook, or `getUpdates`.
    pub receives: String,
}

/// Locks even after a panic elsewhere: a test that failed must not make the next one fail as well.
fn hold<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
