//! Recordings of calls, and the desk's own numbers.

use super::{
    Calls,
    list::{CallAgent, asked},
    model::Direction,
    query::CallQuery,
    store::{self, ListedRecording},
};
use crate::{
    accounts::{Caller, Permission},
    http::Problem,
    tickets::Filter,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// Recordings of one page.
const PAGE: i64 = 30;
/// So many are counted, and can be reached page by page.
const COUNTED_MAX: i64 = 10_000;

/// Which recordings.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(super) struct RecordingQuery {
    /// Of which calls; the same as `direction`.
    #[serde(rename = "type")]
    #[param(rename = "type", inline)]
    pub direction: Option<Direction>,
    /// Emotions with commas; the same as `emotion`.
    #[serde(rename = "emotionFilter")]
    #[param(rename = "emotionFilter")]
    pub emotion: String,
    /// The number of rows already loaded.
    pub offset: u32,
}

/// A recording of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Recording {
    /// Of its file.
    pub id: i64,
    /// The contact's; the number where that has none.
    pub name: String,
    /// When the call began; milliseconds.
    pub ts: i64,
    /// How long people talked, in seconds; null where the exchange did not say.
    pub duration: Option<i64>,
    /// Where the file is, for whoever is signed in.
    pub url: String,
    pub mime: String,
    pub number: String,
    pub direction: Direction,
    pub ticket_number: i64,
    /// Who took the call or made it; null where nobody is known to have.
    pub assignee: Option<CallAgent>,
    /// How the customer of the call sounded; empty where it was not heard.
    pub emotion: String,
    /// From 0 (soft) to 100 (loud).
    pub energy: Option<i64>,
    /// From 0 (slow) to 100 (fast).
    pub pace: Option<i64>,
}

/// A page of recordings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct RecordingPage {
    pub data: Vec<Recording>,
    /// How many there are, as far as they were counted.
    pub count: i64,
    /// There are more than `count`.
    #[serde(rename = "countMore")]
    pub count_more: bool,
}

impl Calls {
    /// A page of the recordings whose tickets the caller may see.
    ///
    /// # Errors
    /// `forbidden` for whom calls are hidden from; `invalid`, by field.
    pub(super) async fn recordings(
        &self,
        caller: &Caller,
        page: &RecordingQuery,
        query: &CallQuery,
    ) -> Result<RecordingPage, Problem> {
        let emotion = if page.emotion.is_empty() { &query.emotion } else { &page.emotion };
        let query = CallQuery {
            direction: page.direction.or(query.direction),
            emotion: emotion.clone(),
            ..query.clone()
        };
        let mut conn = self.db.read().await?;
        let Some(filter) = asked(&mut conn, caller, Filter::All, &query).await? else {
            return Ok(RecordingPage { data: vec![], count: 0, count_more: false });
        };
        let counted = store::count_recordings(&mut conn, &filter, COUNTED_MAX + 1).await?;
        let offset = i64::from(page.offset);
        let rows = if offset < counted.min(COUNTED_MAX) {
            store::recordings(&mut conn, &filter, (offset, PAGE)).await?
        } else {
            vec![]
        };
        Ok(RecordingPage {
            data: rows.into_iter().map(shown).collect(),
            count: counted.min(COUNTED_MAX),
            count_more: counted > COUNTED_MAX,
        })
    }

    /// The numbers that customers called, with the names of their channels.
    ///
    /// # Errors
    /// `forbidden` for whom calls are hidden from.
    pub(super) async fn lines(&self, caller: &Caller) -> Result<BTreeMap<String, String>, Problem> {
        caller.require(Permission::HideCall)?;
        let mut conn = self.db.read().await?;
        Ok(store::lines(&mut conn, caller.client_id).await?.into_iter().collect())
    }
}

fn shown(row: ListedRecording) -> Recording {
    Recording {
        id: row.id,
        name: if row.name.is_empty() { row.number.clone() } else { row.name },
        ts: row.began_at,
        duration: row.talk_ms.map(|ms| ms / 1000),
        url: format!("/api/attachments/{}", row.id),
        mime: row.mime,
        number: row.number,
        direction: Direction::parse(&row.direction),
        ticket_number: row.ticket_number,
        assignee: CallAgent::of(row.user_id, row.username, row.agent),
        emotion: row.emotion,
        energy: row.energy,
        pace: row.pace,
    }
}
