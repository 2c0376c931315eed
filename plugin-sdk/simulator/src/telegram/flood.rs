//! Many customers writing at once, with repeated deliveries on request, counted until all are taken.
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::Instant;

use super::commit::Manner;
use super::customer::{CustomerMessage, say};
use super::errors::ApiError;
use super::state::{Customer, Twice};
use super::{Telegram, hold};

/// What is ordered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Order {
    /// The bot written to.
    pub token: String,
    /// How many customers write.
    #[serde(default = "one")]
    pub chats: u64,
    /// How many messages in all.
    pub messages: u64,
    /// How many of a hundred updates are delivered twice.
    #[serde(default)]
    pub duplicates_percent: u64,
    /// Customers take turns at random, and repeats come after later updates of their chat. The
    /// order within a chat stays, as the real network keeps it.
    #[serde(default)]
    pub reorder: bool,
    /// Messages a second; zero is as fast as possible.
    #[serde(default)]
    pub rate: f64,
    /// User ids count up from here.
    #[serde(default = "first_user")]
    pub first_user: i64,
    /// What every text starts with; the rest tells flood, chat and number.
    #[serde(default = "prefix")]
    pub prefix: String,
}

fn one() -> u64 {
    1
}

fn first_user() -> i64 {
    700_000
}

fn prefix() -> String {
    "flood".into()
}

/// How far a flood is.
#[derive(Debug, Clone, Serialize)]
pub struct Flood {
    /// Its number.
    pub id: u64,
    /// `running`, `sent` (all written, some not taken), `done` or `stopped`.
    pub state: &'static str,
    /// Messages written so far, each with one update.
    pub sent: u64,
    /// Updates taken: a 2xx of the webhook, or a confirming offset.
    pub acked: u64,
    /// Written and not taken.
    pub pending: u64,
    /// Updates delivered a second time.
    pub repeated: u64,
    /// Milliseconds from the first message to the last acknowledgement so far.
    pub elapsed_ms: u64,
    /// The order.
    pub order: Order,
    #[serde(skip)]
    began: Option<Instant>,
    #[serde(skip)]
    stop: bool,
}

impl Flood {
    fn settle(&mut self) {
        self.pending = self.sent - self.acked.min(self.sent);
        if let Some(began) = self.began {
            self.elapsed_ms = began.elapsed().as_millis() as u64;
        }
        if self.state == "sent" && self.pending == 0 {
            self.state = "done";
        }
    }
}

/// Counts an update that was taken.
pub fn acked(telegram: &Telegram, flood: Option<u64>) {
    let mut floods = hold(&telegram.floods);
    if let Some(flood) = flood.and_then(|id| floods.get_mut(&id)) {
        flood.acked += 1;
        flood.settle();
    }
}

/// Counts an update that was delivered once more.
pub fn repeated(telegram: &Telegram, flood: Option<u64>) {
    let mut floods = hold(&telegram.floods);
    if let Some(flood) = flood.and_then(|id| floods.get_mut(&id)) {
        flood.repeated += 1;
    }
}

/// Starts a flood and gives its number.
pub fn start(telegram: &Arc<Telegram>, order: Order) -> Result<u64, ApiError> {
    if !telegram.state().bots.contains_key(&order.token) {
        return Err(ApiError::unauthorized());
    }
    let id = {
        let mut floods = hold(&telegram.floods);
        let id = floods.keys().max().map_or(1, |last| last + 1);
        let flood = Flood {
            id,
            state: "running",
            sent: 0,
            acked: 0,
            pending: 0,
            repeated: 0,
            elapsed_ms: 0,
            order: order.clone(),
            began: Some(Instant::now()),
            stop: false,
        };
        floods.insert(id, flood);
        id
    };
    tokio::spawn(run(telegram.clone(), id, order));
    Ok(id)
}

/// Ends a flood early; what was written stays.
pub fn stop(telegram: &Telegram, id: u64) -> bool {
    let mut floods = hold(&telegram.floods);
    floods.get_mut(&id).map(|flood| flood.stop = true).is_some()
}

async fn run(telegram: Arc<Telegram>, id: u64, order: Order) {
    let began = Instant::now();
    let mut stop = telegram.stop.clone();
    let chats = order.chats.max(1);
    let mut numbers = vec![0_u64; chats as usize];
    for count in 0..order.messages {
        let chat = if order.reorder { telegram.dice.below(chats) } else { count % chats };
        numbers[chat as usize] += 1;
        let text = format!("{} {id}-{chat}-{}", order.prefix, numbers[chat as usize]);
        let twice = match telegram.dice.below(100) < order.duplicates_percent {
            true if order.reorder => Twice::Late,
            true => Twice::AtOnce,
            false => Twice::No,
        };
        let user = order.first_user + chat as i64;
        let first_name = format!("Flood {chat}");
        let said = CustomerMessage {
            from: Customer { id: user, first_name, ..Customer::default() },
            content: json!({ "text": text }),
            manner: Manner { twice, flood: Some(id) },
            ..CustomerMessage::default()
        };
        // Counted in the same act, before anybody can acknowledge it.
        let spoken = telegram
            .act(|draft| {
                let spoken = say(draft, &order.token, said)?;
                if let Some(flood) = hold(&telegram.floods).get_mut(&id) {
                    flood.sent += u64::from(spoken.update_id.is_some());
                    flood.settle();
                }
                Ok(())
            })
            .await;
        let stopped = hold(&telegram.floods).get(&id).is_none_or(|flood| flood.stop);
        if spoken.is_err() || stopped || stop.has_changed().is_err() {
            return end(&telegram, id, "stopped");
        }
        if order.rate > 0.0 {
            let due = began + Duration::from_secs_f64((count + 1) as f64 / order.rate);
            tokio::select! {
                () = tokio::time::sleep_until(due) => {}
                _ = stop.changed() => return,
            }
        }
    }
    end(&telegram, id, "sent");
}

fn end(telegram: &Telegram, id: u64, state: &'static str) {
    if let Some(flood) = hold(&telegram.floods).get_mut(&id) {
        flood.state = state;
        flood.settle();
    }
}
