//! Several tickets become one: the target shows the messages of the others between its own, and
//! takes what comes in their conversations. The messages stay where they were written, so that
//! answers go out where they belong, and so that undoing a merge moves nothing.

use crate::tickets::{
    Tickets,
    api::{MergedInto, MergedTicket, TicketMerged, TicketView, Unmerged},
    lifecycle::status,
    model::{Status, Viewer},
    outbound::{reply::Reply, window},
    record::{
        announce,
        history::{self, Step},
        merge_group,
        view::ticket_view,
    },
    store::{self, FAMILY_MAX, MergeRow, Standing, TicketRow},
};
use crate::{
    db::{Conn, DbError, DbResult, Tx},
    http::{Code, Problem, SuccessWord},
};

const WHY_MAX: usize = 500;

fn conflict(text: impl Into<String>) -> Problem {
    Problem::new(Code::Conflict, text)
}

impl Tickets {
    /// Merges a ticket into another one: it is closed, and its messages show there. Gives the target.
    ///
    /// # Errors
    /// `not_found`; `invalid` for a ticket and itself; `conflict` when one of them was merged already,
    /// the target is closed, one of them is spam, or answers wait in the source.
    pub async fn merge(
        &self,
        viewer: &Viewer,
        (source, target): (i64, i64),
        why: &str,
    ) -> Result<TicketView, Problem> {
        let why = why.trim();
        if why.chars().count() > WHY_MAX {
            return Err(Problem::field("why", "Give a reason of at most 500 characters."));
        }
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let (source, target) = self.both(&mut tx, viewer, source, target).await?;
        check(&source, &target)?;
        let members = store::family(&mut tx, client_id, source.id).await?.len()
            + store::family(&mut tx, client_id, target.id).await?.len();
        if members > FAMILY_MAX {
            return Err(conflict(format!("A ticket takes at most {FAMILY_MAX} others in.")));
        }
        if !store::scheduled(&mut tx, client_id, source.id).await?.is_empty() {
            let text = "Answers wait in this ticket. Send them or call them back first.";
            return Err(conflict(text));
        }
        let before = standing(&mut tx, client_id, target.id).await?;
        let adds = standing(&mut tx, client_id, source.id).await?;
        let aside = store::snoozed_until(&mut tx, client_id, source.id).await?;
        let merge = MergeRow {
            id: 0,
            target_id: target.id,
            status: source.status,
            snoozed_until: aside,
            why: why.to_owned(),
            merged_by: viewer.username.clone(),
            merged_at: now,
        };
        store::insert_merge(&mut tx, client_id, source.id, &merge).await?;
        let name = self.account_of(&source);
        status::change_status(&mut tx, viewer, &source, Status::Closed, &name, now).await?;
        store::set_merged(&mut tx, client_id, source.id, Some(target.id)).await?;
        let waits = source.status != Status::Closed.code() && !adds.responded;
        let both = merge_group::joined(&before, &adds, waits);
        store::set_standing(&mut tx, client_id, target.id, &both, now).await?;
        let text = format!("{} merged ticket #{} into this one.", viewer.name, source.number);
        self.tell(&mut tx, viewer, (&source, &target), (true, why), &text).await?;
        let after = store::ticket_row(&mut tx, client_id, target.id, viewer.user_id).await?;
        let after = after.ok_or(DbError::NotFound)?;
        tx.commit().await?;
        Ok(self.view(&after))
    }

