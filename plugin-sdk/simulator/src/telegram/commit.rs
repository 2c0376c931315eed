//! One act = one set of changes: applied under the lock, written and synced, then announced.
use std::ops::Deref;
use std::sync::atomic::Ordering;

use serde_json::Value;

use super::Telegram;
use super::errors::ApiError;
use super::events::PhoneEvent;
use super::state::{Bot, Change, Chat, Customer, Pending, State, StoredMessage, Twice};
use crate::clock;

/// The state during one act. Changes are visible at once to the rest of the act.
pub struct Draft<'a> {
    state: &'a mut State,
    record: Vec<Change>,
    update_life_s: i64,
}

impl Deref for Draft<'_> {
    type Target = State;
    fn deref(&self) -> &State {
        self.state
    }
}

/// How an update is to be delivered.
#[derive(Debug, Clone, Copy, Default)]
pub struct Manner {
    /// Repeat it after it was taken.
    pub twice: Twice,
    /// The flood it is counted for.
    pub flood: Option<u64>,
}

impl Draft<'_> {
    /// Makes a change.
    pub fn change(&mut self, change: Change) {
        self.state.apply(change.clone());
        self.record.push(change);
    }

    /// The bot, or the error of an unknown token.
    pub fn bot(&self, token: &str) -> Result<&Bot, ApiError> {
        self.state.bots.get(token).ok_or_else(ApiError::unauthorized)
    }

    /// Puts or replaces a message.
    pub fn message(&mut self, token: &str, user: i64, message: StoredMessage) {
        let message = Box::new(message);
        self.change(Change::Message { token: token.into(), user, message });
    }

    /// Queues an update; `None` when the bot did not ask for that kind.
    pub fn update(
        &mut self,
        token: &str,
        queue: i64,
        update: (&str, Value),
        manner: Manner,
    ) -> Option<i64> {
        let (kind, body) = update;
        let bot = self.state.bots.get(token)?;
        if !bot.wants(kind) {
            return None;
        }
        let id = bot.next_update_id;
        let update = Box::new(Pending {
            id,
            kind: kind.into(),
            queue,
            body,
            expires_at: clock::now_s() + self.update_life_s,
            twice: manner.twice,
            flood: manner.flood,
        });
        self.change(Change::Update { token: token.into(), update });
        Some(id)
    }
}

impl State {
    /// The chat and the person, without asking whether the bot may write there.
    pub fn chat(&self, token: &str, user: i64) -> Option<(&Bot, &Chat, &Customer)> {
        let bot = self.bots.get(token)?;
        Some((bot, bot.chats.get(&user)?, self.customers.get(&user)?))
    }
}

impl Telegram {
    /// Runs one act and comes back when it is on disk. `work` must refuse before its first change.
    pub async fn act<T>(
        &self,
        work: impl FnOnce(&mut Draft<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let (outcome, batch) = {
            let mut state = self.state();
            let mut draft =
                Draft { state: &mut state, record: Vec::new(), update_life_s: self.update_life_s };
            let outcome = work(&mut draft);
            let record = draft.record;
            let batch = self.write(&record);
            self.announce(record);
            (outcome, batch)
        };
        if let (Some(journal), Some(batch)) = (&self.journal, batch)
            && !journal.synced(batch).await
        {
            return Err(ApiError {
                code: 500,
                description: "Internal Server Error: the simulator cannot write its journal".into(),
                retry_after: None,
            });
        }
        outcome
    }

    /// Makes one change that nobody waits for.
    pub fn note(&self, change: Change) {
        let mut state = self.state();
        state.apply(change.clone());
        let record = vec![change];
        self.write(&record);
        self.announce(record);
    }

    fn write(&self, record: &[Change]) -> Option<u64> {
        let journal = self.journal.as_ref().filter(|_| !record.is_empty())?;
        journal.append(record);
        Some(self.batches.fetch_add(1, Ordering::SeqCst) + 1)
    }

    fn announce(&self, record: Vec<Change>) {
        for change in record {
            if let Change::Update { token, .. } = &change {
                self.with_line(token, |line| line.arrived.send_modify(|count| *count += 1));
            }
            if let Some(event) = PhoneEvent::of(change) {
                // Without a phone page nobody listens, which is fine.
                let _ = self.phones.send(event);
            }
        }
    }
}
