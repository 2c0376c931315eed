//! The SQL of articles: one of them, and what readers said of it.

use super::user;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    knowledge::model::{KnowledgeComment, KnowledgeUser},
};

/// Comments that are kept of an article.
const COMMENTS_KEPT: i64 = 500;

/// An article without its translations.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::knowledge) struct ArticleRow {
    pub id: i64,
    pub category_id: Option<i64>,
    pub source_language: String,
    pub owner_id: i64,
    pub username: Option<String>,
    pub name: Option<String>,
    pub verified_until: Option<i64>,
    pub helpful: i64,
    pub unhelpful: i64,
    pub created_at: i64,
    pub updated_at: i64,
}

impl ArticleRow {
    pub(in crate::knowledge) fn owner(&self) -> Option<KnowledgeUser> {
        user(self.owner_id, self.username.clone(), self.name.clone())
    }
}

pub(in crate::knowledge) async fn one(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<ArticleRow>> {
    fetch_optional!(
        conn,
        ArticleRow,
        "select a.id, a.category_id, a.source_language, a.owner_id, u.username, u.name,
                a.verified_until, a.helpful, a.unhelpful, a.created_at, a.updated_at
           from knowledge_articles a
           left join users u on u.id = a.owner_id and u.client_id = $1
          where a.client_id = $1 and a.id = $2",
        client_id,
        id,
    )
}

/// The source language of an article, which is held until the end of the transaction.
pub(in crate::knowledge) async fn lock(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "update knowledge_articles set updated_at = updated_at
          where client_id = $1 and id = $2
      returning source_language",
        client_id,
        id,
    )?;
    Ok(row.map(|row| row.0))
}

pub(in crate::knowledge) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from knowledge_articles where client_id = $1",
        client_id,
    )?;
    Ok(count)
}

pub(in crate::knowledge) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    (category_id, language, owner_id): (Option<i64>, &str, i64),
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into knowledge_articles
                (client_id, category_id, source_language, owner_id, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5)
      returning id",
        client_id,
        category_id,
        language,
        owner_id,
        now,
    )?;
    Ok(id)
}

pub(in crate::knowledge) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    (category_id, verified_until): (Option<i64>, Option<i64>),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_articles set category_id = $3, verified_until = $4, updated_at = $5
          where client_id = $1 and id = $2",
        client_id,
        id,
        category_id,
        verified_until,
        now,
    )
}

/// Says that something of an article changed.
pub(in crate::knowledge) async fn touch(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_articles set updated_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

/// Deletes an article with its translations, revisions and comments.
pub(in crate::knowledge) async fn delete(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<u64> {
    execute!(conn, "delete from knowledge_articles where client_id = $1 and id = $2", client_id, id)
}

/// Counts an answer to "Was this helpful?".
pub(in crate::knowledge) async fn count_answer(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    helpful: bool,
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_articles
            set helpful = helpful + $3, unhelpful = unhelpful + 1 - $3
          where client_id = $1 and id = $2",
        client_id,
        id,
        i64::from(helpful),
    )
}

/// Keeps what somebody wrote beside it; only the newest stay.
pub(in crate::knowledge) async fn add_comment(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    (language, helpful, comment): (&str, bool, &str),
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into knowledge_comments
                (client_id, article_id, language, helpful, comment, created_at)
         values ($1, $2, $3, $4, $5, $6)",
        client_id,
        id,
        language,
        helpful,
        comment,
        now,
    )?;
    execute!(
        conn,
        "delete from knowledge_comments
          where client_id = $1 and article_id = $2
            and id <= (select id from knowledge_comments where article_id = $2
                        order by id desc limit 1 offset $3)",
        client_id,
        id,
        COMMENTS_KEPT,
    )?;
    Ok(())
}

/// The newest comments on an article.
pub(in crate::knowledge) async fn comments(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    limit: i64,
) -> DbResult<Vec<KnowledgeComment>> {
    fetch_all!(
        conn,
        KnowledgeComment,
        "select language, helpful, comment, created_at as at
           from knowledge_comments
          where client_id = $1 and article_id = $2
          order by id desc
          limit $3",
        client_id,
        id,
        limit,
    )
}
