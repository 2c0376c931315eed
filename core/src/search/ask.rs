//! Searches tickets and messages.

use super::{
    Search,
    model::{
        COUNT_MAX, LOOKED_MAX, NAMED_MAX, OPEN_FROM, SearchPage, SearchResults, SearchTerms,
        SectionHits, bare, number,
    },
    store,
};
use crate::{
    accounts::find_user,
    contacts::contacts_with,
    db::{
        Conn, DbResult,
        dialect::{self, Look, TicketHit},
    },
    fulltext::{Ask, Phrase, STEP, Shelf, Walk, phrases},
    tickets::{
        ANY, BODY, CONTACT, LABEL, MESSAGES, OF_TICKET, POSTS, SENDER, TAKES_PART, TITLE, Viewer,
        visible_ticket,
    },
};
use std::collections::BTreeSet;

/// What the names that were typed stand for. None: nothing was typed.
#[derive(Default)]
struct Named {
    labels: Option<BTreeSet<i64>>,
    contacts: Option<BTreeSet<i64>>,
    /// A ticket by its number; 0 when there is none that may be seen.
    ticket: Option<i64>,
}

impl Search {
    /// A page of what is found, for the eyes of this viewer.
    ///
    /// # Errors
    /// What the database said.
    pub async fn ask(
        &self,
        viewer: &Viewer,
        wanted: &SearchTerms,
        page: SearchPage,
    ) -> DbResult<SearchResults> {
        let SearchPage { posts, messages, size } = page;
        let mut conn = self.db.read().await?;
        let named = named(&mut conn, viewer, wanted).await?;
        let asked = phrases(&wanted.words);
        let found = find_posts(&mut conn, viewer, wanted, &named, (posts, size)).await?;
        let mut post = vec![];
        for id in &found.ids {
            post.extend(store::post(&mut conn, viewer.client_id, *id, &asked).await?);
        }
        let (post_count, post_more) = (found.count, found.more);
        let found = find_messages(&mut conn, viewer, wanted, &named, (messages, size)).await?;
        let mut message = vec![];
        for id in &found.ids {
            message.extend(store::message(&mut conn, viewer.client_id, *id, &asked).await?);
        }
        let indexing = store::progress(&mut conn).await?;
        let (message_count, message_more) = (found.count, found.more);
        Ok(SearchResults {
            post,
            message,
            post_count,
            message_count,
            post_more,
            message_more,
            indexing,
        })
    }
}

async fn named(conn: &mut Conn, viewer: &Viewer, wanted: &SearchTerms) -> DbResult<Named> {
    let client_id = viewer.client_id;
    let mut named = Named::default();
    if !wanted.label.is_empty() {
        named.labels = Some(store::labels_named(conn, client_id, &bare(&wanted.label)).await?);
    }
    if !wanted.contact.is_empty() {
        let found = contacts_with(conn, client_id, &wanted.contact, NAMED_MAX).await?;
        named.contacts = Some(found.into_iter().collect());
    }
    if !wanted.number.is_empty() {
        let ticket = match number(&wanted.number) {
            Some(number) => visible_ticket(conn, viewer, number).await?,
            None => None,
        };
        named.ticket = Some(ticket.map_or(0, |ticket| ticket.id));
    }
    Ok(named)
}

