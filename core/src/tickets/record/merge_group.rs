//! What a list shows of tickets that were merged, and holding them.

use crate::db::{Conn, DbResult, Tx};
use crate::tickets::{
    model::snippet,
    store::{self, Standing},
};
use std::collections::BTreeSet;

/// Holds several tickets, always in the order of their ids, so that two who need the same ones wait
/// and do not embrace. Their contacts come before them.
///
/// # Errors
/// What the database said.
pub async fn hold(tx: &mut Tx, client_id: i64, tickets: &[i64]) -> DbResult<()> {
    let mut ids = tickets.to_vec();
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        store::hold_ticket(tx, client_id, id).await?;
    }
    Ok(())
}

/// Where the parts of a batch lead to.
#[derive(Debug, Default)]
pub struct BatchTargets {
    pub contacts: BTreeSet<i64>,
    /// Conversations, by the channel's own name for them.
    pub threads: BTreeSet<String>,
    /// Messages, by the provider's id.
    pub messages: BTreeSet<String>,
}

/// Holds everything that is there already and that a batch will need: the contacts first, then the
/// tickets, each in the order of their ids. One after the other in the order of the batch, two
/// batches, or a batch and an agent, would wait for each other.
///
/// # Errors
/// What the database said.
pub async fn hold_places(
    tx: &mut Tx,
    client_id: i64,
    channel_id: i64,
    places: &BatchTargets,
) -> DbResult<()> {
    let mut homes = BTreeSet::new();
    for thread in &places.threads {
        let found = store::candidate_by_thread(tx, client_id, channel_id, thread).await?;
        homes.extend(found.map(|candidate| candidate.home));
    }
    for message in &places.messages {
        let found = store::message_of_external(tx, client_id, channel_id, message).await?;
        homes.extend(found.map(|(_, ticket_id, _)| ticket_id));
    }
    let mut tickets = vec![];
    for home in homes {
        tickets.extend(store::path(tx, client_id, home).await?);
    }
    for contact in &places.contacts {
        store::hold_contact(tx, client_id, *contact).await?;
    }
    hold(tx, client_id, &tickets).await
}

/// The ticket that shows a message now, wherever it was moved or merged. None for no such message.
///
/// # Errors
/// What the database said.
pub async fn ticket_showing(
    conn: &mut Conn,
    client_id: i64,
    message_id: i64,
) -> DbResult<Option<i64>> {
    let Some(message) = store::message(conn, client_id, message_id).await? else { return Ok(None) };
    let path = store::path(conn, client_id, message.ticket_id).await?;
    Ok(path.last().copied())
}

/// The newest message that a ticket shows, of those from (`in`) or to (`out`) its customers.
///
/// # Errors
/// What the database said.
pub async fn newest_message(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    direction: &str,
) -> DbResult<Option<i64>> {
    let mut newest = None;
    for member in store::family(conn, client_id, ticket_id).await? {
        newest = newest.max(store::newest_of(conn, client_id, member, direction).await?);
    }
    Ok(newest)
}

/// What a list shows of a ticket that takes another one in; `waits` says that the other one's
/// customer has no answer yet.
#[must_use]
pub(in crate::tickets) fn joined(target: &Standing, source: &Standing, waits: bool) -> Standing {
    let newer = if source.last_message_id > target.last_message_id { source } else { target };
    Standing {
        snippet: newer.snippet.clone(),
        message_count: target.message_count + source.message_count,
        last_message_id: newer.last_message_id,
        last_in_id: target.last_in_id.max(source.last_in_id),
        // Whoever answered one customer has not answered the other.
        responded: newer.responded && target.responded && !waits,
        has_attachment: target.has_attachment || source.has_attachment,
    }
}

/// The newest of several things that were said: the id, the direction and the words of each.
type NewestText = Option<(i64, String, String)>;

/// What the messages say that a ticket shows.
#[derive(Clone, Debug, Default)]
struct GroupMessages {
    count: i64,
    said: NewestText,
    heard: NewestText,
    files: bool,
    /// Whether the newest message that the list shows is still among them, and the customer's newest.
    stays: (bool, bool),
}

