//! The table of the audit log: appending and reading, and nothing else.

use super::model::{Act, Author, Entry, Filter};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all,
};

pub(super) async fn insert(
    conn: &mut Conn,
    author: &Author,
    act: &Act<'_>,
    changes: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into audit_log
           (client_id, created_at, user_id, actor, actor_key, address, action, subject_kind,
            subject_id, subject, changes)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        author.client_id,
        now,
        author.user_id,
        author.name.as_str(),
        author.name.to_lowercase(),
        author.address.as_str(),
        act.action.as_str(),
        act.kind,
        act.id.as_str(),
        act.name,
        changes,
    )
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    created_at: i64,
    user_id: Option<i64>,
    actor: String,
    address: String,
    action: String,
    subject_kind: String,
    subject_id: String,
    subject: String,
    changes: String,
}

impl From<Row> for Entry {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            at: row.created_at,
            user_id: row.user_id,
            actor: row.actor,
            address: row.address,
            action: row.action,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            subject: row.subject,
            changes: serde_json::from_str(&row.changes).unwrap_or_default(),
        }
    }
}

/// At most `limit` entries of a client, newest first, older than the entry `before`.
///
/// # Errors
/// What the database said.
pub async fn page(
    conn: &mut Conn,
    client_id: i64,
    filter: &Filter,
    before: i64,
    limit: i64,
) -> DbResult<Vec<Entry>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select id, created_at, user_id, actor, address, action, subject_kind, subject_id, subject,
                changes
           from audit_log
          where client_id = $1 and id < $2 and created_at >= $3 and created_at < $4
            and actor_key like $5 escape '!' and ($6 = '' or action = $6)
          order by id desc
          limit $7",
        client_id,
        before,
        filter.from,
        filter.until.unwrap_or(i64::MAX),
        containing(&filter.actor),
        filter.action.as_str(),
        limit,
    )?;
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// A pattern for texts that hold this part, whatever signs it has.
pub(super) fn containing(part: &str) -> String {
    let mut pattern = String::from("%");
    for sign in part.trim().to_lowercase().chars() {
        if matches!(sign, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(sign);
    }
    pattern.push('%');
    pattern
}
