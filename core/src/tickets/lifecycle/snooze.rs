//! A ticket is put aside until a time, and comes back by itself.

use super::status;
use crate::tickets::{
    Tickets,
    api::{Snoozed, TicketSnoozed},
    model::{Status, Viewer, utc},
    record::{
        announce,
        history::{self, Step},
    },
    store::{self, TicketRow},
};
use crate::{
    db::{DbResult, Tx},
    http::{Code, Problem, SuccessWord},
    jobs::{Class, Job, NewJob, queue},
};
use serde_json::json;

/// The job that brings a ticket back.
pub(in crate::tickets) const WAKE: &str = "tickets.wake";
const LONGEST_MS: i64 = 366 * 86_400_000;

impl Tickets {
    /// Puts a ticket aside until a time: it is pending until then, and open again afterwards or when
    /// the customer writes. With none it comes back now.
    ///
    /// # Errors
    /// `not_found`; `invalid` for a time that is over or more than a year away; `conflict` for a
    /// ticket that is closed.
    pub async fn snooze(
        &self,
        viewer: &Viewer,
        ticket: i64,
        until: Option<i64>,
    ) -> Result<Snoozed, Problem> {
        let mut tx = self.db.begin().await?;
        let view = self.snooze_in(&mut tx, viewer, ticket, until).await?;
        tx.commit().await?;
        Ok(view)
    }

    /// The same in the caller's transaction.
    ///
    /// # Errors
    /// As for [`Self::snooze`].
    pub async fn snooze_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        until: Option<i64>,
    ) -> Result<Snoozed, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        if until.is_some_and(|until| until <= now || until > now + LONGEST_MS) {
            return Err(Problem::field("until", "Give a time within the coming year."));
        }
        let row = store::held_ticket(tx, viewer, ticket).await?;
        let row = self.stands_alone(tx, row).await?;
        if until.is_some() && row.status == Status::Closed.code() {
            let text = "This ticket is closed. Open it before you put it aside.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let before = store::snoozed_until(tx, client_id, row.id).await?;
        if before != until {
            let wanted = if until.is_some() { Status::Pending } else { Status::Open };
            self.set_aside(tx, &row, before, until, &viewer.username, now).await?;
            if until.is_some() || row.status == Status::Pending.code() {
                let name = self.name_of(&row);
                status::change_status(tx, viewer, &row, wanted, &name, now).await?;
            }
        }
        if let Some(until) = until {
            let job = NewJob {
                client_id,
                class: Class::Normal,
                kind: WAKE,
                key: format!("{} {until}", row.id),
                payload: json!({ "ticket_id": row.id, "until": until }),
                run_at_ms: until,
            };
            queue::enqueue(tx, job).await?;
        }
        Ok(Snoozed { result: SuccessWord::Success, snoozed_until: until })
    }

    /// Gives a ticket that is held the status it had before something that was taken back, and puts it
    /// aside again, if its time is still to come.
    pub(in crate::tickets) async fn put_back(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        row: &TicketRow,
        (status, until): (Status, Option<i64>),
        now: i64,
    ) -> DbResult<Status> {
        let until = until.filter(|_| status == Status::Pending);
        let over = until.is_some_and(|until| until <= now);
        let status = if over { Status::Open } else { status };
        status::change_status(tx, viewer, row, status, &self.name_of(row), now).await?;
        // The job that brings it back at that time was never taken away.
        if until.is_some() && !over {
            self.set_aside(tx, row, None, until, &viewer.username, now).await?;
        }
        Ok(status)
    }

    fn name_of(&self, row: &TicketRow) -> String {
        row.channel_id.map(|id| self.carrier.account_name(row.client_id, id)).unwrap_or_default()
    }

    async fn set_aside(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        before: Option<i64>,
        until: Option<i64>,
        by: &str,
        now: i64,
    ) -> DbResult<()> {
        store::set_snoozed(tx, row.client_id, row.id, until).await?;
        tell(tx, row, (before, until), by, now).await
    }

    /// The time is over: the ticket is open again, if it is still put aside until then.
    pub(in crate::tickets) async fn wake(&self, job: &Job) -> DbResult<()> {
        let ticket_id = job.payload["ticket_id"].as_i64().unwrap_or_default();
        let until = job.payload["until"].as_i64();
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        store::hold_ticket(&mut tx, job.client_id, ticket_id).await?;
        let before = store::snoozed_until(&mut tx, job.client_id, ticket_id).await?;
        let row = store::ticket_row(&mut tx, job.client_id, ticket_id, 0).await?;
        let Some(row) = row.filter(|_| before.is_some() && before == until) else {
            return Ok(());
        };
        self.set_aside(&mut tx, &row, before, None, "server", now).await?;
        if row.status == Status::Pending.code() {
            let name = self.name_of(&row);
            status::woke(&mut tx, &row, &name, now).await?;
        }
        tx.commit().await
    }
}

/// Says until when a ticket was and is put aside, in its history and to those who look at it.
pub(in crate::tickets) async fn tell(
    tx: &mut Tx,
    row: &TicketRow,
    (before, until): (Option<i64>, Option<i64>),
    by: &str,
    now: i64,
) -> DbResult<()> {
    let text = |at: Option<i64>| at.map(utc).unwrap_or_default();
    let (before, after) = (text(before), text(until));
    let step = Step { kind: "snooze", before: &before, after: &after, why: "", by };
    history::note(tx, row, &step, now).await?;
    let data = TicketSnoozed {
        ticket_id: row.id,
        ticket_number: row.number,
        snoozed_until: until,
        by: by.to_owned(),
    };
    announce::announce(tx, row, &data, now);
    Ok(())
}
