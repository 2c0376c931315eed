//! An admin writes translations: saves texts, publishes and archives them, and looks at earlier ones.

use super::{
    Knowledge,
    articles::{act, hold},
    check, markdown,
    model::{
        KnowledgeArticle, KnowledgePreview, KnowledgePreviewRequest, KnowledgePublish,
        KnowledgeRevision, KnowledgeRevisionText, KnowledgeTranslationDraft, State,
    },
    public::client_query,
    store::{self, translations::SavedText, translations::TranslationRow},
    writer,
};
use crate::{
    accounts::Caller,
    audit::{self, Action},
    db::Tx,
    http::{Code, Problem},
};
use serde_json::json;

/// Revisions that a history shows.
const REVISIONS_SHOWN: i64 = 100;

impl Knowledge {
    /// Saves a text as a draft. What is public stays. The text that is there already makes no revision, but
    /// says that the translation follows its source as it is now.
    ///
    /// # Errors
    /// `overtaken` when it was written from another revision than the newest.
    pub(super) async fn save_translation(
        &self,
        caller: &Caller,
        (id, language): (i64, &str),
        draft: &KnowledgeTranslationDraft,
    ) -> Result<KnowledgeArticle, Problem> {
        writer(caller)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let source = hold(&mut tx, client_id, id).await?;
        let language = check::language(language)?;
        let title = check::text(&draft.title, &draft.body)?;
        let rows = store::translations::of_article(&mut tx, client_id, id).await?;
        let before = rows.iter().find(|row| row.language == language);
        expect_revision(before.map_or(0, |row| row.revision), draft.revision)?;
        let source_revision = match rows.iter().find(|row| row.language == source) {
            Some(row) if language != source => {
                let seen = draft.source_revision.unwrap_or(row.revision);
                Some(seen.clamp(1, row.revision))
            }
            _ => None,
        };
        let text = SavedText {
            client_id,
            article_id: id,
            language,
            title: &title,
            body: &draft.body,
            source_revision,
            by: caller.user_id,
            now,
        };
        match before {
            None => store::translations::insert(&mut tx, &text).await?,
            Some(row) if row.title == title && row.body == draft.body => {
                let whose = (client_id, row.id);
                store::translations::follow_source(&mut tx, whose, source_revision).await?;
            }
            Some(row) => {
                let state = State::after_save(row.published_revision);
                let next = (row.id, row.revision + 1);
                store::translations::save(&mut tx, next, state, &text).await?;
            }
        }
        store::translations::index(&mut tx, client_id, (id, language)).await?;
        store::articles::touch(&mut tx, (client_id, id), now).await?;
        self.finish(tx, (client_id, id), now).await
    }

    /// Makes the newest text of a translation the public one.
    pub(super) async fn publish(
        &self,
        caller: &Caller,
        (id, language): (i64, &str),
        wanted: &KnowledgePublish,
    ) -> Result<KnowledgeArticle, Problem> {
        let author = writer(caller)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let row = held(&mut tx, client_id, (id, language)).await?;
        expect_revision(row.revision, wanted.revision.unwrap_or(row.revision))?;
        if row.published_revision != Some(row.revision) {
            store::translations::publish(&mut tx, (client_id, row.id), now).await?;
            store::translations::index(&mut tx, client_id, (id, language)).await?;
            store::articles::touch(&mut tx, (client_id, id), now).await?;
            let changes = json!({ "language": language, "revision": row.revision });
            let act = act(Action::KnowledgeArticlePublished, (id, &row.title), changes);
            audit::note(&mut tx, &author, &act, now).await?;
        }
        self.finish(tx, (client_id, id), now).await
    }

    /// Takes a translation out of sight; its texts stay.
    pub(super) async fn archive(
        &self,
        caller: &Caller,
        (id, language): (i64, &str),
    ) -> Result<KnowledgeArticle, Problem> {
        let author = writer(caller)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let row = held(&mut tx, client_id, (id, language)).await?;
        if row.state() != State::Archived {
            store::translations::archive(&mut tx, (client_id, row.id)).await?;
            store::translations::index(&mut tx, client_id, (id, language)).await?;
            store::articles::touch(&mut tx, (client_id, id), now).await?;
            let changes = json!({ "language": language });
            let act = act(Action::KnowledgeArticleArchived, (id, &row.title), changes);
            audit::note(&mut tx, &author, &act, now).await?;
        }
        self.finish(tx, (client_id, id), now).await
    }

    /// The newest revisions of a translation.
    pub(super) async fn revisions(
        &self,
        caller: &Caller,
        (id, language): (i64, &str),
    ) -> Result<Vec<KnowledgeRevision>, Problem> {
        writer(caller)?;
        let mut conn = self.db.read().await?;
        let which = (id, language);
        let list =
            store::translations::revisions(&mut conn, caller.client_id, which, REVISIONS_SHOWN)
                .await?;
        // Whatever was begun has a first one.
        if list.is_empty() { Err(Problem::not_found()) } else { Ok(list) }
    }

    /// An earlier text.
    pub(super) async fn revision(
        &self,
        caller: &Caller,
        (id, language): (i64, &str),
        revision: i64,
    ) -> Result<KnowledgeRevisionText, Problem> {
        writer(caller)?;
        let mut conn = self.db.read().await?;
        let which = (id, language);
        let found =
            store::translations::revision(&mut conn, caller.client_id, which, revision).await?;
        found.ok_or_else(Problem::not_found)
    }

    /// Markdown as pages will show it.
    pub(super) async fn preview(
        &self,
        caller: &Caller,
        wanted: &KnowledgePreviewRequest,
    ) -> Result<KnowledgePreview, Problem> {
        writer(caller)?;
        check::body(&wanted.body).map_err(|why| Problem::field("body", why))?;
        let mut conn = self.db.read().await?;
        let client = client_query(&mut conn, caller.client_id).await?;
        Ok(KnowledgePreview { html: markdown::render(&wanted.body, &client).html })
    }
}

async fn held(
    tx: &mut Tx,
    client_id: i64,
    (id, language): (i64, &str),
) -> Result<TranslationRow, Problem> {
    hold(tx, client_id, id).await?;
    let rows = store::translations::of_article(tx, client_id, id).await?;
    rows.into_iter().find(|row| row.language == language).ok_or_else(Problem::not_found)
}

/// Refuses a text that was written from another revision than the newest.
pub(super) fn expect_revision(newest: i64, written_from: i64) -> Result<(), Problem> {
    if newest == written_from {
        return Ok(());
    }
    let text = format!(
        "Somebody saved this text meanwhile: revision {newest} is the newest, yours is from \
         {written_from}. Load it anew, and put in what you changed."
    );
    Err(Problem::new(Code::Overtaken, text))
}
