//! The SQL of translations and their revisions, and their place in the index of words.

use super::user;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    fulltext::{self, Doc, Field, Shelf},
    knowledge::{
        markdown::plain_text,
        model::{KnowledgeRevision, KnowledgeRevisionText, KnowledgeUser, REVISIONS_MAX, State},
    },
};

/// Where translations stand in the index.
pub(in crate::knowledge) const TRANSLATIONS: Shelf = Shelf(3);
/// The public text: its title, and all of it.
pub(in crate::knowledge) const PUBLIC_TITLE: Field = Field('t');
pub(in crate::knowledge) const PUBLIC: Field = Field('p');
/// The newest text, which only admins look for.
pub(in crate::knowledge) const NEWEST: Field = Field('w');
/// The language, as a word.
pub(in crate::knowledge) const LANGUAGE: Field = Field('l');

/// A translation as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::knowledge) struct TranslationRow {
    pub id: i64,
    pub language: String,
    pub state: String,
    pub title: String,
    pub body: String,
    pub revision: i64,
    pub published_title: Option<String>,
    pub published_body: Option<String>,
    pub published_revision: Option<i64>,
    pub published_at: Option<i64>,
    pub source_revision: Option<i64>,
    pub updated_by: i64,
    pub username: Option<String>,
    pub name: Option<String>,
    pub updated_at: i64,
}

impl TranslationRow {
    pub(in crate::knowledge) fn state(&self) -> State {
        State::parse(&self.state).unwrap_or(State::Draft)
    }

    /// Leaves out who saved it last.
    pub(in crate::knowledge) fn nobody_saved(&mut self) {
        (self.updated_by, self.username, self.name) = (0, None, None);
    }

    pub(in crate::knowledge) fn by(&self) -> Option<KnowledgeUser> {
        user(self.updated_by, self.username.clone(), self.name.clone())
    }
}

/// All translations of an article.
pub(in crate::knowledge) async fn of_article(
    conn: &mut Conn,
    client_id: i64,
    article_id: i64,
) -> DbResult<Vec<TranslationRow>> {
    fetch_all!(
        conn,
        TranslationRow,
        "select t.id, t.language, t.state, t.title, t.body, t.revision, t.published_title,
                t.published_body, t.published_revision, t.published_at, t.source_revision,
                t.updated_by, u.username, u.name, t.updated_at
           from knowledge_translations t
           left join users u on u.id = t.updated_by and u.client_id = $1
          where t.client_id = $1 and t.article_id = $2
          order by t.language
          limit 100",
        client_id,
        article_id,
    )
}

/// A text that somebody saves.
pub(in crate::knowledge) struct SavedText<'a> {
    pub client_id: i64,
    pub article_id: i64,
    pub language: &'a str,
    pub title: &'a str,
    pub body: &'a str,
    pub source_revision: Option<i64>,
    pub by: i64,
    pub now: i64,
}

/// Begins a translation with its first revision.
pub(in crate::knowledge) async fn insert(conn: &mut Conn, text: &SavedText<'_>) -> DbResult<()> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into knowledge_translations
                (client_id, article_id, language, state, title, body, revision, source_revision,
                 updated_by, updated_at)
         values ($1, $2, $3, 'draft', $4, $5, 1, $6, $7, $8)
      returning id",
        text.client_id,
        text.article_id,
        text.language,
        text.title,
        text.body,
        text.source_revision,
        text.by,
        text.now,
    )?;
    keep_revision(conn, id, 1, text).await
}

/// Saves a text as the translation's next revision. What is public stays.
pub(in crate::knowledge) async fn save(
    conn: &mut Conn,
    (id, revision): (i64, i64),
    state: State,
    text: &SavedText<'_>,
) -> DbResult<()> {
    execute!(
        conn,
        "update knowledge_translations
            set state = $3, title = $4, body = $5, revision = $6, source_revision = $7,
                updated_by = $8, updated_at = $9
          where client_id = $1 and id = $2",
        text.client_id,
        id,
        state.as_str(),
        text.title,
        text.body,
        revision,
        text.source_revision,
        text.by,
        text.now,
    )?;
    keep_revision(conn, id, revision, text).await
}

