//! Chats end with their tickets: whoever closes a ticket, by hand or by a rule, ends its chat.

use super::{Livechat, store};
use crate::db::DbResult;
use std::{collections::HashSet, time::Duration};
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio_util::sync::CancellationToken;

/// The fallback when a wake-up call was missed.
const POLL: Duration = Duration::from_secs(5);
/// What comes in a row is looked at together.
const GATHER: Duration = Duration::from_millis(50);

impl Livechat {
    /// Ends the chats of tickets that were closed, until told to stop.
    pub async fn follow_closings(self, stop: CancellationToken) {
        let mut woken = self.db.wake().watch_events();
        loop {
            // None stands for all clients.
            let first = tokio::select! {
                () = stop.cancelled() => return,
                client = woken.recv() => match client {
                    Ok(0) | Err(RecvError::Lagged(_)) => None,
                    Ok(client) => Some(client),
                    Err(RecvError::Closed) => return,
                },
                () = tokio::time::sleep(POLL) => None,
            };
            tokio::time::sleep(GATHER).await;
            let mut clients: HashSet<i64> = first.into_iter().collect();
            let mut all = first.is_none();
            loop {
                match woken.try_recv() {
                    Ok(0) | Err(TryRecvError::Lagged(_)) => all = true,
                    Ok(client) => {
                        clients.insert(client);
                    }
                    Err(TryRecvError::Empty | TryRecvError::Closed) => break,
                }
            }
            if let Err(error) = self.end_closed(all, &clients).await {
                tracing::warn!(error = %error, "chats of closed tickets were not ended");
            }
        }
    }

    async fn end_closed(&self, all: bool, clients: &HashSet<i64>) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let mut found = vec![];
        if all {
            found = store::closed_with_ticket_across_clients(&mut conn).await?;
        } else {
            for client_id in clients {
                found.extend(store::closed_with_ticket(&mut conn, *client_id).await?);
            }
        }
        drop(conn);
        for (client_id, session, _) in found {
            let mut tx = self.db.begin().await?;
            let text = "The chat ended with its ticket.";
            if self.close(&mut tx, client_id, session, text).await? {
                tx.commit().await?;
            }
        }
        Ok(())
    }
}
