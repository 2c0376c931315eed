//! Who takes messages out. Tickets states what it needs; another room provides it.

use super::model::SendRules;
use crate::db::{DbResult, Tx};
use futures_util::future::BoxFuture;

/// A message that was stored as queued.
#[derive(Clone, Debug)]
pub struct Outgoing {
    pub client_id: i64,
    pub channel_id: i64,
    pub ticket_id: i64,
    pub message_id: i64,
    pub thread: String,
    pub at_ms: i64,
}

/// Takes messages over, and knows what may be sent.
pub trait Carrier: Send + Sync {
    /// What may be sent over this account.
    fn rules(&self, client_id: i64, channel_id: i64) -> SendRules;

    /// The account's name, for people.
    fn account_name(&self, client_id: i64, channel_id: i64) -> String;

    /// What customers' ids on this account are: `phone`, `email`, `username` or `opaque`.
    fn identity_kind(&self, client_id: i64, channel_id: i64) -> &'static str;

    /// Takes a queued message over, in the transaction that stored it.
    fn queued<'a>(&'a self, tx: &'a mut Tx, message: &'a Outgoing) -> BoxFuture<'a, DbResult<()>>;
}
