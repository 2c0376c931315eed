//! An admin keeps articles: begins, moves and deletes them; and whoever may read sees one.

use super::{
    Knowledge, check,
    events::tell,
    markdown,
    model::{
        ARTICLES_MAX, KnowledgeArticle, KnowledgeArticleChange, KnowledgeArticleDraft,
        KnowledgeTranslation, source_changed,
    },
    public::client_query,
    reader,
    store::{self, articles::ArticleRow, translations::SavedText, translations::TranslationRow},
    writer,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action, step},
    db::{Conn, Tx},
    fulltext,
    http::{Code, Problem},
};
use serde_json::{Map, Value, json};

/// Comments that an article shows.
const COMMENTS_SHOWN: i64 = 20;

impl Knowledge {
    /// An article with its translations: all of them for admins, what is public for everybody else.
    pub(super) async fn article(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<KnowledgeArticle, Problem> {
        reader(caller)?;
        let mut conn = self.db.read().await?;
        shown(&mut conn, (caller.client_id, id), caller.is_admin()).await
    }

    /// Begins an article in one language.
    pub(super) async fn make_article(
        &self,
        caller: &Caller,
        draft: &KnowledgeArticleDraft,
    ) -> Result<KnowledgeArticle, Problem> {
        let author = writer(caller)?;
        let language = check::language(&draft.language)?;
        let title = check::text(&draft.title, &draft.body)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        category_exists(&mut tx, client_id, draft.category_id).await?;
        if store::articles::count(&mut tx, client_id).await? >= ARTICLES_MAX {
            let text = "There are at most 10000 articles. Delete one first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let whose = (draft.category_id, language, caller.user_id);
        let id = store::articles::insert(&mut tx, client_id, whose, now).await?;
        let text = SavedText {
            client_id,
            article_id: id,
            language,
            title: &title,
            body: &draft.body,
            source_revision: None,
            by: caller.user_id,
            now,
        };
        store::translations::insert(&mut tx, &text).await?;
        store::translations::index(&mut tx, client_id, (id, language)).await?;
        let changes = json!({ "language": language });
        let act = act(Action::KnowledgeArticleCreated, (id, &title), changes);
        audit::note(&mut tx, &author, &act, now).await?;
        self.finish(tx, (client_id, id), now).await
    }

    /// Moves an article into a category and says when it has to be looked at again.
    pub(super) async fn change_article(
        &self,
        caller: &Caller,
        id: i64,
        change: &KnowledgeArticleChange,
    ) -> Result<KnowledgeArticle, Problem> {
        let author = writer(caller)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let verified_until = check::verified_until(change.verified_until)?;
        let mut tx = self.db.begin().await?;
        // The category before its articles, as whoever deletes one takes them.
        let category = category_exists(&mut tx, client_id, change.category_id).await;
        hold(&mut tx, client_id, id).await?;
        category?;
        let before = store::articles::one(&mut tx, client_id, id).await?;
        let before = before.ok_or_else(Problem::not_found)?;
        let mut changes = Map::new();
        step(&mut changes, "category_id", before.category_id, change.category_id);
        step(&mut changes, "verified_until", before.verified_until, verified_until);
        if !changes.is_empty() {
            let to = (change.category_id, verified_until);
            store::articles::change(&mut tx, (client_id, id), to, now).await?;
            let title = title_of(&mut tx, client_id, id).await?;
            let act = act(Action::KnowledgeArticleChanged, (id, &title), changes.into());
            audit::note(&mut tx, &author, &act, now).await?;
        }
        self.finish(tx, (client_id, id), now).await
    }

    /// Deletes an article with everything that was ever written of it.
    pub(super) async fn drop_article(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = writer(caller)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        hold(&mut tx, client_id, id).await?;
        let title = title_of(&mut tx, client_id, id).await?;
        for row in store::translations::of_article(&mut tx, client_id, id).await? {
            fulltext::forget(&mut tx, store::translations::TRANSLATIONS, row.id).await?;
        }
        store::articles::delete(&mut tx, client_id, id).await?;
        let act = act(Action::KnowledgeArticleRemoved, (id, &title), json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tell(&mut tx, client_id, Some(id), now);
        tx.commit().await?;
        Ok(())
    }

    /// Tells that an article is another one, commits, and gives it as admins see it.
    pub(super) async fn finish(
        &self,
        mut tx: Tx,
        (client_id, id): (i64, i64),
        now: i64,
    ) -> Result<KnowledgeArticle, Problem> {
        let article = shown(&mut tx, (client_id, id), true).await?;
        tell(&mut tx, client_id, Some(id), now);
        tx.commit().await?;
        Ok(article)
    }
}

/// Holds an article until the end of the transaction, and gives the language of its source.
pub(super) async fn hold(tx: &mut Tx, client_id: i64, id: i64) -> Result<String, Problem> {
    store::articles::lock(tx, client_id, id).await?.ok_or_else(Problem::not_found)
}

async fn category_exists(tx: &mut Tx, client_id: i64, id: Option<i64>) -> Result<(), Problem> {
    let Some(id) = id else { return Ok(()) };
    match store::categories::lock(tx, client_id, id).await? {
        Some(_) => Ok(()),
        None => Err(Problem::field("category_id", "There is no such category.")),
    }
}

/// The title of an article's source, for the audit log.
async fn title_of(conn: &mut Conn, client_id: i64, id: i64) -> Result<String, Problem> {
    let row = store::articles::one(conn, client_id, id).await?.ok_or_else(Problem::not_found)?;
    let rows = store::translations::of_article(conn, client_id, id).await?;
    let source = rows.into_iter().find(|text| text.language == row.source_language);
    Ok(source.map(|text| text.title).unwrap_or_default())
}

/// What an admin did to an article, for the audit log.
pub(super) fn act<'a>(action: Action, (id, title): (i64, &'a str), changes: Value) -> Act<'a> {
    Act { action, kind: "knowledge_article", id: id.to_string(), name: title, changes }
}

