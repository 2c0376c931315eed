//! Lists of calls, the newest first.

use super::{
    Calls,
    model::{Direction, Outcome},
    query::{CallFilter, CallQuery, CallsOf},
    store::{self, ListedCall},
};
use crate::{
    accounts::{self, Caller, Permission},
    days,
    db::Conn,
    http::{Problem, SuccessWord},
    tickets::{Filter, Viewer},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Calls of one page.
pub(super) const PAGE: i64 = 30;
/// So many are counted, and can be reached page by page; days reach the others.
pub(super) const COUNTED_MAX: i64 = 10_000;

/// A telephone call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Call {
    pub id: i64,
    /// The ticket whose conversation has its lines.
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub contact_id: Option<i64>,
    /// Of the contact.
    pub name: String,
    /// The other side's; empty where it was withheld.
    pub number: String,
    pub direction: Direction,
    /// The number that was called, or that the call was made from.
    pub did: String,
    /// Of the agent's telephone; empty where none rang.
    pub extension: String,
    /// Who took the call or made it; null where nobody is known to have.
    pub assignee: Option<CallAgent>,
    pub outcome: Outcome,
    /// When it began; milliseconds, as the others.
    pub ts: i64,
    pub answered_at: Option<i64>,
    pub ended_at: Option<i64>,
    /// How long people talked.
    pub talk_ms: Option<i64>,
    pub recorded: bool,
    /// What the customer pressed.
    pub keypress: String,
    /// How the customer sounded: the strongest of `emotions`; empty where no recording was heard.
    pub emotion: String,
    /// Each in percent.
    pub emotions: BTreeMap<String, i64>,
    /// From 0 (soft) to 100 (loud).
    pub energy: Option<i64>,
    /// From 0 (slow) to 100 (fast).
    pub pace: Option<i64>,
    /// As a helper named it; most name none.
    pub personality: String,
}

/// An agent who talks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CallAgent {
    pub id: i64,
    pub username: String,
    pub name: String,
}

impl CallAgent {
    pub fn of(id: Option<i64>, username: String, name: String) -> Option<Self> {
        id.map(|id| Self { id, username, name })
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CallPage {
    pub data: Vec<Call>,
    /// How many calls the list has, as far as they were counted.
    pub count: i64,
    /// There are more than `count`.
    #[serde(rename = "countMore")]
    pub count_more: bool,
    pub status: SuccessWord,
}

impl Calls {
    /// A page of the calls whose tickets the caller may see, behind `offset`.
    ///
    /// # Errors
    /// `forbidden` for whom calls are hidden from; `invalid`, by field.
    pub(super) async fn page(
        &self,
        caller: &Caller,
        status: Filter,
        query: &CallQuery,
        offset: i64,
    ) -> Result<CallPage, Problem> {
        let mut conn = self.db.read().await?;
        let Some(filter) = asked(&mut conn, caller, status, query).await? else {
            return Ok(empty());
        };
        let counted = store::count(&mut conn, &filter, COUNTED_MAX + 1).await?;
        let rows = if offset < counted.min(COUNTED_MAX) {
            store::page(&mut conn, &filter, (offset, PAGE)).await?
        } else {
            vec![]
        };
        Ok(CallPage {
            data: rows.into_iter().map(shown).collect(),
            count: counted.min(COUNTED_MAX),
            count_more: counted > COUNTED_MAX,
            status: SuccessWord::Success,
        })
    }
}

/// The filter that a caller means; nothing where it names somebody whom the client does not have.
///
/// # Errors
/// `forbidden` for whom calls are hidden from; `invalid`, by field.
pub(super) async fn asked(
    conn: &mut Conn,
    caller: &Caller,
    status: Filter,
    query: &CallQuery,
) -> Result<Option<CallFilter>, Problem> {
    caller.require(Permission::HideCall)?;
    let viewer = Viewer::from(caller);
    let zone = accounts::timezone(conn, viewer.client_id, viewer.user_id).await?;
    let Some(of) = calls_of(conn, viewer.client_id, query.whose()).await? else {
        return Ok(None);
    };
    query.filter(&viewer, status, (of, &days::zone(&zone))).map(Some)
}

fn empty() -> CallPage {
    CallPage { data: vec![], count: 0, count_more: false, status: SuccessWord::Success }
}

/// Whose calls a username means; nothing for one that nobody has.
async fn calls_of(
    conn: &mut Conn,
    client_id: i64,
    username: &str,
) -> Result<Option<CallsOf>, Problem> {
    Ok(match username.trim() {
        "" => Some(CallsOf::Everybody),
        "-" => Some(CallsOf::Nobody),
        name => {
            let known = accounts::find_user(conn, client_id, name).await?;
            known.map(|person| CallsOf::User(person.id))
        }
    })
}

fn shown(row: ListedCall) -> Call {
    Call {
        id: row.id,
        ticket_id: row.ticket_id,
        ticket_number: row.ticket_number,
        contact_id: row.contact_id,
        name: row.name,
        number: row.number,
        direction: Direction::parse(&row.direction),
        did: row.did,
        extension: row.extension,
        assignee: CallAgent::of(row.user_id, row.username, row.agent),
        outcome: Outcome::of((row.answered_at, row.ended_at)),
        ts: row.began_at,
        answered_at: row.answered_at,
        ended_at: row.ended_at,
        talk_ms: row.talk_ms,
        recorded: row.recorded,
        keypress: row.keypress,
        emotion: row.emotion,
        emotions: serde_json::from_str(&row.emotions).unwrap_or_default(),
        energy: row.energy,
        pace: row.pace,
        personality: row.personality,
    }
}
