//! Keeping the time of a ticket: its clocks take what happened, and what follows from that is stored,
//! told and planned.

use super::{
    Sla,
    clock::{Clock, Reason, State},
    clocks::{Clocks, Facts, Happened},
    events::{SlaBreached, SlaPromise, SlaWarning},
    promise::Promise,
    promises::Promises,
    store, timer,
};
use crate::{
    db::{DbResult, Tx},
    tickets::{self, DueMetric as Metric, DueState, HistoryStep, TicketDue, TicketRow},
};

const MINUTE_MS: i64 = 60_000;

impl Sla {
    /// Takes what happened to a ticket, which the caller holds, in order; tells of what is due by now;
    /// and says on the ticket what is due soonest. Nothing where there is no such ticket.
    pub(super) async fn keep_time(
        &self,
        tx: &mut Tx,
        (client_id, ticket_id): (i64, i64),
        happened: &[(Happened, i64)],
        promises: &Promises,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let Some(row) = tickets::ticket_row(tx, client_id, ticket_id, 0).await? else {
            return Ok(());
        };
        let promised = promises.of(&row);
        let rows = store::clocks(tx, client_id, ticket_id).await?;
        let before: Vec<Clock> = rows.iter().map(store::ClockRow::clock).collect();
        let replied = tickets::first_answer_at(tx, client_id, ticket_id).await?;
        let first_met =
            |clock: &Clock| clock.metric == Metric::FirstReply && clock.state == State::Met;
        let facts = Facts {
            status: row.status,
            created_at: row.created_at,
            // Of what came at once the answer may be later than what is taken first.
            replied: match happened.first() {
                Some((_, at)) => {
                    replied.is_some_and(|replied| replied < *at) || before.iter().any(first_met)
                }
                None => replied.is_some(),
            },
            customer_wrote: row.last_in_id.is_some(),
            merged: row.merged_into.is_some(),
        };
        let mut clocks = Clocks { all: before.clone(), promises: &promised, facts };
        for (what, at) in happened {
            clocks.take(*what, *at);
        }
        for clock in &mut clocks.all {
            self.tell(tx, &row, clock, &promised, now).await?;
        }
        for clock in &mut clocks.all {
            let was = before.iter().find(|was| was.id == clock.id);
            if was.is_some_and(|was| was == clock) {
                continue;
            }
            clock.id = store::keep_clock(tx, (client_id, ticket_id), clock).await?;
            if let Some(moment) = clock.next_moment()
                && was.and_then(Clock::next_moment) != Some(moment)
            {
                timer::plan(tx, client_id, clock.id, moment.max(now)).await?;
            }
        }
        let due = clocks.most_urgent().map(due_of);
        tickets::set_due(tx, &row, due, now).await
    }

    /// Tells of a clock's warning and its breach, once each.
    async fn tell(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        clock: &mut Clock,
        promised: &[Promise],
        now: i64,
    ) -> DbResult<()> {
        let Some(due) = clock.due_at.filter(|_| clock.breached_at.is_none()) else { return Ok(()) };
        // What was done too late, or given up after it was due, is late though its job came later.
        let until = match (clock.state, clock.reason) {
            (State::Running, _) => now,
            (State::Met, _) | (State::Cancelled, Some(Reason::Resolved)) => {
                clock.stopped_at.unwrap_or(now).saturating_sub(1)
            }
            _ => return Ok(()),
        };
        let named = |one: &&Promise| one.label_id == clock.label_id;
        let Some(promise) = promised.iter().find(named) else { return Ok(()) };
        if due <= until {
            clock.breached_at = Some(due.max(clock.started_at).min(now));
            note(tx, row, ("sla_breach", clock, promise), now).await?;
            let data = SlaBreached { promise: facts(row, clock, promise, due) };
            tickets::announce(tx, row, &data, now);
            return Ok(());
        }
        let warned = clock.warn_at.is_some_and(|warn| warn <= until);
        if clock.state == State::Running && warned && clock.warned_at.is_none() {
            clock.warned_at = Some(now);
            note(tx, row, ("sla_warning", clock, promise), now).await?;
            let data = SlaWarning { promise: facts(row, clock, promise, due) };
            tickets::announce(tx, row, &data, now);
        }
        Ok(())
    }
}

/// Writes a warning or a breach into the ticket's history.
async fn note(
    tx: &mut Tx,
    row: &TicketRow,
    (kind, clock, promise): (&'static str, &Clock, &Promise),
    now: i64,
) -> DbResult<()> {
    let minutes = (clock.target_ms / MINUTE_MS).to_string();
    let label = clock.label_id.to_string();
    let step = match clock.label_id {
        0 => HistoryStep {
            kind,
            before: clock.metric.word(),
            after: &promise.name,
            why: &minutes,
            by: "server",
        },
        _ => HistoryStep { kind: "sla", before: "", after: &label, why: &minutes, by: "server" },
    };
    tickets::note_history(tx, row, &step, now).await
}

fn facts(row: &TicketRow, clock: &Clock, promise: &Promise, due_at: i64) -> SlaPromise {
    let of_label = clock.label_id != 0;
    let name = |wanted: bool| if wanted { promise.name.clone() } else { String::new() };
    SlaPromise {
        ticket_id: row.id,
        ticket_number: row.number,
        title: row.title.clone(),
        livechat: row.kind == "livechat",
        assignees: row.assignee.clone(),
        metric: clock.metric,
        policy_id: (!of_label).then_some(clock.policy_id),
        policy: name(!of_label),
        label_id: of_label.then_some(clock.label_id),
        label: name(of_label),
        minutes: clock.target_ms / MINUTE_MS,
        due_at,
    }
}

/// What the ticket says of its most urgent clock.
fn due_of(clock: &Clock) -> TicketDue {
    let paused = clock.state == State::Paused;
    TicketDue {
        metric: clock.metric,
        at: clock.due_at,
        warn_at: clock.warn_at,
        state: if paused { DueState::Paused } else { DueState::Running },
        remaining_ms: paused.then(|| clock.remaining_ms()),
        breached: clock.breached_at.is_some(),
    }
}