/// An article as admins or everybody else sees it. One of which nothing is public is not there for the
/// latter.
async fn shown(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    admin: bool,
) -> Result<KnowledgeArticle, Problem> {
    let mut row =
        store::articles::one(conn, client_id, id).await?.ok_or_else(Problem::not_found)?;
    let mut rows = store::translations::of_article(conn, client_id, id).await?;
    let source_now = rows
        .iter()
        .find(|text| admin && text.language == row.source_language)
        .map(|text| text.revision);
    if !admin {
        rows.retain_mut(only_public);
        // What happens to drafts is told to nobody else.
        let Some(updated_at) = rows.iter().map(|text| text.updated_at).max() else {
            return Err(Problem::not_found());
        };
        row.updated_at = updated_at;
    }
    // The source first.
    rows.sort_by_key(|text| text.language != row.source_language);
    let client = client_query(conn, client_id).await?;
    let translations = rows.into_iter().map(|text| translation(text, source_now, &client));
    let translations = translations.collect();
    let comments = if admin {
        store::articles::comments(conn, client_id, id, COMMENTS_SHOWN).await?
    } else {
        vec![]
    };
    let owner = row.owner();
    let ArticleRow { category_id, source_language, verified_until, created_at, updated_at, .. } =
        row;
    Ok(KnowledgeArticle {
        id,
        category_id,
        source_language,
        owner,
        verified_until,
        created_at,
        updated_at,
        helpful: row.helpful,
        unhelpful: row.unhelpful,
        comments,
        translations,
    })
}

/// Leaves of a translation what is public; false where that is nothing.
fn only_public(row: &mut TranslationRow) -> bool {
    let (Some(title), Some(body), Some(revision)) =
        (row.published_title.take(), row.published_body.take(), row.published_revision)
    else {
        return false;
    };
    row.updated_at = row.published_at.unwrap_or(row.updated_at);
    row.nobody_saved();
    (row.title, row.body, row.revision) = (title, body, revision);
    true
}

fn translation(row: TranslationRow, source_now: Option<i64>, client: &str) -> KnowledgeTranslation {
    KnowledgeTranslation {
        html: markdown::render(&row.body, client).html,
        state: row.state(),
        updated_by: row.by(),
        source_changed: source_changed(row.source_revision, source_now),
        language: row.language,
        title: row.title,
        body: row.body,
        revision: row.revision,
        published_revision: row.published_revision,
        published_at: row.published_at,
        updated_at: row.updated_at,
        source_revision: row.source_revision,
    }
}
