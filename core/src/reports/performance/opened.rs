//! A figure opened: the tickets behind it, one for each that it counts.

use super::{PerformanceQuery, ReportFigure, store};
use crate::{
    accounts::{Caller, Permission},
    http::Problem,
    reports::{Reports, days::ReportDays},
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Rows of one answer.
const PAGE: i64 = 50;

/// One thing that a figure counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct OpenedFact {
    pub ticket_id: i64,
    /// 0 for a ticket that was removed since.
    pub ticket_number: i64,
    pub title: String,
    /// `ticket` or `livechat`: which list it stands in.
    pub kind: String,
    /// The channel's value, such as `TELEGRAM`.
    pub channel: String,
    /// When it happened; milliseconds.
    pub at: i64,
    /// Seconds that it took; null where nothing was measured.
    pub took: Option<i64>,
    /// Who did it, by name; empty where nobody is known.
    pub agent: String,
}

/// What a figure counts, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct OpenedFacts {
    pub facts: Vec<OpenedFact>,
    /// Goes on behind these; null at the end.
    pub next: Option<String>,
}

impl Reports {
    /// A page of what a figure counts, from behind a cursor on.
    ///
    /// # Errors
    /// `forbidden` without the permission; `invalid` for a range, a filter or a cursor that cannot be.
    pub(in crate::reports) async fn opened(
        &self,
        caller: &Caller,
        (asked, days): (&PerformanceQuery, &ReportDays),
        (figure, after): (ReportFigure, &str),
    ) -> Result<OpenedFacts, Problem> {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        let zone = self.zone(&mut conn, caller).await?;
        let scope = asked.scope(caller.client_id, days, (&zone, self.clock.now_ms()))?;
        let behind = cursor(after)?;
        let mut rows = store::opened(&mut conn, &scope, figure.counts(), behind, PAGE + 1).await?;
        let names: HashMap<i64, String> =
            store::agent_names(&mut conn, caller.client_id).await?.into_iter().collect();
        let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
        let more = rows.len() > page;
        rows.truncate(page);
        let next = rows.last().filter(|_| more).map(|row| format!("{}-{}", row.at, row.id));
        let facts = rows.into_iter().map(|row| OpenedFact {
            ticket_id: row.ticket_id,
            ticket_number: row.number,
            title: row.title,
            kind: row.kind,
            channel: row.channel,
            at: row.at,
            took: row.took,
            agent: row.user_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default(),
        });
        Ok(OpenedFacts { facts: facts.collect(), next })
    }
}

/// The moment and the id that an answer ended with.
fn cursor(text: &str) -> Result<(i64, i64), Problem> {
    if text.is_empty() {
        return Ok((i64::MAX, i64::MAX));
    }
    let read = |text: &str| text.parse::<i64>().ok().filter(|number| *number >= 0);
    let parts = text.split_once('-').and_then(|(at, id)| Some((read(at)?, read(id)?)));
    parts.ok_or_else(|| Problem::field("after", "Take `next` of the answer before."))
}
