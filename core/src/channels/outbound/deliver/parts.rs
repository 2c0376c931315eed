//! A message in parts: which one is next, and what is known once the provider took it.

use super::Channels;
use crate::{
    channels::{
        account::registry::Channel,
        store::{Leased, Progress},
    },
    plugins::{
        Account, CallError, CallReport, Called, Detail, Failure, OutgoingMessage, PartPosition,
        Sent, SentPart, manifest::Interface,
    },
};

/// The most parts of one message.
const PARTS_MAX: u32 = 100;

impl Channels {
    /// Sends what comes next of a message: the whole, or for a plugin with `outbound-parts` the part
    /// that is missing.
    pub(in crate::channels::outbound::deliver) async fn call_plugin(
        &self,
        channel: &Channel,
        account: &Account,
        delivery: &Leased,
        message: &OutgoingMessage,
    ) -> (Result<SentPart, CallError>, CallReport) {
        let plugin = channel.plugin.as_ref();
        if !plugin.is_some_and(|plugin| plugin.manifest.offers(Interface::OutboundParts)) {
            let Called { result, report } = self.host.send(account, message).await;
            return (result.map(whole), report);
        }
        let position = delivery.progress.position();
        let Called { result, report } = self.host.send_part(account, message, &position).await;
        (result.and_then(within_bounds), report)
    }
}

/// A message that is sent in one request is its only part.
pub(in crate::channels::outbound::deliver) fn whole(sent: Sent) -> SentPart {
    SentPart { external_ids: sent.external_ids, of: 1, status: sent.status, batch: sent.batch }
}

fn within_bounds(part: SentPart) -> Result<SentPart, CallError> {
    if part.of <= PARTS_MAX {
        return Ok(part);
    }
    let text = format!(
        "The plugin says that this message has {} parts; {PARTS_MAX} is the most.",
        part.of
    );
    Err(CallError::Failure(Failure::Permanent(Detail::new("plugin.parts", text))))
}

impl Leased {
    /// Which attempt this is of the part that is being sent.
    pub(in crate::channels) fn part_attempt(&self) -> i64 {
        self.attempt - self.progress.parts_attempts
    }

    /// What is known once the provider took the next part.
    pub(in crate::channels::outbound::deliver) fn after(&self, part: &SentPart) -> Progress {
        let parts_sent = self.progress.parts_sent + 1;
        let mut ids = self.progress.external_ids();
        ids.extend(part.external_ids.iter().cloned());
        Progress {
            parts_sent,
            parts_total: i64::from(part.of).max(parts_sent),
            // The part that follows in the same attempt has had none.
            parts_attempts: self.attempt - 1,
            parts_external_ids: serde_json::to_string(&ids).unwrap_or_default(),
        }
    }
}

impl Progress {
    pub(in crate::channels::outbound::deliver) fn is_complete(&self) -> bool {
        self.parts_sent >= self.parts_total
    }

    /// The ids of the parts that were sent, in their order.
    pub(in crate::channels) fn external_ids(&self) -> Vec<String> {
        serde_json::from_str(&self.parts_external_ids).unwrap_or_default()
    }

    fn position(&self) -> PartPosition {
        let index = u32::try_from(self.parts_sent).unwrap_or(u32::MAX);
        PartPosition { index, external_ids: self.external_ids() }
    }

    /// Why a message did not leave, with how far it came before.
    pub(in crate::channels::outbound::deliver) fn told(&self, reason: &str) -> String {
        let Self { parts_sent: sent, parts_total: of, .. } = self;
        match sent {
            0 => reason.to_owned(),
            _ => format!(
                "{sent} of {of} parts of this message were sent; sending it again goes on with the \
                 rest. {reason}"
            ),
        }
    }
}
