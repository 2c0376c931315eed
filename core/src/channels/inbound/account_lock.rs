//! The transaction of a batch, and whose turn it is with the account.
//!
//! A batch of one message needs one contact and one ticket, in the order that everybody keeps. One
//! with several would take them in an order of its own, and so wait for another that has one and
//! needs the other, a deadlock: on PostgreSQL both stand for a second until one is thrown out. So a
//! batch that leads to several places has the account for itself and takes hold of all that is there
//! before it begins; those with one place go on beside each other.

use super::intake::person_of;
use crate::channels::{Channels, account::registry::Channel};
use crate::{
    contacts,
    db::{DbResult, Tx, dialect},
    plugins::{Actor, Batch, Event},
    tickets::{self, BatchTargets},
};

/// Keeps the keys of turns apart from other advisory locks: "PB" and the account's id.
const TURNS: i64 = 0x5042 << 48;

impl Channels {
    /// Begins the transaction in which a batch is taken. What else the transaction writes comes after
    /// this.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn begin_batch(
        &self,
        channel: &Channel,
        batch: &Batch,
    ) -> DbResult<Tx> {
        let mut tx = self.db.begin().await?;
        if batch.events.is_empty() || dialect::writes_alone(&mut tx) {
            return Ok(tx);
        }
        let row = &channel.row;
        let several = leads_to_several(&batch.events);
        dialect::take_turn(&mut tx, TURNS | row.id, several).await?;
        self.lock_sends_told_of(&mut tx, channel, &batch.events).await?;
        if several {
            let places = self.places(&mut tx, channel, &batch.events).await?;
            tickets::hold_places(&mut tx, row.client_id, row.id, &places).await?;
        }
        Ok(tx)
    }

    async fn places(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        events: &[Event],
    ) -> DbResult<BatchTargets> {
        let client_id = channel.row.client_id;
        let is_mail = channel.plugin.as_ref().is_some_and(|plugin| plugin.manifest.mail.is_some());
        let mut places = BatchTargets::default();
        for event in events {
            let EventTarget { thread, message, from } = place_of(event);
            places.threads.extend(thread.map(str::to_owned));
            places.messages.extend(message.map(str::to_owned));
            if let Some(from) = from {
                let person = person_of(from, is_mail, channel.row.id);
                places.contacts.extend(contacts::known(tx, client_id, &person).await?);
            }
        }
        Ok(places)
    }
}

/// The conversation or the message that an event is about, and who may be new with it.
#[derive(PartialEq, Eq)]
struct EventTarget<'a> {
    thread: Option<&'a str>,
    message: Option<&'a str>,
    from: Option<&'a Actor>,
}

fn place_of(event: &Event) -> EventTarget<'_> {
    let (thread, message, from) = match event {
        Event::Message(one) => (Some(&one.thread), None, Some(&one.from)),
        Event::Call(one) => (Some(&one.thread), None, Some(&one.from)),
        Event::Signal(one) => (Some(&one.thread), None, None),
        Event::Receipt(one) => (None, Some(&one.external_id), None),
        Event::Edit(one) => (None, Some(&one.external_id), None),
        Event::Reaction(one) => (None, Some(&one.external_id), None),
        Event::Custom(_) => (None, None, None),
    };
    EventTarget { thread: thread.map(String::as_str), message: message.map(String::as_str), from }
}

fn leads_to_several(events: &[Event]) -> bool {
    let mut places = events.iter().map(place_of);
    let first = places.next();
    places.any(|place| Some(&place) != first.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::{Receipt, Signal};

    fn receipt(id: &str) -> Event {
        Event::Receipt(Receipt {
            external_id: id.into(),
            status: "read".into(),
            code: None,
            at_ms: 1,
        })
    }

    #[test]
    fn a_batch_of_one_place_needs_no_account_for_itself() {
        assert!(!leads_to_several(&[]));
        assert!(!leads_to_several(&[receipt("a")]));
        assert!(!leads_to_several(&[receipt("a"), receipt("a")]));
        assert!(leads_to_several(&[receipt("a"), receipt("b")]));
        let signal = Event::Signal(Signal { thread: "a".into(), kind: "read".into() });
        assert!(leads_to_several(&[receipt("a"), signal]));
    }
}
