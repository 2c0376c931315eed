//! The SQL of lists of articles for who keeps them.

use super::articles::ArticleRow;
use crate::{
    db::{Conn, DbResult},
    fetch_all_anew, fetch_listed,
};

/// Which articles are asked for.
#[derive(Clone, Copy, Debug)]
pub(in crate::knowledge) struct ListFilter<'a> {
    pub client_id: i64,
    /// Empty for any.
    pub language: &'a str,
    /// Empty for any.
    pub state: &'a str,
    /// -1 for any, 0 for none.
    pub category_id: i64,
    /// The review date is before this moment; -1 for any.
    pub due_before: i64,
    /// 1 for what has a public text.
    pub public: i64,
    /// Changed before this one: its time and id.
    pub after: (i64, i64),
    pub limit: i64,
}

/// Articles, the last changed first.
pub(in crate::knowledge) async fn page(
    conn: &mut Conn,
    filter: ListFilter<'_>,
) -> DbResult<Vec<ArticleRow>> {
    fetch_all_anew!(
        conn,
        ArticleRow,
        "select a.id, a.category_id, a.source_language, a.owner_id, u.username, u.name,
                a.verified_until, a.helpful, a.unhelpful, a.created_at, a.updated_at
           from knowledge_articles a
           left join users u on u.id = a.owner_id and u.client_id = $1
          where a.client_id = $1
            and ($2 = -1 or coalesce(a.category_id, 0) = $2)
            and ($3 = -1 or a.verified_until <= $3)
            and (a.updated_at < $4 or (a.updated_at = $4 and a.id < $5))
            and exists (select 1 from knowledge_translations t
                         where t.article_id = a.id and ($6 = '' or t.language = $6)
                           and ($7 = '' or t.state = $7)
                           and ($8 = 0 or t.published_revision is not null))
          order by a.updated_at desc, a.id desc
          limit $9",
        filter.client_id,
        filter.category_id,
        filter.due_before,
        filter.after.0,
        filter.after.1,
        filter.language,
        filter.state,
        filter.public,
        filter.limit,
    )
}

/// The same, among articles of which one of these translations is.
pub(in crate::knowledge) async fn page_among(
    conn: &mut Conn,
    translations: &[i64],
    filter: ListFilter<'_>,
) -> DbResult<Vec<ArticleRow>> {
    fetch_listed!(
        conn,
        ArticleRow,
        "select a.id, a.category_id, a.source_language, a.owner_id, u.username, u.name,
                a.verified_until, a.helpful, a.unhelpful, a.created_at, a.updated_at
           from knowledge_articles a
           left join users u on u.id = a.owner_id and u.client_id = $2
          where a.client_id = $2
            and ($3 = -1 or coalesce(a.category_id, 0) = $3)
            and ($4 = -1 or a.verified_until <= $4)
            and (a.updated_at < $5 or (a.updated_at = $5 and a.id < $6))
            and exists (select 1 from knowledge_translations t
                         where t.article_id = a.id and ($7 = '' or t.language = $7)
                           and ($8 = '' or t.state = $8)
                           and ($9 = 0 or t.published_revision is not null)
                           and t.id",
        translations,
        ")
          order by a.updated_at desc, a.id desc
          limit $10",
        filter.client_id,
        filter.category_id,
        filter.due_before,
        filter.after.0,
        filter.after.1,
        filter.language,
        filter.state,
        filter.public,
        filter.limit,
    )
}

/// A translation without its body.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::knowledge) struct TitleRow {
    pub article_id: i64,
    pub language: String,
    pub title: String,
    pub published_title: Option<String>,
    pub state: String,
    pub revision: i64,
    pub published_revision: Option<i64>,
    pub source_revision: Option<i64>,
}

/// The translations of these articles.
pub(in crate::knowledge) async fn titles(
    conn: &mut Conn,
    client_id: i64,
    articles: &[i64],
) -> DbResult<Vec<TitleRow>> {
    fetch_listed!(
        conn,
        TitleRow,
        "select article_id, language, title, published_title, state, revision, published_revision,
                source_revision
           from knowledge_translations
          where client_id = $2 and article_id",
        articles,
        " order by article_id, language",
        client_id,
    )
}