async fn keep_revision(
    conn: &mut Conn,
    id: i64,
    revision: i64,
    text: &SavedText<'_>,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into knowledge_revisions
                (client_id, translation_id, revision, title, body, created_by, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        text.client_id,
        id,
        revision,
        text.title,
        text.body,
        text.by,
        text.now,
    )?;
    execute!(
        conn,
        "delete from knowledge_revisions
          where client_id = $1 and translation_id = $2 and revision <= $3
            and revision <> (select coalesce(published_revision, 0)
                               from knowledge_translations where id = $2)",
        text.client_id,
        id,
        revision - REVISIONS_MAX,
    )?;
    Ok(())
}

/// Says which text of the source a translation follows.
pub(in crate::knowledge) async fn follow_source(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    source_revision: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_translations set source_revision = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        source_revision,
    )
}

/// Makes the newest text the public one.
pub(in crate::knowledge) async fn publish(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_translations
            set state = 'published', published_title = title, published_body = body,
                published_revision = revision, published_at = $3
          where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

/// Takes what is public out of sight.
pub(in crate::knowledge) async fn archive(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_translations
            set state = 'archived', published_title = null, published_body = null,
                published_revision = null, published_at = null
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

#[derive(sqlx::FromRow)]
struct IndexedRow {
    id: i64,
    language: String,
    title: String,
    body: String,
    published_title: Option<String>,
    published_body: Option<String>,
}

/// Indexes a translation as it is now.
pub(in crate::knowledge) async fn index(
    conn: &mut Conn,
    client_id: i64,
    (article_id, language): (i64, &str),
) -> DbResult<()> {
    let row = fetch_one!(
        conn,
        IndexedRow,
        "select id, language, title, body, published_title, published_body
           from knowledge_translations
          where client_id = $1 and article_id = $2 and language = $3",
        client_id,
        article_id,
        language,
    )?;
    let mut doc = Doc::new(TRANSLATIONS, row.id, client_id).word(LANGUAGE, &row.language);
    // A document has a bound on its words: what more people look for stands first.
    if let (Some(title), Some(body)) = (&row.published_title, &row.published_body) {
        doc = doc.text(PUBLIC_TITLE, title).text(PUBLIC, title).text(PUBLIC, &plain_text(body));
    }
    let doc = doc.text(NEWEST, &row.title).text(NEWEST, &plain_text(&row.body));
    fulltext::keep(conn, &doc).await
}

#[derive(sqlx::FromRow)]
struct RevisionRow {
    revision: i64,
    title: String,
    body: String,
    created_by: i64,
    username: Option<String>,
    name: Option<String>,
    created_at: i64,
}

/// The newest revisions of a translation, without their bodies.
pub(in crate::knowledge) async fn revisions(
    conn: &mut Conn,
    client_id: i64,
    (article_id, language): (i64, &str),
    limit: i64,
) -> DbResult<Vec<KnowledgeRevision>> {
    let rows = fetch_all!(
        conn,
        RevisionRow,
        "select r.revision, r.title, '' as body, r.created_by, u.username, u.name, r.created_at
           from knowledge_revisions r
           join knowledge_translations t on t.id = r.translation_id
           left join users u on u.id = r.created_by and u.client_id = $1
          where t.client_id = $1 and t.article_id = $2 and t.language = $3
          order by r.revision desc
          limit $4",
        client_id,
        article_id,
        language,
        limit,
    )?;
    let shown = |row: RevisionRow| KnowledgeRevision {
        revision: row.revision,
        title: row.title,
        at: row.created_at,
        by: user(row.created_by, row.username, row.name),
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// A revision with its body.
pub(in crate::knowledge) async fn revision(
    conn: &mut Conn,
    client_id: i64,
    (article_id, language): (i64, &str),
    revision: i64,
) -> DbResult<Option<KnowledgeRevisionText>> {
    let row = fetch_optional!(
        conn,
        RevisionRow,
        "select r.revision, r.title, r.body, r.created_by, u.username, u.name, r.created_at
           from knowledge_revisions r
           join knowledge_translations t on t.id = r.translation_id
           left join users u on u.id = r.created_by and u.client_id = $1
          where t.client_id = $1 and t.article_id = $2 and t.language = $3 and r.revision = $4",
        client_id,
        article_id,
        language,
        revision,
    )?;
    Ok(row.map(|row| KnowledgeRevisionText {
        revision: row.revision,
        title: row.title,
        body: row.body,
        at: row.created_at,
        by: user(row.created_by, row.username, row.name),
    }))
}