async fn find_posts(
    conn: &mut Conn,
    viewer: &Viewer,
    wanted: &SearchTerms,
    named: &Named,
    page: (usize, usize),
) -> DbResult<SectionHits> {
    let mut ask = Ask::default();
    for phrase in phrases(&wanted.words) {
        ask.and(TITLE, phrase.opened_from(OPEN_FROM));
    }
    if let Some(labels) = &named.labels {
        ask.and_any(labels.iter().map(|id| (LABEL, Phrase::of(id))).collect());
    }
    if let Some(contacts) = &named.contacts {
        ask.and_any(contacts.iter().map(|id| (CONTACT, Phrase::of(id))).collect());
    }
    if !wanted.from.is_empty() {
        // A colleague by username, or a customer by name.
        let user = find_user(conn, viewer.client_id, &bare(&wanted.from)).await?;
        let contacts =
            contacts_with(conn, viewer.client_id, &wanted.from, NAMED_MAX).await?.into_iter();
        let any = user.map(|user| (TAKES_PART, Phrase::of(user.id))).into_iter();
        ask.and_any(any.chain(contacts.map(|id| (CONTACT, Phrase::of(id)))).collect());
    }
    if named.ticket.is_some() && ask.is_empty() {
        ask.and(ANY, Phrase::of(""));
    }
    // What the words of a question have no letter of is not asked for, but then it is not answered
    // with everything either.
    let vague = ask.is_empty() || (phrases(&wanted.words).is_empty() && !wanted.words.is_empty());
    if vague || ask.is_vain() {
        return Ok(SectionHits::default());
    }
    gather(conn, viewer, POSTS, &ask, named, page).await
}

async fn find_messages(
    conn: &mut Conn,
    viewer: &Viewer,
    wanted: &SearchTerms,
    named: &Named,
    page: (usize, usize),
) -> DbResult<SectionHits> {
    let mut ask = Ask::default();
    for phrase in phrases(&wanted.words) {
        ask.and(BODY, phrase);
    }
    let vague = ask.is_empty() && !wanted.words.is_empty();
    for phrase in phrases(&wanted.from) {
        ask.and(SENDER, phrase);
    }
    // A label, a contact or a number alone asks for tickets.
    if ask.is_empty() || vague || (phrases(&wanted.from).is_empty() && !wanted.from.is_empty()) {
        return Ok(SectionHits::default());
    }
    if let Some(ticket) = named.ticket {
        ask.and(OF_TICKET, Phrase::of(ticket));
    }
    gather(conn, viewer, MESSAGES, &ask, named, page).await
}

/// Walks from the newest down until a page is full and the count has reached its bound.
async fn gather(
    conn: &mut Conn,
    viewer: &Viewer,
    shelf: Shelf,
    ask: &Ask,
    named: &Named,
    (offset, size): (usize, usize),
) -> DbResult<SectionHits> {
    let words = ask.written(conn, viewer.client_id);
    let mut walk = match named.ticket {
        Some(ticket) if shelf == POSTS => Walk::only(shelf, ticket),
        _ => Walk::down(conn, shelf).await?,
    };
    let (mut found, mut looked) = (SectionHits::default(), 0);
    while let Some(span) = walk.span() {
        let look = Look {
            client_id: viewer.client_id,
            user_id: viewer.user_id,
            admin: viewer.sees_all(),
            words: &words,
            span,
            limit: STEP,
        };
        let hits = if shelf == POSTS {
            dialect::tickets_with(conn, look).await?
        } else {
            dialect::messages_with(conn, look).await?
        };
        looked += hits.len();
        walk.looked(hits.last().map(|hit| hit.id), hits.len());
        for hit in hits.iter().filter(|hit| hit.visible && fits(hit, named)) {
            if (offset..offset + size).contains(&found.count) {
                found.ids.push(shelf.row(hit.id));
            }
            if found.count == COUNT_MAX {
                found.more = true;
                return Ok(found);
            }
            found.count += 1;
        }
        if looked >= LOOKED_MAX {
            found.more = walk.span().is_some();
            break;
        }
    }
    Ok(found)
}

/// Whether a hit's ticket has one of the labels and contacts that were named.
fn fits(hit: &TicketHit, named: &Named) -> bool {
    let labelled = named.labels.as_ref().is_none_or(|wanted| {
        let carried: Vec<i64> = serde_json::from_str(&hit.labels).unwrap_or_default();
        carried.iter().any(|id| wanted.contains(id))
    });
    labelled
        && named
            .contacts
            .as_ref()
            .is_none_or(|wanted| hit.contact_id.is_some_and(|id| wanted.contains(&id)))
}
