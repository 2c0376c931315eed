//! `search_tickets`: finds tickets by words and by what they are.

use crate::{
    accounts::Caller,
    http::Problem,
    mcp::{
        Mcp,
        untrusted::{Marks, UntrustedText, name},
    },
    search::{SearchPage, SearchTerms},
    tickets::{
        Filter, FilterQuery, ListKind, Status, Viewer,
        api::{TicketListRow, TicketView},
        utc,
    },
};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Tickets of one page of a list, and results of each section of a search.
const PAGE: usize = 20;
/// Pages behind which nobody looks.
const PAGES_MAX: usize = 50;
/// Characters of the newest message, or of the one that was found.
const EXCERPT: usize = 300;

/// A status to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::mcp) enum StatusFilter {
    Open,
    Pending,
    Resolved,
    Closed,
}

impl StatusFilter {
    fn code(self) -> i64 {
        match self {
            Self::Open => Status::Open.code(),
            Self::Pending => Status::Pending.code(),
            Self::Resolved => Status::Resolved.code(),
            Self::Closed => Status::Closed.code(),
        }
    }
}

/// What to search for. What is left out is not asked for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(in crate::mcp) struct TicketSearch {
    /// Words in titles and messages, all of them; `deliv*` finds what begins like that, `"two words"` finds
    /// them one after the other.
    pub words: String,
    /// A ticket's number, as people say it.
    pub number: Option<i64>,
    pub status: Option<StatusFilter>,
    /// Tickets that have one of these labels; 0 for none. At most 8.
    pub label_ids: Vec<i64>,
    /// Tickets of one of these departments; 0 for none. At most 8.
    pub department_ids: Vec<i64>,
    /// Usernames of agents of whom one takes part; `-` for tickets that nobody has. At most 8.
    pub assignees: Vec<String>,
    /// Without words: the list of live chats in place of that of tickets.
    pub live_chats: bool,
    /// 0 is the first one. A page of a search by words may have fewer tickets than the next one.
    pub page: usize,
}

/// A page of what was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct TicketHits {
    pub tickets: Vec<TicketSummary>,
    /// The page to ask for next; null at the end.
    pub next_page: Option<usize>,
}

/// A ticket in a few words.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct TicketSummary {
    pub ticket_id: i64,
    /// As people say it.
    pub number: i64,
    pub title: UntrustedText,
    /// The customer's name.
    pub customer: UntrustedText,
    pub contact_id: Option<i64>,
    /// The channel's value, such as `TELEGRAM`.
    pub channel: String,
    pub channel_name: String,
    /// `open`, `pending`, `resolved`, `closed` or `spam`.
    pub status: &'static str,
    /// `high`, `medium`, `low` or `none`.
    pub priority: &'static str,
    pub live_chat: bool,
    /// Usernames.
    pub assignees: Vec<String>,
    pub department_id: Option<i64>,
    pub label_ids: Vec<i64>,
    pub messages: i64,
    /// UTC.
    pub created_at: String,
    /// Of the last change; UTC.
    pub updated_at: String,
    /// The newest message, or the one that was found.
    pub excerpt: UntrustedText,
}

impl Mcp {
    /// Finds tickets for the eyes of the caller.
    ///
    /// # Errors
    /// `invalid`, by field; `unavailable`.
    pub(in crate::mcp) async fn search_tickets(
        &self,
        caller: &Caller,
        search: &TicketSearch,
        marks: &mut Marks,
    ) -> Result<TicketHits, Problem> {
        if search.page >= PAGES_MAX {
            return Err(Problem::field("page", "Ask for one of the first 50 pages."));
        }
        let query = FilterQuery::of(&search.label_ids, &search.department_ids, &search.assignees);
        query.check(Filter::All)?;
        match search.words.trim().is_empty() && search.number.is_none() {
            true => self.list_tickets(caller, search, &query, marks).await,
            false => self.find_tickets(caller, search, marks).await,
        }
    }

    async fn list_tickets(
        &self,
        caller: &Caller,
        search: &TicketSearch,
        query: &FilterQuery,
        marks: &mut Marks,
    ) -> Result<TicketHits, Problem> {
        let kind = if search.live_chats { ListKind::Livechat } else { ListKind::Ticket };
        let status = search.status.map_or(Filter::All, |status| Filter::Status(status.code()));
        let size = i64::try_from(PAGE).unwrap_or(i64::MAX);
        let offset = i64::try_from(search.page * PAGE).unwrap_or(i64::MAX);
        // One more tells whether there is a next page.
        let page = (offset, size + 1);
        let viewer = Viewer::from(caller);
        let found = self.tickets.filtered(&viewer, (kind, status), query, page).await?;
        let more = found.data.len() > PAGE;
        let views = found.data.into_iter().take(PAGE).flat_map(|row| match row {
            TicketListRow::Ticket(ticket) => vec![*ticket],
            TicketListRow::Livechat(group) => group.livechats,
        });
        let tickets = views.map(|view| summary(&view, &view.snippet, marks)).collect();
        Ok(TicketHits { tickets, next_page: next(search.page, more) })
    }

