//! What every provider but Telegram shares: accounts, customers, chats, files, and the phones that
//! show them. How a happening is told to the business is each provider's own.
pub mod control;
mod events;
pub mod happening;
pub mod intake;
pub mod model;
pub mod outgo;

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::clock::Dice;
use crate::telegram::faults::Faults;
use events::PhoneEvent;
pub use happening::{Happening, Manner};
pub use intake::NewFile;
use model::{Account, State};
pub use outgo::{Outgoing, Refusal};

/// What has an id of the provider's own making.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdKind {
    Message,
    Chat,
    File,
    Event,
}

/// One simulated network.
pub struct Network {
    state: Mutex<State>,
    phones: broadcast::Sender<PhoneEvent>,
    pub faults: Mutex<Faults>,
    pub dice: Dice,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            phones: broadcast::channel(4096).0,
            faults: Mutex::default(),
            dice: Dice::new(),
        }
    }
}

impl Network {
    pub fn state(&self) -> MutexGuard<'_, State> {
        hold(&self.state)
    }

    /// Tells open phones something; `None` concerns every account.
    pub fn show(&self, account: Option<&str>, data: Value) {
        // Nobody may be looking.
        let _ = self.phones.send(PhoneEvent { account: account.map(str::to_owned), data });
    }

    /// Shows a message as it is now.
    pub fn show_message(&self, account: &str, user: i64, n: i64) {
        let shown = {
            let state = self.state();
            let message = state.chat(account, user).and_then(|chat| chat.messages.get(&n));
            message.map(model::Message::shown)
        };
        if let Some(message) = shown {
            self.show(
                Some(account),
                json!({ "type": "message", "user": user, "message": message }),
            );
        }
    }

    /// The business took the event: the tick on the phone changes.
    pub fn taken(&self, account: &str, user: i64, event: i64) {
        if let Some(chat) = self.state().chat_mut(account, user) {
            for message in chat.messages.values_mut().filter(|message| message.event == event) {
                message.taken = true;
            }
        }
        self.show(Some(account), json!({ "type": "done", "ids": [event] }));
    }
}

/// How a provider presents itself to the index, the phone and scripts.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Card {
    pub id: String,
    pub name: String,
    pub colour: String,
    /// Path of its API on this simulator.
    pub api: String,
    /// What a customer can do on the phone: `photo`, `file`, `edit`, `unsend`, `react`, `typing`,
    /// `subject`.
    pub can: Vec<&'static str>,
    /// Which of `token`, `secret` and `webhook` an account of it has.
    pub setup: Vec<&'static str>,
}

/// A provider other than Telegram.
pub trait Provider: Send + Sync + 'static {
    fn network(&self) -> &Network;
    fn card(&self) -> Card;
    /// The id of the `n`th thing.
    fn id_of(&self, thing: IdKind, n: i64, at_ms: i64) -> String;
    /// The id of a customer.
    fn user_id(&self, user: i64) -> String;
    /// Tells the business, by webhook or gateway.
    fn tell(&self, happening: Happening, manner: Manner);
    /// An account appeared, changed or went.
    fn account_changed(&self, key: &str);
    /// A customer blocked the account, or let it in again.
    fn blocked(&self, _account: &str, _user: i64, _blocked: bool) {}
    /// Orders of the control API that only this provider knows.
    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>>;
    /// Answers of the control API that only this provider knows.
    fn look(&self, what: &str) -> Option<Value>;
    /// The settings with which the plugin of the same id connects an account, where the desk brings
    /// one; the simulator stands at `root`.
    fn join(&self, _account: &Account, _root: &str) -> Option<Value> {
        None
    }
    /// The order by which a demo's first customer gets in touch; it takes what `messages` takes.
    fn greeted_by(&self) -> &'static str {
        "messages"
    }
    /// Where it listens besides the simulator's own address.
    fn reaches(&self) -> Vec<std::net::SocketAddr> {
        Vec::new()
    }
    /// Whether somebody has to tell it the webhook's address, as no plugin does.
    fn is_told(&self) -> bool {
        false
    }
}

/// Locks even after a panic elsewhere: a test that failed must not make the next one fail as well.
pub fn hold<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
