//! All promises of a client: its policies with their calendars, and its labels.

use super::{
    model::SlaPolicyDraft,
    promise::{BusinessTime, Promise, Target},
    store::{self, PolicyRow},
};
use crate::{
    conditions::{self, Condition, TicketTraits},
    db::{Conn, DbResult},
    hours::{self, Schedules},
    labels,
    tickets::TicketRow,
};
use std::sync::Arc;

const MINUTE_MS: i64 = 60_000;

/// What a client promises, read at one moment.
pub(super) struct Promises {
    /// Enabled policies in their order.
    policies: Vec<(Vec<Condition>, Promise)>,
    labels: Vec<Promise>,
}

impl Promises {
    pub async fn read(conn: &mut Conn, client_id: i64) -> DbResult<Self> {
        let rows = store::policies(conn, client_id).await?;
        let schedules = match rows.is_empty() {
            true => Schedules::default(),
            false => hours::schedules(conn, client_id).await?,
        };
        let enabled = rows.iter().filter(|row| row.enabled);
        let policies = enabled.map(|row| (row.draft().conditions, promise(row, &schedules)));
        let labels = labels::promised_replies(conn, client_id).await?;
        let labels =
            labels.into_iter().map(|(id, name, minutes)| Promise::of_label(id, name, minutes));
        Ok(Self { policies: policies.collect(), labels: labels.collect() })
    }

    pub fn is_empty(&self) -> bool {
        self.policies.is_empty() && self.labels.is_empty()
    }

    /// Whether only labels promise something.
    pub fn are_of_labels_alone(&self) -> bool {
        self.policies.is_empty()
    }

    /// What is promised for a ticket.
    pub fn of(&self, row: &TicketRow) -> Vec<Promise> {
        let traits = TicketTraits::of(row);
        let policy = self.policies.iter().find(|(all, _)| conditions::hold(all, &traits));
        let labels = self.labels.iter().filter(|one| traits.labels.contains(&one.label_id));
        policy.map(|(_, promise)| promise).into_iter().chain(labels).cloned().collect()
    }
}

fn promise(row: &PolicyRow, schedules: &Schedules) -> Promise {
    let draft = row.draft();
    let target =
        |(metric, minutes): (_, i64)| Target { metric, ms: minutes.saturating_mul(MINUTE_MS) };
    Promise {
        policy_id: row.id,
        version: row.version,
        label_id: 0,
        name: row.name.clone(),
        targets: draft.targets().map(target).collect(),
        time: business_time(&draft, schedules),
        warn_percent: Some(row.warn_percent),
        pause_pending: row.pause_pending,
        reopen_ms: row.reopen_minutes.saturating_mul(MINUTE_MS),
    }
}

fn business_time(draft: &SlaPolicyDraft, schedules: &Schedules) -> BusinessTime {
    match schedules.of(draft.calendar_id).filter(|_| !draft.always) {
        Some(schedule) => BusinessTime::Open(Arc::new(schedule.clone())),
        None => BusinessTime::AroundTheClock,
    }
}

/// What policies can refer to: the labels, departments and calendars there are.
pub(super) struct Referents {
    conditions: conditions::Referents,
    schedules: Schedules,
    now: i64,
}

impl Referents {
    /// Looks up what these policies name.
    pub async fn read<'a>(
        conn: &mut Conn,
        client_id: i64,
        drafts: impl Iterator<Item = &'a SlaPolicyDraft>,
        now: i64,
    ) -> DbResult<Self> {
        let named = drafts.flat_map(|draft| &draft.conditions);
        Ok(Self {
            conditions: conditions::Referents::read(conn, client_id, named).await?,
            schedules: hours::schedules(conn, client_id).await?,
            now,
        })
    }

    /// What of a policy's conditions is not there, by the fields of the API.
    pub fn missing(&self, draft: &SlaPolicyDraft) -> Vec<String> {
        self.conditions.missing(&draft.conditions)
    }

    /// Whether there is such a calendar.
    pub fn has_calendar(&self, id: i64) -> bool {
        self.schedules.has(id)
    }

    /// Whether a policy can never fit or never be due.
    pub fn is_broken(&self, draft: &SlaPolicyDraft) -> bool {
        let closed = match business_time(draft, &self.schedules) {
            BusinessTime::Open(schedule) => schedule.next_opening(self.now).is_none(),
            BusinessTime::AroundTheClock => false,
        };
        let gone = draft.calendar_id.is_some_and(|id| !draft.always && !self.has_calendar(id));
        closed || gone || self.conditions.never_hold(&draft.conditions)
    }
}