    /// Searches by words, and leaves out what is not as it is asked for.
    async fn find_tickets(
        &self,
        caller: &Caller,
        search: &TicketSearch,
        marks: &mut Marks,
    ) -> Result<TicketHits, Problem> {
        let offset = search.page * PAGE;
        let terms = SearchTerms {
            words: search.words.trim().to_owned(),
            number: search.number.map(|number| number.to_string()).unwrap_or_default(),
            ..SearchTerms::default()
        };
        let viewer = Viewer::from(caller);
        let page = SearchPage { posts: offset, messages: offset, size: PAGE };
        let found = self.search.ask(&viewer, &terms, page).await?;
        let more = found.post_more
            || found.message_more
            || found.post_count.max(found.message_count) > offset + PAGE;
        let mut ids: Vec<i64> = found.post.iter().map(|post| post.id).collect();
        let mut excerpts: HashMap<i64, &str> = HashMap::new();
        for message in &found.message {
            if !ids.contains(&message.ticket_id) {
                ids.push(message.ticket_id);
            }
            excerpts.entry(message.ticket_id).or_insert(&message.message);
        }
        let views = self.tickets.among(&viewer, &ids).await?;
        let fitting = views.iter().filter(|view| fits(view, search));
        let tickets = fitting
            .map(|view| {
                let excerpt = excerpts.get(&view.id).copied().unwrap_or(&view.snippet);
                summary(view, excerpt, marks)
            })
            .collect();
        Ok(TicketHits { tickets, next_page: next(search.page, more) })
    }
}

fn next(page: usize, more: bool) -> Option<usize> {
    Some(page + 1).filter(|next| more && *next < PAGES_MAX)
}

/// Whether a ticket that has the words is as it is asked for.
fn fits(view: &TicketView, search: &TicketSearch) -> bool {
    let labels = label_ids(view);
    let names: Vec<String> = usernames(view).iter().map(|name| name.to_lowercase()).collect();
    let has = |wanted: &[i64], own: &[i64]| {
        wanted.is_empty()
            || wanted.iter().any(|id| own.contains(id) || (*id == 0 && own.is_empty()))
    };
    let takes_part = |wanted: &String| match wanted.as_str() {
        "-" => names.is_empty(),
        wanted => names.contains(&wanted.trim().to_lowercase()),
    };
    let status = match search.status {
        Some(status) => view.closed == status.code(),
        None => view.closed != Status::Spam.code(),
    };
    let department: Vec<i64> = view.department_id.into_iter().collect();
    status
        && has(&search.label_ids, &labels)
        && has(&search.department_ids, &department)
        && (search.assignees.is_empty() || search.assignees.iter().any(takes_part))
}

/// The ids of a ticket's labels, which are a JSON list in a text.
fn label_ids(view: &TicketView) -> Vec<i64> {
    serde_json::from_str(&view.label).unwrap_or_default()
}

fn usernames(view: &TicketView) -> Vec<&str> {
    view.assignee.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// A ticket in a few words, with a text out of it.
pub(super) fn summary(view: &TicketView, excerpt: &str, marks: &mut Marks) -> TicketSummary {
    TicketSummary {
        ticket_id: view.id,
        number: view.ticket_number,
        title: marks.line(&view.title),
        customer: marks.line(&view.name),
        contact_id: view.contact_id,
        channel: name(&view.channel),
        channel_name: name(&view.channel_name),
        status: status(view.closed),
        priority: match view.severity.as_str() {
            "H" => "high",
            "M" => "medium",
            "L" => "low",
            _ => "none",
        },
        live_chat: view.livechat,
        assignees: usernames(view).into_iter().map(name).collect(),
        department_id: view.department_id,
        label_ids: label_ids(view),
        messages: view.message_count,
        created_at: view.created_at.clone(),
        updated_at: utc(view.ts.saturating_mul(1_000)),
        excerpt: marks.quote(excerpt, EXCERPT).0,
    }
}

fn status(code: i64) -> &'static str {
    match Status::from_code(code) {
        Some(Status::Open) => "open",
        Some(Status::Pending) => "pending",
        Some(Status::Resolved) => "resolved",
        Some(Status::Spam) => "spam",
        Some(Status::Closed) | None => "closed",
    }
}
