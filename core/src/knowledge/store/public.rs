//! The SQL of what is public.

use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_listed,
};

/// A public text without its body, as indexes of a language list it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::knowledge) struct PublicTitle {
    pub article_id: i64,
    pub category_id: Option<i64>,
    pub language: String,
    pub title: String,
    pub published_at: i64,
}

/// Public texts of a client, by article and language; of one category when it is not 0.
pub(in crate::knowledge) async fn titles(
    conn: &mut Conn,
    client_id: i64,
    category_id: i64,
    limit: i64,
) -> DbResult<Vec<PublicTitle>> {
    fetch_all!(
        conn,
        PublicTitle,
        "select t.article_id, a.category_id, t.language, t.published_title as title,
                t.published_at
           from knowledge_translations t
           join knowledge_articles a on a.id = t.article_id
          where t.client_id = $1 and t.published_revision is not null
            and ($2 = 0 or a.category_id = $2)
          order by t.article_id, t.language
          limit $3",
        client_id,
        category_id,
        limit,
    )
}

/// A public text.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::knowledge) struct PublicText {
    pub article_id: i64,
    pub category_id: Option<i64>,
    pub language: String,
    pub title: String,
    pub body: String,
    pub published_at: i64,
}

/// The public texts of an article, in all their languages.
pub(in crate::knowledge) async fn texts(
    conn: &mut Conn,
    client_id: i64,
    article_id: i64,
) -> DbResult<Vec<PublicText>> {
    fetch_all!(
        conn,
        PublicText,
        "select t.article_id, a.category_id, t.language, t.published_title as title,
                t.published_body as body, t.published_at
           from knowledge_translations t
           join knowledge_articles a on a.id = t.article_id
          where t.client_id = $1 and t.article_id = $2 and t.published_revision is not null
          order by t.language
          limit 100",
        client_id,
        article_id,
    )
}

/// Public texts of a language among these translations.
pub(in crate::knowledge) async fn found(
    conn: &mut Conn,
    client_id: i64,
    language: &str,
    translations: &[i64],
) -> DbResult<Vec<PublicText>> {
    fetch_listed!(
        conn,
        PublicText,
        "select t.article_id, a.category_id, t.language, t.published_title as title,
                t.published_body as body, t.published_at
           from knowledge_translations t
           join knowledge_articles a on a.id = t.article_id
          where t.client_id = $2 and t.language = $3 and t.published_revision is not null
            and t.id",
        translations,
        " order by t.id desc",
        client_id,
        language,
    )
}
