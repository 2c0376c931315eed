//! The queue: first come, first served; taking a visitor is atomic.

use super::{Livechat, acts::Form, model::VisitState, store};
use crate::{
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
    realtime::{Scope, frame},
    tickets::Viewer,
};
use serde_json::{Value, json};

/// Visitors that agents' lists show; the count says how many wait in all.
const SHOWN: i64 = 200;

impl Livechat {
    /// Puts a visitor into the queue and gives the number.
    pub(super) async fn join_queue(&self, row: &store::Row, form: &Form) -> Result<usize, Problem> {
        match VisitState::parse(&row.state) {
            VisitState::New | VisitState::Queued => {}
            VisitState::Accepted => return Ok(0),
            _ => return Err(Problem::new(Code::Conflict, "This link has been used.")),
        }
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        if !form.name.is_empty() || !form.des.is_empty() {
            self.describe(&mut tx, row, form).await?;
        }
        store::enqueue(&mut tx, row.client_id, row.id, now).await?;
        let queue = self.announce_queue(&mut tx, row.client_id, now).await?;
        tx.commit().await?;
        Ok(queue.iter().position(|id| *id == row.id).map_or(0, |at| at + 1))
    }

    /// Announces the queue to agents and gives its session ids in order.
    async fn announce_queue(&self, tx: &mut Tx, client_id: i64, now: i64) -> DbResult<Vec<i64>> {
        let rows = store::queue(tx, client_id, SHOWN).await?;
        tx.announce(NewEvent {
            client_id,
            name: "liveChatQueue",
            ticket_id: None,
            audience: Audience { everyone: true, admins: true, ..Audience::default() },
            data: queue_view(&rows),
            at_ms: now,
        });
        Ok(rows.iter().map(|row| row.id).collect())
    }

    /// The queue as agents see it.
    pub async fn queue(&self, client_id: i64) -> Result<Value, Problem> {
        let mut conn = self.db.read().await?;
        Ok(queue_view(&store::queue(&mut conn, client_id, SHOWN).await?))
    }

    /// Tells waiting visitors their new numbers. Numbers are not stored: a page that was away asks
    /// again by joining again.
    async fn tell_numbers(&self, client_id: i64, queue: &[i64]) {
        for (at, session) in queue.iter().enumerate() {
            let text = frame("queueNumber", &json!({ "count": at + 1 }));
            self.hub.pass(client_id, Scope::Visitor(*session), text).await;
        }
    }

    pub(super) async fn leave_queue(&self, client_id: i64, session: i64) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        if store::leave_queue(&mut tx, client_id, session).await? == 0 {
            return Ok(());
        }
        let queue = self.announce_queue(&mut tx, client_id, now).await?;
        tx.commit().await?;
        self.tell_numbers(client_id, &queue).await;
        Ok(())
    }

    /// An agent takes a visitor: the named one, or the first.
    ///
    /// # Errors
    /// `conflict` when the queue is empty or another agent was faster.
    pub async fn accept(&self, viewer: &Viewer, session: Option<i64>) -> Result<Value, Problem> {
        let now = self.clock.now_ms();
        let client_id = viewer.client_id;
        let mut tx = self.db.begin().await?;
        let waiting: Vec<i64> = match session {
            Some(id) => vec![id],
            None => store::queue(&mut tx, client_id, 20).await?.iter().map(|r| r.id).collect(),
        };
        let mut taken = None;
        for id in &waiting {
            if store::accept(&mut tx, client_id, *id, viewer.user_id, now).await? {
                taken = Some(*id);
                break;
            }
        }
        let Some(id) = taken else {
            let text = if session.is_some() {
                "Another agent has taken this visitor, or the visitor has left."
            } else {
                "Nobody is waiting."
            };
            return Err(Problem::new(Code::Conflict, text));
        };
        let agent = store::agent(&mut tx, client_id, viewer.user_id).await?;
        let (_, name, photo) = agent.unwrap_or_default();
        tx.announce(NewEvent {
            client_id,
            name: "queueAccepted",
            ticket_id: None,
            audience: Audience::visitor(id),
            data: json!({ "name": name, "photo": photo }),
            at_ms: now,
        });
        let queue = self.announce_queue(&mut tx, client_id, now).await?;
        tx.commit().await?;
        self.tell_numbers(client_id, &queue).await;
        Ok(json!({ "session": id, "ticket_id": null }))
    }

    /// A visitor's socket opened or closed on this node.
    pub async fn visitor_seen(&self, client_id: i64, session: i64, open: bool) {
        let gone = {
            let mut visitors = self.0.visitors.lock();
            let entry = visitors.entry(session).or_insert((client_id, 0));
            if open {
                entry.1 += 1;
                false
            } else {
                entry.1 = entry.1.saturating_sub(1);
                let gone = entry.1 == 0;
                if gone {
                    visitors.remove(&session);
                }
                gone
            }
        };
        if gone && let Err(error) = self.leave_queue(client_id, session).await {
            tracing::warn!(error = %error, "a visitor who left still stands in the queue");
        }
    }

    /// The visit behind a socket.
    pub(super) async fn visit_row(
        &self,
        client_id: i64,
        session: i64,
    ) -> Result<store::Row, Problem> {
        let mut conn = self.db.read().await?;
        store::by_id(&mut conn, client_id, session).await?.ok_or_else(Problem::not_found)
    }
}

fn queue_view(rows: &[store::Row]) -> Value {
    let queue: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            json!({
                "session": row.id,
                "name": row.name,
                "message": row.message.chars().take(200).collect::<String>(),
                "waiting_since_ms": row.queued_at,
                "number": at + 1,
                "channel_id": row.channel_id,
            })
        })
        .collect();
    json!({ "count": queue.len(), "queue": queue })
}
