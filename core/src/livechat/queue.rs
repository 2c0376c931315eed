//! The queue: first come, first served; taking a visitor is atomic.

use super::{
    Livechat,
    acts::Form,
    api::{QueueAccepted, QueueNumber},
    model::VisitState,
    store,
};
use crate::{
    db::{Conn, DbError, DbResult, Tx},
    events::{Audience, EventData as _, NewEvent},
    http::{Code, Problem},
    realtime::{Scope, frame_of},
    tickets::Viewer,
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A place in the queue: since when, and the visit's session. The smaller one is nearer to the front.
pub type QueuePlace = (i64, i64);

/// Visitors that agents' lists show; the count says how many wait in all.
const SHOWN: i64 = 200;

/// A visitor who waits, as agents see them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueuedVisitor {
    session: i64,
    name: String,
    message: String,
    waiting_since_ms: i64,
    number: i64,
    channel_id: i64,
    /// The page of the site whose widget the visitor opened; empty for a link.
    page_url: String,
    page_title: String,
    /// Whether the site's server says who it is.
    verified: bool,
}

/// The queue: the first 200 of it, and how many wait in all.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LivechatQueue {
    count: i64,
    queue: Vec<QueuedVisitor>,
}

/// What the socket tells of the queue: the whole of it to who asks, else what changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum LiveChatQueue {
    Whole(LivechatQueue),
    Change(QueueChange),
}

/// What became of one place.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueueChange {
    /// How many wait now.
    count: i64,
    session: i64,
    change: QueueChangeKind,
    /// Who waits from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = QueuedVisitor, required = false)]
    visitor: Option<QueuedVisitor>,
}

/// What became of a place in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum QueueChangeKind {
    Joined,
    Left,
    Taken,
}

impl Livechat {
    /// Puts a visitor into the queue and gives the number. Somebody who waits already keeps the place,
    /// and nothing is written or told.
    pub(super) async fn join_queue(
        &self,
        row: &store::Row,
        form: &Form,
        network: &str,
    ) -> Result<i64, Problem> {
        match VisitState::parse(&row.state) {
            VisitState::New => {}
            VisitState::Queued => return self.place_of(row).await,
            VisitState::Accepted => return Ok(0),
            _ => return Err(Problem::new(Code::Conflict, "This link has been used.")),
        }
        let now = self.clock.now_ms();
        let key = self.network_key(network);
        let mut tx = self.db.begin().await?;
        self.room_to_wait(&mut tx, row, &key).await?;
        if !form.name.is_empty() || !form.des.is_empty() {
            self.describe(&mut tx, row, form).await?;
        }
        let joined = store::enqueue(&mut tx, row.client_id, row.id, &key, now).await? == 1;
        let row = store::by_id(&mut tx, row.client_id, row.id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        if joined {
            self.announce_queue(&mut tx, &row, QueueChangeKind::Joined, now).await?;
        }
        tx.commit().await?;
        self.place_of(&row).await
    }

    async fn place_of(&self, row: &store::Row) -> Result<i64, Problem> {
        let mut conn = self.db.read().await?;
        let at = (row.queued_at.unwrap_or_default(), row.id);
        Ok(store::place(&mut conn, row.client_id, at).await?)
    }

    /// Where a visit stands in the queue, as events of its page: who was taken, or has another number, while
    /// the page did not listen yet would wait for ever. Nothing where there is nothing to wait for.
    pub async fn standing(&self, client_id: i64, session: i64) -> Vec<(&'static str, Value)> {
        let standing = async {
            let mut conn = self.db.read().await?;
            let row = store::by_id(&mut conn, client_id, session).await?;
            let Some(row) = row else { return Ok(vec![]) };
            Ok::<_, DbError>(match (VisitState::parse(&row.state), row.agent_id) {
                (VisitState::Queued, _) => {
                    let at = (row.queued_at.unwrap_or_default(), session);
                    let count = store::place(&mut conn, client_id, at).await?;
                    vec![(QueueNumber::NAME, json!(QueueNumber { count }))]
                }
                (VisitState::Accepted, Some(agent_id)) => {
                    let accepted = accepted_by(&mut conn, client_id, agent_id).await?;
                    vec![(QueueAccepted::NAME, json!(accepted))]
                }
                _ => vec![],
            })
        };
        standing.await.unwrap_or_else(|error| {
            tracing::warn!(error = %error, "a visitor was not told where they stand");
            vec![]
        })
    }

    /// Announces to agents what became of a visit's place: the whole queue they fetch.
    async fn announce_queue(
        &self,
        tx: &mut Tx,
        row: &store::Row,
        change: QueueChangeKind,
        now: i64,
    ) -> DbResult<()> {
        let count = store::waiting(tx, row.client_id, row.channel_id, "").await?.client;
        let visitor = matches!(change, QueueChangeKind::Joined).then(|| shown(row, count));
        let data = QueueChange { count, session: row.id, change, visitor };
        let audience = Audience { everyone: true, admins: true, ..Audience::default() };
        tx.announce(NewEvent::new(row.client_id, audience, &LiveChatQueue::Change(data), now));
        Ok(())
    }

    /// The queue as agents see it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn queue(&self, client_id: i64) -> Result<LivechatQueue, Problem> {
        let mut conn = self.db.read().await?;
        let rows = store::queue(&mut conn, client_id, SHOWN).await?;
        let count = store::waiting(&mut conn, client_id, 0, "").await?.client;
        let queue = (1..).zip(&rows).map(|(number, row)| shown(row, number)).collect();
        Ok(LivechatQueue { count, queue })
    }

