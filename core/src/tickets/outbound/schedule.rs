//! Answers for later: written now, sent at a time, and until then theirs to change who wrote them.
//! Taking back what was just sent is the same with a few seconds.

use super::reply::{Outcome, Replied, Reply, plain};
use crate::tickets::{
    Tickets,
    api::{CalledBack, MessageView, ScheduledChanged, ScheduledReply},
    model::Viewer,
    record::{announce, expected_version, view::file_view},
    store::{self, ScheduledRow, TicketRow},
};
use crate::{
    db::{Conn, DbResult, Tx},
    http::{Code, Problem, SuccessWord},
    jobs::{Class, Job, JobError, NewJob, queue},
};
use serde_json::{Value, json};

/// The job that sends an answer when its time has come.
pub(in crate::tickets) const SEND: &str = "tickets.send";
const LATEST_MS: i64 = 366 * 86_400_000;
/// Answers that wait in one ticket.
const WAITING_MAX: usize = 50;

/// What became of an answer for later.
#[derive(Debug)]
pub enum Scheduled {
    /// All that wait in the ticket, the next one first.
    Waiting(Vec<ScheduledReply>),
    /// The call came again, and the answer has left meanwhile.
    Sent(Replied),
}

impl Tickets {
    /// Keeps an answer until its time. The same `queue_id` again is the same answer, also when it was
    /// sent meanwhile.
    ///
    /// # Errors
    /// What [`Tickets::reply`] refuses at once; `invalid` for a time that is over or more than a year
    /// away; `conflict` when too many wait.
    pub async fn schedule(
        &self,
        viewer: &Viewer,
        reply: &Reply,
        send_at: i64,
    ) -> Result<Scheduled, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        if send_at <= now || send_at > now + LATEST_MS {
            return Err(Problem::field("send_at", "Give a time within the coming year."));
        }
        let queue_id = reply
            .queue_id
            .clone()
            .ok_or_else(|| Problem::field("queue_id", "An answer for later needs a queue_id."))?;
        let mut tx = self.db.begin().await?;
        let ticket = store::held_ticket(&mut tx, viewer, reply.ticket).await?;
        let sent = store::message_by_queue(&mut tx, client_id, viewer.user_id, &queue_id).await?;
        if let Some(id) = sent {
            tx.commit().await?;
            return self.replied(viewer, id).await.map(Scheduled::Sent);
        }
        let rows = store::scheduled(&mut tx, client_id, ticket.id).await?;
        if rows.iter().any(|row| row.user_id == viewer.user_id && row.queue_id == queue_id) {
            return Ok(Scheduled::Waiting(shown(rows)));
        }
        self.check(&mut tx, viewer, &ticket, reply).await?;
        if let Some(seen) = reply.seen {
            expected_version::before_answer(&mut tx, viewer, &ticket, seen).await?;
        }
        if rows.len() >= WAITING_MAX {
            let text = "Too many answers wait in this ticket already.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let row = ScheduledRow {
            id: 0,
            ticket_id: ticket.id,
            user_id: viewer.user_id,
            author: serde_json::to_string(viewer).unwrap_or_default(),
            reply: serde_json::to_string(reply).unwrap_or_default(),
            queue_id,
            send_at,
            error: None,
        };
        if let Some(id) = store::insert_scheduled(&mut tx, client_id, &row, now).await? {
            let job = NewJob {
                client_id,
                class: Class::Live,
                kind: SEND,
                key: id.to_string(),
                payload: json!({ "id": id }),
                run_at_ms: send_at,
            };
            queue::enqueue(&mut tx, job).await?;
            self.tell_scheduled(&mut tx, &ticket, now).await?;
        }
        let list = waiting(&mut tx, client_id, ticket.id).await?;
        tx.commit().await?;
        Ok(Scheduled::Waiting(list))
    }

    /// Calls an answer back before it is sent, and gives it as it was written.
    ///
    /// # Errors
    /// `not_found`, also when it was sent at this very moment; `forbidden` for a colleague's, except
    /// for admins.
    pub async fn call_back(&self, viewer: &Viewer, id: i64) -> Result<CalledBack, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let (row, ticket) = own_scheduled(&mut tx, viewer, id).await?;
        if !store::take_scheduled(&mut tx, client_id, id).await? {
            return Err(Problem::not_found());
        }
        self.tell_scheduled(&mut tx, &ticket, now).await?;
        let reply: Reply = serde_json::from_str(&row.reply).unwrap_or_default();
        let mut files = vec![];
        for upload in &reply.uploads {
            let file = store::own_uploads(&mut tx, client_id, row.user_id, ticket.id, *upload);
            files.extend(file.await?.map(|file| file_view(&file)));
        }
        tx.commit().await?;
        Ok(CalledBack { result: SuccessWord::Success, ticket_id: ticket.id, reply, files })
    }

    /// Sends an answer before its time.
    ///
    /// # Errors
    /// Like [`Tickets::call_back`], and what [`Tickets::reply`] refuses.
    pub async fn send_now(&self, viewer: &Viewer, id: i64) -> Result<Option<MessageView>, Problem> {
        let mut tx = self.db.begin().await?;
        own_scheduled(&mut tx, viewer, id).await?;
        tx.commit().await?;
        let message = self.send_scheduled(viewer.client_id, id).await?;
        message.ok_or_else(Problem::not_found)
    }

    /// Sends an answer in the transaction that takes it out of the waiting ones. None when it is not
    /// there any more.
    async fn send_scheduled(
        &self,
        client_id: i64,
        id: i64,
    ) -> Result<Option<Option<MessageView>>, Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let Some(row) = store::scheduled_one(&mut tx, client_id, id).await? else {
            return Ok(None);
        };
        store::hold_ticket(&mut tx, client_id, row.ticket_id).await?;
        if !store::take_scheduled(&mut tx, client_id, id).await? {
            return Ok(None);
        }
        let broken = |_| Problem::internal("an answer for later that cannot be read");
        // With the rights of today: who wrote it may be gone, or see less than then.
        let (viewer, answers) =
            store::author_now(&mut tx, client_id, row.user_id).await?.ok_or_else(|| {
                Problem::forbidden("Who wrote it cannot sign in any more. Write it anew.")
            })?;
        if !answers {
            let text = "Who wrote it answers no customers any more. Write it anew.";
            return Err(Problem::forbidden(text));
        }
        let reply: Reply = serde_json::from_str(&row.reply).map_err(broken)?;
        if store::visible_ticket(&mut tx, &viewer, row.ticket_id).await?.is_none() {
            let text = "Who wrote it does not see this ticket any more.";
            return Err(Problem::forbidden(text));
        }
        let message = match self.reply_in(&mut tx, &viewer, &reply).await? {
            Outcome::Sent(Replied { message, .. }) => Some(*message),
            Outcome::Known(_) | Outcome::Raced => None,
        };
        if let Some(ticket) = store::ticket_row(&mut tx, client_id, row.ticket_id, 0).await? {
            self.tell_scheduled(&mut tx, &ticket, now).await?;
        }
        tx.commit().await?;
        Ok(Some(message))
    }

    /// The time has come. What is refused for good stays with the reason, for who wrote it.
    pub(in crate::tickets) async fn send_due(&self, job: &Job) -> Result<(), JobError> {
        let id = job.payload["id"].as_i64().unwrap_or_default();
        let Err(problem) = self.send_scheduled(job.client_id, id).await else { return Ok(()) };
        if matches!(problem.code(), Code::Unavailable | Code::Internal) {
            return Err(JobError::Retry(problem.message().to_owned()));
        }
        let text = problem.message();
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        store::scheduled_failed(&mut tx, job.client_id, id, text).await?;
        let row = store::scheduled_one(&mut tx, job.client_id, id).await?;
        if let Some(row) = row
            && let Some(ticket) =
                store::ticket_row(&mut tx, job.client_id, row.ticket_id, 0).await?
        {
            self.tell_scheduled(&mut tx, &ticket, now).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn tell_scheduled(&self, tx: &mut Tx, ticket: &TicketRow, now: i64) -> DbResult<()> {
        let scheduled = waiting(tx, ticket.client_id, ticket.id).await?;
        let data = ScheduledChanged { ticket_id: ticket.id, scheduled };
        announce::announce(tx, ticket, &data, now);
        Ok(())
    }
}

async fn own_scheduled(
    tx: &mut Tx,
    viewer: &Viewer,
    id: i64,
) -> Result<(ScheduledRow, TicketRow), Problem> {
    let row = store::scheduled_one(tx, viewer.client_id, id).await?;
    let row = row.ok_or_else(Problem::not_found)?;
    let ticket = store::held_ticket(tx, viewer, row.ticket_id).await?;
    if row.user_id != viewer.user_id && !viewer.admin {
        let text = "Only who wrote an answer, or an admin, can change what becomes of it.";
        return Err(Problem::forbidden(text));
    }
    Ok((row, ticket))
}

/// Answers that wait in a ticket, as they are shown.
pub(in crate::tickets) async fn waiting(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<ScheduledReply>> {
    store::scheduled(conn, client_id, ticket_id).await.map(shown)
}

fn shown(rows: Vec<ScheduledRow>) -> Vec<ScheduledReply> {
    let list = rows.into_iter().map(|row| {
        let author: Value = serde_json::from_str(&row.author).unwrap_or_default();
        let reply: Reply = serde_json::from_str(&row.reply).unwrap_or_default();
        ScheduledReply {
            id: row.id,
            ticket_id: row.ticket_id,
            sender: author["username"].as_str().map(str::to_owned),
            sender_name: author["name"].as_str().map(str::to_owned),
            message: if reply.html { plain(&reply.text) } else { reply.text },
            files: reply.uploads.len(),
            queue_id: row.queue_id,
            send_at: row.send_at,
            error: row.error,
        }
    });
    list.collect()
}
