//! The plan of a client, which whoever runs the installation chooses.

mod features;
mod store;

pub(super) use features::held;
pub use features::{ChooseFeaturesError, choose_features};
pub(super) use store::Chosen;

use super::{Accounts, model, store::client_by_name};
use crate::{
    audit::{self, Act, Action, Author},
    db::DbError,
};
use jiff::{civil::Date, tz::TimeZone};
use serde_json::json;

/// Why no plan was chosen.
#[derive(Debug, thiserror::Error)]
pub enum ChoosePlanError {
    #[error("There is no client of that name.")]
    UnknownClient,
    #[error("{0} is no day on which a plan can end.")]
    Day(Date),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Gives a client another plan, by its number, until the end of a day where the client is; without a
/// day it has no end. Who is signed in sees it with the next session check. Gives the client's id.
///
/// # Errors
/// [`ChoosePlanError`].
pub async fn choose_plan(
    accounts: &Accounts,
    client: &str,
    plan: i64,
    until: Option<Date>,
) -> Result<i64, ChoosePlanError> {
    let mut tx = accounts.0.db.begin().await?;
    let found = client_by_name(&mut tx, &model::key(client)).await?;
    let client_id = found.ok_or(ChoosePlanError::UnknownClient)?;
    let before = store::of(&mut tx, client_id).await?;
    let ends_at = match until {
        None => None,
        Some(day) => {
            let timezone = store::timezone(&mut tx, client_id).await?;
            Some(end_of(day, &timezone).ok_or(ChoosePlanError::Day(day))?)
        }
    };
    let chosen = Chosen { number: plan, ends_at };
    store::set(&mut tx, client_id, chosen).await?;
    if before != chosen {
        let mut changes = json!({});
        if before.number != chosen.number {
            changes["plan"] = json!({ "from": before.number, "to": chosen.number });
        }
        if before.ends_at != chosen.ends_at {
            changes["plan_ends_at"] = json!({ "from": before.ends_at, "to": chosen.ends_at });
        }
        let (author, id) = (Author::command_line(client_id), client_id.to_string());
        let act = Act { action: Action::PlanChosen, kind: "client", id, name: client, changes };
        audit::note(&mut tx, &author, &act, accounts.0.clock.now_ms()).await?;
    }
    tx.commit().await?;
    Ok(client_id)
}

/// The first millisecond after a day; a place that is not known has UTC.
fn end_of(day: Date, timezone: &str) -> Option<i64> {
    let place = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
    let next = day.tomorrow().ok()?.to_zoned(place).ok()?;
    Some(next.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::end_of;
    use jiff::civil::date;

    #[test]
    fn a_plan_ends_with_the_day_where_the_client_is() {
        let day = date(2026, 3, 29);
        assert_eq!(end_of(day, "UTC"), Some(1_774_828_800_000));
        assert_eq!(end_of(day, "nowhere"), end_of(day, "UTC"));
        // Eight hours before UTC, and a day of 23 hours.
        assert_eq!(end_of(day, "Asia/Kuala_Lumpur"), Some(1_774_828_800_000 - 8 * 3_600_000));
        assert_eq!(end_of(day, "Europe/Berlin"), Some(1_774_828_800_000 - 2 * 3_600_000));
        assert_eq!(end_of(jiff::civil::Date::MAX, "UTC"), None);
    }
}
