//! Dashboards: how many tickets came in, were resolved and wait, by status, channel and day, and how they
//! were rated; for whoever may see reports, and for whoever has a link that an admin made.

mod figures;
mod model;
mod routes;
mod setting;
mod shares;
mod store;

pub use model::{
    Dashboard, DashboardChannel, DashboardDay, DashboardRating, DashboardStatus, RangeQuery,
};
pub use routes::routes;

use crate::{accounts::Accounts, clock::Clock, db::Db, ids::Ids, reports::GroupOf};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Dashboards {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub accounts: Accounts,
    /// A channel value's report group; none for a value that no plugin declares.
    pub group_of: GroupOf,
}
