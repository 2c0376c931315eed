//! One ticket and its messages, for reading.

use crate::tickets::{
    Tickets,
    api::{
        ConversationPart, MessageTrace, MessageView, Participant, TicketContact, TicketDetails,
        TicketView,
    },
    lifecycle::language,
    model::{NOTE, Viewer, day},
    outbound::{schedule, window},
    record::view::message_view,
    store::{self, MessageRow, StoredFile, TicketRow},
};
use crate::{
    accounts, contacts, days,
    db::{Conn, DbResult},
    http::Problem,
};

/// A conversation as helpers read it.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    pub channel: String,
    pub subject: String,
    pub language: String,
    /// Oldest first.
    pub turns: Vec<TalkMessage>,
}

/// One message of a [`Talk`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TalkMessage {
    /// `in`, `out` or `system`.
    pub direction: String,
    pub name: String,
    pub text: String,
    pub at_ms: i64,
}

/// Messages of one load.
pub const SECTION: i64 = 30;
/// So many messages can be skipped; whoever has more names the oldest one.
pub const SKIPPED_MAX: i64 = 3_000;

impl Tickets {
    /// A ticket with its contact, its participants and what may be sent.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn info(&self, viewer: &Viewer, ticket: i64) -> Result<TicketDetails, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::ticket_for(&mut conn, viewer, ticket).await?;
        let contact = match row.contact_id {
            Some(id) => {
                let contact = contacts::card(&mut conn, viewer.client_id, id).await?;
                let identities = self.identities(&mut conn, viewer.client_id, id).await?;
                contact.map(|c| {
                    let now = self.clock.now_ms();
                    let card = contacts::view(&self.keys, viewer.client_id, &c, now);
                    TicketContact { card, identities }
                })
            }
            None => None,
        };
        let participants = store::participants(&mut conn, viewer.client_id, row.id)
            .await?
            .into_iter()
            .map(|(id, username, name, photo)| Participant { id, username, name, photo })
            .collect();
        let rules = self.rules_of(&row);
        let rule = rules.window;
        let last_in = store::last_inbound_at(&mut conn, viewer.client_id, row.id).await?;
        let window = window::window(rule, last_in, self.clock.now_ms());
        let readers =
            store::readers(&mut conn, viewer.client_id, row.id, row.last_in_id.unwrap_or(0))
                .await?;
        let family = store::family(&mut conn, viewer.client_id, row.id).await?;
        let mut pinned = vec![];
        for member in &family {
            pinned.extend(store::pinned(&mut conn, viewer.client_id, *member).await?);
        }
        pinned.sort_by_key(|message| std::cmp::Reverse(message.pinned_at));
        let mut pins = vec![];
        for message in &pinned {
            let home = message.ticket_id;
            let files =
                store::files_of_message(&mut conn, viewer.client_id, home, message.id).await?;
            pins.push(message_view(message, &files));
        }
        let links = self.links(&mut conn, viewer, row.id).await?;
        let merged = self.merged(&mut conn, viewer.client_id, &family).await?;
        let merged_into = self.merged_into(&mut conn, viewer, &row).await?;
        let blocked = match row.contact_id {
            Some(id) => store::blocked_of_contact(&mut conn, viewer.client_id, id).await?,
            None => vec![],
        };
        let snoozed = store::snoozed_until(&mut conn, viewer.client_id, row.id).await?;
        let who = (viewer.client_id, viewer.user_id);
        let following = store::is_following(&mut conn, who, row.id).await?;
        let scheduled = schedule::waiting(&mut conn, viewer.client_id, row.id).await?;
        Ok(TicketDetails {
            ticket: TicketView { reader: readers, ..self.view(&row) },
            contact,
            links,
            merged,
            merged_into,
            blocked: !blocked.is_empty(),
            snoozed_until: snoozed,
            following,
            scheduled,
            pinned: pins,
            participants,
            told: !rules.silent,
            send: rules,
            window,
        })
    }

    /// The newest messages, or those before a message, grouped by the days of the reader's zone; the first entry holds how
    /// many the conversation has. Without such a message, the `skipped` newest ones are left out.
    ///
    /// # Errors
    /// `not_found`; `invalid` for more than [`SKIPPED_MAX`] to skip.
    pub async fn messages(
        &self,
        viewer: &Viewer,
        ticket: i64,
        before: Option<i64>,
        skipped: i64,
    ) -> Result<Vec<ConversationPart>, Problem> {
        if skipped > SKIPPED_MAX {
            let says =
                "At most 3000 messages are skipped. Give messageId, the oldest one you have.";
            return Err(Problem::field("count", says));
        }
        let mut conn = self.db.read().await?;
        let row = store::ticket_for(&mut conn, viewer, ticket).await?;
        let client_id = viewer.client_id;
        let family = store::family(&mut conn, client_id, row.id).await?;
        let mut total = 0;
        for member in &family {
            total += store::count_messages(&mut conn, client_id, *member).await?;
        }
        let before = match before.filter(|id| *id > 0) {
            Some(id) => id,
            None => behind_newest(&mut conn, client_id, &family, skipped).await?,
        };
        let mut rows = newest(&mut conn, client_id, &family, before, SECTION).await?;
        rows.reverse();
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return Ok(vec![ConversationPart::Total { total }]);
        };
        let span = (first.id, last.id);
        let files = files_between(&mut conn, client_id, &family, span).await?;
        let zone = days::zone(&accounts::timezone(&mut conn, client_id, viewer.user_id).await?);
        let mut parts = vec![ConversationPart::Total { total }];
        for message in &rows {
            let view = shown_in(row.id, message, &files);
            let date = day(message.created_at, &zone);
            match parts.last_mut() {
                Some(ConversationPart::Day { date: last, messages }) if *last == date => {
                    messages.push(view);
                }
                _ => parts.push(ConversationPart::Day { date, messages: vec![view] }),
            }
        }
        Ok(parts)
    }

    /// The newest messages behind one that a page has, the oldest first; as many as one load has.
    ///
    /// # Errors
    /// `not_found`.
    pub(in crate::tickets) async fn behind(
        &self,
        viewer: &Viewer,
        ticket: i64,
        last: i64,
    ) -> Result<Vec<MessageView>, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::ticket_for(&mut conn, viewer, ticket).await?;
        let client_id = viewer.client_id;
        let family = store::family(&mut conn, client_id, row.id).await?;
        let mut rows = newest(&mut conn, client_id, &family, i64::MAX, SECTION).await?;
        rows.retain(|message| message.id > last);
        rows.reverse();
        let files = files_between(&mut conn, client_id, &family, (last, i64::MAX)).await?;
        Ok(rows.iter().map(|message| shown_in(row.id, message, &files)).collect())
    }

    /// The newest messages of a ticket in plain text, without what the team notes for itself.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn talk(&self, viewer: &Viewer, ticket: i64, most: i64) -> Result<Talk, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::ticket_for(&mut conn, viewer, ticket).await?;
        Ok(self.talk_up_to(&mut conn, &row, i64::MAX - 1, most).await?)
    }

    /// The messages of a ticket up to one, at most so many of the newest.
    pub(in crate::tickets) async fn talk_up_to(
        &self,
        conn: &mut Conn,
        row: &TicketRow,
        last: i64,
        most: i64,
    ) -> DbResult<Talk> {
        let language = language::own(row).to_owned();
        let family = store::family(conn, row.client_id, row.id).await?;
        let rows = newest(conn, row.client_id, &family, last + 1, most).await?;
        let turns =
            rows.into_iter().rev().filter(|m| m.deleted_at.is_none() && m.direction != NOTE).map(
                |m| TalkMessage {
                    direction: m.direction,
                    name: m.sender_name,
                    text: m.body,
                    at_ms: m.sent_at,
                },
            );
        let (channel, subject) = (row.channel.clone(), row.title.clone());
        Ok(Talk { channel, subject, language, turns: turns.collect() })
    }

    /// The plain text of a message this viewer may see.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn text_of(&self, viewer: &Viewer, message_id: i64) -> Result<String, Problem> {
        let mut conn = self.db.read().await?;
        let (ticket_id, body) = store::body_of(&mut conn, viewer.client_id, message_id)
            .await?
            .ok_or_else(Problem::not_found)?;
        store::ticket_for(&mut conn, viewer, ticket_id).await?;
        Ok(body)
    }

    /// What happened to a message, hop by hop. For admins.
    ///
    /// # Errors
    /// `not_found`, `forbidden`.
    pub async fn trace(&self, viewer: &Viewer, message_id: i64) -> Result<MessageTrace, Problem> {
        let mut conn = self.db.read().await?;
        let (ticket_id, trace) = store::trace_of_message(&mut conn, viewer.client_id, message_id)
            .await?
            .ok_or_else(Problem::not_found)?;
        store::ticket_for(&mut conn, viewer, ticket_id).await?;
        if !viewer.admin {
            return Err(Problem::forbidden("Message traces are for admins."));
        }
        let hops = serde_json::from_str(&trace).unwrap_or_default();
        Ok(MessageTrace { message_id, ticket_id, hops })
    }
}

