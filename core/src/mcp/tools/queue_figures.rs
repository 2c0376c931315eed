//! `queue_figures`: how the desk stands now, and what a range of days brought.

use crate::{
    accounts::Caller,
    dashboards::RangeQuery,
    http::Problem,
    mcp::{Mcp, untrusted::name},
    routing::Work,
    supervisory::SupervisedCount,
    tickets::utc,
};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

/// Which days.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::mcp) struct FiguresQuery {
    /// YYYY-MM-DD where the user is; 30 days in all when absent. A range has at most 366 days.
    pub start_date: Option<String>,
    /// YYYY-MM-DD where the user is; today when absent.
    pub end_date: Option<String>,
}

/// The desk's figures.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Figures {
    pub now: MomentFigures,
    pub range: RangeFigures,
}

/// The desk at this moment.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct MomentFigures {
    /// UTC.
    pub at: String,
    pub open: Count,
    pub unassigned: Count,
    pub overdue: Count,
    /// Due within four hours, or overdue.
    pub due_soon: Count,
    pub live_chats: i64,
    /// Visitors of live chat whom nobody has taken.
    pub waiting_visitors: i64,
    pub queues: Vec<QueueFigure>,
}

/// A number of tickets.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Count {
    pub count: i64,
    /// There are more than that.
    pub more: bool,
}

/// A queue of the routing.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct QueueFigure {
    pub name: String,
    /// `tickets` or `live_chats`.
    pub work: &'static str,
    pub enabled: bool,
    /// Whether its business hours are now.
    pub open: bool,
    pub waiting: i64,
    /// Offered to somebody at this moment.
    pub ringing: i64,
    /// Since when the one waits that waits longest; UTC.
    pub oldest_at: Option<String>,
    /// Members who can be given something now.
    pub free_agents: i64,
}

/// What a range of days brought.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct RangeFigures {
    /// YYYY-MM-DD, both days counted.
    pub start_date: String,
    pub end_date: String,
    pub timezone: String,
    pub opened: i64,
    /// The same in as many days before.
    pub opened_before: i64,
    pub resolved: i64,
    pub resolved_before: i64,
    /// The median time from opening to the first answer.
    pub first_reply_seconds: Option<i64>,
    /// What those opened in the range are now.
    pub by_status: StatusFigures,
    /// Those opened in the range by groups of channels, most first.
    pub by_channel: Vec<ChannelFigure>,
    /// What customers answered in surveys, from 1 to 5, on average.
    pub rating_average: Option<f64>,
}

/// Tickets by their status.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(in crate::mcp) struct StatusFigures {
    pub open: i64,
    pub pending: i64,
    pub resolved: i64,
    pub closed: i64,
}

/// Tickets of a group of channels.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct ChannelFigure {
    pub group: String,
    pub count: i64,
}

impl Mcp {
    /// The desk's figures, for who may see reports.
    ///
    /// # Errors
    /// `forbidden` without the permission; `invalid` for a range that cannot be.
    pub(in crate::mcp) async fn queue_figures(
        &self,
        caller: &Caller,
        query: FiguresQuery,
    ) -> Result<Figures, Problem> {
        let range = RangeQuery {
            start_date: query.start_date.unwrap_or_default(),
            end_date: query.end_date.unwrap_or_default(),
        };
        let days = self.dashboards.dashboard(caller, &range).await?;
        let board = self.supervisory.board(caller).await?;
        let of = |status: i64| {
            days.by_status.iter().find(|one| one.status == status).map_or(0, |one| one.count)
        };
        let queues = board.queues.iter().map(|queue| QueueFigure {
            name: name(&queue.name),
            work: match queue.work {
                Work::Tickets => "tickets",
                Work::LiveChats => "live_chats",
            },
            enabled: queue.enabled,
            open: queue.open,
            waiting: queue.waiting,
            ringing: queue.ringing,
            oldest_at: queue.oldest_at.map(utc),
            free_agents: queue.free_agents,
        });
        let by_channel = days
            .by_channel
            .iter()
            .map(|channel| ChannelFigure { group: name(&channel.group), count: channel.count });
        Ok(Figures {
            now: MomentFigures {
                at: utc(board.at),
                open: count(board.tickets.open),
                unassigned: count(board.tickets.unassigned),
                overdue: count(board.tickets.overdue),
                due_soon: count(board.tickets.due_soon),
                live_chats: board.chats.running,
                waiting_visitors: board.visitors.waiting,
                queues: queues.collect(),
            },
            range: RangeFigures {
                by_status: StatusFigures {
                    open: of(0),
                    pending: of(1),
                    resolved: of(2),
                    closed: of(3),
                },
                by_channel: by_channel.collect(),
                start_date: days.start_date,
                end_date: days.end_date,
                timezone: days.timezone,
                opened: days.opened,
                opened_before: days.opened_before,
                resolved: days.resolved,
                resolved_before: days.resolved_before,
                first_reply_seconds: days.first_reply_seconds,
                rating_average: days.rating_average,
            },
        })
    }
}

fn count(counted: SupervisedCount) -> Count {
    Count { count: counted.count, more: counted.more }
}
