//! What a provider tells of messages that were sent: `sent`, `delivered`, `read` or `failed`.
//!
//! A provider may be quicker than its own answer: the receipt comes while the send has no external id
//! yet, or while parts of the message are left. Such a receipt waits in `early_receipts` until the send
//! is committed as a whole. Which of the two is
//! first is decided by the delivery's row: a send changes it before anything else
//! (`deliver.rs::settle`), and who has a receipt of an unknown message locks it before looking again.

use crate::channels::{Channels, account::registry::Channel, store};
use crate::{
    db::{DbResult, Tx, dialect},
    plugins::{Event, Receipt},
    tickets::{self, Hop, StateChange},
};
use serde::Deserialize;

/// The kind of custom events that are receipts with the provider's own words, which the record of a
/// receipt has no place for: `external_id`, `status`, `at_ms`, `code` and `message`.
const WITH_REASON: &str = "receipt";

/// The characters of a provider's words that are kept.
const REASON_MAX: usize = 500;

/// A receipt, and why in the provider's words.
pub(in crate::channels) struct ToldReceipt {
    pub receipt: Receipt,
    reason: Option<String>,
}

impl ToldReceipt {
    /// The receipt that an event tells, by itself or as a custom event.
    pub(in crate::channels) fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Receipt(receipt) => Some(Self { receipt: receipt.clone(), reason: None }),
            Event::Custom(custom) if custom.kind == WITH_REASON => {
                let told: ReceiptPayload = serde_json::from_slice(&custom.payload).ok()?;
                let reason = told.message.trim();
                let reason =
                    (!reason.is_empty()).then(|| reason.chars().take(REASON_MAX).collect());
                let receipt = Receipt {
                    external_id: told.external_id,
                    status: told.status,
                    at_ms: told.at_ms,
                    code: told.code,
                };
                Some(Self { receipt, reason })
            }
            _ => None,
        }
    }
}

/// The payload of a custom event that is a receipt.
#[derive(Deserialize)]
struct ReceiptPayload {
    external_id: String,
    status: String,
    #[serde(default)]
    at_ms: i64,
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    message: String,
}

impl Channels {
    /// Locks the account's sends where a batch has receipts of messages that are not known yet. Comes
    /// before the locks of tickets, as in a send's own transaction: otherwise the two deadlock.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn lock_sends_told_of(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        events: &[Event],
    ) -> DbResult<()> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        for event in events {
            let Some(told) = ToldReceipt::of(event) else { continue };
            let external_id = &told.receipt.external_id;
            let found = tickets::message_of_external(tx, client_id, id, external_id).await?;
            let settled = match found {
                Some((message_id, ..)) => !store::has_parts_left(tx, client_id, message_id).await?,
                None => false,
            };
            if !settled {
                return dialect::lock_sends(tx, client_id, id).await;
            }
        }
        Ok(())
    }

    /// Moves the message on, or keeps the receipt for a message that is being sent.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn take_receipt(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        told: &ToldReceipt,
        now: i64,
    ) -> DbResult<()> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let ToldReceipt { receipt, reason } = told;
        let state = state_of(&receipt.status);
        let why = (receipt.code.as_deref(), reason.as_deref());
        let found = tickets::message_of_external(tx, client_id, id, &receipt.external_id).await?;
        // A part of a message: what is told of it counts when the last part is sent.
        let parts_left = match &found {
            Some((message_id, ..)) => store::has_parts_left(tx, client_id, *message_id).await?,
            None => false,
        };
        let unknown = found.is_none() && store::has_open_sends(tx, client_id, id).await?;
        match found {
            _ if parts_left || unknown => {
                let what = (receipt.external_id.as_str(), state);
                let at = (receipt.at_ms, now);
                store::insert_early_receipt(tx, (client_id, id), what, why, at).await
            }
            Some((message_id, _, direction)) if direction == "out" => {
                tickets::change_state(tx, client_id, message_id, &change(state, why, now)).await?;
                Ok(())
            }
            _ => {
                let text = "A receipt named a message that this account never sent.";
                self.note(tx, channel, "warn", "receipt", text).await
            }
        }
    }

    /// Applies what came early for a message that has just been sent, by the ids of its parts. What
    /// failed comes last: a message of which a part did not arrive did not arrive.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn apply_early_receipts(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        message_id: i64,
        external_ids: &[String],
    ) -> DbResult<()> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let now = self.clock.now_ms();
        let mut early = vec![];
        for external_id in external_ids {
            early.extend(store::take_early_receipts(tx, client_id, id, external_id).await?);
        }
        early.sort_by_key(|receipt| receipt.state == "failed");
        for early in early {
            let why = (early.code.as_deref(), early.reason.as_deref());
            let change = change(state_of(&early.state), why, now);
            tickets::change_state(tx, client_id, message_id, &change).await?;
        }
        Ok(())
    }
}

fn state_of(status: &str) -> &'static str {
    match status {
        "delivered" => "delivered",
        "read" => "read",
        "failed" => "failed",
        _ => "sent",
    }
}

/// The change that a receipt leads to, with the code and the words of a failure.
fn change<'a>(
    state: &'static str,
    (code, reason): (Option<&'a str>, Option<&'a str>),
    now: i64,
) -> StateChange<'a> {
    let failed = state == "failed";
    let reason = reason.unwrap_or(tickets::NO_REASON);
    StateChange {
        state,
        error_code: failed.then_some(code.unwrap_or("provider.failed")),
        error_message: failed.then_some(reason),
        retry_at: None,
        hop: Hop {
            name: state.into(),
            at_ms: now,
            took_us: 0,
            detail: format!("the provider said so ({state})"),
        },
    }
}