/// A message as the ticket shows it that has it: its own, or one that was merged into it.
fn shown_in(ticket_id: i64, message: &MessageRow, files: &[StoredFile]) -> MessageView {
    let own: Vec<_> = files.iter().filter(|f| f.message_id == Some(message.id)).cloned().collect();
    MessageView { ticket_id, ..message_view(message, &own) }
}

/// The files of some tickets' messages between two ids.
async fn files_between(
    conn: &mut Conn,
    client_id: i64,
    tickets: &[i64],
    (from, to): (i64, i64),
) -> DbResult<Vec<StoredFile>> {
    let mut files = vec![];
    for id in tickets {
        files.extend(store::files_of_messages(conn, client_id, *id, from, to).await?);
    }
    Ok(files)
}

/// The newest messages of some tickets before an id, newest first.
async fn newest(
    conn: &mut Conn,
    client_id: i64,
    tickets: &[i64],
    before: i64,
    limit: i64,
) -> DbResult<Vec<MessageRow>> {
    let mut rows = vec![];
    for id in tickets {
        rows.extend(store::messages_before(conn, client_id, *id, before, limit).await?);
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.id));
    rows.truncate(usize::try_from(limit).unwrap_or(0));
    Ok(rows)
}

/// The id before which are all messages of some tickets but so many of the newest.
async fn behind_newest(
    conn: &mut Conn,
    client_id: i64,
    tickets: &[i64],
    skipped: i64,
) -> DbResult<i64> {
    let Some(place) = usize::try_from(skipped).ok().and_then(|count| count.checked_sub(1)) else {
        return Ok(i64::MAX);
    };
    let mut ids = vec![];
    for id in tickets {
        ids.extend(store::newest_ids(conn, client_id, *id, skipped).await?);
    }
    ids.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
    // Where there are fewer, nothing is left.
    Ok(ids.get(place).copied().unwrap_or_default())
}