    /// Takes a merge back: both tickets are what they were, each with what was written in its own
    /// conversation since. `reopened` is false where the source stays closed, because its customer
    /// has another open ticket in that conversation by now.
    ///
    /// # Errors
    /// `not_found`; `conflict` for a ticket that is not merged.
    pub async fn unmerge(&self, viewer: &Viewer, source: i64) -> Result<Unmerged, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let row = store::ticket_for(&mut tx, viewer, source).await?;
        let not_merged = || conflict("This ticket is not merged with another one.");
        let target = row.merged_into.ok_or_else(not_merged)?;
        let path = store::path(&mut tx, client_id, row.id).await?;
        merge_group::hold(&mut tx, client_id, &path).await?;
        let row = reread(&mut tx, viewer, row.id).await?;
        if row.merged_into != Some(target) {
            return Err(not_merged());
        }
        // Whoever sees one of the two only has no say about the other.
        let target = store::ticket_for(&mut tx, viewer, target).await?;
        let merge = store::last_merge(&mut tx, client_id, row.id).await?;
        let merge = merge.ok_or_else(not_merged)?;
        store::set_merged(&mut tx, client_id, row.id, None).await?;
        store::undo_merge(&mut tx, client_id, merge.id, now).await?;
        // A target that is itself in another ticket gives up what it shows, and so do all above it.
        for above in store::path(&mut tx, client_id, target.id).await? {
            let is = standing(&mut tx, client_id, above).await?;
            let left = merge_group::left(&mut tx, client_id, above, &is).await?;
            store::set_standing(&mut tx, client_id, above, &left, now).await?;
        }
        let wanted = Status::from_code(merge.status).unwrap_or(Status::Open);
        let newer = match row.channel_id {
            Some(channel) => {
                store::open_in_thread(&mut tx, client_id, channel, &row.thread).await?
            }
            None => None,
        };
        // One that was split off has left the conversation to another ticket before.
        let reopened = wanted == Status::Closed
            || newer.is_none()
            || store::is_parted(&mut tx, client_id, row.id).await?;
        let back = TicketRow { merged_into: None, ..row };
        if reopened {
            self.put_back(&mut tx, viewer, &back, (wanted, merge.snoozed_until), now).await?;
        }
        let text = format!("{} took the merge of ticket #{} back.", viewer.name, back.number);
        self.tell(&mut tx, viewer, (&back, &target), (false, ""), &text).await?;
        tx.commit().await?;
        Ok(Unmerged { result: SuccessWord::Success, reopened })
    }

    /// Both tickets for a viewer who may see them, as they are when nobody else changes them.
    async fn both(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        source: i64,
        target: i64,
    ) -> Result<(TicketRow, TicketRow), Problem> {
        let source = store::ticket_for(tx, viewer, source).await?;
        let target = store::ticket_for(tx, viewer, target).await?;
        if source.id == target.id {
            return Err(Problem::field("into", "Name another ticket."));
        }
        merge_group::hold(tx, viewer.client_id, &[source.id, target.id]).await?;
        Ok((reread(tx, viewer, source.id).await?, reread(tx, viewer, target.id).await?))
    }

    pub(in crate::tickets) fn account_of(&self, row: &TicketRow) -> String {
        row.channel_id.map(|id| self.carrier.account_name(row.client_id, id)).unwrap_or_default()
    }

    /// Writes a merge or its end into both histories and the target, and tells everybody who sees
    /// one of them.
    async fn tell(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        (source, target): (&TicketRow, &TicketRow),
        (merged, why): (bool, &str),
        text: &str,
    ) -> DbResult<()> {
        let (client_id, now, by) = (viewer.client_id, self.clock.now_ms(), &viewer.username);
        let (from, into) = (source.number.to_string(), target.number.to_string());
        for (row, kind, value) in [(source, "merge", &into), (target, "merged", &from)] {
            let (before, after) = if merged { ("", value.as_str()) } else { (value.as_str(), "") };
            let step = Step { kind, before, after, why, by };
            history::note(tx, row, &step, now).await?;
        }
        status::say(tx, client_id, target.id, text, now).await?;
        for id in [source.id, target.id] {
            let row = store::ticket_row(tx, client_id, id, 0).await?.ok_or(DbError::NotFound)?;
            let data = TicketMerged {
                source_id: source.id,
                source_number: source.number,
                target_id: target.id,
                target_number: target.number,
                merged,
                by: by.to_owned(),
                ticket: ticket_view(&row, &self.account_of(&row)),
            };
            announce::announce(tx, &row, &data, now);
        }
        Ok(())
    }

    /// Refuses what is done to a ticket that was merged into another one: it goes on there.
    pub(in crate::tickets) async fn stands_alone(
        &self,
        tx: &mut Tx,
        row: TicketRow,
    ) -> Result<TicketRow, Problem> {
        if row.merged_into.is_none() {
            return Ok(row);
        }
        let shown = store::shown_in(tx, row.client_id, row.id).await?;
        let number = shown.map_or(0, |shown| shown.number);
        let text = format!("This ticket was merged into #{number}. Go on there.");
        Err(conflict(text))
    }

    /// The ticket in whose conversation a reply goes out: the one that was named, else that of the
    /// message it answers, else the ticket's own.
    pub(in crate::tickets) async fn way(
        &self,
        tx: &mut Tx,
        ticket: &TicketRow,
        reply: &Reply,
    ) -> Result<TicketRow, Problem> {
        let named = named(tx, ticket.client_id, reply).await?;
        let Some(id) = named.filter(|id| *id != ticket.id) else { return Ok(ticket.clone()) };
        if !store::family(tx, ticket.client_id, ticket.id).await?.contains(&id) {
            let (field, text) = match reply.via {
                Some(_) => ("via", "This conversation is not in the ticket."),
                // Its words were meant for somebody else than the ticket's own customer.
                None => ("reply", "The message that this answers is not in the ticket any more."),
            };
            return Err(Problem::field(field, text));
        }
        let row = store::ticket_row(tx, ticket.client_id, id, 0).await?;
        row.ok_or_else(Problem::not_found)
    }

    /// Holds all tickets that an answer changes, in the order of their ids, as what comes in does.
    pub(in crate::tickets) async fn hold_way(
        &self,
        tx: &mut Tx,
        client_id: i64,
        reply: &Reply,
    ) -> DbResult<()> {
        let Some(id) = named(tx, client_id, reply).await? else { return Ok(()) };
        let path = store::path(tx, client_id, id).await?;
        merge_group::hold(tx, client_id, &path).await
    }

    /// The tickets that were merged into one, with what may be sent in their conversations.
    pub(in crate::tickets) async fn merged(
        &self,
        conn: &mut Conn,
        client_id: i64,
        family: &[i64],
    ) -> DbResult<Vec<MergedTicket>> {
        let mut list = vec![];
        for id in family.iter().skip(1) {
            let Some(row) = store::ticket_row(conn, client_id, *id, 0).await? else { continue };
            let merge = store::last_merge(conn, client_id, *id).await?;
            let rules = row.channel_id.map(|id| self.carrier.rules(client_id, id));
            let last_in = store::last_inbound_at(conn, client_id, row.id).await?;
            let rule = rules.as_ref().and_then(|rules| rules.window);
            let window = window::window(rule, last_in, self.clock.now_ms());
            list.push(MergedTicket {
                id: row.id,
                ticket_number: row.number,
                channel_name: self.account_of(&row),
                title: row.title,
                channel: row.channel,
                name: row.contact_name,
                email: row.contact_email,
                send: rules,
                window,
                by: merge.as_ref().map(|merge| merge.merged_by.clone()),
                at_ms: merge.as_ref().map(|merge| merge.merged_at),
                why: merge.map(|merge| merge.why),
            });
        }
        Ok(list)
    }

    /// Whether a ticket shows the messages of others as well.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn shows_others(&self, viewer: &Viewer, ticket: i64) -> Result<bool, Problem> {
        let mut conn = self.db.read().await?;
        Ok(!store::sources(&mut conn, viewer.client_id, ticket).await?.is_empty())
    }

    /// Where a ticket's messages show now, if that is another ticket.
    pub(in crate::tickets) async fn merged_into(
        &self,
        conn: &mut Conn,
        viewer: &Viewer,
        row: &TicketRow,
    ) -> DbResult<Option<MergedInto>> {
        if row.merged_into.is_none() {
            return Ok(None);
        }
        let shown = store::shown_in(conn, row.client_id, row.id).await?;
        let merge = store::last_merge(conn, row.client_id, row.id).await?;
        let seen = match &shown {
            Some(shown) => store::visible_ticket(conn, viewer, shown.id).await?,
            None => None,
        };
        Ok(Some(MergedInto {
            id: shown.as_ref().map(|shown| shown.id),
            ticket_number: shown.as_ref().map(|shown| shown.number),
            title: seen.map(|shown| shown.title),
            by: merge.as_ref().map(|merge| merge.merged_by.clone()),
            at_ms: merge.as_ref().map(|merge| merge.merged_at),
            why: merge.map(|merge| merge.why),
        }))
    }
}

