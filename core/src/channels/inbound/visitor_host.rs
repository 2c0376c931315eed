//! What the pipelines ask of the room that hosts visitors.

use crate::db::{DbResult, Tx};
use futures_util::future::BoxFuture;

/// A visit, as the pipeline needs it.
#[derive(Clone, Debug)]
pub struct Visit {
    pub session_id: i64,
    /// The agent who took the visitor from the queue.
    pub agent: Option<(i64, String)>,
}

/// Hosts visitors of channels that open live chats.
pub trait GuestRoom: Send + Sync {
    /// The visit behind a thread of this account; another account's is none.
    fn visit<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        channel_id: i64,
        thread: &'a str,
    ) -> BoxFuture<'a, DbResult<Option<Visit>>>;

    /// The visit has a ticket now.
    fn ticketed<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        session_id: i64,
        ticket_id: i64,
    ) -> BoxFuture<'a, DbResult<()>>;

    /// The visitor said something: the ticket and the message.
    fn wrote<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        session_id: i64,
        message: (i64, i64),
    ) -> BoxFuture<'a, DbResult<()>>;

    /// The plugin said something that only this room understands, such as `livechat.ended`.
    fn custom<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        channel_id: i64,
        kind: &'a str,
        payload: &'a [u8],
    ) -> BoxFuture<'a, DbResult<()>>;
}
