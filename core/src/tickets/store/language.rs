//! The SQL of a ticket's languages and of its messages in other ones.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_optional,
};

/// Sets what a ticket is read in; what its customer writes in stays known.
pub(in crate::tickets) async fn set_language(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    language: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets
            set source_lang = case when source_lang = '' then language else source_lang end,
                language = $3, updated_at = $4
          where client_id = $1 and id = $2",
        client_id,
        id,
        language,
        now,
    )
}

/// Sets what a ticket's customer writes in, where nothing was known of it.
pub(in crate::tickets) async fn set_source_language(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    language: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set source_lang = $3
          where client_id = $1 and id = $2 and source_lang = '' and language = ''",
        client_id,
        id,
        language,
    )
}

/// A message's text as it is now, and what it is in other languages.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::tickets) struct TranslatableRow {
    pub ticket_id: i64,
    pub body: String,
    pub translations: String,
    pub deleted_at: Option<i64>,
}

pub(in crate::tickets) async fn translatable(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<TranslatableRow>> {
    fetch_optional!(
        conn,
        TranslatableRow,
        "select ticket_id, body, translations, deleted_at
           from messages
          where client_id = $1 and id = $2 and direction <> 'system'",
        client_id,
        id,
    )
}

/// Keeps what a message is in other languages, as long as it still says what was translated and
/// nobody else kept something meanwhile. False otherwise.
pub(in crate::tickets) async fn keep_translations(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    (body, before): (&str, &str),
    translations: &str,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update messages set translations = $5
          where client_id = $1 and id = $2 and body = $3 and translations = $4
            and deleted_at is null",
        client_id,
        id,
        body,
        before,
        translations,
    )?;
    Ok(rows > 0)
}