/// The ticket of the conversation that a reply names: itself, or by the message that it answers.
async fn named(tx: &mut Tx, client_id: i64, reply: &Reply) -> DbResult<Option<i64>> {
    let answered = match (reply.via, reply.reply_to) {
        (None, Some(id)) => store::message(tx, client_id, id).await?,
        _ => None,
    };
    Ok(reply.via.or(answered.map(|message| message.ticket_id)))
}

async fn reread(tx: &mut Tx, viewer: &Viewer, id: i64) -> Result<TicketRow, Problem> {
    let row = store::ticket_row(tx, viewer.client_id, id, viewer.user_id).await?;
    row.ok_or_else(Problem::not_found)
}

async fn standing(tx: &mut Tx, client_id: i64, id: i64) -> DbResult<Standing> {
    store::standing(tx, client_id, id).await.map(Option::unwrap_or_default)
}

/// Whether one may be merged into the other now.
fn check(source: &TicketRow, target: &TicketRow) -> Result<(), Problem> {
    for row in [source, target] {
        if row.merged_into.is_some() {
            let text = format!("Ticket #{} was merged into another one already.", row.number);
            return Err(conflict(text));
        }
    }
    if target.status == Status::Closed.code() {
        return Err(conflict("The other ticket is closed. Open it first."));
    }
    if [source.status, target.status].contains(&Status::Spam.code()) {
        return Err(conflict("One of the tickets is spam. Say first that it is none."));
    }
    if source.kind == "livechat" && source.status != Status::Closed.code() {
        return Err(conflict("This chat goes on. End it before you merge it."));
    }
    Ok(())
}
