//! How accounts stand now: what waits, whether calls wait, and what went wrong last.

use crate::{
    channels::{
        ChannelRow, Channels,
        api::{UsageBreaker, UsageBreakerAccount, UsageError, UsageQueue},
        store::{self, UsageScope},
    },
    db::{Conn, DbResult},
};

/// Errors that are shown.
const ERRORS: i64 = 20;

/// How an account or a plugin's accounts stand.
pub(super) struct Standing {
    pub queue: UsageQueue,
    pub breaker: UsageBreaker,
    pub errors: Vec<UsageError>,
}

impl Channels {
    /// Whether a client can have anything to see of this plugin: it is installed, or one of the
    /// client's accounts is of it.
    pub(in crate::channels) fn knows_plugin(&self, client_id: i64, plugin: &str) -> bool {
        let mine = |row: &ChannelRow| row.client_id == client_id && row.plugin == plugin;
        self.host.plugin(plugin).is_some()
            || self.registry.all_across_clients().iter().any(|channel| mine(&channel.row))
    }

    pub(super) async fn standing(
        &self,
        conn: &mut Conn,
        whose: UsageScope<'_>,
        now: i64,
    ) -> DbResult<Standing> {
        let (deliveries, oldest, inputs, oldest_input) = store::waiting(conn, whose).await?;
        let age = |at: Option<i64>| at.map(|at| (now - at).max(0));
        let errors = store::faults(conn, whose, ERRORS).await?;
        Ok(Standing {
            queue: UsageQueue {
                deliveries,
                oldest_ms: age(oldest),
                inputs,
                oldest_input_ms: age(oldest_input),
            },
            breaker: self.breakers(whose, now),
            errors: errors
                .into_iter()
                .map(|(at, channel_id, call, code, message, input_id)| UsageError {
                    at,
                    channel_id,
                    call,
                    code,
                    message,
                    input_id,
                })
                .collect(),
        })
    }

    /// The breakers of this node; each node has its own, because each meets the faults by itself.
    fn breakers(&self, whose: UsageScope<'_>, now: i64) -> UsageBreaker {
        let mut accounts = vec![];
        let (mut open, mut faults, mut resume_at) = (0, 0, None);
        for channel in self.registry.all_across_clients() {
            let row = &channel.row;
            let mine = row.client_id == whose.client_id
                && row.plugin == whose.plugin
                && whose.channel_id.is_none_or(|id| id == row.id);
            if !mine {
                continue;
            }
            let in_a_row = channel.breaker.faults();
            let until = channel.breaker.is_open(now).then(|| channel.breaker.resume_at());
            open += i64::from(until.is_some());
            faults = faults.max(in_a_row);
            resume_at = resume_at.max(until);
            if in_a_row > 0 || until.is_some() {
                accounts.push(UsageBreakerAccount {
                    channel_id: row.id,
                    name: row.name.clone(),
                    faults: in_a_row,
                    resume_at: until,
                });
            }
        }
        UsageBreaker { open: open > 0, open_accounts: open, faults, resume_at, accounts }
    }
}
