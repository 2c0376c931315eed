//! The index of words: FTS5 without contents on SQLite, a `tsvector` under GIN on PostgreSQL.
//!
//! The words come as `fulltext` writes them for the engine. Documents of tickets begin at 2^52, of
//! contacts at 2^53, of articles' translations at 3 × 2^52; below are those of messages.

use crate::db::{Conn, DbResult, Raw};
use sqlx::{Postgres, Sqlite};

/// Where the newest document is.
#[derive(Clone, Copy, Debug)]
pub enum Newest {
    /// This engine's index gives the newest first by itself.
    Ordered,
    /// It does not; the newest document is this one.
    Unordered(Option<i64>),
}

/// Runs one of two statements that both take `$1` the document and `$2` its words.
macro_rules! write_words {
    ($conn:expr, sqlite: $sqlite:expr, postgres: $postgres:expr $(, $arg:expr)*) => {{
        const SQLITE: &str = $sqlite;
        const POSTGRES: &str = $postgres;
        $crate::register_statement!(SQLITE, Sqlite);
        $crate::register_statement!(POSTGRES, Postgres);
        let done: Result<(), sqlx::Error> = match $conn.raw() {
            Raw::Sqlite(c) => {
                sqlx::query::<Sqlite>(SQLITE)$(.bind($arg))*.execute(c).await.map(drop)
            }
            Raw::Postgres(c) => {
                sqlx::query::<Postgres>(POSTGRES)$(.bind($arg))*.execute(c).await.map(drop)
            }
        };
        Ok(done?)
    }};
}

/// Keeps a document in place of the one that was there.
///
/// # Errors
/// What the database said.
pub async fn put_words(conn: &mut Conn, id: i64, words: &str) -> DbResult<()> {
    write_words!(
        conn,
        sqlite: "insert or replace into fulltext (rowid, words) values ($1, $2)",
        postgres: "insert into fulltext (id, words) values ($1, cast(cast($2 as text) as tsvector))
         on conflict (id) do update set words = excluded.words",
        id,
        words
    )
}

/// Keeps a document unless there is one. On SQLite nobody else writes, so ours is the newest.
///
/// # Errors
/// What the database said.
pub async fn add_words(conn: &mut Conn, id: i64, words: &str) -> DbResult<()> {
    write_words!(
        conn,
        sqlite: "insert or replace into fulltext (rowid, words) values ($1, $2)",
        postgres: "insert into fulltext (id, words) values ($1, cast(cast($2 as text) as tsvector))
         on conflict (id) do nothing",
        id,
        words
    )
}

/// Takes a document out.
///
/// # Errors
/// What the database said.
pub async fn drop_words(conn: &mut Conn, id: i64) -> DbResult<()> {
    write_words!(
        conn,
        sqlite: "delete from fulltext where rowid = $1",
        postgres: "delete from fulltext where id = $1",
        id
    )
}

/// The newest document of a range.
///
/// # Errors
/// What the database said.
pub async fn newest_words(conn: &mut Conn, from: i64, to: i64) -> DbResult<Newest> {
    const POSTGRES: &str =
        "select id from fulltext where id between $1 and $2 order by id desc limit 1";
    crate::register_statement!(POSTGRES, Postgres);
    Ok(match conn.raw() {
        Raw::Sqlite(_) => Newest::Ordered,
        Raw::Postgres(c) => Newest::Unordered(
            sqlx::query_scalar::<Postgres, i64>(POSTGRES)
                .bind(from)
                .bind(to)
                .fetch_optional(c)
                .await?,
        ),
    })
}

/// What a search is for and whose eyes it is for.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub client_id: i64,
    pub user_id: i64,
    /// Sees every ticket.
    pub admin: bool,
    pub words: &'a str,
    pub span: (i64, i64),
    pub limit: i64,
}

/// A document that has the words, and its ticket.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TicketHit {
    pub id: i64,
    pub contact_id: Option<i64>,
    /// JSON, as the ticket has them.
    pub labels: String,
    pub visible: bool,
}

/// Runs a look. PostgreSQL plans it anew each time: how common the words are decides how.
macro_rules! look {
    ($conn:expr, $row:ty, $look:expr, sqlite: $sqlite:expr, postgres: $postgres:expr) => {{
        const SQLITE: &str = $sqlite;
        const POSTGRES: &str = $postgres;
        $crate::register_statement!(SQLITE, Sqlite);
        $crate::register_statement!(POSTGRES, Postgres);
        let Look { client_id, user_id, admin, words, span: (from, to), limit } = $look;
        Ok(match $conn.raw() {
            Raw::Sqlite(c) => {
                sqlx::query_as::<Sqlite, $row>(SQLITE)
                    .bind(words)
                    .bind(from)
                    .bind(to)
                    .bind(limit)
                    .bind(client_id)
                    .bind(admin)
                    .bind(user_id)
                    .fetch_all(c)
                    .await
            }
            Raw::Postgres(c) => {
                sqlx::query_as::<Postgres, $row>(POSTGRES)
                    .bind(words)
                    .bind(from)
                    .bind(to)
                    .bind(limit)
                    .bind(client_id)
                    .bind(admin)
                    .bind(user_id)
                    .persistent(false)
                    .fetch_all(c)
                    .await
            }
        }?)
    }};
}

