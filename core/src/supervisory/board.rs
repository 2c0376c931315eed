//! A supervisor reads the board.

use super::{
    Supervisory,
    model::{
        AgentReadings, SupervisedAgent, SupervisedChannel, SupervisedChats, SupervisedCount,
        SupervisedTickets, SupervisoryBoard, WaitingVisitors, by_need, chats_by_user,
    },
};
use crate::{
    accounts::{self, Caller, Permission},
    db::{Conn, DbResult},
    http::Problem,
    livechat, routing,
    tickets::{self, Filter, FilterQuery, Status, Viewer, may_see, numbers},
};

/// Live chats that are read, and of these that are shown.
const CHATS_READ: i64 = 500;
const CHATS_SHOWN: usize = 200;

impl Supervisory {
    /// The desk at this moment, for who may see reports.
    ///
    /// # Errors
    /// `forbidden` without the permission; `unavailable`.
    pub async fn board(&self, caller: &Caller) -> Result<SupervisoryBoard, Problem> {
        caller.require(Permission::ViewReport)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut conn = self.db.read().await?;
        let (running, mut chats) = livechat::running(&mut conn, client_id, CHATS_READ).await?;
        let (waiting, oldest_at) = livechat::waiting(&mut conn, client_id).await?;
        let (queues, loads) = routing::loads(&mut conn, client_id, now).await?;
        let readings = AgentReadings {
            statuses: self.presence.current(&mut conn, client_id).await?,
            loads,
            open_tickets: tickets::open_by_user(&mut conn, client_id).await?.into_iter().collect(),
            chats: chats_by_user(&chats),
        };
        let people = accounts::agents(&mut conn, client_id, &[]).await?;
        drop(conn);
        let viewer = Viewer::from(caller);
        chats.retain(|chat| may_see(&viewer, &numbers(&chat.assignee_ids)));
        by_need(&mut chats);
        chats.truncate(CHATS_SHOWN);
        let line = |row: &accounts::AgentRow| readings.agent((row.id, &row.username, &row.name));
        Ok(SupervisoryBoard {
            at: now,
            agents: people.iter().map(line).collect(),
            queues,
            visitors: WaitingVisitors { waiting, oldest_at },
            chats: SupervisedChats { running, shown: chats.into_iter().map(Into::into).collect() },
            tickets: self.counts(&viewer).await?,
            channels: self.unwell(caller),
        })
    }

    /// The connected accounts that are not well; why is for admins, as everywhere.
    fn unwell(&self, caller: &Caller) -> Vec<SupervisedChannel> {
        let mut all: Vec<SupervisedChannel> =
            self.channels.unwell(caller.client_id).into_iter().map(Into::into).collect();
        if !caller.is_admin() {
            all.iter_mut().for_each(|account| account.reason.clear());
        }
        all
    }

    /// The lengths of lists of the whole desk: who may see its reports may know them.
    async fn counts(&self, viewer: &Viewer) -> Result<SupervisedTickets, Problem> {
        let viewer = Viewer { admin: true, ..viewer.clone() };
        let open = Filter::Status(Status::Open.code());
        let count = async |query: FilterQuery| {
            let (count, more) = self.tickets.list_count(&viewer, open, &query).await?;
            Ok::<_, Problem>(SupervisedCount { count, more })
        };
        Ok(SupervisedTickets {
            open: count(FilterQuery::default()).await?,
            unassigned: count(FilterQuery::of_nobody()).await?,
            overdue: count(FilterQuery::overdue()).await?,
            due_soon: count(FilterQuery::due_soon()).await?,
        })
    }

    /// One agent's line.
    pub(super) async fn agent(
        &self,
        conn: &mut Conn,
        client_id: i64,
        row: &accounts::AgentRow,
    ) -> DbResult<SupervisedAgent> {
        let now = self.clock.now_ms();
        let readings = AgentReadings {
            statuses: self.presence.current(conn, client_id).await?,
            loads: routing::loads(conn, client_id, now).await?.1,
            open_tickets: tickets::open_by_user(conn, client_id).await?.into_iter().collect(),
            chats: chats_by_user(&livechat::running(conn, client_id, CHATS_READ).await?.1),
        };
        Ok(readings.agent((row.id, &row.username, &row.name)))
    }
}
