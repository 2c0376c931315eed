//! The SQL of searches that found nothing.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all,
    knowledge::model::KnowledgeGap,
};

/// Gaps that are kept of a client.
const KEPT: i64 = 1000;
/// Who types on within this time meant the longer words.
const TYPING_MS: i64 = 60_000;

/// Counts a search that found nothing. What was searched a moment ago and is the beginning of these words
/// was somebody typing. Over the bound the oldest goes.
pub(in crate::knowledge) async fn count(
    conn: &mut Conn,
    client_id: i64,
    (language, words): (&str, &str),
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "delete from knowledge_gaps
          where client_id = $1 and language = $2 and searches = 1 and last_at > $4
            and words <> $3 and substr($3, 1, length(words)) = words",
        client_id,
        language,
        words,
        now - TYPING_MS,
    )?;
    execute!(
        conn,
        "insert into knowledge_gaps (client_id, language, words, searches, last_at)
         values ($1, $2, $3, 1, $4)
         on conflict (client_id, language, words)
         do update set searches = knowledge_gaps.searches + 1, last_at = excluded.last_at",
        client_id,
        language,
        words,
        now,
    )?;
    execute!(
        conn,
        "delete from knowledge_gaps
          where client_id = $1
            and last_at < (select last_at from knowledge_gaps where client_id = $1
                            order by last_at desc limit 1 offset $2)",
        client_id,
        KEPT,
    )?;
    Ok(())
}

/// The gaps that were looked for last.
pub(in crate::knowledge) async fn newest(
    conn: &mut Conn,
    client_id: i64,
    limit: i64,
) -> DbResult<Vec<KnowledgeGap>> {
    fetch_all!(
        conn,
        KnowledgeGap,
        "select words, language, searches as count, last_at
           from knowledge_gaps
          where client_id = $1
          order by last_at desc, words
          limit $2",
        client_id,
        limit,
    )
}

pub(in crate::knowledge) async fn delete(
    conn: &mut Conn,
    client_id: i64,
    (language, words): (&str, &str),
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from knowledge_gaps where client_id = $1 and language = $2 and words = $3",
        client_id,
        language,
        words,
    )
}
