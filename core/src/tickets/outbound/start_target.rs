//! With whom a conversation is started: the contact, their identity and the channel's thread.

use super::{
    carrier::{StartBy, Startable},
    start::Start,
    start_address::{email, phone},
};
use crate::tickets::{Tickets, model::Viewer, store};
use crate::{
    contacts::{self, Contact, Person, Typed},
    db::Tx,
    http::{Code, Problem},
};

/// With whom, and in what conversation of the channel.
pub(super) struct Target {
    pub contact: Contact,
    pub identity_id: Option<i64>,
    pub thread: String,
    /// The address of a letter.
    pub to: Option<String>,
}

impl Tickets {
    /// Finds whom the agent means, or makes the contact.
    pub(super) async fn target(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        start: &Start,
        channel: &Startable,
    ) -> Result<Target, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let picked = match start.contact_id {
            Some(id) => Some(
                contacts::name(tx, client_id, id)
                    .await?
                    .ok_or_else(|| Problem::field("contact_id", "There is no such contact."))?,
            ),
            None => None,
        };
        let scope = match channel.by {
            StartBy::Email => "email".to_owned(),
            StartBy::Phone(_) | StartBy::Known => format!("channel:{}", channel.id),
        };
        let given = start.address.trim();
        let (external_id, to) = match &channel.by {
            StartBy::Known => {
                let contact = picked.ok_or_else(|| {
                    Problem::field("contact_id", "Choose a contact who has written here before.")
                })?;
                let before = store::last_thread(tx, client_id, contact.id, channel.id).await?;
                let (thread, identity_id) = before.ok_or_else(|| {
                    let text = "This contact has not written on this channel yet, and it takes nothing before they do.";
                    Problem::field("contact_id", text)
                })?;
                return Ok(Target { contact, identity_id, thread, to: None });
            }
            StartBy::Email => {
                let known = picked.as_ref().map_or("", |contact| contact.email.as_str());
                let address = email(if given.is_empty() { known } else { given })
                    .map_err(|text| Problem::field("address", text))?;
                (contacts::address_key(&address), Some(address))
            }
            StartBy::Phone(form) => {
                let known = picked.as_ref().map_or("", |contact| contact.phone.as_str());
                let digits = phone(if given.is_empty() { known } else { given })
                    .map_err(|text| Problem::field("address", text))?;
                (form.replace("{digits}", &digits), None)
            }
        };
        let person = Person {
            scope,
            external_id: external_id.clone(),
            display: start.name.trim().to_owned(),
            email: to.clone().unwrap_or_default(),
            ..Person::default()
        };
        let known = contacts::known(tx, client_id, &person).await?;
        let contact = match (known, picked) {
            (Some(id), Some(picked)) if id != picked.id => {
                let other = contacts::name(tx, client_id, id).await?;
                let name = other.map(|other| other.name).unwrap_or_default();
                let text =
                    format!("This address is {name}'s. Choose that contact, or merge the two.");
                return Err(Problem::field("address", text));
            }
            (_, Some(picked)) => picked,
            (Some(id), None) => {
                contacts::name(tx, client_id, id).await?.ok_or_else(Problem::not_found)?
            }
            (None, None) => {
                let phone = if to.is_none() { external_id.as_str() } else { "" };
                let email = to.as_deref().unwrap_or_default();
                let name = if person.display.is_empty() { &external_id } else { &person.display };
                let typed = Typed { name, email, phone, language: "" };
                self.typed_contact(tx, client_id, &typed, now).await?
            }
        };
        store::hold_contact(tx, client_id, contact.id).await?;
        contacts::claim_identity(tx, client_id, contact.id, &person, now).await?;
        let owner =
            contacts::of_identity(tx, client_id, &person.scope, &person.external_id).await?;
        let identity_id = owner.map(|(id, _)| id);
        let thread = match to {
            // A letter has no conversation before it is answered.
            Some(_) => format!("start:{}", self.ids.token(20)),
            None => external_id,
        };
        Ok(Target { contact, identity_id, thread, to })
    }

    async fn typed_contact(
        &self,
        tx: &mut Tx,
        client_id: i64,
        typed: &Typed<'_>,
        now: i64,
    ) -> Result<Contact, Problem> {
        let is_number = |scope: &str| self.has_numbers(client_id, scope);
        Ok(contacts::enter(tx, &self.ids, client_id, now, typed, Some(&is_number)).await?)
    }

    /// Whoever wants no messages on a channel gets none that they did not ask for.
    pub(super) async fn obey_consents(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        target: &Target,
        channel: &Startable,
    ) -> Result<(), Problem> {
        let Some(identity) = target.identity_id else { return Ok(()) };
        if contacts::wants_nothing(tx, viewer.client_id, identity, channel.id).await? {
            let text = format!(
                "{} asked for no more messages by {}. Wait until they write.",
                target.contact.name, channel.name
            );
            return Err(Problem::new(Code::Conflict, text));
        }
        Ok(())
    }
}