/// What a list shows of a ticket that gave another one back.
#[must_use]
fn parted(is: &Standing, told: GroupMessages) -> Standing {
    let GroupMessages { count, said, heard, files, stays: (last_stays, heard_stays) } = told;
    let last = said.as_ref().map(|said| said.0);
    let newest_is_line = last_stays && is.last_message_id > last;
    let answered = said.as_ref().is_some_and(|(_, direction, _)| direction == "out");
    let words = said.map(|(_, _, body)| snippet(&body, usize::from(files)));
    Standing {
        snippet: if last_stays { is.snippet.clone() } else { words.unwrap_or_default() },
        message_count: count,
        last_message_id: if last_stays { is.last_message_id } else { last },
        last_in_id: if heard_stays { is.last_in_id } else { heard.map(|(id, ..)| id) },
        responded: if newest_is_line { is.responded } else { answered },
        has_attachment: files,
    }
}

/// What a list shows of a ticket after another one left it.
pub(in crate::tickets) async fn left(
    tx: &mut Tx,
    client_id: i64,
    id: i64,
    is: &Standing,
) -> DbResult<Standing> {
    let mut told = GroupMessages::default();
    let members = store::family(tx, client_id, id).await?;
    for member in &members {
        told.count += store::said_count(tx, client_id, *member).await?;
        told.said = told.said.max(store::newest_said(tx, client_id, *member, false).await?);
        told.heard = told.heard.max(store::newest_said(tx, client_id, *member, true).await?);
        told.files |= store::has_files(tx, client_id, *member).await?;
    }
    for (message, stays) in [(is.last_message_id, 0), (is.last_in_id, 1)] {
        let Some(message) = message else { continue };
        let home = store::message(tx, client_id, message).await?.map(|row| row.ticket_id);
        let home = home.is_some_and(|home| members.contains(&home));
        if stays == 0 { told.stays.0 = home } else { told.stays.1 = home }
    }
    Ok(parted(is, told))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(words: &str, count: i64, last: i64, last_in: Option<i64>) -> Standing {
        Standing {
            snippet: words.into(),
            message_count: count,
            last_message_id: Some(last),
            last_in_id: last_in,
            responded: last_in != Some(last),
            has_attachment: false,
        }
    }

    #[test]
    fn lists_show_the_newer_of_two_and_the_older_again() {
        let (target, source) =
            (standing("Hello", 2, 5, Some(4)), standing("Where?", 3, 9, Some(9)));
        let both = joined(&target, &source, true);
        assert_eq!(both, standing("Where?", 5, 9, Some(9)));
        let told = GroupMessages {
            count: 2,
            said: Some((5, "out".to_owned(), "Hello".to_owned())),
            heard: Some((4, "in".to_owned(), "Hi".to_owned())),
            ..GroupMessages::default()
        };
        assert_eq!(parted(&both, told.clone()), target);
        // What the target said since stays what its list shows.
        let later = standing("Here", 6, 12, Some(9));
        let said = Some((12, "out".to_owned(), "Here".to_owned()));
        let back = parted(&later, GroupMessages { count: 3, said, stays: (true, false), ..told });
        assert_eq!((back.snippet.as_str(), back.message_count), ("Here", 3));
        assert_eq!((back.last_message_id, back.last_in_id), (Some(12), Some(4)));
    }

    #[test]
    fn a_customer_who_waits_is_not_hidden_by_an_answer_to_another() {
        let (answered, waiting) =
            (standing("Done", 2, 9, Some(8)), standing("Where?", 1, 5, Some(5)));
        assert!(!joined(&answered, &waiting, true).responded);
        assert!(joined(&answered, &waiting, false).responded, "nobody waits in a closed ticket");
        assert!(!joined(&waiting, &answered, false).responded);
        let both = joined(&answered, &waiting, true);
        let said = Some((9, "out".to_owned(), "Done".to_owned()));
        let told =
            GroupMessages { count: 2, said, stays: (true, false), ..GroupMessages::default() };
        assert!(parted(&both, told).responded, "what left does not wait here any more");
    }
}
