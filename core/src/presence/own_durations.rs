//! How long a user was what they chose to be today.

use super::{Presence, Who, durations::within, store};
use crate::{accounts, days, http::Problem};
use jiff::tz::TimeZone;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// A user's own statuses of today. Times are in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct OwnDurations {
    /// The zone of the day.
    pub timezone: String,
    /// When the day began.
    pub from: i64,
    /// When it is over.
    pub until: i64,
    /// Until when the durations count.
    pub at: i64,
    /// The code of the status that lasts.
    pub current: String,
    /// Those that the user was in today, and the one that lasts, by their codes.
    pub statuses: Vec<OwnDuration>,
}

/// How long a user was in a status today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct OwnDuration {
    /// What was chosen. ONLINE counts from when it was chosen, also while no window was open.
    pub code: String,
    /// The name of a status of the client's own; empty for those that everybody has.
    pub alternate: String,
    /// Milliseconds.
    pub ms: i64,
}

impl Presence {
    /// The user's own statuses since midnight in a zone, or in their own where it is empty. Whoever asks is
    /// there, so that what lasts counts until now.
    ///
    /// # Errors
    /// `invalid` for a zone that there is not.
    pub(super) async fn own_durations(
        &self,
        who: &Who,
        timezone: &str,
    ) -> Result<OwnDurations, Problem> {
        let mut conn = self.0.db.read().await?;
        let (client_id, user_id) = (who.client_id, who.user_id);
        let zone = match timezone.trim() {
            "" => days::zone(&accounts::timezone(&mut conn, client_id, user_id).await?),
            name => TimeZone::get(name).map_err(|_| {
                let says = "There is no such time zone. Give its name, for example Asia/Singapore.";
                Problem::field("timezone", says)
            })?,
        };
        let now = self.0.clock.now_ms();
        let today = days::date(now, &zone);
        let range = (days::midnight(today, &zone), days::end_of(today, &zone));
        let spans = store::spans::times_of(&mut conn, (client_id, user_id), range).await?;
        let mut times: BTreeMap<String, i64> = spans.into_iter().collect();
        let row = store::chosen(&mut conn, client_id, user_id).await?;
        let (current, since) = row.map_or_else(|| ("ONLINE".into(), now), |r| (r.status, r.since));
        *times.entry(current.clone()).or_default() += within((since, now), range);
        let customs = store::custom::list(&mut conn, client_id, true).await?;
        let names: HashMap<String, String> =
            customs.into_iter().map(|status| (status.status_code, status.alternate)).collect();
        let duration = |(code, ms): (String, i64)| {
            let alternate = names.get(&code).cloned().unwrap_or_default();
            OwnDuration { code, alternate, ms }
        };
        Ok(OwnDurations {
            timezone: zone.iana_name().unwrap_or("UTC").to_owned(),
            from: range.0,
            until: range.1,
            at: now,
            current,
            statuses: times.into_iter().map(duration).collect(),
        })
    }
}
