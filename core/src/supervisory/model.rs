//! The board as the API gives it, and the order in which its agents stand.

use crate::{
    channels::UnwellAccount,
    livechat::RunningChat,
    presence::CurrentStatus,
    routing::{AgentLoad, NotReachable, QueueLoad},
    tickets::numbers,
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// The desk as a supervisor sees it at one moment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SupervisoryBoard {
    /// When it was read, in milliseconds.
    pub at: i64,
    pub agents: Vec<SupervisedAgent>,
    pub queues: Vec<QueueLoad>,
    pub visitors: WaitingVisitors,
    pub chats: SupervisedChats,
    pub tickets: SupervisedTickets,
    /// The connected accounts that are switched on and not well.
    pub channels: Vec<SupervisedChannel>,
}

/// An agent with status and load.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SupervisedAgent {
    pub user_id: i64,
    pub username: String,
    pub name: String,
    /// One of the seven values; OFFLINE without a connection.
    pub status: &'static str,
    /// The kind of being away, and empty when ONLINE or OFFLINE.
    pub second_status: String,
    /// The name of that kind where it is the client's own, and empty otherwise.
    pub alternate: String,
    pub reason: String,
    /// Since when, in milliseconds; for OFFLINE when the agent was last there. 0 where nobody knows.
    pub since: i64,
    /// Open tickets that the agent takes part in, live chats not among them.
    pub open_tickets: i64,
    /// Tickets and live chats that routing counts as held or offered, and how many there may be.
    pub load: i64,
    pub capacity: i64,
    /// Running live chats that the agent takes part in, and how many routing may give.
    pub chats: i64,
    pub chat_capacity: i64,
    /// Why routing gives nothing; null when it can.
    pub not_reachable: Option<NotReachable>,
}

/// Visitors of live chat whom nobody has taken, in a queue or not.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct WaitingVisitors {
    pub waiting: i64,
    /// Since when the first one waits, in milliseconds; null for nobody.
    pub oldest_at: Option<i64>,
}

/// The running live chats: how many, and the newest of them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SupervisedChats {
    pub running: i64,
    /// At most 200, those that wait longest for an answer first; for who is no admin those they may read.
    pub shown: Vec<SupervisedChat>,
}

/// A running live chat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SupervisedChat {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub session_id: i64,
    /// The visitor's name; empty where none is known.
    pub visitor: String,
    pub channel_name: String,
    /// Usernames of who takes part.
    pub agents: Vec<String>,
    /// Milliseconds.
    pub started_at: i64,
    pub last_message_at: i64,
    /// Since when the visitor waits for an answer, in milliseconds; null when it is not the agent's turn.
    pub unanswered_since: Option<i64>,
    /// The page of the site whose widget the visitor opened; empty for a link.
    pub page_title: String,
    pub page_url: String,
}

/// A number of tickets, as the list behind it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupervisedCount {
    pub count: i64,
    /// There are more than that.
    pub more: bool,
}

/// Open tickets, and which of them need somebody. Each is the length of a list.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SupervisedTickets {
    pub open: SupervisedCount,
    pub unassigned: SupervisedCount,
    pub overdue: SupervisedCount,
    /// Due within four hours, or overdue.
    pub due_soon: SupervisedCount,
}

/// A connected account that is not well.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SupervisedChannel {
    pub channel_id: i64,
    pub name: String,
    /// The plugin.
    pub channel: String,
    pub status: String,
    /// Why, in words; empty for who is no admin.
    pub reason: String,
}

/// What is known of an agent from several rooms.
#[derive(Default)]
pub(super) struct AgentReadings {
    pub statuses: HashMap<i64, CurrentStatus>,
    pub loads: HashMap<i64, AgentLoad>,
    pub open_tickets: HashMap<i64, i64>,
    pub chats: HashMap<i64, i64>,
}

impl AgentReadings {
    /// The line of a user.
    pub fn agent(&self, (user_id, username, name): (i64, &str, &str)) -> SupervisedAgent {
        let status = self.statuses.get(&user_id).cloned().unwrap_or_default();
        let load = self.loads.get(&user_id).copied().unwrap_or_default();
        let count = |of: &HashMap<i64, i64>| of.get(&user_id).copied().unwrap_or_default();
        SupervisedAgent {
            user_id,
            username: username.to_owned(),
            name: name.to_owned(),
            status: status.status,
            second_status: status.second_status,
            alternate: status.alternate,
            reason: status.reason,
            since: status.since,
            open_tickets: count(&self.open_tickets),
            load: load.load,
            capacity: load.capacity,
            chats: count(&self.chats),
            chat_capacity: load.chat_capacity,
            not_reachable: load.not_reachable,
        }
    }
}

/// How many of these chats each user takes part in.
pub(super) fn chats_by_user(chats: &[RunningChat]) -> HashMap<i64, i64> {
    let mut counts = HashMap::new();
    for user_id in chats.iter().flat_map(|chat| numbers(&chat.assignee_ids)) {
        *counts.entry(user_id).or_default() += 1;
    }
    counts
}

/// Who waits longest for an answer stands first, then the newest chat.
pub(super) fn by_need(chats: &mut [RunningChat]) {
    chats.sort_by_key(|chat| {
        (chat.unanswered_since.unwrap_or(i64::MAX), std::cmp::Reverse(chat.session_id))
    });
}

impl From<RunningChat> for SupervisedChat {
    fn from(chat: RunningChat) -> Self {
        Self {
            ticket_id: chat.ticket_id,
            ticket_number: chat.ticket_number,
            session_id: chat.session_id,
            visitor: chat.visitor,
            channel_name: chat.channel_name,
            agents: chat
                .assignee
                .split(',')
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect(),
            started_at: chat.started_at,
            last_message_at: chat.last_message_at.unwrap_or(chat.started_at),
            unanswered_since: chat.unanswered_since,
            page_title: chat.page_title,
            page_url: chat.page_url,
        }
    }
}

impl From<UnwellAccount> for SupervisedChannel {
    fn from(account: UnwellAccount) -> Self {
        Self {
            channel_id: account.id,
            name: account.name,
            channel: account.plugin,
            status: account.status,
            reason: account.reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chat(session_id: i64, users: &str, unanswered_since: Option<i64>) -> RunningChat {
        RunningChat {
            session_id,
            assignee_ids: users.to_owned(),
            unanswered_since,
            ..RunningChat::default()
        }
    }

    #[test]
    fn who_waits_longest_stands_first_and_everybody_who_takes_part_is_counted() {
        let mut chats = [
            chat(1, "7", None),
            chat(2, "7,9", Some(500)),
            chat(3, "", Some(100)),
            chat(4, "9", None),
        ];
        by_need(&mut chats);
        assert_eq!(chats.each_ref().map(|chat| chat.session_id), [3, 2, 4, 1]);
        assert_eq!(chats_by_user(&chats), HashMap::from([(7, 2), (9, 2)]));
    }

    #[test]
    fn who_was_never_there_is_offline() {
        let line = AgentReadings::default().agent((7, "mei", "Mei"));
        assert_eq!((line.status, line.since, line.capacity), ("OFFLINE", 0, 0));
    }
}
