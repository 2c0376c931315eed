//! Reads what is new of tickets, and keeps the facts that follow.
//!
//! Messages and the history are the source, not events: an event only says which tickets to look at. So
//! the facts of a ticket can be made again at any time, and are the same.

use super::{
    store::{self, ChangeRow, MessageRow, TicketRow, TimesRow},
    times::{Fact, Happened, Happening, Metric, TicketTimes, follow},
};
use crate::{
    db::{DbResult, Tx},
    tickets::Status,
};
use std::collections::{BTreeMap, BTreeSet};

/// Reads what is new of these tickets; all of those `afresh`. Whoever calls holds the consumer's offset of
/// the client, so that nobody else does the same meanwhile.
pub(super) async fn refresh(
    tx: &mut Tx,
    client_id: i64,
    ids: &BTreeSet<i64>,
    afresh: &BTreeSet<i64>,
) -> DbResult<()> {
    for id in afresh {
        store::forget(tx, client_id, *id).await?;
    }
    let again = read(tx, client_id, &Vec::from_iter(ids.iter().copied())).await?;
    if again.is_empty() {
        return Ok(());
    }
    // Something came to light that happened before what was read already.
    for id in &again {
        store::forget(tx, client_id, *id).await?;
    }
    read(tx, client_id, &again).await.map(drop)
}

/// Reads what is new. Gives the tickets whose new happenings are older than what was read.
async fn read(tx: &mut Tx, client_id: i64, ids: &[i64]) -> DbResult<Vec<i64>> {
    let tickets = store::tickets(tx, client_id, ids).await?;
    let known = store::times(tx, client_id, ids).await?;
    let known: BTreeMap<i64, TimesRow> =
        known.into_iter().map(|row| (row.ticket_id, row)).collect();
    let mut messages: BTreeMap<i64, Vec<MessageRow>> = BTreeMap::new();
    for row in store::messages(tx, client_id, ids).await? {
        messages.entry(row.ticket_id).or_default().push(row);
    }
    let mut changes: BTreeMap<i64, Vec<ChangeRow>> = BTreeMap::new();
    for row in store::changes(tx, client_id, ids).await? {
        changes.entry(row.ticket_id).or_default().push(row);
    }
    let (mut again, mut facts) = (vec![], vec![]);
    for ticket in &tickets {
        let messages = messages.remove(&ticket.id).unwrap_or_default();
        let changes = changes.remove(&ticket.id).unwrap_or_default();
        let before = known.get(&ticket.id);
        let happened = in_order(&messages, &changes);
        if before.is_some_and(|row| happened.first().is_some_and(|first| first.at <= row.read_to)) {
            again.push(ticket.id);
            continue;
        }
        let counted = ticket.status != Status::Spam.code() && ticket.merged_into.is_none();
        let mut times = before.map_or_else(|| begun(ticket, &changes), TimesRow::times);
        if before.is_none() {
            facts.push((ticket, created(ticket, &times), counted));
        }
        let followed = follow(&mut times, &happened);
        if followed.was_reopened && before.is_some() {
            store::set_reopened(tx, client_id, ticket.id).await?;
        }
        if before.is_some_and(|row| row.counted != counted) {
            store::set_counted(tx, client_id, ticket.id, counted).await?;
        }
        facts.extend(followed.facts.into_iter().map(|fact| (ticket, fact, counted)));
        // What changes nothing is read once more the next time, which costs less than to note it.
        if before.is_none_or(|row| row.times() != times || row.counted != counted) {
            let read_to = happened.last().map(|last| last.at);
            let row = TimesRow {
                ticket_id: ticket.id,
                asked_at: times.asked_at,
                waiting_since: times.waiting_since,
                replies: times.replies,
                resolved_at: times.resolved_at,
                department_id: times.department_id,
                counted,
                message_id: messages
                    .last()
                    .map_or(before.map_or(0, |row| row.message_id), |row| row.id),
                history_id: changes
                    .last()
                    .map_or(before.map_or(0, |row| row.history_id), |row| row.id),
                read_to: read_to.or(before.map(|row| row.read_to)).unwrap_or_default(),
            };
            store::set_times(tx, client_id, &row).await?;
        }
    }
    store::insert_facts(tx, client_id, &facts).await?;
    Ok(again)
}

/// A ticket that was not read yet: it is in the department in which it began.
fn begun(ticket: &TicketRow, changes: &[ChangeRow]) -> TicketTimes {
    let first = changes.iter().find(|change| change.kind == "department");
    let department_id = first.map_or(ticket.department_id, |change| change.was.parse().ok());
    TicketTimes { department_id, ..TicketTimes::default() }
}

fn created(ticket: &TicketRow, times: &TicketTimes) -> Fact {
    Fact {
        metric: Metric::Created,
        at: ticket.created_at,
        department_id: times.department_id,
        user_id: None,
        took: None,
        replies: 0,
    }
}

/// What happened, the oldest first. What was written comes before what was changed in the same moment: a
/// reply that also resolves is a reply first.
fn in_order(messages: &[MessageRow], changes: &[ChangeRow]) -> Vec<Happened> {
    let written = messages.iter().map(|row| {
        let what =
            if row.inbound { Happening::CustomerMessage } else { Happening::Reply(row.user_id) };
        Happened { at: row.created_at, what }
    });
    let changed = changes.iter().filter_map(|row| {
        let what = match row.kind.as_str() {
            "status" => Happening::Status(row.became.parse().ok()?, row.user_id),
            _ => Happening::Department(row.became.parse().ok()),
        };
        Some(Happened { at: row.created_at, what })
    });
    let mut all: Vec<Happened> = written.chain(changed).collect();
    all.sort_by_key(|one| one.at);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_resolves_is_a_reply_first() {
        let message =
            MessageRow { id: 1, ticket_id: 1, inbound: false, user_id: Some(3), created_at: 9 };
        let change = ChangeRow {
            id: 1,
            ticket_id: 1,
            kind: "status".into(),
            was: "0".into(),
            became: "2".into(),
            user_id: Some(3),
            created_at: 9,
        };
        let order = in_order(&[message], &[change]);
        let what: Vec<Happening> = order.iter().map(|one| one.what).collect();
        assert_eq!(what, [Happening::Reply(Some(3)), Happening::Status(2, Some(3))]);
    }
}