    /// Tells those who wait behind a place that is free now their new numbers. Numbers are not stored:
    /// a page that was away asks again by joining again.
    ///
    /// # Errors
    /// What the database said.
    pub async fn tell_numbers(&self, client_id: i64, place: QueuePlace) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let before = store::place(&mut conn, client_id, place).await?;
        let behind = store::behind(&mut conn, client_id, place, SHOWN).await?;
        drop(conn);
        for (number, (session,)) in (before + 1..).zip(behind) {
            let text = frame_of(&QueueNumber { count: number });
            self.hub.pass(client_id, Scope::Visitor(session), text).await;
        }
        Ok(())
    }

    pub(super) async fn leave_queue(&self, client_id: i64, session: i64) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let Some(row) = store::by_id(&mut tx, client_id, session).await? else { return Ok(()) };
        if store::leave_queue(&mut tx, client_id, session).await? == 0 {
            return Ok(());
        }
        self.announce_queue(&mut tx, &row, QueueChangeKind::Left, now).await?;
        tx.commit().await?;
        self.tell_numbers(client_id, (row.queued_at.unwrap_or_default(), session)).await
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
        for id in waiting {
            if let Some(place) = self.take(&mut tx, (client_id, id), viewer.user_id, now).await? {
                tx.commit().await?;
                self.tell_numbers(client_id, place).await?;
                return Ok(json!({ "session": id, "ticket_id": null }));
            }
        }
        let text = if session.is_some() {
            "Another agent has taken this visitor, or the visitor has left."
        } else {
            "Nobody is waiting."
        };
        Err(Problem::new(Code::Conflict, text))
    }

    /// Gives a visitor who waits to an agent, and tells both sides. None when another agent was faster or
    /// the visitor has left; else the place in the queue that is free once this is committed, for
    /// [`Self::tell_numbers`].
    ///
    /// # Errors
    /// What the database said.
    pub async fn take(
        &self,
        tx: &mut Tx,
        (client_id, session): (i64, i64),
        user_id: i64,
        now: i64,
    ) -> DbResult<Option<QueuePlace>> {
        if !store::accept(tx, client_id, session, user_id, now).await? {
            return Ok(None);
        }
        let data = accepted_by(tx, client_id, user_id).await?;
        tx.announce(NewEvent::new(client_id, Audience::visitor(session), &data, now));
        let Some(row) = store::by_id(tx, client_id, session).await? else { return Ok(None) };
        self.announce_queue(tx, &row, QueueChangeKind::Taken, now).await?;
        Ok(Some((row.queued_at.unwrap_or_default(), session)))
    }

    /// Sockets of a visit on this node.
    pub(super) fn windows_of(&self, session: i64) -> usize {
        self.0.visitors.lock().get(&session).map_or(0, |(_, count)| *count)
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

/// What a visitor is told of the agent who took them.
async fn accepted_by(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<QueueAccepted> {
    let (_, name, photo) = store::agent(conn, client_id, user_id).await?.unwrap_or_default();
    Ok(QueueAccepted { name, photo })
}

fn shown(row: &store::Row, number: i64) -> QueuedVisitor {
    QueuedVisitor {
        session: row.id,
        name: row.name.clone(),
        message: row.message.chars().take(200).collect(),
        waiting_since_ms: row.queued_at.unwrap_or_default(),
        number,
        channel_id: row.channel_id,
        page_url: row.page_url.clone(),
        page_title: row.page_title.clone(),
        verified: row.identity.is_some(),
    }
}
