//! Which past tickets a rule would have been about. Nothing is changed.

use super::{
    Rules, check,
    matching::{Facts, matched},
    model::{Field, Tests},
    run::{custom, hidden},
    store,
};
use crate::{
    accounts::Caller,
    hours,
    http::{FieldErrors, Problem},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Tickets that one call looks at; the screen asks again for more.
const LOOK: i64 = 200;
/// Tickets that one call names.
const NAMED: usize = 10;

/// A past ticket that a rule would have been about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TrialTicket {
    pub id: i64,
    pub number: i64,
    pub title: String,
    pub channel: String,
    pub status: i64,
    pub created_at: i64,
}

/// What a look at past tickets found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Trial {
    pub looked: usize,
    pub matched: usize,
    /// The first ones of those.
    pub tickets: Vec<TrialTicket>,
    /// Where to go on; absent at the end.
    pub next: Option<i64>,
}

impl Rules {
    /// Looks at some past tickets before this one, as they are now.
    pub(super) async fn trial(
        &self,
        caller: &Caller,
        tests: &Tests,
        before: Option<i64>,
    ) -> Result<Trial, Problem> {
        caller.require_admin()?;
        let mut wrong = FieldErrors::default();
        check::tests(tests, &mut wrong);
        wrong.refuse(check::REFUSAL)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut conn = self.db.read().await?;
        let asks_hours = tests.all.iter().chain(&tests.any).any(|t| t.field == Field::Hours);
        let schedule =
            if asks_hours { hours::schedule(&mut conn, client_id, None).await? } else { None };
        let rows = store::past(&mut conn, client_id, before.unwrap_or(i64::MAX), LOOK).await?;
        let mut trial = Trial { looked: rows.len(), matched: 0, tickets: vec![], next: None };
        if i64::try_from(rows.len()).is_ok_and(|count| count == LOOK) {
            trial.next = rows.last().map(|row| row.number);
        }
        for row in rows.into_iter().filter(|row| !hidden(row, tests)) {
            // Whether the desk was open is asked of the moment at which the conversation began.
            let open = schedule.as_ref().is_none_or(|schedule| schedule.is_open(row.created_at));
            let custom = custom(&mut conn, (client_id, row.id), tests).await?;
            let facts = Facts { custom, ..row.facts(None, open, now) };
            if matched(tests, &facts).is_none() {
                continue;
            }
            trial.matched += 1;
            if trial.tickets.len() < NAMED {
                trial.tickets.push(TrialTicket {
                    id: row.id,
                    number: row.number,
                    title: row.title,
                    channel: row.channel,
                    status: row.status,
                    created_at: row.created_at,
                });
            }
        }
        Ok(trial)
    }
}
