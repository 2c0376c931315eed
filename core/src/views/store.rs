//! The SQL of saved views.

use super::model::{CheckedView, SavedView};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// A view as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ViewRow {
    pub id: i64,
    pub owner_id: i64,
    pub name: String,
    pub settings: String,
    pub position: i64,
    pub version: i64,
}

impl From<ViewRow> for SavedView {
    fn from(row: ViewRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            shared: row.owner_id == 0,
            // Written by us; of a column that is gone the rest still counts.
            settings: serde_json::from_str(&row.settings).unwrap_or_default(),
            position: row.position,
            version: row.version,
        }
    }
}

fn settings_of(view: &CheckedView) -> String {
    serde_json::to_string(&view.settings).unwrap_or_default()
}

/// The views a user has: the shared ones first, each kind in its order.
pub(super) async fn usable(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Vec<ViewRow>> {
    fetch_all!(
        conn,
        ViewRow,
        "select id, owner_id, name, settings, position, version
           from saved_views
          where client_id = $1 and owner_id in (0, $2)
          order by case when owner_id = 0 then 0 else 1 end, position, id
          limit 200",
        client_id,
        user_id,
    )
}

/// A view, held until the end of the transaction.
pub(super) async fn lock(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<ViewRow>> {
    fetch_optional!(
        conn,
        ViewRow,
        "update saved_views set version = version
          where client_id = $1 and id = $2
      returning id, owner_id, name, settings, position, version",
        client_id,
        id,
    )
}

/// How many views an owner has, and the last position among them.
pub(super) async fn count(conn: &mut Conn, client_id: i64, owner_id: i64) -> DbResult<(i64, i64)> {
    fetch_one!(
        conn,
        (i64, i64),
        "select count(*), coalesce(max(position), 0)
           from saved_views
          where client_id = $1 and owner_id = $2",
        client_id,
        owner_id,
    )
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    view: &CheckedView,
    position: i64,
    now: i64,
) -> DbResult<ViewRow> {
    fetch_one!(
        conn,
        ViewRow,
        "insert into saved_views
                (client_id, owner_id, name, settings, position, version, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 1, $6, $6)
      returning id, owner_id, name, settings, position, version",
        client_id,
        view.owner_id,
        view.name.as_str(),
        settings_of(view),
        position,
        now,
    )
}

pub(super) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    view: &CheckedView,
    position: i64,
    now: i64,
) -> DbResult<ViewRow> {
    fetch_one!(
        conn,
        ViewRow,
        "update saved_views
            set owner_id = $3, name = $4, settings = $5, position = $6, version = version + 1,
                updated_at = $7
          where client_id = $1 and id = $2
      returning id, owner_id, name, settings, position, version",
        client_id,
        id,
        view.owner_id,
        view.name.as_str(),
        settings_of(view),
        position,
        now,
    )
}

pub(super) async fn set_position(
    conn: &mut Conn,
    (client_id, owner_id): (i64, i64),
    id: i64,
    position: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update saved_views set position = $4
          where client_id = $1 and owner_id = $2 and id = $3",
        client_id,
        owner_id,
        id,
        position,
    )
}

pub(super) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from saved_views where client_id = $1 and id = $2", client_id, id)
}
