//! A label says within how many minutes a ticket gets its first answer. When that time passes
//! without one, whoever takes part in the ticket and the admins hear of it, once.

use super::{Labels, events::SlaBreached, store};
use crate::{
    db::{DbResult, Tx},
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    tickets::{self, HistoryStep, Status, TicketRow, labels_of},
};
use serde_json::json;

/// The job that looks whether a ticket was answered in time.
const DUE: &str = "labels.due";

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, labels: &Labels) {
    let labels = labels.clone();
    handlers.on(DUE, move |job| {
        let labels = labels.clone();
        async move { labels.due(&job).await.map_err(JobError::from) }
    });
}

/// When the first answer to a ticket is due by a label of so many minutes; none for 0.
fn due_at(created_at: i64, minutes: i64) -> Option<i64> {
    (minutes > 0).then(|| created_at.saturating_add(minutes.saturating_mul(60_000)))
}

/// Plans the look at a ticket that carries these labels from now on.
pub(super) async fn watch(
    tx: &mut Tx,
    ticket: &TicketRow,
    labels: &[i64],
    now: i64,
) -> DbResult<()> {
    for id in labels {
        let Some(label) = store::live(tx, ticket.client_id, *id).await? else { continue };
        let Some(due) = due_at(ticket.created_at, label.sla) else { continue };
        plan(tx, (ticket.client_id, ticket.id), *id, due.max(now)).await?;
    }
    Ok(())
}

async fn plan(
    tx: &mut Tx,
    (client_id, ticket): (i64, i64),
    label: i64,
    run_at_ms: i64,
) -> DbResult<()> {
    let job = NewJob {
        client_id,
        class: Class::Normal,
        kind: DUE,
        key: format!("{ticket} {label}"),
        payload: json!({ "ticket_id": ticket, "label_id": label }),
        run_at_ms,
    };
    queue::enqueue(tx, job).await
}

impl Labels {
    /// The time of a label has come. What was answered, closed, merged or relabelled meanwhile is
    /// late for nobody; a label that gives more time by now is looked at again then.
    async fn due(&self, job: &Job) -> DbResult<()> {
        let ticket_id = job.payload["ticket_id"].as_i64().unwrap_or_default();
        let label_id = job.payload["label_id"].as_i64().unwrap_or_default();
        let (client_id, now) = (job.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        tickets::hold_ticket(&mut tx, client_id, ticket_id).await?;
        let row = tickets::ticket_row(&mut tx, client_id, ticket_id, 0).await?;
        let label = store::live(&mut tx, client_id, label_id).await?;
        let (Some(row), Some(label)) = (row, label) else { return Ok(()) };
        let Some(due) = due_at(row.created_at, label.sla) else { return Ok(()) };
        if !labels_of(&row).contains(&label_id) || !waits(&row) {
            return Ok(());
        }
        if tickets::first_answer_at(&mut tx, client_id, ticket_id).await?.is_some() {
            return Ok(());
        }
        if due > now {
            plan(&mut tx, (client_id, ticket_id), label_id, due).await?;
            return tx.commit().await;
        }
        if store::note_breach(&mut tx, (client_id, ticket_id, label_id), due, now).await? {
            let after = label.id.to_string();
            let why = format!("{}", label.sla);
            let step =
                HistoryStep { kind: "sla", before: "", after: &after, why: &why, by: "server" };
            tickets::note_history(&mut tx, &row, &step, now).await?;
            let data = SlaBreached {
                ticket_id: row.id,
                ticket_number: row.number,
                title: row.title.clone(),
                livechat: row.kind == "livechat",
                assignees: row.assignee.clone(),
                label_id: label.id,
                label: label.name.clone(),
                minutes: label.sla,
                due_at: due,
            };
            tickets::announce(&mut tx, &row, &data, now);
        }
        tx.commit().await
    }
}

/// Whether somebody is still to answer.
fn waits(row: &TicketRow) -> bool {
    let open = [Status::Open.code(), Status::Pending.code()];
    open.contains(&row.status) && row.merged_into.is_none()
}

#[cfg(test)]
mod tests {
    use super::due_at;

    #[test]
    fn minutes_count_from_the_tickets_beginning() {
        assert_eq!(due_at(1_000, 30), Some(1_801_000));
        assert_eq!(due_at(1_000, 0), None);
        assert_eq!(due_at(i64::MAX - 1, 1), Some(i64::MAX));
    }
}
