//! Tells the customer that an agent types or has read. Best effort, never retried.

use crate::channels::{Channels, store};
use crate::plugins::{Interface, PresenceSignal};

/// What to tell.
#[derive(Clone, Debug)]
pub struct Tell {
    pub client_id: i64,
    pub ticket_id: i64,
    pub channel_id: i64,
    pub thread: String,
    pub contact_id: Option<i64>,
    /// `typing`, `stopped` or `read`.
    pub kind: &'static str,
    pub agent_name: String,
}

impl Channels {
    /// Sends a signal where the channel has such a thing.
    pub async fn tell(&self, tell: Tell) {
        let Some(channel) = self.registry.of_client(tell.client_id, tell.channel_id) else {
            return;
        };
        let Some(plugin) = &channel.plugin else { return };
        let send = &plugin.manifest.send;
        let wanted = if tell.kind == "read" { send.read } else { send.typing };
        let now = self.clock.now_ms();
        if !wanted || !plugin.manifest.offers(Interface::Presence) || channel.breaker.is_open(now) {
            return;
        }
        let recipient = match (tell.contact_id, self.db.read().await) {
            (Some(contact), Ok(mut conn)) => {
                let scope = store::contact_scope(plugin.manifest.mail.is_some(), channel.row.id);
                let of = (contact, tell.ticket_id);
                store::recipient(&mut conn, tell.client_id, of, &scope).await.ok().flatten()
            }
            _ => None,
        };
        let signal = PresenceSignal {
            thread: tell.thread,
            recipient: recipient.unwrap_or_default(),
            kind: tell.kind.to_owned(),
            agent_name: tell.agent_name,
        };
        let called = self.host.notify(&self.account(&channel), &signal).await;
        let Ok(batch) = called.result else { return };
        // Frames for a visitor's page pass through the hub only: typing is never stored.
        for frame in &batch.visitor {
            // The plugin was told of this one visitor and may tell nobody else.
            if frame.session == signal.thread
                && let Ok(session) = frame.session.parse()
            {
                let data = serde_json::from_str(&frame.data).unwrap_or_default();
                let text = crate::realtime::frame(&frame.name, &data);
                let scope = crate::realtime::Scope::Visitor(session);
                self.hub.pass(tell.client_id, scope, text).await;
            }
        }
    }
}
