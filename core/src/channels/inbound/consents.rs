//! What customers agree to and withdraw, as channels tell it: newsletters above all.

use super::intake::person_of;
use crate::channels::{Channels, account::registry::Channel};
use crate::{
    contacts::{
        self, Consent, ConsentState,
        events::{ContactUpdated, EventContact},
    },
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    plugins::{Actor, Custom},
};
use serde::Deserialize;

/// The kind of custom events that tell a consent.
const CONSENT: &str = "consent";
const TOPIC_MAX: usize = 64;

/// The payload: `contact` is the person's external id, `thread` the conversation to say it in.
#[derive(Debug, Deserialize)]
struct ConsentPayload {
    contact: String,
    topic: String,
    state: ConsentState,
    #[serde(default)]
    at_ms: i64,
}

impl Channels {
    /// Keeps what a person agreed to or withdrew, if a custom event tells that. An older one than what
    /// is known changes nothing.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn take_consent(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        custom: &Custom,
        now: i64,
    ) -> DbResult<()> {
        if custom.kind != CONSENT {
            return Ok(());
        }
        let told: ConsentPayload = match serde_json::from_slice(&custom.payload) {
            Ok(told) => told,
            Err(error) => {
                let text = format!("A consent was told in a form that is none: {error}.");
                return self.note(tx, channel, "warn", "consent", &text).await;
            }
        };
        let row = &channel.row;
        let is_mail = channel.plugin.as_ref().is_some_and(|plugin| plugin.manifest.mail.is_some());
        let from = Actor { external_id: told.contact, display_name: None, attrs: vec![] };
        let person = person_of(&from, is_mail, row.id);
        let known = contacts::resolve(tx, &self.ids, row.client_id, now, &person).await?;
        let found = contacts::of_identity(tx, row.client_id, &person.scope, &person.external_id);
        let Some((identity_id, _)) = found.await? else { return Ok(()) };
        let consent = Consent {
            identity_id,
            channel_id: row.id,
            topic: told.topic.trim().chars().take(TOPIC_MAX).collect(),
            state: told.state,
            told_at: if told.at_ms > 0 { told.at_ms } else { now },
        };
        if contacts::keep_consent(tx, row.client_id, &consent).await?
            && let Some(card) = contacts::card(tx, row.client_id, known.contact.id).await?
        {
            let card = contacts::view(&self.keys, row.client_id, &card, now);
            let data = ContactUpdated { contact: EventContact { card, salutation: None } };
            tx.announce(NewEvent::new(row.client_id, Audience::everyone(), &data, now));
        }
        Ok(())
    }
}