/// Messages that have the words, newest first, each with whether the viewer may see its ticket.
///
/// # Errors
/// What the database said.
pub async fn messages_with(conn: &mut Conn, look: Look<'_>) -> DbResult<Vec<TicketHit>> {
    look!(conn, TicketHit, look,
        sqlite: "select f.id, t.contact_id, coalesce(t.labels, '[]') as labels,
                t.id is not null and ($6 or t.assignee_ids = ''
                    or replace(',' || t.assignee_ids || ',', ',' || cast($7 as bigint) || ',', '')
                       <> ',' || t.assignee_ids || ',') as visible
           from (select rowid as id from fulltext
                  where fulltext match $1 and rowid between $2 and $3
                  order by rowid desc limit $4) f
           left join messages m on m.id = f.id and m.client_id = $5 and m.deleted_at is null
           left join tickets t on t.id = m.ticket_id and t.client_id = $5
          order by f.id desc",
        postgres: "select f.id, t.contact_id, coalesce(t.labels, '[]') as labels,
                t.id is not null and ($6 or t.assignee_ids = ''
                    or replace(',' || t.assignee_ids || ',', ',' || cast($7 as bigint) || ',', '')
                       <> ',' || t.assignee_ids || ',') as visible
           from (select id from fulltext
                  where words @@ cast(cast($1 as text) as tsquery) and id between $2 and $3
                  order by id desc limit $4) f
           left join messages m on m.id = f.id and m.client_id = $5 and m.deleted_at is null
           left join tickets t on t.id = m.ticket_id and t.client_id = $5
          order by f.id desc")
}

/// Tickets that have the words, newest first, each with whether the viewer may see it.
///
/// # Errors
/// What the database said.
pub async fn tickets_with(conn: &mut Conn, look: Look<'_>) -> DbResult<Vec<TicketHit>> {
    look!(conn, TicketHit, look,
        sqlite: "select f.id, t.contact_id, coalesce(t.labels, '[]') as labels,
                t.id is not null and ($6 or t.assignee_ids = ''
                    or replace(',' || t.assignee_ids || ',', ',' || cast($7 as bigint) || ',', '')
                       <> ',' || t.assignee_ids || ',') as visible
           from (select rowid as id from fulltext
                  where fulltext match $1 and rowid between $2 and $3
                  order by rowid desc limit $4) f
           left join tickets t on t.id = f.id - 4503599627370496 and t.client_id = $5
          order by f.id desc",
        postgres: "select f.id, t.contact_id, coalesce(t.labels, '[]') as labels,
                t.id is not null and ($6 or t.assignee_ids = ''
                    or replace(',' || t.assignee_ids || ',', ',' || cast($7 as bigint) || ',', '')
                       <> ',' || t.assignee_ids || ',') as visible
           from (select id from fulltext
                  where words @@ cast(cast($1 as text) as tsquery) and id between $2 and $3
                  order by id desc limit $4) f
           left join tickets t on t.id = f.id - 4503599627370496 and t.client_id = $5
          order by f.id desc")
}

/// Any documents that have the words, newest first.
///
/// # Errors
/// What the database said.
pub async fn docs_with(
    conn: &mut Conn,
    words: &str,
    (from, to): (i64, i64),
    limit: i64,
) -> DbResult<Vec<i64>> {
    const SQLITE: &str = "select rowid from fulltext
          where fulltext match $1 and rowid between $2 and $3
          order by rowid desc limit $4";
    const POSTGRES: &str = "select id from fulltext
          where words @@ cast(cast($1 as text) as tsquery) and id between $2 and $3
          order by id desc limit $4";
    crate::register_statement!(SQLITE, Sqlite);
    crate::register_statement!(POSTGRES, Postgres);
    Ok(match conn.raw() {
        Raw::Sqlite(c) => {
            let query = sqlx::query_scalar::<Sqlite, i64>(SQLITE);
            query.bind(words).bind(from).bind(to).bind(limit).fetch_all(c).await
        }
        Raw::Postgres(c) => {
            let query = sqlx::query_scalar::<Postgres, i64>(POSTGRES).persistent(false);
            query.bind(words).bind(from).bind(to).bind(limit).fetch_all(c).await
        }
    }?)
}
